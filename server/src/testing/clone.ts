import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, inject } from 'vitest';
import { connect } from '../db/connect.ts';

const { url, template } = inject('database');
const name = `desk_${randomBytes(6).toString('hex')}`;
const mine = new URL(url);
mine.pathname = `/${name}`;

const admin = new pg.Client({ connectionString: url });
await admin.connect();
// One clone at a time: PostgreSQL copies a template only while nobody else does.
await admin.query('select pg_advisory_lock(7305118)');
await admin.query(`create database ${name} template ${template}`);
await admin.query('select pg_advisory_unlock(7305118)');

/** The database of this test file, cloned from the migrated template. */
export const databaseUrl = mine.href;
export const { pool, db } = connect(databaseUrl, pino({ level: 'silent' }));

afterAll(async () => {
  await pool.end();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
});

const { rows } = await pool.query<{ name: string }>(
  `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('departments', 'menus', 'axima_products')`,
);
const tables = rows.map((row) => row.name).join(', ');

/** Empties all tables but the ones that a migration fills. */
export async function emptyDatabase() {
  await pool.query(`alter table audit_log disable trigger audit_log_append_only;
    truncate ${tables} restart identity cascade;
    alter table audit_log enable trigger audit_log_append_only;
    delete from graphile_worker._private_jobs`);
}
