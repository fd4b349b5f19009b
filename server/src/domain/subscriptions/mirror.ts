import { getTableColumns, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { excluded } from '../../platform/db/sql/excluded.ts';
import { googleSubscriptionsTable as g } from '../../platform/db/tables/subscriptions.ts';
import { ifNobodyActs } from '../../providers/if-nobody-acts.ts';
import type { ProviderSubscription } from '../../providers/port.ts';

const NO_DOMAIN = '.customer.google.invalid';
export const domainOf = ({ customerDomain, customerId }: ProviderSubscription): string =>
  customerDomain ?? `${customerId.toLowerCase()}${NO_DOMAIN}`;

function endOf({ facts }: ProviderSubscription, now: Date) {
  const { outcome, seats } = ifNobodyActs(facts, now);
  const { termEndsAt: termEndAt, trialEndsAt: trialEndAt } = facts;
  return { termEndAt, trialEndAt, ifNobodyActs: outcome, seatsIfNobodyActs: seats };
}

/** As a row of the mirror. @param now what is to come is told from here on */
export const factsOf = (one: ProviderSubscription, now: Date) => ({
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
  ...endOf(one, now),
});

/** Every column as the row was to be inserted. */
const { runId: asSeen, ...mirrored } = excluded(getTableColumns(g));

interface Asking {
  /** The sync run that listed them; without one, whether a run has seen them stays as it was. */
  runId?: number;
  askedAt: Date | SQL;
  /** What is to come is told from here on. */
  now: Date;
}

/** Writes down what Google said of these subscriptions. */
export async function upsertMirror(
  tx: Db,
  subscriptions: readonly ProviderSubscription[],
  { runId, askedAt, now }: Asking,
): Promise<void> {
  const rows = new Map(
    subscriptions.map((one) => [one.subscriptionId, { ...factsOf(one, now), runId: runId ?? 0, askedAt }]),
  );
  if (rows.size === 0) return;
  await tx
    .insert(g)
    .values([...rows.values()])
    .onConflictDoUpdate({ target: g.externalId, set: { ...mirrored, ...(runId !== undefined && { runId: asSeen }) } });
}
