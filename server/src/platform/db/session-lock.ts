import type { Pool } from 'pg';
import { lockNumber, type Lock } from './locks.ts';

/**
 * Works unless somebody else does who asks for the same value of the lock, on whatever node. Longer than a transaction: the lock is
 * the connection's, and ends with the process at once, with a host that is lost when PostgreSQL has noticed, within about a minute.
 * @returns false, at once, where somebody else works
 */
export async function withSessionLock(
  pool: Pool,
  [lock, value]: readonly [Lock, number],
  work: () => Promise<void>,
): Promise<boolean> {
  const client = await pool.connect();
  const numbers = [lockNumber(lock), value];
  // Given back with its lock a connection would keep everybody from the work: one that may hold it is closed.
  let mayHold = true;
  const workAndUnlock = async () => {
    try {
      await work();
    } finally {
      mayHold = await client.query('select pg_advisory_unlock($1, $2)', numbers).then(
        () => false,
        () => true,
      );
    }
  };
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1, $2) as free', numbers);
    const isFree = rows[0]?.free === true;
    if (isFree) await workAndUnlock();
    else mayHold = false;
    return isFree;
  } finally {
    client.release(mayHold);
  }
}
