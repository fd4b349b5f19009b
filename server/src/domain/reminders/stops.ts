import type { ClosedBecause } from '@desk/contract/rules/standing';
import { isUndecided, RESTING } from '@desk/contract/rules/standing';
import type { InstructionState, Outcome } from '@desk/contract/rules/instruction';
import { LEFT, type Decision } from '@desk/contract/words/lists';
import type { ReminderPurpose, SilencedCause, StopCause } from '@desk/contract/words/reach';
import type * as z from 'zod/mini';
import { dayMonthYear } from '../../platform/time/days.ts';

/** What is known when a reminder is about to go. Days are `yyyy-mm-dd` of the business. */
export interface StopFacts {
  readonly status: string | null;
  readonly closedBecause: z.infer<typeof ClosedBecause> | null;
  /** The newest one of the customer. */
  readonly decision: Decision | null;
  /** What they decided was refused or taken back since, and nothing took its place: somebody speaks with them. */
  readonly isRefused: boolean;
  /** Of the instruction that lives. */
  readonly instruction: InstructionState | null;
  /** The provider lists the subscription no longer. */
  readonly isGone: boolean;
  /** When the customer last answered, since they are asked what follows this term. */
  readonly repliedOn: string | null;
  /** When they last wrote what nobody has settled yet. */
  readonly unsettledReplyOn: string | null;
  /** Something is owed by invoices that they have had for some days; null: the invoices were not read lately. */
  readonly owes: boolean | null;
  /** What the instruction that lives brings about. */
  readonly wantedOutcome: Outcome | null;
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

const decided: Rule = ({ decision, isRefused, status, instruction, closedBecause }) => {
  if (closedBecause === 'renewed') return 'The term was renewed.';
  if (decision !== null && decision !== 'talk' && !isRefused) return 'The customer has decided.';
  if (!isUndecided(status) && !LEFT.has(status) && status !== RESTING) return `Its status is ${status ?? ''}.`;
  return instruction === null ? undefined : 'An instruction says what follows.';
};

function replied({ repliedOn, decision, isRefused }: StopFacts): string | undefined {
  if (repliedOn !== null) return `The customer answered on ${dayMonthYear(repliedOn)}.`;
  if (decision === 'talk') return 'The customer wants to talk.';
  return decision !== null && isRefused ? 'What the customer decided does not stand any more.' : undefined;
}

const unsettledReply: Rule = ({ unsettledReplyOn }) =>
  unsettledReplyOn === null
    ? undefined
    : `The customer wrote on ${dayMonthYear(unsettledReplyOn)}, and waits for an answer.`;

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

/** What staff have written since goes before what a customer said. */
const leaves: Rule = ({ decision, status, wantedOutcome }) =>
  wantedOutcome === 'end' || (decision === 'do_not_renew' && isUndecided(status))
    ? 'The customer does not renew.'
    : undefined;

function bounced({ silenced }: StopFacts): string | undefined {
  if (silenced === null) return undefined;
  return silenced === 'bounced'
    ? 'Mail to this address came back.'
    : 'Its owner has asked not to be written to any more.';
}

const sentByHand: Rule = ({ sentByHandBy }) =>
  sentByHandBy === null ? undefined : `${sentByHandBy} wrote to the customer about it today.`;

type Rules = readonly (readonly [StopCause, Rule])[];

const UNTIL_DECIDED: Rules = [
  ['decided', decided],
  ['replied', replied],
];
/** What a customer wrote before they decided is answered by that. */
const UNTIL_PAID: Rules = [
  ['replied', unsettledReply],
  ['left', leaves],
];
const ALWAYS: Rules = [
  ['urgent_ticket', urgentTicket],
  ['paused', paused],
  ['left', left],
  ['bounced', bounced],
  ['sent_by_hand', sentByHand],
];

/** In the order in which they are asked: the first that has something to say is the cause. */
export const STOP_RULES: Readonly<Record<ReminderPurpose, Rules>> = {
  decision: [...UNTIL_DECIDED, ...ALWAYS],
  payment: [...UNTIL_PAID, ...ALWAYS],
};

/** Why no reminder goes to a recipient about a renewal today; undefined: it goes. */
export function stopOf(facts: StopFacts, purpose: ReminderPurpose, today: string): Stop | undefined {
  for (const [cause, rule] of STOP_RULES[purpose]) {
    const reason = rule(facts, today);
    if (reason !== undefined) return { cause, reason };
  }
  return undefined;
}

function whyNothingOwed(facts: StopFacts, today: string): string | undefined {
  const { decision, status, owes } = facts;
  const isOpen = decided(facts, today) === undefined || (decision === 'talk' && isUndecided(status));
  if (isOpen) return 'The customer has not decided.';
  if (owes === null) return 'The invoices were not read lately.';
  return owes ? undefined : 'Nothing is owed.';
}

const nothingOwed = (facts: StopFacts, today: string): Stop | undefined => {
  const reason = whyNothingOwed(facts, today);
  return reason === undefined ? undefined : { cause: 'nothing_owed', reason };
};

/** Why none would go as it stands today: for good, or as long as it stands so. */
export const whyNotToday = (facts: StopFacts, purpose: ReminderPurpose, today: string): Stop | undefined =>
  stopOf(facts, purpose, today) ?? (purpose === 'payment' ? nothingOwed(facts, today) : undefined);

/** Whether a reminder that is stopped so goes once it is over: one of payment waits for all that can pass. */
export const isWaiting = ({ cause }: Stop, purpose: ReminderPurpose): boolean =>
  purpose === 'payment' && cause !== 'left' && cause !== 'bounced';
