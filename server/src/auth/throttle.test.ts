import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, emptyDatabase } from '../testing/clone.ts';
import { addressKey, attempt, attemptAll, clearCounters, keysUnder } from './throttle.ts';

beforeEach(emptyDatabase);

const limit = { hits: 5, windowSeconds: 60 };

test('of fifty attempts at once just the limit is let through', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => attempt(db, 'k', limit)));
  expect(answers.filter(Boolean)).toHaveLength(5);
});

test('a new window starts from nothing', async () => {
  for (let i = 0; i < 6; i++) await attempt(db, 'k', limit);
  await db.execute(sql`update throttles set window_ends_at = now() - interval '1 second'`);
  expect(await attempt(db, 'k', limit)).toBe(true);
});

test('past the limit each attempt is followed by a longer pause', async () => {
  const pausing = { hits: 2, windowSeconds: 3_600, pause: { seconds: 30, mostSeconds: 100 } };
  const pauses: number[] = [];
  for (let i = 0; i < 6; i++) {
    expect(await attempt(db, 'k', pausing)).toBe(true);
    const { rows } = await db.execute<{ pause: number | null }>(
      sql`select extract(epoch from blocked_until - now())::float8 as pause from throttles`,
    );
    // A slow machine has waited some of it.
    pauses.push(Math.ceil((rows[0]?.pause ?? 0) / 10) * 10);
    if (i > 0) expect(await attempt(db, 'k', pausing)).toBe(false);
    await db.execute(sql`update throttles set blocked_until = now() - interval '1 millisecond'`);
  }
  expect(pauses).toEqual([0, 30, 60, 100, 100, 100]);
});

test('keys do not touch each other, and a forgiven one starts anew', async () => {
  for (let i = 0; i < 6; i++) await attempt(db, 'a', limit);
  expect(await attempt(db, 'b', limit)).toBe(true);
  await clearCounters(db, 'a');
  expect(await attempt(db, 'a', limit)).toBe(true);
});

const hitsOf = async (): Promise<Record<string, number>> => {
  const { rows } = await db.execute<{ key: string; hits: number }>(sql`select key, hits from throttles`);
  return Object.fromEntries(rows.map(({ key, hits }) => [key, hits]));
};

test('of several limits each is counted up to the first that refuses', async () => {
  const pausing = { hits: 2, windowSeconds: 3_600, pause: { seconds: 30, mostSeconds: 100 } };
  const all = () => attemptAll(db, ['address', { ...limit, hits: 3 }], ['pause', pausing], ['day', limit]);

  expect([await all(), await all()]).toEqual([0, 0]);
  // The second attempt began a pause: the address is counted, what follows is not.
  const wait = await all();
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(30);
  expect(await hitsOf()).toEqual({ address: 3, pause: 2, day: 2 });
  await db.execute(sql`update throttles set blocked_until = null`);
  expect(await all()).toBeGreaterThan(30);
  expect(await hitsOf()).toEqual({ address: 4, pause: 2, day: 2 });
});

test('who is told to wait waits for the limit that refused', async () => {
  const all = () => attemptAll(db, ['short', { ...limit, hits: 9 }], ['long', { hits: 1, windowSeconds: 7_200 }]);
  expect(await all()).toBe(0);
  const wait = await all();
  expect(wait).toBeGreaterThan(7_000);
  expect(wait).toBeLessThanOrEqual(7_200);
});

test('of fifty attempts at several limits at once just the least is let through, and forgetting them stops none', async () => {
  const most = { ...limit, hits: 1_000 };
  const asked = Array.from({ length: 50 }, () => attemptAll(db, ['a', limit], ['b', most], ['c', most]));
  const forgotten = Array.from({ length: 20 }, () => clearCounters(db, 'b', 'c'));
  const waits = await Promise.all(asked);
  await Promise.all(forgotten);
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5);
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
])('%s is counted as %s', (ip, key) => {
  expect(addressKey(ip)).toBe(key);
});

test('the keys of one account are found by an index among those of all', async () => {
  await db.execute(sql`insert into throttles (key, hits, window_ends_at)
    select 'login:' || md5(n::text) || ':1', 1, now() + interval '1 day' from generate_series(1, 20000) n`);
  await db.execute(
    sql`insert into throttles (key, hits, window_ends_at) values ('login:a_b:1', 1, now()), ('login:axb:1', 1, now())`,
  );
  const { rows } = await db.execute<Record<string, string>>(
    sql`explain delete from throttles where ${keysUnder('login:a_b:')}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // Where the collation is C, the primary key serves as well.
  expect(plan).toMatch(/Index (Only )?Scan/);
  expect(plan).toMatch(/Index Cond: .*login:a_b:/);
  const found = await db.execute(sql`select key from throttles where ${keysUnder('login:a_b:')}`);
  expect(found.rows).toEqual([{ key: 'login:a_b:1' }]);
});
