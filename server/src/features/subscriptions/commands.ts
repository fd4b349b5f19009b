import { sync } from '@desk/contract/sync';
import { eq } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { googleSubscriptionsTable as g } from '../../platform/db/tables/subscriptions.ts';
import { applySyncedSubscriptions } from '../../domain/subscriptions/apply-synced.ts';
import {
  upsertCustomers,
  linkCustomers,
  monthsOfCustomers,
  assignRequestedDomains,
  type AskedCustomer,
} from '../../domain/customers/customers.ts';
import { upsertMirror } from '../../domain/subscriptions/mirror.ts';
import { followTermEnds } from '../../domain/instructions/term-ends.ts';
import { followList } from '../../domain/instructions/listed.ts';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { reconcileDeadlines } from '../../domain/deadlines/reconcile.ts';
import { askAgain } from '../../domain/renewals/ask-again.ts';
import { reconcileRenewals } from '../../domain/renewals/reconcile.ts';
import { acquireSyncLock } from '../../domain/sync/sync-lock.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { ProviderSubscription } from '../../providers/port.ts';
import type { HeldRun } from '../../domain/sync/runs.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { queueSync } from '../../domain/sync/start.ts';
import { Stopped } from '../../domain/sync/work.ts';
import { livingGoogleSubscriptions } from './queries.ts';
import { SENTENCES } from './rules.ts';

const { runs: googleRuns } = SYNC_SERVICES.google;

/** Without a configured Google too: then it is the run that says so. */
export async function startGoogleSync(ctx: ActorContext): Promise<{ run_id: number }> {
  return { run_id: (await queueSync('google', ctx, ctx)) ?? refuse(sync.start, 409) };
}

export interface ReadPage {
  /** Before the question. */
  askedAt: Date;
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
    await acquireSyncLock(tx);
    await googleRuns.pageRead(tx, run, { rows: page.subscriptions.length, nextPageToken: page.nextPageToken });
    await upsertMirror(tx, page.subscriptions, { runId: run.id, askedAt: page.askedAt, now: page.askedAt });
    return monthsOfCustomers(tx, await upsertCustomers(tx, run.author, page.customers));
  });

/** All pages are read: makes our subscriptions and renewals of them. Returns the months that changed. */
export function finishRun({ db, config, now }: Services, run: HeldRun): Promise<string[]> {
  return db.transaction(async (tx) => {
    await acquireSyncLock(tx);
    const subscriptions = await tx.$count(g, eq(g.runId, run.id));
    if (subscriptions === 0 && (await livingGoogleSubscriptions(tx)) > 0) throw new Stopped(SENTENCES.nothingListed);
    const { author } = run;
    await assignRequestedDomains(tx, author);
    await linkCustomers(tx, author);
    const today = dayIn(config.BUSINESS_TIME_ZONE, now());
    const currency = config.BUSINESS_CURRENCY;
    const { counts: applied, productChanges } = await applySyncedSubscriptions(tx, { runId: run.id, author, currency });
    // Before a term is closed: what it leaves to be done is told by how it stands then.
    const askedAgain = await askAgain(tx, productChanges, { today, author });
    const kept = await reconcileRenewals(tx, { today, author });
    await reconcileDeadlines(tx, { now: now(), calendar: await calendarOf(tx, config) });
    await followTermEnds(tx);
    await followList(tx, { runId: run.id, now: now() });
    const counts = { subscriptions, ...applied, renewalsOpened: kept.opened, renewalsClosed: kept.closed };
    await googleRuns.finish(tx, run, counts);
    return [...new Set([...askedAgain, ...kept.changedMonths])];
  });
}
