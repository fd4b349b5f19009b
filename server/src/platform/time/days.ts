/** Calendar days as ISO text `yyyy-mm-dd`; no time zone can move them. */

const parts = (day: string): [number, number, number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8, 10)),
];
const two = (n: number) => String(n).padStart(2, '0');
const daysInMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The same day `months` later, capped to the last day of that month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = parts(day);
  const index = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(index / 12), (index % 12) + 1];
  return `${toYear}-${two(toMonth)}-${two(Math.min(date, daysInMonth(toYear, toMonth)))}`;
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** Days from `from` to `to`; negative when `to` lies before. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** First and last day of a month `yyyy-mm`. */
export const monthRange = (month: string): { from: string; to: string } => {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))];
  return { from: `${month}-01`, to: `${month}-${two(daysInMonth(year, number))}` };
};

interface Zone {
  readonly formatter: Intl.DateTimeFormat;
  /** The day of each quarter of an hour that was asked for, in quarters since 1970. */
  readonly days: Map<number, string>;
}

const zones = new Map<string, Zone>();
const zoneOf = (timeZone: string): Zone => {
  const known = zones.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const made = { formatter, days: new Map<number, string>() };
  zones.set(timeZone, made);
  return made;
};

const QUARTER_MS = 900_000;
/** Since then all clocks differ from UTC by whole quarters of an hour, and are changed at one: Newfoundland's were at a minute past midnight. */
const FROM_QUARTER = Date.UTC(2012, 0) / QUARTER_MS;
const MOST_QUARTERS = 50_000;

/**
 * The calendar day of an instant in a time zone. It is the same all through a quarter of an hour, so `Intl`, which takes a hundred times
 * as long as a map, is asked once for each.
 */
export function dayIn(timeZone: string, instant: Date): string {
  const { formatter, days } = zoneOf(timeZone);
  const quarter = Math.floor(instant.getTime() / QUARTER_MS);
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const day = formatter.format(instant);
  if (days.size >= MOST_QUARTERS) days.clear();
  if (quarter >= FROM_QUARTER) days.set(quarter, day);
  return day;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The time of the day in a time zone: `14:30`. */
export function timeIn(timeZone: string, instant: Date): string {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  clocks.set(timeZone, clock);
  return clock.format(instant);
}

/** Minutes since midnight in a time zone. */
export function minutesIn(timeZone: string, instant: Date): number {
  const [hours = 0, minutes = 0] = timeIn(timeZone, instant).split(':').map(Number);
  return hours * 60 + minutes;
}

/** A day as people here read it: DD-MM-YYYY. */
export const dayMonthYear = (day: string): string => day.split('-').reverse().join('-');
