import { dayIn } from '../../calendar/days.ts';
import type { Wiring } from '../../context.ts';
import { keepRenewals } from '../../engine/reconcile.ts';
import type { GoogleReseller } from '../../integrations/google-reseller/client.ts';
import type { ProviderCustomer } from '../../integrations/google-reseller/customer.ts';
import { GoogleProblem } from '../../integrations/google-reseller/problem.ts';
import type { SubscriptionPage } from '../../integrations/google-reseller/subscription.ts';
import {
  beat,
  domainOf,
  failRun,
  finishRun,
  LostRun,
  postponeRun,
  queueSync,
  recordPage,
  startOver,
  takeRun,
  takeUpStalledRuns,
  type HeldRun,
  type ReadPage,
} from './commands.ts';
import { customersToAskFor, isNightlyDue, passedTerms } from './queries.ts';
import { isHopeless, pauseAfter, SENTENCES, Stopped } from './rules.ts';

const BEAT_MS = 10_000;
/** Customers asked for at the same time. */
const AT_ONCE = 8;

/** Only the name and the contact are missing without it; what may pass is worth another try of the run. */
const orUnknown = (error: unknown): ProviderCustomer => {
  if (error instanceof GoogleProblem && !error.retriable) return { relation: 'unknown' };
  throw error;
};

/** @param asked the ids that this run has asked for: the subscriptions of one customer may be on several pages. */
async function newCustomers(
  wiring: Wiring,
  google: GoogleReseller,
  { subscriptions }: SubscriptionPage,
  asked: Set<string>,
  signal: AbortSignal,
): Promise<ReadPage['customers']> {
  const domains = new Map(subscriptions.map((one) => [one.customerId, domainOf(one)]));
  const unknown = (await customersToAskFor(wiring.db, domains)).filter((id) => !asked.has(id));
  for (const id of unknown) asked.add(id);
  const customers: ReadPage['customers'] = [];
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    const answers = unknown.slice(from, from + AT_ONCE).map(async (googleCustomerId) => ({
      googleCustomerId,
      domain: domains.get(googleCustomerId) ?? googleCustomerId,
      about: await google.getCustomer(googleCustomerId, { signal }).catch(orUnknown),
    }));
    customers.push(...(await Promise.all(answers)));
  }
  return customers;
}

const isRefusedToken = (error: unknown) =>
  error instanceof GoogleProblem && error.kind === 'refused' && error.status === 400;

async function readPages(run: HeldRun, wiring: Wiring, google: GoogleReseller, signal: AbortSignal): Promise<void> {
  const { db, announce } = wiring;
  const asked = new Set<string>();
  let pageToken = run.pageToken ?? undefined;
  for (let complete = run.complete; !complete;) {
    const page = await google.listSubscriptions({ pageToken }, { signal }).catch(async (error: unknown) => {
      if (pageToken === undefined || !isRefusedToken(error)) throw error;
      await startOver(db, run);
      return google.listSubscriptions({}, { signal });
    });
    const { subscriptions, nextPageToken } = page;
    const customers = await newCustomers(wiring, google, page, asked, signal);
    const months = await recordPage(db, run, { subscriptions, nextPageToken, customers });
    for (const month of months) announce({ kind: 'month', month });
    announce({ kind: 'sync' });
    pageToken = nextPageToken;
    complete = nextPageToken === undefined;
  }
}

async function work(run: HeldRun, wiring: Wiring, signal: AbortSignal): Promise<void> {
  const { google } = wiring.outside;
  if (!google) throw new Stopped(SENTENCES.notConfigured);
  if (isHopeless(run.attempts)) throw new Stopped(SENTENCES.interrupted);
  await readPages(run, wiring, google, signal);
  for (const month of await finishRun(wiring, run)) wiring.announce({ kind: 'month', month });
}

/** What becomes of a run that could not be finished. */
async function stopped(run: HeldRun, error: unknown, { db, log }: Wiring, signal: AbortSignal): Promise<void> {
  if (error instanceof LostRun) return;
  if (signal.aborted) return postponeRun(db, run, null, 0);
  const isKnown = error instanceof GoogleProblem || error instanceof Stopped;
  if (!isKnown) log.error({ event: 'sync_error', run: run.id, error });
  const sentence = isKnown ? error.message : SENTENCES.internal;
  const mayPass = error instanceof GoogleProblem ? error.retriable : !isKnown;
  const pauseMs = mayPass ? pauseAfter(run.attempts) : undefined;
  return pauseMs === undefined ? failRun(db, run, sentence) : postponeRun(db, run, sentence, pauseMs);
}

/** Works on a queued run; whoever comes second, or too late, does nothing. */
export async function runGoogleSync(runId: number, wiring: Wiring, signal: AbortSignal): Promise<void> {
  const run = await takeRun(wiring.db, runId);
  if (!run) return;
  wiring.announce({ kind: 'sync' });
  const beating = setInterval(() => void beat(wiring.db, run).catch(() => undefined), BEAT_MS);
  try {
    await work(run, wiring, signal);
  } catch (error) {
    await stopped(run, error, wiring, signal).catch((lost: unknown) => {
      if (!(lost instanceof LostRun)) throw lost;
    });
  } finally {
    clearInterval(beating);
    wiring.announce({ kind: 'sync' });
  }
}

/** Starts the nightly sync when it is due. */
async function startNightlySync(wiring: Wiring): Promise<void> {
  if (!wiring.outside.google || !(await isNightlyDue(wiring))) return;
  await wiring.db.transaction((tx) => queueSync(tx, null));
  wiring.announce({ kind: 'sync' });
}

/** Terms that end on our own date end without a sync. */
async function keepPassedTerms({ db, config, now, announce }: Wiring): Promise<void> {
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const subscriptionIds = await passedTerms(db, today);
  if (subscriptionIds.length === 0) return;
  const kept = await db.transaction((tx) => keepRenewals(tx, { subscriptionIds, today, author: {} }));
  for (const month of kept.changedMonths) announce({ kind: 'month', month });
}

export const subscriptionTasks = {
  'google-sync': (payload: Record<string, unknown>, wiring: Wiring, signal: AbortSignal) =>
    runGoogleSync(Number(payload['run_id']), wiring, signal),
  'nightly-sync': (_payload: Record<string, unknown>, wiring: Wiring) => startNightlySync(wiring),
  'keep-renewals': (_payload: Record<string, unknown>, wiring: Wiring) => keepPassedTerms(wiring),
};
/** Every quarter of an hour, so that it suits business days that begin at any of them in UTC. */
export const subscriptionCrontab = ['10,25,40,55 * * * * nightly-sync', '1,16,31,46 * * * * keep-renewals'];
export const sweepSyncs = (wiring: Wiring) => takeUpStalledRuns(wiring.db);
