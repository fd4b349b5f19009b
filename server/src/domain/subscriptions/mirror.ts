import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { googleSubscriptionsTable as g } from '../../platform/db/tables/subscriptions.ts';
import { ifNobodyActs } from '../../providers/if-nobody-acts.ts';
import type { ProviderSubscription } from '../../providers/port.ts';

const NO_DOMAIN = '.customer.google.invalid';
export const domainOf = ({ customerDomain, customerId }: ProviderSubscription): string =>
  customerDomain ?? `${customerId.toLowerCase()}${NO_DOMAIN}`;

function endOf({ facts }: ProviderSubscription, now: Date) {
  const { outcome, seats } = ifNobodyActs(facts, now);
  return {
    termEndAt: facts.termEndsAt?.toISOString() ?? null,
    trialEndAt: facts.trialEndsAt?.toISOString() ?? null,
    ifNobodyActs: outcome,
    seatsIfNobodyActs: seats,
  };
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

const { runId: runColumn, askedAt: askedColumn, ...factColumns } = getTableColumns(g);
/** Without a run, whether one has seen them stays as it was. */
const writtenBy = { run: { ...factColumns, askedColumn, runColumn }, nobody: { ...factColumns, askedColumn } };

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
  const rows = new Map(subscriptions.map((one) => [one.subscriptionId, factsOf(one, now)]));
  if (rows.size === 0) return;
  const at = askedAt instanceof Date ? sql`${askedAt.toISOString()}::timestamptz` : askedAt;
  const written = runId === undefined ? writtenBy.nobody : writtenBy.run;
  await tx.execute(sql`
    insert into google_subscriptions (${columnNames(factColumns)}, run_id, asked_at)
    select ${columnNames(factColumns, 'n.')}, ${runId ?? 0}::int, ${at} from ${recordset(factColumns, [...rows.values()])}
    on conflict (external_id) do update set (${columnNames(written)}) = (${columnNames(written, 'excluded.')})`);
}
