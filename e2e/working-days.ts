import { STANDARD_BUSINESS } from '@desk/contract/rules/business';

const DAY = 86_400_000;

/** The day of an instant in India, `yyyy-mm-dd`. */
export const dayOf = (instant: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: STANDARD_BUSINESS.timeZone }).format(instant);
/** An instant of a day in India, `hh:mm`. */
export const at = (day: string, time: string): number => Date.parse(`${day}T${time}:00+05:30`);
const isWeekend = (day: string): boolean => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());

export function workingDayAfter(day: string): string {
  let next = dayOf(at(day, '12:00') + DAY);
  while (isWeekend(next)) next = dayOf(at(next, '12:00') + DAY);
  return next;
}

/** The next working day: to a browser, sessions of a server that is behind would be over. */
export const nextWorkingDay = (): string => workingDayAfter(dayOf(Date.now()));
