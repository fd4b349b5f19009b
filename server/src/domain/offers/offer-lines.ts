import { amountForSeats } from '@desk/contract/rules/seat-sum';
import { isDeepStrictEqual } from 'node:util';
import { addDays, addMonths, daysBetween } from '../../platform/time/days.ts';
import type { OfferLine, Proposal } from '../../platform/db/tables/offers.ts';

/** What a line is made of. Amounts are decimal text for the whole term, as they were agreed for the term that runs. */
export interface LineFacts {
  readonly renewalId: number;
  readonly domain: string;
  readonly product: string;
  readonly skuId: string;
  readonly plan: string;
  readonly termStart: string | null;
  /** The renewal date: the next term begins on it. */
  readonly termEnd: string;
  readonly numberOfSeats: number | null;
  readonly usedSeats: number | null;
  readonly price: string | null;
  readonly pricePerUser: string | null;
  readonly currency: string;
  readonly lastSafeDay: string | null;
}

const YEAR = 12;
const MONTH = 30.4375;
const monthsOf = ({ termStart, termEnd }: LineFacts): number =>
  termStart === null ? YEAR : Math.round(daysBetween(termStart, termEnd) / MONTH) || YEAR;

/** Whether the term that is offered is a year, whose sum needs no day. */
export const isOfYear = ({ from, to }: Pick<OfferLine, 'from' | 'to'>): boolean =>
  addDays(addMonths(from, YEAR), -1) === to;

const inMoney = (amount: number): string => (Math.round(amount * 100) / 100).toFixed(2);

/** A price; nothing and unknown are the same to who is asked to pay it: we call. */
const priceOf = (text: string | null): number | undefined => {
  const amount = text === null ? 0 : Number(text);
  return amount > 0 ? amount : undefined;
};

/** Price per user × seats where that was agreed, else the price of the term: as the value of a renewal is told everywhere. */
function amountsOf({ price, pricePerUser }: LineFacts, seats: number): Pick<OfferLine, 'unitPrice' | 'amount'> {
  const perUser = priceOf(pricePerUser);
  if (perUser !== undefined && seats > 0) return { unitPrice: inMoney(perUser), amount: inMoney(perUser * seats) };
  const ofTerm = priceOf(price);
  if (ofTerm === undefined || seats === 0) return { unitPrice: null, amount: null };
  return { unitPrice: inMoney(ofTerm / seats), amount: inMoney(ofTerm) };
}

/** What of a proposal is other than the present; undefined: nothing. */
function changeIn(line: OfferLine, proposal: Proposal | undefined): Proposal | undefined {
  if (!proposal) return undefined;
  const seats = proposal.seats === line.seats ? null : proposal.seats;
  const plan = proposal.plan === line.plan ? null : proposal.plan;
  const unitPrice = proposal.unitPrice === null ? null : inMoney(Number(proposal.unitPrice));
  return seats === null && plan === null && unitPrice === null ? undefined : { seats, plan, unitPrice };
}

/** For so many seats at the price of the whole: what a price for the term comes to a seat is not rounded before. */
const inProportion = ({ amount, seats }: Pick<OfferLine, 'amount' | 'seats'>, wanted: number): string | null =>
  amount === null || seats === 0 ? null : amountForSeats({ amount, seats }, wanted);

/** The price of what is proposed: as it was typed; else the present one, which is none of another plan. */
function proposedPrice(line: OfferLine, { unitPrice, plan }: Proposal, seats: number) {
  if (unitPrice !== null) return { unitPrice, amount: inMoney(Number(unitPrice) * seats) };
  return plan === null
    ? { unitPrice: line.unitPrice, amount: inProportion(line, seats) }
    : { unitPrice: null, amount: null };
}

/** The line with what is proposed in it. */
function withProposal(line: OfferLine, proposal: Proposal | undefined): OfferLine {
  const change = changeIn(line, proposal);
  if (!change) return line;
  const { seats, plan, unitPrice, amount } = line;
  const offered = change.seats ?? seats;
  return {
    ...line,
    ...{ seats: offered, plan: change.plan ?? plan },
    ...proposedPrice(line, change, offered),
    proposed: { ...change, present: { seats, plan, unitPrice, amount } },
  };
}

/** The line that offers the next term as the present one is. One in another currency than the offer's has no amount. */
function presentLine(facts: LineFacts, currency: string): OfferLine {
  const { renewalId, domain, product, skuId, plan, termEnd, numberOfSeats, usedSeats } = facts;
  const seats = numberOfSeats ?? usedSeats ?? 0;
  const none = { unitPrice: null, amount: null };
  return {
    ...{ renewalId, domain, product, skuId, plan, seats, usedSeats },
    ...{ from: termEnd, to: addDays(addMonths(termEnd, monthsOf(facts)), -1) },
    ...(facts.currency === currency ? amountsOf(facts, seats) : none),
  };
}

/** The line that offers the next term: as the present one is, but for what is proposed. A price that was typed is in the currency of the line. */
export const lineOf = (facts: LineFacts, currency: string, proposal?: Proposal): OfferLine =>
  withProposal(
    presentLine(facts, currency),
    proposal && facts.currency !== currency ? { ...proposal, unitPrice: null } : proposal,
  );

/** The sum of all lines; null where one has no amount: a sum of some would read as that of all. */
export function totalOf(lines: readonly Pick<OfferLine, 'amount'>[]): string | null {
  let paise = 0;
  for (const { amount } of lines) {
    if (amount === null) return null;
    paise += Math.round(Number(amount) * 100);
  }
  return (paise / 100).toFixed(2);
}

type Priced = Pick<OfferLine, 'amount' | 'seats' | 'proposed'>;

/**
 * The seats and the sum by which others are reckoned: what is proposed where its price is all that is, else the present, because a price
 * for other seats or another plan is for those alone.
 */
export function pricedAs(line: Priced): Pick<OfferLine, 'amount' | 'seats'> {
  const { proposed } = line;
  const isAnother = proposed !== undefined && (proposed.seats !== null || proposed.plan !== null);
  return isAnother ? proposed.present : line;
}

/** What another number of seats comes to for the whole term. Null: no price is known. */
export const amountFor = (line: Priced, wanted: number): string | null => inProportion(pricedAs(line), wanted);

/** A decision, as far as it has a price. */
interface Wish {
  readonly decision: string;
  /** Null: those that they have. */
  readonly seats: number | null;
  /** Null: that which they have. */
  readonly planName: string | null;
}

/**
 * What a decision comes to for the whole term, before taxes; null: nothing, or nobody has said.
 * @param bought the seats that they have
 */
export function amountOfDecision(line: Priced, bought: number, { decision, seats, planName }: Wish): string | null {
  if (decision === 'talk' || decision === 'do_not_renew') return null;
  const wished = seats ?? bought;
  if (line.proposed && line.seats === wished && line.proposed.plan === planName) return line.amount;
  // Another plan has another price, which nobody has offered.
  return planName === null ? amountFor(line, wished) : null;
}

/** The first of its last days: until then all of it can be decided. Where no provider acts by itself that is the day of the renewal. */
export const validUntilOf = (facts: readonly Pick<LineFacts, 'lastSafeDay' | 'termEnd'>[]): string =>
  facts.map(({ lastSafeDay, termEnd }) => lastSafeDay ?? termEnd).toSorted()[0] ?? '';

/** How many seats are in use is told, and not offered; of an offer from before the ids of products were kept its name says which it is. */
const offered = (line: OfferLine, { skuId }: OfferLine) => ({
  ...line,
  ...{ usedSeats: null, skuId: skuId === undefined ? null : (line.skuId ?? null) },
});

/** Whether two lines offer the same. */
const isSameLine = (one: OfferLine, other: OfferLine | undefined): boolean =>
  other !== undefined && isDeepStrictEqual(offered(one, other), offered(other, one));

export const areSameLines = (some: readonly OfferLine[], others: readonly OfferLine[]): boolean =>
  some.length === others.length && some.every((line, at) => isSameLine(line, others[at]));
