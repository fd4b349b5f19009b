import type { Outcome } from '@desk/contract/rules/instruction';
import type { Pay, Wish } from '../../providers/port.ts';

/** A wish as its columns hold it. */
export interface WishRow {
  readonly outcome: Wish['outcome'];
  readonly seats: number | null;
  readonly pay: Pay | null;
}

export const wishOf = ({ outcome, seats, pay }: WishRow): Wish =>
  outcome === 'renew' ? { outcome, seats: seats ?? 0, pay } : { outcome };

export const columnsOf = (wish: Wish): WishRow =>
  wish.outcome === 'renew'
    ? { outcome: 'renew', seats: wish.seats, pay: wish.pay }
    : { outcome: wish.outcome, seats: null, pay: null };

const PAY_OF: ReadonlyMap<string | null, Pay> = new Map([
  ['ANNUAL', 'monthly'],
  ['ANNUAL_MONTHLY_PAY', 'monthly'],
  ['ANNUAL_YEARLY_PAY', 'yearly'],
]);

/** How a plan is paid; null for one without a commitment, and where nobody named a plan. */
export const payOfPlan = (planName: string | null): Pay | null => PAY_OF.get(planName) ?? null;

/**
 * Whether two wishes ask for the same. One that names no payment is paid as the term that runs, and of one that was looked at that payment
 * was written down: whether somebody chose it cannot be told from its row, so what both come to is compared.
 * @param paid how the term that runs is paid
 */
export const isSameWish = (one: WishRow, other: WishRow, paid: Pay | null): boolean =>
  one.outcome === other.outcome && one.seats === other.seats && (one.pay ?? paid) === (other.pay ?? paid);

interface Wished {
  readonly outcome: Outcome;
  readonly seats?: number | null | undefined;
  readonly pay?: Pay | null | undefined;
}

/** The wish in a body; that a renewal names its seats the contract has checked. */
export const wishIn = ({ outcome, seats, pay }: Wished): Wish =>
  outcome === 'renew' ? { outcome, seats: seats ?? 0, pay: pay ?? null } : { outcome };
