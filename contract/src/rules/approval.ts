import * as z from 'zod/mini';
import type { Outcome } from './instruction.ts';

/** From where on an instruction needs the word of a second person. */
export interface ApprovalLimits {
  /** More than so many of a hundred seats fewer. */
  readonly fallPercent: number;
  /** A value of the next year above this, in the currency of the business. */
  readonly value: number;
}

export const STANDARD_LIMITS: ApprovalLimits = { fallPercent: 20, value: 1_000_000 };

/** What an instruction comes to. */
export interface Consequence {
  readonly outcome: Outcome;
  readonly seatsNow: number | null;
  /** Paid for in the next term, of a flexible plan those in use; null: nobody knows how many. */
  readonly seats: number | null;
  /** Of the next year; null: no price is known. */
  readonly value: number | null;
  /** Its price is not in the currency of the business, in which the limit is. */
  readonly isInOtherCurrency: boolean;
  readonly hasOverdueDebt: boolean;
  readonly lacksPurchaseOrder: boolean;
}

/** Why a second person has to approve it. */
export const ApprovalReason = z.enum([
  'end',
  'fall',
  'value',
  'unknown-value',
  'other-currency',
  'debt',
  'purchase-order',
]);
export type ApprovalReason = z.infer<typeof ApprovalReason>;

const fallsMuch = ({ seatsNow, seats }: Consequence, { fallPercent }: ApprovalLimits): boolean =>
  seatsNow !== null && seats !== null && seatsNow - seats > (seatsNow * fallPercent) / 100;

/** All of them, the gravest first; none: whoever has the renewal may place it alone. */
export function approvalReasons(consequence: Consequence, limits: ApprovalLimits): readonly ApprovalReason[] {
  const { outcome, value, isInOtherCurrency, hasOverdueDebt, lacksPurchaseOrder } = consequence;
  const isEnd = outcome === 'end';
  const reasons: readonly (readonly [ApprovalReason, boolean])[] = [
    ['end', isEnd],
    ['fall', !isEnd && fallsMuch(consequence, limits)],
    ['value', !isInOtherCurrency && value !== null && value > limits.value],
    // What nobody can reckon, or compare, may be above the limit.
    ['unknown-value', !isEnd && value === null],
    ['other-currency', !isEnd && value !== null && isInOtherCurrency],
    ['debt', hasOverdueDebt],
    ['purchase-order', lacksPurchaseOrder],
  ];
  return reasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

interface Approver {
  readonly id: number;
  readonly isActiveAdministrator: boolean;
  /** It stands in their list today: as the assignee, as who covers for them, or as who looks after what is nobody's. */
  readonly worksOnIt: boolean;
}

interface Asked {
  /** Null: somebody without an account. */
  readonly requestedBy: number | null;
  /** To whom the assignee reports. */
  readonly manager: number | null;
  /** The customer asked for it, not the staff. */
  readonly isOfCustomer: boolean;
  readonly reasons: readonly ApprovalReason[];
}

/** Whether somebody may approve it: never who asked for it. */
export function mayApprove({ id, isActiveAdministrator, worksOnIt }: Approver, asked: Asked): boolean {
  if (id === asked.requestedBy) return false;
  if (isActiveAdministrator || id === asked.manager) return true;
  return asked.isOfCustomer && asked.reasons.length === 0 && worksOnIt;
}

/** Whether whoever works on the renewal may have it placed: the staff asked, and it is nothing grave. */
export const needsNoSecondPerson = ({ isOfCustomer, reasons }: Pick<Asked, 'isOfCustomer' | 'reasons'>): boolean =>
  reasons.length === 0 && !isOfCustomer;
