import { LEFT } from '../words/lists.ts';
import { decides, type InstructionState, type Outcome } from './instruction.ts';
import { isUndecided, RESTING } from './standing.ts';

/** After these words of a customer nobody is asked and nothing is told. */
export const UNANNOUNCED: ReadonlySet<string | null> = new Set([...LEFT, RESTING]);

interface Announced {
  state: 'open' | 'closed';
  confirmation_status: string | null;
  /** State of its live instruction, and what that wants; null: there is none. */
  instruction: InstructionState | null;
  wanted: Outcome | null;
}

/**
 * Kind of a message about a renewal by the renewal's state: it asks to confirm while that is undecided, it tells what was
 * recorded once it is, and there is none of what is over.
 */
export type Announcement = 'asks' | 'tells' | 'none';
export function announcementOf({ state, confirmation_status: status, instruction, wanted }: Announced): Announcement {
  if (state === 'closed' || UNANNOUNCED.has(status)) return 'none';
  if (decides(instruction)) return wanted === 'end' ? 'none' : 'tells';
  return isUndecided(status) ? 'asks' : 'tells';
}

/** Whether there is a notification to send about a renewal. */
export const isDue = (renewal: Announced): boolean => announcementOf(renewal) !== 'none';

/** The recipient of a message about a renewal: the customer itself, or the reseller through whom it buys. */
export type Addressee = 'customer' | 'reseller';

/** Warning to staff before a reseller's customer gets a message. By WhatsApp the words are those of its template, which names nobody. */
export const throughReseller = (reseller: string, isByTemplate: boolean): string =>
  isByTemplate
    ? `This customer buys through ${reseller}. A message by WhatsApp cannot name them: it asks the customer to confirm with us. Better send an e-mail, or write to ${reseller}.`
    : `This customer buys through ${reseller}. The message names no price and sends the customer to ${reseller}; the reseller's own message has the price.`;
