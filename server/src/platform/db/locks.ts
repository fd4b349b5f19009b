import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/**
 * Everything that is locked for all nodes at once (PostgreSQL's advisory locks). A lock's number is its place in this list,
 * so that no two share one; nodes of two versions must agree on it, so a new lock stands last and none is taken out.
 */
const LOCKS = [
  'schema',
  'first admin',
  'test template',
  'sync',
  'staff rights',
  'team',
  'check run',
  'given-up job',
  'rehearsal',
  'demo data',
  // One for each value: a second number tells them apart.
  'one-time code',
  'voucher',
  'contact of the CRM',
  'CRM task',
  'job run',
  'views of a screen',
  'deadline digests',
  'reminders',
  'inbound mail',
  'online migrations',
  'subscription',
] as const;
export type Lock = (typeof LOCKS)[number];

/** Any number that no other program locks in this database. */
const FIRST = 7_305_100;

/** The number of a lock, for a connection without Drizzle. */
export const lockNumber = (lock: Lock): number => FIRST + LOCKS.indexOf(lock);

/** Waits for the lock, and holds it until the transaction ends. It is reentrant within the transaction. */
export const acquireLock = (tx: Db, lock: Lock) => tx.execute(sql`select pg_advisory_xact_lock(${lockNumber(lock)})`);

/** Beside others who hold it so, but not beside who has it for themselves; until the transaction ends. */
export const acquireSharedLock = (tx: Db, lock: Lock) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${lockNumber(lock)})`);

/** Beside others who hold the first so, and alone for one value of the second; in that order, until the transaction ends. */
export const acquireSharedLockAndOneOf = (tx: Db, shared: Lock, lock: Lock, value: number) =>
  tx.execute(
    sql`select pg_advisory_xact_lock_shared(${lockNumber(shared)}), pg_advisory_xact_lock(${lockNumber(lock)}::int, ${value}::int)`,
  );

/** The same for one value among many. Two texts may share a number, and then wait for each other once in four billion. */
export const acquireLockOf = (tx: Db, lock: Lock, value: string | number) =>
  tx.execute(
    sql`select pg_advisory_xact_lock(${lockNumber(lock)}, ${typeof value === 'number' ? value : sql`hashtext(${value})`})`,
  );

/** Holds the lock of a value until the transaction ends. @returns false, at once, where somebody else holds it */
export async function tryLockOf(tx: Db, lock: Lock, value: number): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${lockNumber(lock)}::int, ${value}::int) as free`,
  );
  return rows[0]?.free ?? false;
}
