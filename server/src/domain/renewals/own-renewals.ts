import type { OwnRenewal } from '@desk/contract/own-renewals';
import { standingOf, type StandingFacts } from '@desk/contract/rules/standing';
import { and, eq, sql } from 'drizzle-orm';
import { daysBetween } from '../../platform/time/days.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { renewalDecisionsTable as k, renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { currentPrice } from '../prices/current-price.ts';

/** The only columns shown to customers: the rest of a renewal is for staff. */
const renewal = {
  renewal_id: r.id,
  domain_name: sql<string>`${d.name}::text`,
  sku_name: s.skuName,
  plan_name: s.planName,
  status: s.status,
  renewal_date: r.termEnd,
  bought_seats: s.numberOfSeats,
  used_seats: s.licensedSeats,
  price: currentPrice(),
  currency: s.currency,
  renewal_type: s.renewalType,
};
/** Staff's notes, read only for what follows from them; they are not shown. */
const stands = {
  extension_date: r.extensionDate,
  confirmation_status: r.confirmationStatus,
  closed_because: r.closedBecause,
};
const decision = {
  decision: k.decision,
  seats: k.seats,
  plan_name: k.planName,
  reason: k.reason,
  comment: k.comment,
  timestamp: k.createdAt,
};
/** A renewal, its subscription, its domain and its decision, as its customer may see them. */
export const ownRenewalColumns = { renewal, stands, decision };

/** The newest decision, if it is this person's: those of an earlier owner of the domain are private to that owner. */
export const isOwnNewestDecision = (personId: number) =>
  and(
    sql`${k.id} = (select max(id) from renewal_decisions newest where newest.renewal_id = ${r.id})`,
    eq(k.accountId, personId),
  );

/** How a renewal stands to its customer, who is told nothing of how it was settled. */
export function ownStanding(facts: StandingFacts, today: string): OwnRenewal['standing'] {
  const standing = standingOf(facts, today);
  if (standing === 'late') return standing;
  return standing === 'due' || standing === 'extended' ? 'due' : 'decided';
}

interface Selected {
  renewal: Omit<OwnRenewal, 'days_left' | 'standing' | 'decision'>;
  stands: Omit<StandingFacts, 'renewal_date'>;
  decision: (Omit<NonNullable<OwnRenewal['decision']>, 'timestamp'> & { timestamp: Date }) | null;
}

export const ownRenewalOnWire = (row: Selected, today: string): OwnRenewal => ({
  ...row.renewal,
  days_left: daysBetween(today, row.renewal.renewal_date),
  standing: ownStanding({ ...row.stands, renewal_date: row.renewal.renewal_date }, today),
  decision: row.decision && { ...row.decision, timestamp: row.decision.timestamp.toISOString() },
});
