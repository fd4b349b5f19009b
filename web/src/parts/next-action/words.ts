import type { NextActionKind } from '@desk/contract/rules/next-action';

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

const DAY_MS = 86_400_000;
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const daysLater = (day: string, days: number): string =>
  new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10);

/** The first day so many days later or after that on which somebody works. `off`: holidays; nobody works at weekends either. */
export function workDayLater(day: string, days: number, off: readonly string[]): string {
  const found = daysLater(day, days);
  const isOff = [0, 6].includes(new Date(timeOf(found)).getUTCDay()) || off.includes(found);
  return isOff ? workDayLater(found, 1, off) : found;
}

/** Usual days to put something off to. */
export const soon = (today: string, off: readonly string[]) => [
  ['Next working day', workDayLater(today, 1, off)] as const,
  ['In 3 days', workDayLater(today, 3, off)] as const,
  ['In a week', workDayLater(today, 7, off)] as const,
  ['In two weeks', workDayLater(today, 14, off)] as const,
];
