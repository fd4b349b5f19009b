import type { ReminderPurpose } from '@desk/contract/words/reach';
import { addDays } from '../../platform/time/days.ts';
import { businessDayFrom, businessDaysBefore, isBusinessDay, type Holidays } from '../calendar/business-days.ts';

/** Customers are written to on business days between these minutes of the business's day. */
const OPENS_AT = 9 * 60;
export const CLOSES_AT = 18 * 60;

/** Whether customers may be written to at a minute of a day. */
export const isQuiet = (day: string, minutes: number, holidays: Holidays): boolean =>
  minutes < OPENS_AT || minutes >= CLOSES_AT || !isBusinessDay(day, holidays);

/** Minutes from now until customers may be written to again; 0: now. */
export function minutesOfQuiet(day: string, minutes: number, holidays: Holidays): number {
  if (!isQuiet(day, minutes, holidays)) return 0;
  const next = businessDayFrom(minutes < OPENS_AT ? day : addDays(day, 1), holidays);
  const days = Math.round((Date.parse(next) - Date.parse(day)) / 86_400_000);
  return days * 24 * 60 + OPENS_AT - minutes;
}

/** The day on which a step is due: so many days before the last one, the next business day where nobody works, and never after it. */
export function dueDay(lastDay: string, daysBefore: number, holidays: Holidays): string {
  const due = businessDayFrom(addDays(lastDay, -daysBefore), holidays);
  if (due <= lastDay) return due;
  return businessDaysBefore(addDays(lastDay, 1), 1, holidays);
}

/** So many days after its own a step still goes out. */
const GRACE_DAYS = 2;

/** The last day on which what was due then may go: two days later, the business day after those where they end on a day off. */
const lastOfGrace = (dueOn: string, holidays: Holidays): string =>
  businessDayFrom(addDays(dueOn, GRACE_DAYS), holidays);
export const isTooLate = (dueOn: string, today: string, holidays: Holidays): boolean =>
  today > lastOfGrace(dueOn, holidays);

interface Claimed {
  readonly purpose: ReminderPurpose;
  readonly dueOn: string;
  readonly lastDay: string;
}

/**
 * The day at whose closing hour a message of these steps is too late: when the first of them is past its grace, which begins today for
 * what waited for something to be paid, or cannot be decided any more.
 */
export const expiryDay = (steps: readonly Claimed[], today: string, holidays: Holidays): string =>
  steps
    .flatMap(({ purpose, dueOn, lastDay }) => [lastOfGrace(purpose === 'payment' ? today : dueOn, holidays), lastDay])
    .toSorted()[0] ?? '';
