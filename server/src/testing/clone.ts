import { lockNumber } from '../platform/db/locks.ts';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { Clock } from '../platform/time/clock.ts';
import { connect } from '../platform/db/connection/connect.ts';

const { url, template, role } = inject('database');
const name = `${template}_${randomBytes(4).toString('hex')}`;
const mine = new URL(url);
mine.pathname = `/${name}`;

const admin = new pg.Client({ connectionString: url });
await admin.connect();
// One clone at a time: PostgreSQL copies a template only while no other session uses it.
await admin.query('select pg_advisory_lock($1)', [lockNumber('test template')]);
await admin.query(`create database ${name} template ${template}`);
await admin.end();

let clock: Clock = () => new Date();
/** The clock of the server under test, and of all connections of the process. */
export const now: Clock = () => clock();
/** Another one; the machine's where none is given, and whenever the database is emptied. */
export const setTestClock = (given: Clock = () => new Date()): void => {
  clock = given;
};

/** The database of this process, cloned from the migrated template; its files come one after the other. */
export const databaseUrl = mine.href;
export const { pool, db } = connect(databaseUrl, pino({ level: 'silent' }), { now });
// A test's setup takes as long as the machine needs: the limits are the server's.
Object.assign(pool.options, { statement_timeout: 0, query_timeout: 0 });
/** As the server reaches it: with the least role that it needs. */
export const serverUrl = Object.assign(new URL(databaseUrl), { username: role.name, password: role.password }).href;
export const { pool: serverPool, db: serverDb } = connect(serverUrl, pino({ level: 'silent' }), { now });
// A machine that stands still for some seconds is no database that is away.
Object.assign(serverPool.options, { connectionTimeoutMillis: 30_000 });

/** Every table but those that a migration fills, referencing tables before referenced ones. */
const { rows } = await pool.query<{ name: string; sequence: string | null }>(`
  with recursive mine as (
    select c.oid, c.relname from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('departments', 'menus', 'axima_products')
  ), depth as (
    select oid, 0 as level from mine
    union
    select k.confrelid, d.level + 1 from depth d join pg_constraint k on k.conrelid = d.oid and k.contype = 'f'
    where k.confrelid <> k.conrelid and d.level < 20
  )
  select quote_ident(m.relname) as name,
    (select pg_get_serial_sequence(quote_ident(m.relname), 'id')
     where exists (select from pg_attribute a where a.attrelid = m.oid and a.attname = 'id')) as sequence
  from mine m join depth d using (oid) group by m.oid, m.relname
  order by max(d.level)`);
const names = rows.map(({ name }) => name);
const sequences = rows.flatMap(({ sequence }) => sequence ?? []);
// What it counts between two tests, when all is deleted, would plan the next one's thousands of rows as none.
await pool.query(`do $$ declare tables cursor for select oid::regclass as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r';
  begin
    for one in tables loop execute format('alter table %s set (autovacuum_enabled = false)', one.name); end loop;
  end $$`);
const LARGE_BYTES = 500_000;

const isLarge = async () => {
  const { rows: sizes } = await pool.query<{ bytes: string }>(
    `select max(pg_relation_size(oid)) as bytes from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  return Number(sizes[0]?.bytes) > LARGE_BYTES;
};

/**
 * Empties all tables but the ones that a migration fills. New files for each of them take longer than a test's few rows;
 * only that of the months' revisions must be new, as after a restore, or the answers of another test would be found.
 */
export async function emptyDatabase() {
  setTestClock();
  const empty = (await isLarge())
    ? `truncate ${names.join(', ')} restart identity cascade`
    : [
        ...names.map((table) => `delete from ${table}`),
        'truncate month_revisions, work_revisions',
        ...sequences.map((sequence) => `select setval('${sequence}', 1, false)`),
      ].join(';\n');
  // Without triggers: the audit log would refuse, in each of its partitions.
  await pool.query(`set local session_replication_role = replica;
    ${empty};
    delete from graphile_worker._private_jobs`);
}
