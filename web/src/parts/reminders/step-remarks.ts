import type { ReminderStep } from '@desk/contract/renewal-work/reminders';

/** The server puts it there: no mail goes without. */
const NO_LINK = 'Its text has no {link}: the button to decide by stands at the end of the mail.';
/** What is due of a person on one day is one message all the same: such steps can be meant. */
const TWICE = 'Another step asks the same people on the same day: they then stand twice in the list of a renewal.';

/** Whether a renewal can fulfil both conditions; an empty one is for all. */
const meet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === 0 || other.length === 0 || one.some((value) => other.includes(value));

const SAME = ['days_before', 'to', 'channel', 'purpose'] as const satisfies readonly (keyof ReminderStep)[];
const asksTwice = (one: ReminderStep, other: ReminderStep): boolean =>
  SAME.every((field) => one[field] === other[field]) &&
  meet(one.outcomes, other.outcomes) &&
  meet(one.segments, other.segments);

/** What is to be known of a step among the others of its policy; it can be saved all the same. */
export function stepRemarks(step: ReminderStep, all: readonly ReminderStep[]): readonly string[] {
  const { purpose, channel, text } = step;
  const isWithoutLink = purpose === 'decision' && channel === 'Email' && !text.includes('{link}');
  return [
    ...(isWithoutLink ? [NO_LINK] : []),
    ...(all.some((other) => other !== step && asksTwice(step, other)) ? [TWICE] : []),
  ];
}
