import { daysBetween } from '../../platform/time/days.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** From so many days away on, a day and a month alone could be those of this year. */
const HALF_A_YEAR = 182;

/** A day within a sentence that is read `today`: `14 Jan`, and with its year where that is more than half a year away. */
export function shortDay(day: string, today: string): string {
  const words = `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''}`;
  return Math.abs(daysBetween(today, day)) > HALF_A_YEAR ? `${words} ${day.slice(0, 4)}` : words;
}
