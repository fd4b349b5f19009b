import { annualValue } from '@desk/contract/rules/annual-value';
import { approvalReasons, type ApprovalLimits } from '@desk/contract/rules/approval';
import { valueWith } from '@desk/contract/rules/if-nobody-acts';
import { daysBetween } from '../../platform/time/days.ts';
import type { Wish } from '../../providers/port.ts';
import type { Renewal } from '../renewals/comments.ts';

/** What a consequence follows from, beside the wish. */
export interface Present {
  readonly renewal: Pick<
    Renewal,
    'numberOfSeats' | 'licensedSeats' | 'price' | 'pricePerUser' | 'currency' | 'termStart' | 'termEnd'
  >;
  /** Of the business: what is worth much is told in it. */
  readonly businessCurrency: string;
  readonly hasOverdueDebt: boolean;
  readonly lacksPurchaseOrder: boolean;
}

const MONTH = 30.4375;

/** As the lists tell it; null for a year and where its start is unknown. */
const monthsOf = ({ termStart, termEnd }: Present['renewal']): number | null =>
  termStart === null ? null : Math.round((daysBetween(termStart, termEnd) + 1) / MONTH) || null;

const seatsAfter = (wish: Wish): number | null => {
  if (wish.outcome === 'renew') return wish.seats;
  return wish.outcome === 'end' ? 0 : null;
};

/** What a wish comes to in seats and in the worth of a year, and why a second person has to approve it. */
export function consequenceOf(wish: Wish, present: Present, limits: ApprovalLimits) {
  const { renewal, businessCurrency, hasOverdueDebt, lacksPurchaseOrder } = present;
  const { numberOfSeats, licensedSeats, price, pricePerUser, currency } = renewal;
  const seatsNow = numberOfSeats ?? licensedSeats;
  const valueNow = annualValue({
    price,
    price_per_user: pricePerUser,
    number_of_seats: numberOfSeats,
    licensed_seats: licensedSeats,
    term_months: monthsOf(renewal),
  });
  const seats = seatsAfter(wish);
  // A flexible plan costs what is in use.
  const paidFor = wish.outcome === 'flexible' ? licensedSeats : seats;
  const value = seats === 0 ? 0 : valueWith({ seats: seatsNow, value: valueNow }, paidFor);
  const reasons = approvalReasons(
    {
      outcome: wish.outcome,
      seatsNow,
      seats: paidFor,
      value: value ?? null,
      isInOtherCurrency: currency !== businessCurrency,
      hasOverdueDebt,
      lacksPurchaseOrder,
    },
    limits,
  );
  return { seatsNow, seats, valueNow, value, reasons };
}
