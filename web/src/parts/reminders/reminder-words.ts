import type { PlannedReminder, ReminderStep } from '@desk/contract/renewal-work/reminders';
import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import type { ReminderPurpose, ReminderRecipient, StopCause } from '@desk/contract/words/reach';
import type { Tone } from '../../kit/text/badge.tsx';
import { counted } from '../../kit/text/format.ts';

/** Terms that come to this if nobody acts, as a condition reads. */
export const OUTCOMES: Readonly<Record<IfNobodyActs, string>> = {
  renews: 'renews with all seats',
  shrinks: 'renews with the seats in use',
  flexible: 'goes on without a commitment',
  ends: 'ends',
  suspended: 'is suspended',
  proposed: 'renews as proposed',
  nothing: 'goes on as it is',
  unknown: 'is not known',
};

export const CHANNELS = { Email: 'e-mail', WhatsApp: 'WhatsApp' } as const;
export const RECIPIENTS: Readonly<Record<ReminderRecipient, string>> = {
  first: 'the first who can be reached',
  everybody: 'everybody who can be reached',
  buyer: 'the buyer',
  payer: 'the payer',
  technician: 'the technician',
};
export const PURPOSES: Readonly<Record<ReminderPurpose, string>> = { decision: 'a decision', payment: 'payment' };

/** Under which name the draft of a step is kept; of one that is not saved yet there is nothing but what it says. Undefined: a new one. */
export const draftOf = (step: ReminderStep | undefined): string =>
  `reminder-step ${step === undefined ? 'new' : (step.key ?? JSON.stringify(step))}`;

const ahead = (days: number): string =>
  days === 0 ? 'On the last day' : `${counted(days, 'day')} before the last day`;

type SentenceFacts = Pick<ReminderStep, 'days_before' | 'purpose' | 'outcomes' | 'segments' | 'channel' | 'to'>;

function conditions({ outcomes, segments }: SentenceFacts): string {
  const parts = [
    outcomes.length > 0 && `what ${outcomes.map((one) => OUTCOMES[one]).join(' or ')}`,
    segments.length > 0 && `customers in ${segments.join(' or ')}`,
  ].filter((one) => one !== false);
  return parts.length === 0 ? '' : `, for ${parts.join(' and ')}`;
}

/** A step as a sentence: "30 days before the last day: e-mail to the first who can be reached". */
export const stepSentence = (step: SentenceFacts): string =>
  `${ahead(step.days_before)}: ${CHANNELS[step.channel]}${step.purpose === 'payment' ? ' about the payment' : ''} to ${RECIPIENTS[step.to]}${conditions(step)}`;

const STOPS: Readonly<Record<StopCause, string>> = {
  decided: 'decided',
  replied: 'answered',
  urgent_ticket: 'urgent ticket',
  paused: 'paused',
  left: 'left',
  bounced: 'came back',
  sent_by_hand: 'written to by hand',
  nothing_owed: 'nothing to pay',
};

/** How one stands that is planned, and that something holds back. */
export const HELD = { words: 'held back', tone: 'quiet' } as const;

/** How a reminder stands, as its badge reads. */
export function stateOf({ state, stopped_by, message }: PlannedReminder): { words: string; tone: Tone } {
  if (state === 'planned') return { words: 'planned', tone: 'progress' };
  if (state === 'skipped') return { words: 'skipped', tone: 'attention' };
  if (state === 'stopped') return { words: `stopped: ${STOPS[stopped_by ?? 'paused']}`, tone: 'quiet' };
  if (message?.state === 'failed') return { words: 'not delivered', tone: 'bad' };
  return message?.state === 'queued' ? { words: 'on its way', tone: 'attention' } : { words: 'sent', tone: 'good' };
}
