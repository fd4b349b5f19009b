import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { databaseUrl } from '../../../testing/clone.ts';
import { silentLog } from '../../../testing/recorded-log.ts';
import { connect } from './connect.ts';
import { connectQueue } from './queue-pool.ts';
import { PLANNED_ANEW, PLANNED_ONCE, statementNames } from './prepare-repeated.ts';

const now = () => new Date();

function opened(open: typeof connect | typeof connectQueue) {
  const connection = open(databaseUrl, silentLog(), { now, max: 1 });
  onTestFinished(() => connection.pool.end());
  const prepared = async () => {
    const { rows } = await connection.pool.query<{ statement: string }>(
      'select statement from pg_prepared_statements order by statement',
    );
    return rows.map(({ statement }) => statement);
  };
  return { ...connection, prepared };
}

const plus = (n: number) => sql`select ${n}::int + 1 as next`;
const TEXT = 'select $1::int + 1 as next';

test('what is asked again and again in transactions is prepared, with each its own values', async () => {
  const { db, prepared } = opened(connect);
  const found: unknown[] = [];
  for (let n = 1; n <= 6; n += 1) found.push(...(await db.transaction((tx) => tx.execute(plus(n)))).rows);
  expect(found).toEqual([2, 3, 4, 5, 6, 7].map((next) => ({ next })));
  expect(await prepared()).toEqual([TEXT]);
});

test('what a screen asks outside of them is planned for its values each time, as is what is asked a few times', async () => {
  const { db, prepared } = opened(connect);
  for (let n = 1; n <= 6; n += 1) await db.execute(plus(n));
  await db.transaction((tx) => tx.execute(plus(1)));
  expect(await prepared()).toEqual([]);
});

test('a screen’s statement that asks by keys alone is prepared outside of them', async () => {
  const { db, prepared } = opened(connect);
  const found: unknown[] = [];
  for (let n = 1; n <= 6; n += 1) found.push(...(await db.execute(sql`${PLANNED_ONCE} ${plus(n)}`)).rows);
  expect(found).toEqual([2, 3, 4, 5, 6, 7].map((next) => ({ next })));
  expect(await prepared()).toEqual([`/* planned once */ ${TEXT}`]);
});

test('jobs prepare it outside of transactions as well; a statement that failed is asked anew', async () => {
  const { db, prepared } = opened(connectQueue);
  for (let n = 1; n <= 5; n += 1) await db.execute(plus(n));
  expect(await prepared()).toEqual([TEXT]);
  const half = (n: number) => db.execute(sql`select 10 / ${n}::int as half`);
  for (let n = 0; n < 6; n += 1) await expect(half(0)).rejects.toThrow();
  expect((await half(5)).rows).toEqual([{ half: 2 }]);
});

test('a statement whose rows get another shape, as by a migration, fails once on a connection and no more', async () => {
  const { db, pool, prepared } = opened(connect);
  await pool.query('create table shaped (n int)');
  onTestFinished(async () => {
    await pool.query('drop table shaped');
  });
  await pool.query('insert into shaped values (1)');
  const read = () => db.transaction((tx) => tx.execute(sql`select n from shaped where n::text = ${'1'}`));
  for (let n = 0; n < 6; n += 1) expect((await read()).rows).toEqual([{ n: 1 }]);
  expect(await prepared()).toHaveLength(1);
  await pool.query('alter table shaped alter column n type bigint');
  await expect(read()).rejects.toMatchObject({ cause: { code: '0A000' } });
  expect((await read()).rows).toEqual([{ n: '1' }]);
});

test('what is to be planned anew, and a text with a list of values in it, get no name', async () => {
  const { db, prepared } = opened(connectQueue);
  for (let n = 1; n <= 6; n += 1) await db.execute(sql`${PLANNED_ANEW} select ${n}::int as n`);
  const list = sql.join(Array.from({ length: 1_000 }, (_, n) => sql`${n}::int`), sql`, `); // prettier-ignore
  for (let n = 1; n <= 6; n += 1) await db.execute(sql`select array[${list}]`);
  expect(await prepared()).toEqual([]);
});

test('a long text without a list is prepared as any other', async () => {
  const { db, prepared } = opened(connectQueue);
  const long = sql.raw(Array.from({ length: 2_000 }, (_, n) => `${n} + `).join(''));
  for (let n = 1; n <= 6; n += 1) await db.execute(sql`select ${long}${n}::int as sum`);
  expect(await prepared()).toHaveLength(1);
});

test('texts that come once do not keep others from their names', () => {
  const nameOf = statementNames();
  for (let n = 0; n < 12_000; n += 1) nameOf(`select ${n}`);
  expect([1, 2, 3, 4].map(() => nameOf('a')).at(-1)).toBe('repeated-1');
});

test('a name belongs to one text, and only so many get one', () => {
  const nameOf = statementNames({ most: 2 });
  const asked = (text: string) => [1, 2, 3, 4, 5].map(() => nameOf(text)).at(-1);
  const [a, b] = [asked('a'), asked('b')];
  expect([typeof a, typeof b]).toEqual(['string', 'string']);
  expect(b).not.toBe(a);
  expect(asked('c')).toBeUndefined();
  expect(nameOf('a')).toBe(a);
});
