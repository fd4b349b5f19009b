import { expect, test } from 'vitest';
import { pool } from '../../testing/clone.ts';
import { withSessionLock } from './session-lock.ts';

const LOCK = ['job run', 9_001] as const;
const nothing = () => Promise.resolve();
const isFree = () => withSessionLock(pool, LOCK, nothing);
const sessionOf = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

test('one works at a time, another value beside it, and whoever comes later finds it free', async () => {
  const found: boolean[] = [];
  const worked = await withSessionLock(pool, LOCK, async () => {
    found.push(await isFree(), await withSessionLock(pool, ['job run', 9_002], nothing));
  });
  expect([worked, ...found, await isFree()]).toEqual([true, false, true, true]);
});

test('work that fails leaves the lock free, and the connection is used again', async () => {
  const before = await sessionOf();
  const failing = withSessionLock(pool, LOCK, () => Promise.reject(new Error('It broke')));
  await expect(failing).rejects.toThrow('It broke');
  expect([await isFree(), await sessionOf()]).toEqual([true, before]);
});

test('where the connection breaks at its work the lock ends with it', async () => {
  await withSessionLock(pool, LOCK, async () => {
    await pool.query('select pg_terminate_backend(pid) from pg_locks where locktype = $1 and objid = $2', [
      'advisory',
      LOCK[1],
    ]);
  });
  await expect.poll(isFree).toBe(true);
});
