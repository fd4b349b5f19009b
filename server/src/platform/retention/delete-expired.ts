import type { Services } from '../context.ts';
import type { Db } from '../db/db.ts';
import { audit } from '../audit/audit.ts';

/** Rows that are kept for a number of days. */
export interface RetentionRule {
  /** As the audit log calls it. */
  readonly what: string;
  readonly days: number;
  /** Deletes what is older, at most so many rows of it. @returns how many. */
  readonly forget: (tx: Db, days: number, atMost: number) => Promise<number>;
  /** Rows of a transaction, where each of them is a large one. */
  readonly atOnce?: number;
}

const AT_ONCE = 1_000;

const deleteBatch = ({ what, days, forget, atOnce = AT_ONCE }: RetentionRule, db: Db): Promise<boolean> =>
  db.transaction(async (tx) => {
    const gone = await forget(tx, days, atOnce);
    const changes = [{ field: what, old: String(gone), new: null }];
    if (gone > 0) await audit(tx, {}, { action: 'tidied_up', subject: 'job', changes });
    return gone === atOnce;
  });

/**
 * Deletes what is older than it is kept, in turns of one transaction each, so that a long table holds up no other; one that
 * fails neither.
 */
export async function deleteExpired(
  kept: readonly RetentionRule[],
  { db }: Services,
  signal: AbortSignal,
): Promise<void> {
  const problems: unknown[] = [];
  let left = kept;
  while (left.length > 0 && !signal.aborted) {
    const more: RetentionRule[] = [];
    for (const one of left) {
      const isMore = await deleteBatch(one, db).catch((error: unknown) => {
        problems.push(error);
        return false;
      });
      if (isMore) more.push(one);
    }
    left = more;
  }
  if (problems.length > 0) throw problems[0];
}
