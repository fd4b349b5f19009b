/** Days are `yyyy-mm-dd`, instants milliseconds since 1970. Written from the definition, not from the product. */
const DAY = 86_400_000;
/** No zone is off UTC by anything but whole quarters of an hour: within one the day does not change. */
const QUARTER = 900_000;

const midnightUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayInUtc = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The day that lies `count` days after another, before it where negative. */
export const addDays = (day: string, count: number): string => dayInUtc(midnightUtc(day) + count * DAY);

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(midnightUtc(day)).getUTCDay() + 6) % 7));

/** What the days of a business are counted by. */
export interface CalendarRules {
  readonly timeZone: string;
  /** Business days before the end of a term that approving and placing may take. */
  readonly lead: number;
  readonly holidays: readonly string[];
}

export interface Calendar {
  /** The business day of an instant. */
  readonly dayOf: (at: number) => string;
  /** `hh:mm` of an instant in the business's zone. */
  readonly timeOf: (at: number) => string;
  /** The first instant of a day. */
  readonly startOf: (day: string) => number;
  /** The first instant after a day. */
  readonly endOf: (day: string) => number;
  readonly isBusinessDay: (day: string) => boolean;
  /** The business day that lies `count` of them before a day, which is not counted itself. */
  readonly back: (day: string, count: number) => string;
  /** Business days after `from`, up to `to` and with it. */
  readonly businessDays: (from: string, to: string) => number;
  /** The day until whose end a customer decides about a term that ends in this instant. */
  readonly lastSafeDay: (endsAt: number) => string;
}

/** @throws RangeError for a zone that nobody knows. */
export function calendarOf({ timeZone, lead, holidays }: CalendarRules): Calendar {
  const off = new Set(holidays);
  const fields = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  const partsOf = (at: number): Readonly<Record<string, string>> =>
    Object.fromEntries(fields.formatToParts(at).map(({ type, value }) => [type, value]));

  const known = new Map<number, string>();
  const dayOf = (at: number): string => {
    const quarter = Math.floor(at / QUARTER);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const { year = '', month = '', day = '' } = partsOf(at);
    const named = `${year}-${month}-${day}`;
    known.set(quarter, named);
    return named;
  };
  const timeOf = (at: number): string => {
    const { hour = '', minute = '' } = partsOf(at);
    return `${hour}:${minute}`;
  };

  /** From the day before: of a zone that has no midnight on a day, the first quarter that it has. */
  const searchStart = (day: string): number => {
    let early = midnightUtc(day) - DAY;
    let late = midnightUtc(day) + DAY;
    while (late - early > QUARTER) {
      const middle = early + Math.floor((late - early) / 2 / QUARTER) * QUARTER;
      if (dayOf(middle) < day) early = middle;
      else late = middle;
    }
    return late;
  };
  const starts = new Map<string, number>();
  const startOf = (day: string): number => {
    const start = starts.get(day) ?? searchStart(day);
    starts.set(day, start);
    return start;
  };

  const isBusinessDay = (day: string): boolean => {
    const weekday = new Date(midnightUtc(day)).getUTCDay();
    return weekday !== 0 && weekday !== 6 && !off.has(day);
  };
  const back = (day: string, count: number): string => {
    let left = count;
    let reached = day;
    while (left > 0) {
      reached = addDays(reached, -1);
      if (isBusinessDay(reached)) left -= 1;
    }
    return reached;
  };
  const businessDays = (from: string, to: string): number => {
    let count = 0;
    for (let day = addDays(from, 1); day <= to; day = addDays(day, 1)) if (isBusinessDay(day)) count += 1;
    return count;
  };
  const lastSafeDay = (endsAt: number): string => {
    const [inUtc, inZone] = [dayInUtc(endsAt), dayOf(endsAt)];
    return back(inUtc < inZone ? inUtc : inZone, lead);
  };
  return {
    ...{ dayOf, timeOf, startOf, isBusinessDay, back, businessDays, lastSafeDay },
    endOf: (day) => startOf(addDays(day, 1)),
  };
}
