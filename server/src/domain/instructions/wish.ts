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

/**
 * Whether two wishes ask for the same. One that names no payment is paid as the term that runs, and that payment is
 * written down with it: whether somebody chose it cannot be told from its row, so what both come to is compared.
 * @param paid how the term that runs is paid
 */
export const isSameWish = (one: WishRow, other: WishRow, paid: Pay | null): boolean =>
  one.outcome === other.outcome && one.seats === other.seats && (one.pay ?? paid) === (other.pay ?? paid);

/** What was decided, and the seats that were committed then; null: there was no commitment. */
export interface Decided {
  readonly outcome: Wish['outcome'];
  readonly seats: number | null;
  readonly seatsWhenDecided: number | null;
}

/**
 * Seats that were bought after it was decided and that would be given back by it: of those nobody has said that they are not wanted any
 * more. Who has decided for a flexible plan gives none back: it has as many as are assigned.
 * @param committed seats by now; null: there is no commitment
 */
export function boughtSince({ outcome, seats, seatsWhenDecided }: Decided, committed: number | null): number {
  if (outcome === 'flexible' || seatsWhenDecided === null || committed === null) return 0;
  return Math.max(0, committed - Math.max(seatsWhenDecided, seats ?? 0));
}

interface Wished {
  readonly outcome: Outcome;
  readonly seats?: number | null | undefined;
  readonly pay?: Pay | null | undefined;
}

/** The wish in a body; that a renewal names its seats the contract has checked. */
export const wishIn = ({ outcome, seats, pay }: Wished): Wish =>
  outcome === 'renew' ? { outcome, seats: seats ?? 0, pay: pay ?? null } : { outcome };
