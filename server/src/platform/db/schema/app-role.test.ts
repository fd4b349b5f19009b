import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { addressOf, ask, scratchDatabase, scratchRole } from '../../../testing/scratch.ts';
import { prepareDatabase } from './app-role.ts';
import { migrateTo } from './migrate.ts';
import { inTransaction, withClient } from '../connection/one-client.ts';
import { knownMigrations } from './schema-level.ts';

const NOT_PREPARED = 'The database is not prepared for this version, and the role may not do it.';

const FORBIDDEN = [
  "update audit_log set actor = 'nobody'",
  'delete from audit_log',
  'truncate audit_log',
  'drop table audit_log',
  'alter table audit_log disable trigger user',
  'drop trigger audit_log_append_only on audit_log',
  'create or replace function refuse_audit_change() returns trigger language sql as $$ select null $$',
  'truncate renewals',
  'create table mine (id int)',
  'create temporary table mine (id int)',
  'create schema mine',
  'alter table accounts add column mine int',
  "insert into drizzle.__drizzle_migrations (hash, created_at) values ('mine', 1)",
  'delete from graphile_worker.migrations',
  'set role pg_read_all_data',
  "copy audit_log to program 'true'",
];

/** A database of a role that is no superuser, and beside it the role that the server is to have. */
async function twoRoles() {
  const owner = await scratchRole();
  const server = await scratchRole();
  const database = await scratchDatabase();
  await ask(database.url, `alter database ${database.name} owner to ${owner.name}`);
  const env = {
    MIGRATION_DATABASE_URL: addressOf(database.name, owner),
    DATABASE_URL: addressOf(database.name, server),
  };
  return {
    name: database.name,
    superuser: database.url,
    owner: env.MIGRATION_DATABASE_URL,
    server: env.DATABASE_URL,
    env,
  };
}

type Line = { event: string; role: string; message: string };
async function linesOf(env: Record<string, string>): Promise<Line[]> {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  await prepareDatabase(readConfig(env), pino({ level: 'warn' }, sink));
  return lines.map((line) => JSON.parse(line) as Line);
}

let roles: Awaited<ReturnType<typeof twoRoles>>;
describe('a server whose role owns nothing', () => {
  beforeEach(async () => {
    roles = await twoRoles();
    await prepareDatabase(readConfig(roles.env));
  });

  test('can change neither what is written in the audit log nor what the database is made of', async () => {
    const refused = /permission denied|must be owner|only roles with/;
    for (const statement of FORBIDDEN) await expect(ask(roles.server, statement), statement).rejects.toThrow(refused);
  });

  test('reads and writes rows, adds to the audit log, queues jobs and takes them', async () => {
    await ask(roles.server, `insert into customers (company_name, created_at) values ('Acme', now())`);
    await ask(roles.server, `update customers set phone = '1'`);
    await ask(
      roles.server,
      `insert into audit_log (actor, action, subject, changes, at) values ('a', 'b', 'c', '[]', now())`,
    );
    await ask(roles.server, `select graphile_worker.add_job('deliver', '{}')`);
    expect(await ask(roles.server, 'select task_identifier from graphile_worker.jobs')).toEqual([
      { task_identifier: 'deliver' },
    ]);
    expect(await ask(roles.server, 'select count(*)::int as entries from audit_log')).toEqual([{ entries: 1 }]);
    await ask(roles.server, 'delete from customers');
  });

  test('may read all that a backup by pg_dump reads', async () => {
    await ask(roles.server, 'select last_value from drizzle.__drizzle_migrations_id_seq');
    await ask(roles.server, 'select from audit_log_first, audit_log_rest');
  });

  test('starts without the owner’s address once the database is prepared, and is told in one sentence before', async () => {
    await prepareDatabase(readConfig({ DATABASE_URL: roles.server }));

    const fresh = await twoRoles();
    await expect(prepareDatabase(readConfig({ DATABASE_URL: fresh.server }))).rejects.toThrow(NOT_PREPARED);

    const then = knownMigrations().at(-2)?.level ?? 0;
    await withClient(fresh.owner, 'test', (client) => inTransaction(client, () => migrateTo(client, then)));
    await expect(prepareDatabase(readConfig({ DATABASE_URL: fresh.server }))).rejects.toThrow(NOT_PREPARED);
    await prepareDatabase(readConfig(fresh.env));
    await prepareDatabase(readConfig({ DATABASE_URL: fresh.server }));
  });

  test('may do in tables of a later migration what it may in the others, by the next start', async () => {
    await ask(roles.owner, 'create table later (id int generated always as identity)');
    await expect(ask(roles.server, 'select from later')).rejects.toThrow('permission denied');

    await Promise.all([prepareDatabase(readConfig(roles.env)), prepareDatabase(readConfig(roles.env))]);

    await ask(roles.server, 'insert into later default values');
  });

  test('alone makes years of the audit log, also where a restore forgot who may', async () => {
    await ask(roles.owner, 'grant execute on function make_audit_years(timestamptz) to public');
    await prepareDatabase(readConfig(roles.env));

    await ask(roles.server, 'select make_audit_years(now())');
    const stranger = await scratchRole();
    const address = addressOf(roles.name, stranger);
    await expect(ask(address, 'select make_audit_years(now())')).rejects.toThrow('permission denied');
  });

  test('is not warned of its role; one that owns the tables, is a superuser or may create roles is, in production', async () => {
    expect(await linesOf(roles.env)).toEqual([]);
    const [line] = await linesOf({ DATABASE_URL: roles.superuser });
    expect(line?.event).toBe('database_role_overprivileged');
    const creator = await scratchRole('createrole');
    const lines = await linesOf({ ...roles.env, DATABASE_URL: addressOf(roles.name, creator) });
    expect(lines.map(({ event, role }) => [event, role])).toEqual([['database_role_overprivileged', creator.name]]);
    const [owner] = await linesOf({ DATABASE_URL: roles.owner });
    expect(owner?.message).toContain('owns the tables, so that it could change the audit log');
    expect(await linesOf({ DATABASE_URL: roles.superuser, NODE_ENV: 'test' })).toEqual([]);
    await ask(roles.superuser, `drop owned by ${creator.name}`);
  });
});
