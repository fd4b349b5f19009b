import type { Service } from '@desk/contract/connections';
import { syncTask } from '@desk/contract/jobs';
import { and, desc, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Author } from '../../platform/audit/audit.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { NOW } from '../../platform/db/now.ts';
import { isOneOf } from '../../platform/db/sql/constants.ts';

type Row = typeof y.$inferSelect;

/** A run in the hands of one worker: `attempts` is its claim, which a later worker makes void. */
export interface HeldRun extends Pick<Row, 'id' | 'attempts' | 'pageToken' | 'complete'> {
  author: Author;
}

/** Another worker has the run now. */
export class LostRun extends Error {}
const lost = (): never => {
  throw new LostRun();
};

interface Kind {
  readonly service: Service;
  /** The audit log's action at the end of a run; of a failed one with `_failed` behind it. */
  readonly action: string;
  /** Other state that a run takes over from the failed one that it goes on for, or drops with the pages that it has read. */
  readonly handOver?: (tx: Db, fromRunId: number, toRunId: number) => Promise<void>;
}

interface Page {
  rows: number;
  changed?: number;
  skipped?: number;
  nextPageToken: string | undefined;
  /** With it, all there is has been read. */
  isWhole?: boolean;
}

/** Changes of this long before the last run began are read again: the clocks may differ. */
const OVERLAP_MS = 10 * 60_000;

/** No run has this id: what was seen under it counts as not seen. */
const NOBODY = 0;

function enqueueRun(db: Db, service: Service, runId: number): Promise<void> {
  const job = syncTask(service);
  return enqueue(db, job, { run_id: runId }, { key: `${job}:${runId}` });
}

/** Queues the runs, of whatever service, whose pause has ended since then. */
export async function wakeRuns(db: Db, since: Date): Promise<void> {
  const isDue = and(gt(y.heartbeatAt, since), lte(y.heartbeatAt, NOW));
  const due = await db
    .select({ id: y.id, service: y.service })
    .from(y)
    .where(and(isOneOf(y.state, 'queued'), isDue))
    .orderBy(y.id);
  for (const { id, service } of due) await enqueueRun(db, service, id);
}

/** The runs of one service: at most one of them is queued or running, the database decides. */
export function makeSyncRuns({ service, action, handOver }: Kind) {
  const jobOf = (db: Db, runId: number) => enqueueRun(db, service, runId);

  /**
   * A run goes on where one that failed within the hour stopped: what was read need not be read again. One that failed
   * after its last page did so over what it had read: that is asked for anew.
   */
  async function resumeFailed(tx: Db, runId: number) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update sync_runs r set page_token = f.page_token, pages = f.pages, subscriptions = f.subscriptions,
        changed = f.changed, skipped = f.skipped, read_from = f.read_from
      from (select * from sync_runs where id < ${runId} and service = ${service} order by id desc limit 1) as f
      where r.id = ${runId} and f.state = 'failed' and f.finished_at > ${NOW} - interval '1 hour'
        and not f.complete and f.page_token is not null
      returning f.id`);
    const failed = rows[0]?.id;
    if (failed !== undefined) await handOver?.(tx, failed, runId);
  }

  /**
   * Writes on a run that is still held.
   * @throws LostRun
   */
  async function setHeld(
    db: Db,
    { id, attempts }: HeldRun,
    values: Partial<Record<keyof typeof y.$inferInsert, unknown>>,
  ): Promise<Row> {
    const [held] = await db
      .update(y)
      .set(values as Partial<typeof y.$inferInsert>)
      .where(and(eq(y.id, id), eq(y.attempts, attempts), eq(y.state, 'running')))
      .returning();
    return held ?? lost();
  }

  return {
    service,

    /** Queues a run; undefined while another one is queued or running. */
    async queue(tx: Db, startedById: number | null): Promise<number | undefined> {
      const [run] = await tx
        .insert(y)
        .values({ service, state: 'queued', startedById, heartbeatAt: NOW })
        .onConflictDoNothing()
        .returning({ id: y.id });
      if (!run) return undefined;
      await resumeFailed(tx, run.id);
      await jobOf(tx, run.id);
      return run.id;
    },

    /** Takes a queued run whose pause is over; undefined if somebody else was quicker or there is nothing to do. */
    async take(db: Db, runId: number): Promise<HeldRun | undefined> {
      const [run] = await db
        .update(y)
        .set({ state: 'running', attempts: sql`${y.attempts} + 1`, heartbeatAt: NOW })
        .where(and(eq(y.id, runId), eq(y.service, service), eq(y.state, 'queued'), sql`${y.heartbeatAt} <= ${NOW}`))
        .returning();
      if (!run) return undefined;
      const [actor] = await db
        .select({ id: a.id, email: a.email })
        .from(a)
        .where(sql`${a.id} = ${run.startedById}`);
      const { id, attempts, pageToken, complete } = run;
      return { id, attempts, pageToken, complete, author: actor ? { actor } : {} };
    },

    beat: (db: Db, run: HeldRun) => setHeld(db, run, { heartbeatAt: NOW }),

    /** In the transaction that keeps a page: how far the run is. Who takes it up goes on with the next page. */
    pageRead: (tx: Db, run: HeldRun, page: Page) =>
      setHeld(tx, run, {
        pageToken: page.nextPageToken ?? null,
        complete: page.nextPageToken === undefined,
        isWhole: page.isWhole ?? false,
        pages: sql`${y.pages} + 1`,
        subscriptions: sql`${y.subscriptions} + ${page.rows}`,
        changed: sql`${y.changed} + ${page.changed ?? 0}`,
        skipped: sql`${y.skipped} + ${page.skipped ?? 0}`,
        heartbeatAt: NOW,
      }),

    /** From the first page again: what was seen so far counts as not seen. */
    startOver: (db: Db, run: HeldRun): Promise<void> =>
      db.transaction(async (tx) => {
        const now = NOW;
        const nothing = { pageToken: null, pages: 0, subscriptions: 0, changed: 0, skipped: 0 };
        await setHeld(tx, run, { ...nothing, readFrom: now, heartbeatAt: now });
        await handOver?.(tx, run.id, NOBODY);
      }),

    /** All changes before this were read by the last finished run; undefined before the first. */
    async readUntil(db: Db): Promise<Date | undefined> {
      const [run] = await db
        .select({ readFrom: y.readFrom })
        .from(y)
        .where(and(eq(y.service, service), eq(y.state, 'done')))
        .orderBy(desc(y.id))
        .limit(1);
      return run && new Date(run.readFrom.getTime() - OVERLAP_MS);
    },

    /** Whether it is about a week since a run read everything there is. */
    async isWholeDue(db: Db): Promise<boolean> {
      const { rows } = await db.execute<{ due: boolean }>(sql`
        select not exists (select from sync_runs where service = ${service} and state = 'done' and is_whole
          and finished_at > ${NOW} - interval '156 hours') as due`);
      return rows[0]?.due ?? true;
    },

    /** All is read and adopted; `counts` are columns of the run. */
    async finish(tx: Db, run: HeldRun, counts: Partial<Row> = {}): Promise<void> {
      const done = { ...counts, state: 'done', error: null, finishedAt: NOW, pageToken: null };
      const { subscriptions, changed, skipped } = await setHeld(tx, run, done);
      const totals = skipped > 0 ? { subscriptions, changed, skipped } : { subscriptions, changed };
      const changes = changesBetween({}, { ...totals, ...counts });
      await audit(tx, run.author, { action, subject: 'sync', subjectId: run.id, changes });
    },

    /** Gives the run back: another try begins after `pauseMs`, when `wake` finds it. */
    postpone: async (db: Db, run: HeldRun, error: string | null, pauseMs: number): Promise<void> => {
      const heartbeatAt = sql`${NOW} + make_interval(secs => ${pauseMs / 1_000})`;
      await setHeld(db, run, { state: 'queued', error, heartbeatAt });
    },

    /** `mayPass`: another run may fare better. */
    fail: (db: Db, run: HeldRun, error: string, mayPass: boolean): Promise<void> =>
      db.transaction(async (tx) => {
        await setHeld(tx, run, { state: 'failed', error, mayPass, finishedAt: NOW });
        const changes = [{ field: 'error', old: null, new: error }];
        await audit(tx, run.author, { action: `${action}_failed`, subject: 'sync', subjectId: run.id, changes });
      }),

    /** Runs without a sign of life go back into the queue; a worker that only slept finds its claim void. */
    takeUpStalled: (db: Db): Promise<void> =>
      db.transaction(async (tx) => {
        const stalled = await tx
          .update(y)
          .set({ state: 'queued', heartbeatAt: NOW })
          .where(
            sql`${y.service} = ${service} and ${y.state} in ('queued', 'running') and ${y.heartbeatAt} < ${NOW} - interval '45 seconds'`,
          )
          .returning({ id: y.id });
        for (const { id } of stalled) await jobOf(tx, id);
      }),
  };
}
export type SyncRuns = ReturnType<typeof makeSyncRuns>;
