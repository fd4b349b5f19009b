import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, emptyDatabase } from '../testing/clone.ts';
import { addressKey, attempt, forgive } from './throttle.ts';

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
  await forgive(db, 'a');
  expect(await attempt(db, 'a', limit)).toBe(true);
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
