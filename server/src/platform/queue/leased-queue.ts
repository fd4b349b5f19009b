import {
  and,
  eq,
  getTableColumns,
  getTableName,
  gt,
  isNull,
  lt,
  lte,
  or,
  sql,
  type InferSelectModel,
  type SQL,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Services } from '../context.ts';
import type { Db } from '../db/db.ts';
import { errorForLog } from '../log/error-for-log.ts';
import type { JobOptions } from './enqueue.ts';
import { NOW } from '../db/now.ts';
import { isOneOf } from '../db/sql/constants.ts';

/** A worker keeps its row by renewing the lease; 45 seconds and a sweep later another may have it. */
const LEASE_SECONDS = 45;
export const LEASE_RENEWAL_MS = 10_000;
/** With all its pauses and deadlines no try takes an hour: one that does hangs, and its row is for others. */
export const MOST_RENEWALS = 3_600_000 / LEASE_RENEWAL_MS;

/** A table whose rows carry `leaseColumns()` columns, a key and a state. */
type WorkTable = PgTable &
  Record<'id' | 'state' | 'attempts' | 'reason' | 'leasedUntil' | 'nextTryAt' | 'createdAt', PgColumn>;
/** A row that a worker has taken; `takenAt`: when. */
export type Leased<T extends WorkTable> = InferSelectModel<T> & { id: number; attempts: number; takenAt: Date };

/**
 * Milliseconds until the next try after `attempts` tries, or undefined when it was the last.
 * @param pauses seconds after the first try, the second, …; one try more than there are pauses is made.
 * @param luck 0 to 1: spreads the tries of rows that failed together over a fifth of the time.
 */
export const retryDelay = (pauses: readonly number[], attempts: number, luck: number): number | undefined => {
  const seconds = pauses[attempts - 1];
  return seconds === undefined ? undefined : Math.round(seconds * 1000 * (1 + 0.2 * luck));
};

interface LeasedQueueOptions<T extends WorkTable> {
  readonly table: T;
  /** States in which there is something to do. */
  readonly open: readonly string[];
  /** Rows that are ready, where some wait for others; in SQL, with the columns of the table. */
  readonly isReady?: SQL;
  /** Queues the job that works on a row; it replaces a waiting one. */
  readonly enqueue: (db: Db, id: number, options: JobOptions) => Promise<void>;
}

/** A table of outside effects that jobs work off under a lease: each row by one worker at a time, however often it is queued. */
export function createLeasedQueue<T extends WorkTable>({ table, open, isReady, enqueue }: LeasedQueueOptions<T>) {
  const t: WorkTable = table;
  const leaseEnd = sql`${NOW} + make_interval(secs => ${LEASE_SECONDS})`;
  const isOpen = isOneOf(t.state, ...open);

  /** This try of the row, as long as no other has taken it up. */
  const currentAttempt = ({ id, attempts }: Pick<Leased<T>, 'id' | 'attempts'>) =>
    and(eq(t.id, id), isOpen, eq(t.attempts, attempts));

  return {
    thisTry: currentAttempt,

    /** Takes a row that is due and that nobody has; of many who try at once, one gets it. */
    async take(db: Db, id: number): Promise<Leased<T> | undefined> {
      const isFree = or(isNull(t.leasedUntil), lt(t.leasedUntil, NOW));
      const isDue = or(isNull(t.nextTryAt), lte(t.nextTryAt, NOW));
      const [row] = await db
        .update(t)
        .set({ leasedUntil: leaseEnd, attempts: sql`${t.attempts} + 1` })
        .where(and(eq(t.id, id), isOpen, isFree, isDue, isReady))
        .returning({ ...getTableColumns(t), takenAt: sql`${NOW}`.mapWith(t.createdAt) });
      return row as Leased<T> | undefined;
    },

    /** Works, and renews the lease meanwhile: a slow service must not hand a row to a second worker. */
    async underLease<Result>(row: Leased<T>, { db, log }: Services, work: () => Promise<Result>): Promise<Result> {
      let renewals = 0;
      const renew = setInterval(() => {
        renewals += 1;
        if (renewals > MOST_RENEWALS) {
          clearInterval(renew);
          log.error({ event: 'work_stuck', table: getTableName(t), id: row.id });
          return;
        }
        void db
          .update(t)
          .set({ leasedUntil: leaseEnd })
          .where(currentAttempt(row))
          .catch((error: unknown) => {
            log.warn({ event: 'lease_renewal_failed', table: getTableName(t), id: row.id, ...errorForLog(error) });
          });
      }, LEASE_RENEWAL_MS);
      try {
        return await work();
      } finally {
        clearInterval(renew);
      }
    },

    /** Puts a row back until its next try, for which `wake` queues it. */
    async retryLater(tx: Db, row: Leased<T>, reason: string, delayMs: number): Promise<void> {
      const nextTryAt = sql`${NOW} + make_interval(secs => ${delayMs / 1000})`;
      await tx.update(t).set({ leasedUntil: null, reason, nextTryAt }).where(currentAttempt(row));
    },

    /** Queues the rows whose pause has ended since then; what this misses the sweep finds. */
    wake: async ({ db }: Services, since: Date): Promise<void> => {
      const isDue = and(gt(t.nextTryAt, since), lte(t.nextTryAt, NOW));
      const due = await db
        .select({ id: t.id })
        .from(t)
        .where(and(isOpen, isReady, isDue, or(isNull(t.leasedUntil), lt(t.leasedUntil, NOW))))
        .orderBy(t.nextTryAt, t.id);
      for (const { id } of due) await enqueue(db, Number(id), { keepsPlace: true });
    },

    /** Queues rows again whose worker died, and those whose job was lost. */
    sweep: async ({ db }: Services): Promise<void> => {
      const forgotten = lt(sql`coalesce(${t.nextTryAt}, ${t.createdAt})`, sql`${NOW} - interval '30 seconds'`);
      const stranded = await db
        .select({ id: t.id })
        .from(t)
        .where(and(isOpen, isReady, or(lt(t.leasedUntil, NOW), and(isNull(t.leasedUntil), forgotten))))
        .orderBy(t.id)
        .limit(100);
      for (const { id } of stranded) await enqueue(db, Number(id), { keepsPlace: true });
    },
  };
}
