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

/** Whether somebody asks for what was asked for before; paid as before is what it says, whatever that was. */
export const isSameWish = (one: WishRow, other: WishRow): boolean =>
  one.outcome === other.outcome && one.seats === other.seats && (other.pay === null || one.pay === other.pay);

interface Wished {
  readonly outcome: Outcome;
  readonly seats?: number | null | undefined;
  readonly pay?: Pay | null | undefined;
}

/** The wish in a body; that a renewal names its seats the contract has checked. */
export const wishIn = ({ outcome, seats, pay }: Wished): Wish =>
  outcome === 'renew' ? { outcome, seats: seats ?? 0, pay: pay ?? null } : { outcome };
