import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../../testing/clone.ts';
import { auditLogTable } from './tables/audit.ts';
import { inlined } from './sql/compile.ts';
import { INSTANT, NOW, setClock } from './now.ts';

const ENTRY = { actor: 'system', action: 'x', subject: 'account', changes: [] };

async function opened() {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A connection whose clock is turned. */
async function turnedTo(begin: string) {
  const clock = { now: new Date(begin) };
  const client = setClock(await opened(), () => clock.now);
  const ask = async () => {
    const { rows } = await client.query<{ at: Date }>('select $1::timestamptz as at', [INSTANT]);
    return rows[0]?.at.toISOString();
  };
  return { clock, client, ask, db: drizzle(client) };
}

test('a statement has the time of the clock, plain, prepared by its name, and as a default of a column', async () => {
  const { clock, client, ask, db } = await turnedTo('2031-01-01T00:00:00.000Z');
  expect(await ask()).toBe('2031-01-01T00:00:00.000Z');
  clock.now = new Date('2032-02-02T00:00:00.123Z');
  expect(await ask()).toBe('2032-02-02T00:00:00.123Z');
  const prepared = { name: 'at', text: 'select $1::int as n, $2::timestamptz as at', values: [1, INSTANT] };
  expect((await client.query(prepared)).rows).toEqual([{ n: 1, at: clock.now }]);
  clock.now = new Date('2033-03-03T00:00:00.000Z');
  expect((await client.query(prepared)).rows).toEqual([{ n: 1, at: clock.now }]);
  const [entry] = await db.insert(auditLogTable).values(ENTRY).returning({ at: auditLogTable.at });
  expect(entry?.at).toEqual(clock.now);
});

test('a transaction has one time, however long it takes; the next has another', async () => {
  const { clock, ask, db } = await turnedTo('2031-01-01T00:00:00.000Z');
  const timesOf = (hurt: boolean) =>
    db
      .transaction(async (tx) => {
        const before = await ask();
        clock.now = new Date(clock.now.getTime() + 60_000);
        await tx.transaction((step) => step.execute(sql`select 1 / 0`)).catch(() => undefined);
        expect(await ask()).toBe(before);
        if (hurt) throw new Error('rolled back');
      })
      .catch(() => undefined);

  await timesOf(false);
  expect(await ask()).toBe('2031-01-01T00:01:00.000Z');
  await timesOf(true);
  expect(await ask()).toBe('2031-01-01T00:02:00.000Z');
});

test('a connection without a clock answers no statement that asks for the time; nor is it made a literal', async () => {
  const client = await opened();
  const asked = drizzle(client).execute(sql`select ${NOW}`);
  await expect(asked).rejects.toMatchObject({
    cause: { message: expect.stringContaining('given no clock') as string },
  });
  await expect(client.query(inlined(sql`select ${NOW}`))).rejects.toThrow('invalid input syntax');
});

const DEFAULTS = `select table_name || '.' || column_name as name from information_schema.columns
  where table_schema = 'public' and column_default ~* '(now\\(|_timestamp|current_)'`;
const ROUTINES = `select proname as name from pg_proc
  where pronamespace = 'public'::regnamespace and prosrc ~* '(\\mnow\\(|_timestamp|current_(date|time))'`;

test('no column has a default of the database’s time, and no trigger asks for it', async () => {
  const client = await opened();
  const found = async () => (await client.query<{ name: string }>(`${DEFAULTS} union all ${ROUTINES}`)).rows;
  expect(await found()).toEqual([]);

  await client.query('begin');
  await client.query('alter table customers alter created_at set default now()');
  await client.query(`create function stamp() returns trigger language plpgsql as $$
    begin new.created_at = clock_timestamp(); return new; end $$`);
  expect(await found()).toEqual([{ name: 'customers.created_at' }, { name: 'stamp' }]);
  await client.query('rollback');
});
