import { MOST_SEATS, type SeatOrder, type SeatPrice } from '@desk/contract/licences';
import { grouped, inSeats } from '@desk/contract/words/seats';
import { boughtSeats, isAnnual, planClosed, statusClosed, type Seats } from '../../domain/subscriptions/buying.ts';
import { daysBetween } from '../../platform/time/days.ts';
import { callUs, pageUrl, composeMail, type Sender } from '../../platform/mail/content.ts';

/** Seconds between the tries of an order, about a day in all. */
export const PAUSES: readonly number[] = [5, 15, 60, 300, 900, 1_800, ...Array<number>(23).fill(3_600)];
export const LONGEST_PAUSE_MS = 3_600_000;

/** Fields of Google's answer that are used here. */
interface Answer {
  planName: string | null;
  status: string | null;
  numberOfSeats: number | null;
  maximumNumberOfSeats: number | null;
}
/** The same in the words of our table. */
export const seatsIn = ({ planName, numberOfSeats, maximumNumberOfSeats }: Answer): Seats => ({
  planName: planName ?? '',
  numberOfSeats,
  maximumSeats: maximumNumberOfSeats,
});

interface OrderedSeats {
  readonly addedSeats: number;
  /** The day and the time, as people write them. */
  readonly at: string;
}

const ordered = ({ addedSeats, at }: OrderedSeats): string =>
  `${addedSeats} more ${addedSeats === 1 ? 'seat was' : 'seats were'} ordered on ${at}`;
/** What is to be seen to where an order did not come about, and where nobody knows whether it did. */
export const refusedWords = (order: OrderedSeats, reason: string): string =>
  `${ordered(order)}, and that failed: ${reason} Look at the provider, and tell the customer.`;
export const unknownWords = (order: OrderedSeats): string =>
  `${ordered(order)}, and the provider has not said for more than an hour whether they are bought. Look there.`;

export const TOO_MANY = `Google sells at most ${MOST_SEATS} seats of a subscription.`;

/** A month of a year's 365 days. */
const MONTH = 365 / 12;

/**
 * Price of a seat from today on; days are those of the business. An annual plan is paid to the end of its term, or to
 * our own renewal date where Google's term is over or not told; where neither lies ahead, the price is not known.
 */
export function seatPrice(priced: Priced, today: string): SeatPrice | null {
  const { yearly, currency, planName, termEnd, ownRenewalDate } = priced;
  if (yearly === null) return null;
  if (!isAnnual(planName)) return { yearly, currency, until: null, days: MONTH };
  const until = [termEnd, ownRenewalDate].find((day) => day !== null && day > today) ?? null;
  return until === null ? null : { yearly, currency, until, days: daysBetween(today, until) };
}
interface Priced {
  yearly: string | null;
  currency: string;
  planName: string;
  termEnd: string | null;
  ownRenewalDate: string | null;
}

/** No other try can help an order; the message is for its owner. */
export class PermanentFailure extends Error {}

/** Google's count when the order was first worked on, and the total that it is brought to. */
export interface Totals {
  from: number;
  to: number;
}

/** The totals of an order, from what Google has at this moment. */
export function totalsFor(now: Answer, addedSeats: number): Totals {
  const seats = seatsIn(now);
  const closed = planClosed(seats) ?? statusClosed(now.status ?? '');
  const from = boughtSeats(seats) ?? 0;
  if (closed !== null) throw new PermanentFailure(closed);
  if (from + addedSeats > MOST_SEATS) throw new PermanentFailure(TOO_MANY);
  return { from, to: from + addedSeats };
}

export const SENTENCES = {
  notConfigured: 'The Google Reseller API is not configured.',
  internal: 'The order met an error of its own. The log of the server tells more.',
  restarted: 'The server was restarted. It is tried again by itself.',
  resting: 'Google failed several times in a row, so it is left alone for a minute.',
  givenUp: 'Google could not be reached for a day. Nothing was changed.',
  /** Given up after Google was asked for the seats. */
  notTaken: 'Google did not take the order for a day. Look at the seats before you order again.',
  overtaken: (seats: number) =>
    'Somebody else changed the seats while the order was under way. ' +
    `Google has ${inSeats(seats)} now; look whether yours are among them.`,
  /** To customers, of an order that goes on by itself. */
  pending: 'Google has not confirmed it yet. It is tried again by itself.',
} as const;

interface Ended {
  state: string;
  reason: string | null;
  addedSeats: number;
  seatsAfter: number | null;
  /** Null: Google was never asked for the seats. */
  askedAt: Date | null;
  skuName: string;
  domainName: string;
}

/** Tells a customer what became of an order; that nothing was bought only where that is certain. */
export function orderMail(ended: Ended, sender: Sender) {
  const { state, addedSeats, seatsAfter, askedAt, skuName, domainName } = ended;
  const reason = ended.reason ?? '';
  const asked = `You asked for ${grouped(addedSeats)} more ${addedSeats === 1 ? 'seat' : 'seats'} of ${skuName} for ${domainName}.`;
  const page = { button: 'Open your licences', href: pageUrl(sender, '/home/add_license', { q: domainName }) };
  if (state === 'done') {
    const there = `They are there: the subscription has ${inSeats(seatsAfter ?? 0)} now.`;
    return composeMail(`${sender.brand}: seats were added to ${domainName}`, `${asked}\n${there}`, page);
  }
  if (askedAt !== null) {
    const closed = `The order was closed. ${reason}\nIf you need help, please ${callUs(sender)}.`;
    return composeMail(
      `${sender.brand}: your order of seats for ${domainName} was closed`,
      `${asked}\n${closed}`,
      page,
    );
  }
  const failed = `This could not be done. ${reason}\nNothing was bought. If you need help, please ${callUs(sender)}.`;
  return composeMail(`${sender.brand}: seats could not be added to ${domainName}`, `${asked}\n${failed}`, page);
}

const WIRE_STATES = { queued: 'submitted', unknown: 'unknown', done: 'done', refused: 'refused' } as const;

/** An order with what it is about and who gave it. */
interface Ordered {
  order: {
    id: number;
    accountId: number;
    addedSeats: number;
    seatsBefore: number | null;
    seatsAfter: number | null;
    estimate: string | null;
    currency: string | null;
    state: keyof typeof WIRE_STATES;
    reason: string | null;
    createdBy: string;
    createdAt: Date;
    finishedAt: Date | null;
    askedAt: Date | null;
  };
  domainName: string;
  skuName: string;
  planName: string;
  orderedBy: Reader['kind'];
  /** What it costs is for the reader. */
  isPriced: boolean;
}
interface Reader {
  id: number;
  kind: 'customer' | 'staff';
}

/** To a customer staff are `staff`, and who had the domain before is nobody whose address is told. */
function giverOf({ order, orderedBy }: Ordered, reader: Reader): string {
  if (reader.kind === 'staff' || order.accountId === reader.id) return order.createdBy;
  return orderedBy === 'staff' ? 'staff' : 'somebody else';
}

/** A reason that concerns us and Google is for staff only; a customer sees a pending order. */
const reasonFor = ({ reason, finishedAt }: Ordered['order'], { kind }: Reader): string | null =>
  kind === 'customer' && finishedAt === null && reason !== null ? SENTENCES.pending : reason;

/** An order as the reader may see it. */
export function onWire(row: Ordered, reader: Reader): SeatOrder {
  const { order, domainName, skuName, planName, isPriced } = row;
  return {
    order_id: order.id,
    domain_name: domainName,
    sku_name: skuName,
    plan_name: planName,
    added_seats: order.addedSeats,
    seats_before: order.seatsBefore,
    seats_after: order.seatsAfter,
    estimate: isPriced ? order.estimate : null,
    currency: isPriced ? order.currency : null,
    state: WIRE_STATES[order.state],
    reason: reasonFor(order, reader),
    created_by: giverOf(row, reader),
    timestamp: order.createdAt.toISOString(),
    finished_at: order.finishedAt?.toISOString() ?? null,
    was_asked: order.askedAt !== null,
  };
}
