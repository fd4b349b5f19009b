import type { NextTerm } from '@desk/contract/own-renewals';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { domainsTable as d } from '../../platform/db/tables/customers.ts';
import { offerRenewalsTable as m, offersTable as o, type OfferLine } from '../../platform/db/tables/offers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { isPricedFor } from '../prices/priced-for.ts';
import { lineFactColumns } from './line-facts.ts';
import { isOfYear, lineOf, pricedAs, type LineFacts } from './offer-lines.ts';
import { isOfProduct } from './outdated.ts';

interface Reader {
  readonly id: number;
  readonly email: string;
  readonly kind: 'customer' | 'staff';
}

/** What stands in no offer would be offered as it is; both as the mail that confirms a decision reckons. */
const selectFacts = (db: Db, reader: Reader, ids: readonly number[]) =>
  db
    .select(lineFactColumns)
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .where(and(inArray(r.id, [...ids]), isPricedFor(sql`${r.customerId}`, reader), sql`${r.planName} <> 'FLEXIBLE'`));

/** Their lines in offers that stand; of one in which something of others is, `isOwn` is false. */
function selectOffered(db: Db, { id }: Reader, ids: readonly number[]) {
  const others = sql`select from ${m} one join ${r} on ${r.id} = one.renewal_id join ${s} on ${s.id} = ${r.subscriptionId}
    join ${d} on ${d.id} = ${s.domainId} where one.offer_id = ${o.id} and (${d.ownerId} = ${id} and ${d.status} = 'ACTIVE') is not true`;
  return db
    .select({
      renewalId: m.renewalId,
      currency: o.currency,
      lines: o.lines,
      isOwn: sql<boolean>`not exists (${others})`,
    })
    .from(m)
    .innerJoin(o, eq(o.id, m.offerId))
    .where(
      and(
        ...[inArray(m.renewalId, [...ids]), isNull(o.replacedAt)],
        sql`${o.customerId} = (select customer_id from renewals mine where mine.id = ${m.renewalId})`,
      ),
    )
    .orderBy(asc(o.version));
}

type Offered = Awaited<ReturnType<typeof selectOffered>>[number];

/** What a line costs, for who may know it; undefined: no price is known. */
function nextTermOf(line: OfferLine): NextTerm | undefined {
  const { proposed, to, seats, amount } = line;
  const base = pricedAs(line);
  if (base.amount === null || base.seats === 0) return undefined;
  const isOffered = proposed !== undefined && proposed.plan === null && proposed.seats !== null && amount !== null;
  return {
    seats: base.seats,
    amount: base.amount,
    offered: isOffered ? { seats, amount } : null,
    is_year: isOfYear(line),
    to,
  };
}

/** As it was offered, where that is for the reader; as it is, where nothing was offered of this product from that day on. */
function lineFor(facts: LineFacts, of: Offered | undefined): OfferLine | undefined {
  if (!of) return lineOf(facts, facts.currency);
  if (!of.isOwn) return undefined;
  const line = of.lines.find(({ renewalId }) => renewalId === facts.renewalId);
  if (line && !(isOfProduct(line, facts) && line.from === facts.termEnd)) return lineOf(facts, facts.currency);
  return of.currency === facts.currency ? line : undefined;
}

/** What the next terms of renewals cost, each for itself, by renewal: of those alone whose prices are for the reader and known. */
export async function readNextTerms(
  db: Db,
  reader: Reader,
  ids: readonly number[],
): Promise<ReadonlyMap<number, NextTerm>> {
  if (ids.length === 0) return new Map();
  const [facts, offered] = await Promise.all([selectFacts(db, reader, ids), selectOffered(db, reader, ids)]);
  const current = new Map(offered.map((one) => [one.renewalId, one]));
  const found = new Map<number, NextTerm>();
  for (const one of facts) {
    const of = current.get(one.renewalId);
    const line = lineFor(one, of);
    const term = line && nextTermOf(line);
    if (term) found.set(one.renewalId, term);
  }
  return found;
}
