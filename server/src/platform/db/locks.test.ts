import { expect, test } from 'vitest';
import { db, pool } from '../../testing/clone.ts';
import { acquireLock, acquireLockOf, lockNumber, tryLockOf } from './locks.ts';

/** Whether somebody else gets what `take` takes, while a transaction holds what `hold` holds. */
async function isFreeBeside(
  hold: Parameters<typeof db.transaction>[0],
  take: Parameters<typeof db.transaction>[0],
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await hold(tx);
    return db
      .transaction(async (other) => {
        await other.execute("set local lock_timeout = '200ms'");
        await take(other);
      })
      .then(
        () => true,
        () => false,
      );
  });
}

test('a change of rights does not wait for a sync', async () => {
  expect(
    await isFreeBeside(
      (tx) => acquireLock(tx, 'sync'),
      (tx) => acquireLock(tx, 'staff rights'),
    ),
  ).toBe(true);
});

test('a lock is held against everybody who names it, until its transaction ends', async () => {
  const take = (tx: Parameters<typeof acquireLock>[0]) => acquireLock(tx, 'team');
  expect(await isFreeBeside(take, take)).toBe(false);
  await db.transaction(take);
});

test('of one lock, each value is held by itself', async () => {
  const take = (email: string) => (tx: Parameters<typeof acquireLock>[0]) => acquireLockOf(tx, 'one-time code', email);
  expect(await isFreeBeside(take('a@acme.example'), take('b@acme.example'))).toBe(true);
  expect(await isFreeBeside(take('a@acme.example'), take('a@acme.example'))).toBe(false);
});

test('the same value of two locks is two things', async () => {
  expect(
    await isFreeBeside(
      (tx) => acquireLockOf(tx, 'voucher', 7),
      (tx) => acquireLockOf(tx, 'CRM task', 7),
    ),
  ).toBe(true);
});

test('who only tries is told at once that somebody else holds it', async () => {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock($1, $2)', [lockNumber('job run'), 1]);
  expect(await db.transaction((tx) => tryLockOf(tx, 'job run', 1))).toBe(false);
  expect(await db.transaction((tx) => tryLockOf(tx, 'job run', 2))).toBe(true);
  client.release(true);
});
