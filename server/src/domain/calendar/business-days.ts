import { addDays } from '../../platform/time/days.ts';

/** Days on which nobody works, `yyyy-mm-dd`; Saturdays and Sundays beside. A set, or what is worked out for the year of a day. */
export type Holidays = Pick<ReadonlySet<string>, 'has'>;

/** The business's days, and how far ahead of an end it decides. */
export interface Calendar {
  /** Of the business: whose days people work by. */
  readonly timeZone: string;
  /** Business days before the end that approving and placing may take. */
  readonly lead: number;
  readonly holidays: Holidays;
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const weekday = (day: string): (typeof DAYS)[number] => DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'sunday';

export const isBusinessDay = (day: string, holidays: Holidays): boolean =>
  !['saturday', 'sunday'].includes(weekday(day)) && !holidays.has(day);

/** As far as is looked for a day on which somebody works: whoever lists more holidays in a row than that has listed them by mistake. */
const LONGEST = 60;

/** The business day that lies `count` business days before a day; the day itself is not counted, whether it is one or not. */
export function businessDaysBefore(day: string, count: number, holidays: Holidays): string {
  let [found, at] = [0, day];
  for (let rest = LONGEST; found < count && rest > 0;) {
    at = addDays(at, -1);
    if (isBusinessDay(at, holidays)) [found, rest] = [found + 1, LONGEST];
    else rest -= 1;
  }
  return at;
}

/** The first business day on or after a day. */
export function businessDayFrom(day: string, holidays: Holidays): string {
  let at = day;
  for (let rest = LONGEST; rest > 0 && !isBusinessDay(at, holidays); rest -= 1) at = addDays(at, 1);
  return at;
}

/** Business days from one day to a later one: the first not counted, the last counted. 0 where it is not later. */
export function businessDaysBetween(from: string, to: string, holidays: Holidays): number {
  let count = 0;
  for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isBusinessDay(day, holidays)) count += 1;
  return count;
}

const NONE: Holidays = { has: () => false };

/** The first day on or after a day that is no weekend: what stands on one would be late on Monday. */
export const weekdayFrom = (day: string): string => businessDayFrom(day, NONE);
