import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/context.ts';
import { takeTime } from '../../platform/db/connection/connect.ts';

const LOCK = 7_305_119;

/**
 * A sync, an import and the upkeep of the renewals lock the same rows in orders of their own, so they go one after the
 * other: first statement of each of their transactions, before any row is locked. Taken again within one, it is free. What waits for its turn, and works
 * on all at once, may take longer than a click.
 */
export async function takeTurn(tx: Db): Promise<void> {
  await takeTime(tx);
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}
