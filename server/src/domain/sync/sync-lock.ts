import { extendTimeouts } from '../../platform/db/connection/connect.ts';
import type { Db } from '../../platform/db/db.ts';
import { acquireLock } from '../../platform/db/locks.ts';

/**
 * A sync, an import and the upkeep of the renewals lock the same rows in orders of their own, so they go one after the
 * other: first statement of each of their transactions, before any row is locked. Such a transaction may take longer than a click.
 */
export async function acquireSyncLock(tx: Db): Promise<void> {
  await extendTimeouts(tx);
  await acquireLock(tx, 'sync');
}
