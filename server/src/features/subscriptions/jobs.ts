import { dayIn } from '../../platform/time/days.ts';
import type { Services } from '../../platform/context.ts';
import { domainOf } from '../../domain/subscriptions/mirror.ts';
import { calendarOf } from '../../domain/calendar/calendar.ts';
import { reconcileDeadlines } from '../../domain/deadlines/reconcile.ts';
import { acquireSyncLock } from '../../domain/sync/sync-lock.ts';
import { reconcileRenewals } from '../../domain/renewals/reconcile.ts';
import { ServiceProblem } from '../../integrations/http/service-problem.ts';
import type { Provider, ProviderCustomer, SubscriptionPage } from '../../providers/port.ts';
import { StalePageToken } from '../../providers/problems.ts';
import { defineSync, type SyncReading } from '../../domain/sync/define-sync.ts';
import { readPages } from '../../domain/sync/pages.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { finishRun, recordPage, type ReadPage } from './commands.ts';
import { customersToAskFor, passedTerms } from './queries.ts';
import { SENTENCES } from './rules.ts';

/** Customers asked for at the same time. */
const AT_ONCE = 8;

const UNKNOWN: ProviderCustomer = { relation: 'unknown' };

/** Only the name and the contact are missing without it; what may pass is worth another try of the run. */
const orUnknown = (error: unknown): ProviderCustomer => {
  if (error instanceof ServiceProblem && !error.retriable) return UNKNOWN;
  throw error;
};

/** @param asked the ids that this run has asked for: the subscriptions of one customer may be on several pages. */
async function newCustomers(
  services: Services,
  { customers: lookup }: Provider,
  { subscriptions }: SubscriptionPage,
  asked: Set<string>,
  signal: AbortSignal,
): Promise<ReadPage['customers']> {
  const domains = new Map(subscriptions.map((one) => [one.customerId, domainOf(one)]));
  const unknown = (await customersToAskFor(services.db, domains)).filter((id) => !asked.has(id));
  for (const id of unknown) asked.add(id);
  const customers: ReadPage['customers'] = [];
  for (let from = 0; from < unknown.length; from += AT_ONCE) {
    const answers = unknown.slice(from, from + AT_ONCE).map(async (googleCustomerId) => ({
      googleCustomerId,
      domain: domains.get(googleCustomerId) ?? googleCustomerId,
      about: (await lookup?.customer(googleCustomerId, { signal }).catch(orUnknown)) ?? UNKNOWN,
    }));
    customers.push(...(await Promise.all(answers)));
  }
  return customers;
}

async function read({ client: provider, run, services, signal }: SyncReading<'google'>): Promise<void> {
  const { db, announce } = services;
  const asked = new Set<string>();
  const announceMonths = (months: readonly string[]) => {
    for (const month of months) announce({ kind: 'month', month });
  };
  await readPages(SYNC_SERVICES.google, run, services, {
    list: (pageToken) => provider.page({ pageToken }, { signal }),
    isRefusedToken: (error) => error instanceof StalePageToken,
    keep: async (page, askedAt) => {
      const customers = await newCustomers(services, provider, page, asked, signal);
      const { subscriptions, nextPageToken } = page;
      announceMonths(await recordPage(db, run, { askedAt, subscriptions, nextPageToken, customers }));
    },
  });
  announceMonths(await finishRun(services, run));
}

export const googleSync = defineSync({ service: 'google', notConfigured: SENTENCES.notConfigured, read });

/** Terms that end on our own date end without a sync, and so do deadlines. */
export async function reconcilePassedTerms({ db, config, now, announce }: Services): Promise<void> {
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  await db.transaction(async (tx) => {
    await acquireSyncLock(tx);
    await reconcileDeadlines(tx, { now: now(), calendar: await calendarOf(tx, config) });
  });
  const subscriptionIds = await passedTerms(db, today);
  if (subscriptionIds.length === 0) return;
  const kept = await db.transaction((tx) => reconcileRenewals(tx, { subscriptionIds, today, author: {} }));
  for (const month of kept.changedMonths) announce({ kind: 'month', month });
}
