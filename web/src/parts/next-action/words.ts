import type { NextActionKind } from '@desk/contract/rules/next-action';
import { longDate } from '../../kit/text/format.ts';

/** What can be planned, as it is chosen. */
export const PLANNED_KINDS: Readonly<Record<NextActionKind, string>> = {
  call: 'Call',
  quote: 'Send a quote',
  invoice: 'Send an invoice',
  purchase_order: 'Purchase order',
  decide: 'Decide',
  wait: 'Wait for the customer',
  other: 'Something else',
};
export const PLANNED_OPTIONS = (Object.keys(PLANNED_KINDS) as NextActionKind[]).map((value) => ({
  value,
  label: PLANNED_KINDS[value],
}));

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
const weekdayOf = (day: string): string => WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
/** "Fri 27 Nov". */
export const weekdayAndDay = (day: string): string => `${weekdayOf(day)} ${longDate(day).slice(0, -5)}`;

const DAY_MS = 86_400_000;
export const daysLater = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Usual days to put something off to. */
export const soon = (today: string) => [
  ['Tomorrow', daysLater(today, 1)] as const,
  ['In 3 days', daysLater(today, 3)] as const,
  ['In a week', daysLater(today, 7)] as const,
  ['In two weeks', daysLater(today, 14)] as const,
];
