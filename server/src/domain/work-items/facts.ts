import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import type { InstructionState, LIVE_STATES, Outcome } from '@desk/contract/rules/instruction';
import type { NextActionKind, WaitingFor, WorkAct } from '@desk/contract/rules/next-action';
import type { Decision, RenewalStatus } from '@desk/contract/words/lists';
import type * as z from 'zod/mini';

/** The instruction of a renewal that is not over. */
export interface LiveInstruction {
  readonly state: Extract<InstructionState, (typeof LIVE_STATES)[number]>;
  readonly outcome: Outcome;
  readonly seats: number | null;
  readonly needsApproval: boolean;
  /** Why it is not as wanted; null: it is, or is about to be. */
  readonly reason: string | null;
  /** It was approved, and could not be set, or has not been read back for an hour. */
  readonly isStuck: boolean;
  /** The day on which its term was over and it was not fulfilled, a day and more ago; null: it is in time. */
  readonly overdueSince: string | null;
}

/** A wish that was refused, or that a customer had or somebody had approved and one of the staff took back, and nothing was said about the renewal since. */
export interface Refused extends Pick<LiveInstruction, 'outcome' | 'seats'> {
  readonly state: 'refused' | 'cancelled';
  readonly reason: string | null;
  /** Its customer knows nothing of it. */
  readonly isOurs?: boolean;
}

/** A mail about a renewal that nobody has seen to, and since which nobody has said anything: what its customer wrote, or that ours bounced. */
export interface OpenMail {
  readonly inboundId: number;
  readonly kind: 'reply' | 'bounce';
  /** The day on which it came. */
  readonly on: string;
  /** What they wrote themselves, in a line; of a bounce who could not be reached, and who is next. */
  readonly words: string;
}

/** What somebody planned as the next thing; it stands until they have spoken on that day or after it. */
export interface Planned {
  readonly kind: NextActionKind;
  readonly day: string;
  readonly time: string | null;
  readonly reason: string;
}

/** How an open renewal stands. Days are `yyyy-mm-dd`. */
export interface Facts {
  readonly termEnd: string;
  /** Until when what follows the term can be changed; null: no provider acts by itself. */
  readonly lastSafeDay: string | null;
  /** Since when there is this renewal. */
  readonly openedOn: string;
  readonly status: z.infer<typeof RenewalStatus> | null;
  readonly extensionDate: string | null;
  readonly seats: number | null;
  readonly inUse: number | null;
  readonly spokeOn: string | null;
  /** What the customer decided in the portal, and nobody has answered. */
  readonly asked: { readonly decision: Decision; readonly seats: number | null } | null;
  readonly openMail: OpenMail | null;
  readonly instruction: LiveInstruction | null;
  readonly refused: Refused | null;
  /** Nobody can be asked to place it: it is arranged by hand. */
  readonly isByHand: boolean;
  readonly byItself: { readonly outcome: IfNobodyActs; readonly seats: number | null };
  readonly planned: Planned | null;
  /** Its term is over, and it is open for what is planned alone. */
  readonly isOver: boolean;
  /** It is suspended, and so is all that its customer has: the last safe day to have something restored before the provider moves them away. */
  readonly restoreBy: string | null;
  /** Its term ends soon, and nobody of its customer can be asked by mail. */
  readonly isUnreachable: boolean;
}

export interface Next {
  readonly kind: NextActionKind;
  readonly act: WorkAct;
  readonly day: string;
  readonly time: string | null;
  readonly waitingFor: WaitingFor | null;
  /** A promise or a last safe day has passed. */
  readonly isLate: boolean;
  readonly sentence: string;
  /** The mail that asks for it; null: none does. */
  readonly inboundId: number | null;
}

export const nextThing = (next: Pick<Next, 'kind' | 'day' | 'sentence'> & Partial<Next>): Next => ({
  ...{ act: 'talk', time: null, waitingFor: null, isLate: false, inboundId: null },
  ...next,
});

/** Until when something can be done about it. */
export const lastDayOf = ({ lastSafeDay, termEnd }: Facts): string => lastSafeDay ?? termEnd;

/** What the provider does by itself that takes the licences away. */
const TAKES_AWAY: ReadonlySet<IfNobodyActs> = new Set(['ends', 'suspended']);
/** The day past which nobody puts it off: the last safe day, else that on which the provider takes it away by itself; null: there is none. */
export const lastDayToAct = ({ lastSafeDay, termEnd, isByHand, byItself }: Facts): string | null =>
  lastSafeDay ?? (!isByHand && TAKES_AWAY.has(byItself.outcome) ? termEnd : null);

/** With a full stop, where it has no end of its own. */
export const ended = (words: string): string => (/[.!?]["”]?$/.test(words) ? words : `${words}.`);
