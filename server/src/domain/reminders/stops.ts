import type { ClosedBecause } from '@desk/contract/rules/standing';
import { isUndecided, RESTING } from '@desk/contract/rules/standing';
import type { InstructionState } from '@desk/contract/rules/instruction';
import { LEFT, type Decision } from '@desk/contract/words/lists';
import type { SilencedCause, StopCause } from '@desk/contract/words/reach';
import type * as z from 'zod/mini';
import { dayMonthYear } from '../../platform/time/days.ts';

/** What is known when a reminder is about to go. Days are `yyyy-mm-dd` of the business. */
export interface StopFacts {
  readonly status: string | null;
  readonly closedBecause: z.infer<typeof ClosedBecause> | null;
  /** The newest one of the customer. */
  readonly decision: Decision | null;
  /** Of the instruction that lives. */
  readonly instruction: InstructionState | null;
  /** The provider lists the subscription no longer. */
  readonly isGone: boolean;
  /** When the customer last answered, since they are asked what follows this term. */
  readonly repliedOn: string | null;
  /** The number of an open support ticket that was escalated. */
  readonly urgentTicket: string | null;
  /** `until`: its last day; null: until somebody goes on. */
  readonly pause: { readonly reason: string; readonly until: string | null } | null;
  /** Why the recipient is not written to any more. */
  readonly silenced: SilencedCause | null;
  /** Who of the staff wrote to the customer about the renewal today. */
  readonly sentByHandBy: string | null;
}

export interface Stop {
  readonly cause: StopCause;
  /** In words, for staff. */
  readonly reason: string;
}

type Rule = (facts: StopFacts, today: string) => string | undefined;

function decided({ decision, status, instruction, closedBecause }: StopFacts): string | undefined {
  if (closedBecause === 'renewed') return 'The term was renewed.';
  if (decision !== null && decision !== 'talk') return 'The customer has decided.';
  if (!isUndecided(status) && !LEFT.has(status) && status !== RESTING) return `Its status is ${status ?? ''}.`;
  return instruction === null ? undefined : 'An instruction says what follows.';
}

function replied({ repliedOn, decision }: StopFacts): string | undefined {
  if (repliedOn !== null) return `The customer answered on ${dayMonthYear(repliedOn)}.`;
  return decision === 'talk' ? 'The customer wants to talk.' : undefined;
}

const urgentTicket: Rule = ({ urgentTicket: number }) =>
  number === null ? undefined : `The support ticket ${number} is escalated.`;

function paused({ pause }: StopFacts, today: string): string | undefined {
  if (pause === null || (pause.until !== null && pause.until < today)) return undefined;
  const until = pause.until === null ? '' : ` until ${dayMonthYear(pause.until)}`;
  return `Paused${until}: ${pause.reason}`;
}

function left({ status, isGone, closedBecause }: StopFacts): string | undefined {
  if (LEFT.has(status) || status === RESTING) return `Its status is ${status ?? ''}.`;
  if (closedBecause !== null) return 'The term is over.';
  return isGone ? 'The provider lists the subscription no longer.' : undefined;
}

function bounced({ silenced }: StopFacts): string | undefined {
  if (silenced === null) return undefined;
  return silenced === 'bounced'
    ? 'Mail to this address came back.'
    : 'Its owner has asked not to be written to any more.';
}

const sentByHand: Rule = ({ sentByHandBy }) =>
  sentByHandBy === null ? undefined : `${sentByHandBy} wrote to the customer about it today.`;

/** In the order in which they are asked: the first that has something to say is the cause. */
export const STOP_RULES: readonly (readonly [StopCause, Rule])[] = [
  ['decided', decided],
  ['replied', replied],
  ['urgent_ticket', urgentTicket],
  ['paused', paused],
  ['left', left],
  ['bounced', bounced],
  ['sent_by_hand', sentByHand],
];

/** Why no reminder goes to a recipient about a renewal today; undefined: it goes. */
export function stopOf(facts: StopFacts, today: string): Stop | undefined {
  for (const [cause, rule] of STOP_RULES) {
    const reason = rule(facts, today);
    if (reason !== undefined) return { cause, reason };
  }
  return undefined;
}
