import { sync } from '@desk/contract/sync';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { dayIn } from '../../calendar/days.ts';
import type { ActorContext, Db, Wiring } from '../../context.ts';
import { audit, changesBetween, type Author } from '../../db/audit.ts';
import { enqueue } from '../../db/jobs.ts';
import { accountsTable as a } from '../../db/tables/accounts.ts';
import { googleSubscriptionsTable as g, syncRunsTable as y } from '../../db/tables/subscriptions.ts';
import { adoptListing } from '../../engine/adopt.ts';
import {
  adoptCustomers,
  linkCustomers,
  monthsOfCustomers,
  takeWishedDomains,
  type AskedCustomer,
} from '../../engine/customers.ts';
import { keepRenewals } from '../../engine/reconcile.ts';
import { takeTurn } from '../../engine/turn.ts';
import { refuse } from '../../http/refusal.ts';
import type { ProviderSubscription } from '../../integrations/google-reseller/subscription.ts';
import { livingGoogleSubscriptions } from './queries.ts';
import { SENTENCES, Stopped } from './rules.ts';

const jobOf = (db: Db, runId: number, runAt?: Date) =>
  enqueue(db, 'google-sync', { run_id: runId }, { key: `google-sync:${runId}`, ...(runAt && { runAt }) });

/**
 * A run goes on where one that failed within the hour stopped: what was read need not be read again. One that failed
 * after its last page did so over what it had read: that is asked for anew.
 */
async function goOnFromFailed(tx: Db, runId: number) {
  const { rows } = await tx.execute<{ id: number }>(sql`
    update sync_runs r set page_token = f.page_token, pages = f.pages, subscriptions = f.subscriptions
    from (select * from sync_runs where id < ${runId} order by id desc limit 1) as f
    where r.id = ${runId} and f.state = 'failed' and f.finished_at > now() - interval '1 hour'
      and not f.complete and f.page_token is not null
    returning f.id`);
  const failed = rows[0]?.id;
  if (failed !== undefined) await tx.update(g).set({ runId }).where(eq(g.runId, failed));
}

/** Queues a sync; undefined while another one is queued or running: the database decides. */
export async function queueSync(tx: Db, startedById: number | null): Promise<number | undefined> {
  const [run] = await tx
    .insert(y)
    .values({ service: 'google', state: 'queued', startedById, heartbeatAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: y.id });
  if (!run) return undefined;
  await goOnFromFailed(tx, run.id);
  await jobOf(tx, run.id);
  return run.id;
}

export async function startSync(ctx: ActorContext): Promise<{ run_id: number }> {
  const runId = await ctx.db.transaction(async (tx) => {
    const id = (await queueSync(tx, ctx.actor.id)) ?? refuse(sync.start, 409);
    await audit(tx, ctx, { action: 'sync_started', subject: 'sync', subjectId: id, changes: [] });
    return id;
  });
  ctx.announce({ kind: 'sync' });
  return { run_id: runId };
}

/** A run in the hands of one worker: `attempts` is its claim, which a later worker makes void. */
export interface HeldRun {
  id: number;
  attempts: number;
  pageToken: string | null;
  complete: boolean;
  author: Author;
}

/** Another worker has the run now. */
export class LostRun extends Error {}

/** Takes a queued run whose pause is over; undefined if somebody else was quicker or there is nothing to do. */
export async function takeRun(db: Db, runId: number): Promise<HeldRun | undefined> {
  const [run] = await db
    .update(y)
    .set({ state: 'running', attempts: sql`${y.attempts} + 1`, heartbeatAt: sql`now()` })
    .where(and(eq(y.id, runId), eq(y.state, 'queued'), sql`${y.heartbeatAt} <= now()`))
    .returning();
  if (!run) return undefined;
  const [actor] = await db
    .select({ id: a.id, email: a.email })
    .from(a)
    .where(sql`${a.id} = ${run.startedById}`);
  const { id, attempts, pageToken, complete } = run;
  return { id, attempts, pageToken, complete, author: actor ? { actor } : {} };
}

/**
 * Writes on a run that is still held.
 * @throws LostRun
 */
async function setHeld(
  db: Db,
  { id, attempts }: HeldRun,
  values: Partial<Record<keyof typeof y.$inferInsert, unknown>>,
) {
  const held = await db
    .update(y)
    .set(values as Partial<typeof y.$inferInsert>)
    .where(and(eq(y.id, id), eq(y.attempts, attempts), eq(y.state, 'running')))
    .returning({ id: y.id });
  if (held.length === 0) throw new LostRun();
}

export const beat = (db: Db, run: HeldRun) => setHeld(db, run, { heartbeatAt: sql`now()` });

/** From the first page again: what was seen so far counts as not seen. */
export const startOver = (db: Db, run: HeldRun): Promise<void> =>
  db.transaction(async (tx) => {
    await setHeld(tx, run, { pageToken: null, pages: 0, subscriptions: 0, heartbeatAt: sql`now()` });
    await tx.update(g).set({ runId: 0 }).where(eq(g.runId, run.id));
  });

const NO_DOMAIN = '.customer.google.invalid';
export const domainOf = ({ customerDomain, customerId }: ProviderSubscription): string =>
  customerDomain ?? `${customerId.toLowerCase()}${NO_DOMAIN}`;

const rowOf = (one: ProviderSubscription, runId: number): typeof g.$inferInsert => ({
  externalId: one.subscriptionId,
  googleCustomerId: one.customerId,
  domain: domainOf(one),
  skuId: one.skuId,
  skuName: one.skuName ?? one.skuId,
  planName: one.planName ?? '',
  status: one.status ?? '',
  billingMethod: one.billingMethod,
  numberOfSeats: one.numberOfSeats,
  maximumSeats: one.maximumNumberOfSeats,
  licensedSeats: one.licensedNumberOfSeats,
  termStart: one.termStartsOn,
  termEnd: one.termEndsOn,
  renewalType: one.renewalType,
  suspensionReasons: one.suspensionReasons.length === 0 ? null : one.suspensionReasons.join(', '),
  runId,
});
/** Every column of the row as it was to be inserted. */
const asListed = Object.fromEntries(
  Object.entries(getTableColumns(g)).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
);

export interface ReadPage {
  subscriptions: readonly ProviderSubscription[];
  nextPageToken: string | undefined;
  /** Customers that we meet for the first time, or whose name we do not know yet. */
  customers: AskedCustomer[];
}

/**
 * A page and how far the run is, in one transaction: a run that dies goes on with the next page. Returns the months whose
 * lists show a company by another name now.
 */
export const recordPage = (db: Db, run: HeldRun, page: ReadPage): Promise<string[]> =>
  db.transaction(async (tx) => {
    await takeTurn(tx);
    await setHeld(tx, run, {
      pageToken: page.nextPageToken ?? null,
      complete: page.nextPageToken === undefined,
      pages: sql`${y.pages} + 1`,
      subscriptions: sql`${y.subscriptions} + ${page.subscriptions.length}`,
      heartbeatAt: sql`now()`,
    });
    const rows = new Map(page.subscriptions.map((one) => [one.subscriptionId, rowOf(one, run.id)]));
    if (rows.size > 0)
      await tx
        .insert(g)
        .values([...rows.values()])
        .onConflictDoUpdate({ target: g.externalId, set: asListed });
    return monthsOfCustomers(tx, await adoptCustomers(tx, run.author, page.customers));
  });

/** All pages are read: makes our subscriptions and renewals of them. Returns the months that changed. */
export function finishRun({ db, config, now }: Wiring, run: HeldRun): Promise<string[]> {
  return db.transaction(async (tx) => {
    await takeTurn(tx);
    const subscriptions = await tx.$count(g, eq(g.runId, run.id));
    if (subscriptions === 0 && (await livingGoogleSubscriptions(tx)) > 0) throw new Stopped(SENTENCES.nothingListed);
    const { author } = run;
    await takeWishedDomains(tx, author);
    await linkCustomers(tx, author);
    const adopted = await adoptListing(tx, { runId: run.id, author });
    const kept = await keepRenewals(tx, { today: dayIn(config.BUSINESS_TIME_ZONE, now()), author });
    const counts = { subscriptions, ...adopted, renewalsOpened: kept.opened, renewalsClosed: kept.closed };
    await setHeld(tx, run, { ...counts, state: 'done', error: null, finishedAt: sql`now()`, pageToken: null });
    const changes = changesBetween({}, counts);
    await audit(tx, author, { action: 'google_sync', subject: 'sync', subjectId: run.id, changes });
    return kept.changedMonths;
  });
}

/** Gives the run back: another try begins after `pauseMs`. */
export const postponeRun = (db: Db, run: HeldRun, error: string | null, pauseMs: number): Promise<void> =>
  db.transaction(async (tx) => {
    // Whole milliseconds: the job starts at this very moment, and must not find itself too early.
    const heartbeatAt = sql`date_trunc('milliseconds', now() + make_interval(secs => ${pauseMs / 1_000}))`;
    await setHeld(tx, run, { state: 'queued', error, heartbeatAt });
    const [due] = await tx.select({ at: y.heartbeatAt }).from(y).where(eq(y.id, run.id));
    await jobOf(tx, run.id, due?.at ?? undefined);
  });

export const failRun = (db: Db, run: HeldRun, error: string): Promise<void> =>
  db.transaction(async (tx) => {
    await setHeld(tx, run, { state: 'failed', error, finishedAt: sql`now()` });
    const changes = [{ field: 'error', old: null, new: error }];
    await audit(tx, run.author, { action: 'google_sync_failed', subject: 'sync', subjectId: run.id, changes });
  });

/** Runs without a sign of life go back into the queue; a worker that only slept finds its claim void. */
export const takeUpStalledRuns = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    const stalled = await tx
      .update(y)
      .set({ state: 'queued', heartbeatAt: sql`now()` })
      .where(sql`${y.state} in ('queued', 'running') and ${y.heartbeatAt} < now() - interval '45 seconds'`)
      .returning({ id: y.id });
    for (const { id } of stalled) await jobOf(tx, id);
  });
