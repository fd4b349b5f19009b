import * as z from 'zod/mini';

/** What somebody decided about the next term. */
export const Outcome = z.enum(['renew', 'flexible', 'proposed', 'end']);
export type Outcome = z.infer<typeof Outcome>;

/** How a committed term is paid. */
export const Pay = z.enum(['monthly', 'yearly']);
export type Pay = z.infer<typeof Pay>;

/** Who asked for it: the customer, one of the staff, or one of the staff for many at once. */
export const WishSource = z.enum(['customer', 'staff', 'bulk']);
export type WishSource = z.infer<typeof WishSource>;

/**
 * - `draft`: proposed; nothing is placed before somebody confirms or approves it.
 * - `approved`: about to be placed. `placed`: the provider took it. `verified`: read back as wanted.
 * - `blocked`: cannot be placed as things stand; looked at again with each sync.
 * - `drifted`: it was as wanted, and somebody changed it at the provider, or bought seats that it would give back: a person says which of both holds.
 * - `fulfilled`: the term has ended as wanted. The others are over without that.
 */
export const InstructionState = z.enum([
  'draft',
  'approved',
  'placed',
  'verified',
  'blocked',
  'drifted',
  'fulfilled',
  'refused',
  'superseded',
  'cancelled',
]);
export type InstructionState = z.infer<typeof InstructionState>;

/** One instruction of a renewal at most is in one of these. */
export const LIVE_STATES = ['draft', 'approved', 'placed', 'verified', 'blocked', 'drifted'] as const;

/** Those that the provider is asked about. */
export const ACTING_STATES = ['approved', 'placed', 'verified', 'blocked'] as const;

/** Somebody has confirmed it, and it is on its way or in place: it decides its renewal, whatever the status says. */
export const DECIDING_STATES = ['approved', 'placed', 'verified'] as const satisfies readonly InstructionState[];
const DECIDING: ReadonlySet<InstructionState | null | undefined> = new Set(DECIDING_STATES);
export const decides = (instruction: InstructionState | null | undefined): boolean => DECIDING.has(instruction);

/** Where those of a renewal are asked for. Here, so that who only has to know that does not load all calls about them. */
export const INSTRUCTIONS_PATH = 'adminpanel/get_renewal_instructions/';
