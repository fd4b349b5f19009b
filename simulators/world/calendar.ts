const DAY = 86_400_000;
/** India keeps one time all year: UTC + 5:30. */
const INDIA = 5.5 * 3_600_000;

const asDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const addDays = (day: string, days: number) => asDay(Date.parse(day) + days * DAY);

export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** The same day of another year; 29 February becomes the 28th where there is none. */
export function addYears(day: string, years: number): string {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0');
  const same = `${year}${day.slice(4)}`;
  // JavaScript rolls a 29 February that is not there over into March.
  return asDay(Date.parse(same)) === same ? same : `${year}-02-28`;
}

export const lastDayOfMonth = (day: string) => addDays(addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 8) + '01', -1);

/** Epoch milliseconds of the first moment of a day in India. */
export const midnightInIndia = (day: string) => Date.parse(day) - INDIA;

export const dayInIndia = (ms: number) => asDay(ms + INDIA);
