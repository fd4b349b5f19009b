import type { Arranged, OwnRenewal } from '@desk/contract/own-renewals';
import type { InstructionState } from '@desk/contract/rules/instruction';
import { standingOf, type StandingFacts } from '@desk/contract/rules/standing';
import { and, eq, or, sql } from 'drizzle-orm';
import { daysBetween } from '../../platform/time/days.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { instructionsTable as i, LIVE } from '../../platform/db/tables/instructions.ts';
import { lastSafeDaySql } from '../../platform/db/tables/last-safe-day.ts';
import { decisionLinksTable as l, offersTable as o } from '../../platform/db/tables/offers.ts';
import { renewalDecisionsTable as k } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { priceFor } from '../prices/priced-for.ts';

export const lastSafeDayToDecide = sql<string | null>`${sql.raw(lastSafeDaySql('renewals.'))}::text`;

/** Customers decide until the end of the last safe day; where no provider acts by itself, until the term is over. */
export const mayDecide = (lastSafeDay: string | null, termEnd: string, today: string): boolean =>
  today <= (lastSafeDay ?? termEnd);

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
  currency: s.currency,
  renewal_type: s.renewalType,
  if_nobody_acts: s.ifNobodyActs,
  seats_if_nobody_acts: s.seatsIfNobodyActs,
  last_safe_day: lastSafeDayToDecide,
};
/** Staff's notes, read only for what follows from them; they are not shown. */
const stands = {
  extension_date: r.extensionDate,
  confirmation_status: r.confirmationStatus,
  closed_because: r.closedBecause,
  instruction: r.instructionState,
};
const decision = {
  decision: k.decision,
  seats: k.seats,
  plan_name: k.planName,
  reason: k.reason,
  comment: k.comment,
  by: k.name,
  timestamp: k.createdAt,
};
/** What became of what follows from a decision: as it was asked for last, by whoever. Nothing follows from a wish to talk. */
const wish = sql<{
  state: InstructionState;
  seats: number | null;
} | null>`(select json_build_object('state', same.state, 'seats', same.seats)
  from ${i} join instructions same on same.renewal_id = ${i.renewalId} and same.id >= ${i.id} and same.outcome = ${i.outcome}
    and same.seats is not distinct from ${i.seats} and coalesce(same.pay, ${i.pay}) is not distinct from coalesce(${i.pay}, same.pay)
  where ${i.id} = ${k.instructionId} order by same.id desc limit 1)`;
/** Whether it was asked for by somebody of the customer, as whoever decided last: what an earlier owner of the domain asked for is theirs. */
const isOfCustomer = sql`(${i.requestedById} = ${k.accountId} or ${i.requestedById} = (select owner_id from domains where id = ${s.domainId})
  or exists (select from ${l} join ${o} on ${o.id} = ${l.offerId} where ${l.id} = ${i.requestedByLinkId} and ${o.customerId} = ${r.customerId}))`;
/**
 * What one of us has decided for its customer, and nobody has to approve any more. So is what its customer had asked for, where they want
 * to talk since: it stands until something else is decided.
 */
const arranged = sql<(Pick<Arranged, 'outcome' | 'seats' | 'pay'> & { state: InstructionState }) | null>`(
  select json_build_object('state', ${i.state}, 'outcome', ${i.outcome}, 'seats', ${i.seats}, 'pay', ${i.pay})
  from ${i} where ${i.renewalId} = ${r.id} and ${i.state} in (${LIVE}) and ${i.state} <> 'draft'
    and (${i.source} <> 'customer' or ${k.decision} = 'talk' and ${isOfCustomer}))`;
/** What follows of the newest decision of a renewal, and what stands beside it: for `ownWishes`. */
export const ownWishColumns = { wish, arranged };
/** A renewal, its subscription, its domain and its decision, as one who has its domain may see them. */
export const ownRenewalColumns = (reader: Parameters<typeof priceFor>[0]) => ({
  ...{ renewal: { ...renewal, price: priceFor(reader) }, stands, decision, ...ownWishColumns },
});

/** By a link to an offer for the customer whose renewal it is. */
const isByLink = sql`exists (select from ${l} join ${o} on ${o.id} = ${l.offerId}
  where ${l.id} = ${k.linkId} and ${o.customerId} = ${r.customerId})`;

/** The newest decision, if it is this person's, or came by a link: those of an earlier owner of the domain are private to that owner. */
export const isOwnNewestDecision = (personId: number) =>
  and(
    sql`${k.id} = (select max(id) from renewal_decisions newest where newest.renewal_id = ${r.id})`,
    or(eq(k.accountId, personId), isByLink),
  );

/** How a renewal stands to its customer, who is told nothing of how it was settled. */
export function ownStanding(facts: StandingFacts, today: string): OwnRenewal['standing'] {
  const standing = standingOf(facts, today);
  if (standing === 'late') return standing;
  return standing === 'due' || standing === 'extended' ? 'due' : 'decided';
}

type Wish = NonNullable<OwnRenewal['wish']>;

/** Of what staff see of an instruction, what its customer is told; that it was changed by hand is for staff to mend. */
const WISH_STATES: Readonly<Record<InstructionState, Wish['state']>> = {
  ...{ draft: 'waits', approved: 'confirmed', placed: 'confirmed', verified: 'set', drifted: 'confirmed' },
  ...{ blocked: 'blocked', fulfilled: 'done', refused: 'refused', superseded: 'replaced', cancelled: 'refused' },
};

/** What became of a wish, to who asked for it. */
function ownWish(
  { state, seats }: { readonly state: InstructionState; readonly seats: number | null },
  usedSeats: number | null,
): Wish {
  const free = state === 'blocked' && seats !== null && usedSeats !== null ? usedSeats - seats : 0;
  return { state: WISH_STATES[state], free: free > 0 ? free : null };
}

/** The own wish tells of what stands as long as it is the same. */
const tellsOfIt = (own: OwnRenewal['wish']): boolean =>
  own !== null && own.state !== 'replaced' && own.state !== 'refused';

interface SelectedWishes {
  readonly wish: { readonly state: InstructionState; readonly seats: number | null } | null;
  readonly arranged: (Pick<Arranged, 'outcome' | 'seats' | 'pay'> & { readonly state: InstructionState }) | null;
}

/** What became of a customer's own wish, and what stands without it, of the columns of both. */
export function ownWishes(
  { wish: own, arranged: ours }: SelectedWishes,
  used: number | null,
): Pick<OwnRenewal, 'wish'> & { readonly arranged: Arranged | null } {
  const wished = own && ownWish(own, used);
  return {
    wish: wished,
    arranged: ours && !tellsOfIt(wished) ? { ...ours, ...ownWish(ours, used) } : null,
  };
}

interface Selected extends SelectedWishes {
  renewal: Omit<OwnRenewal, 'days_left' | 'standing' | 'may_decide' | 'decision' | 'wish' | 'arranged' | 'next_term'>;
  stands: Omit<StandingFacts, 'renewal_date'>;
  decision: (Omit<NonNullable<OwnRenewal['decision']>, 'timestamp'> & { timestamp: Date }) | null;
}

export function ownRenewalOnWire(row: Selected, today: string): OwnRenewal {
  return {
    ...row.renewal,
    days_left: daysBetween(today, row.renewal.renewal_date),
    standing: ownStanding({ ...row.stands, renewal_date: row.renewal.renewal_date }, today),
    may_decide: mayDecide(row.renewal.last_safe_day, row.renewal.renewal_date, today),
    decision: row.decision && { ...row.decision, timestamp: row.decision.timestamp.toISOString() },
    ...ownWishes(row, row.renewal.used_seats),
  };
}
