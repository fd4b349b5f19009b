import { extendTimeouts } from '../../platform/db/connection/connect.ts';
import type { Db } from '../../platform/db/db.ts';
import { acquireLock, acquireSharedLockAndOneOf } from '../../platform/db/locks.ts';

/**
 * A sync, an import and the upkeep of the renewals lock the same rows in orders of their own, so they go one after the
 * other: first statement of each of their transactions, before any row is locked. Such a transaction may take longer than a click.
 */
export async function acquireSyncLock(tx: Db): Promise<void> {
  await extendTimeouts(tx);
  await acquireLock(tx, 'sync');
}

/**
 * What is about one subscription goes beside what is about others, but neither beside a sync nor beside another answer about the same. First
 * statement of its transaction, which may not ask for `acquireSyncLock` afterwards: two who hold this would wait for each other.
 */
export async function acquireSubscriptionLock(tx: Db, subscriptionId: number): Promise<void> {
  await extendTimeouts(tx);
  await acquireSharedLockAndOneOf(tx, 'sync', 'subscription', subscriptionId);
}
