import type { Holiday } from '@desk/contract/renewal-work/deadlines';
import type { IndianState } from '@desk/contract/rules/indian-states';

/** Days that are off by law, of whatever year is asked about. */
export interface PublicDays {
  readonly ofYear: (year: number) => readonly Holiday[];
  readonly has: (day: string) => boolean;
}

const NONE: PublicDays = { ofYear: () => [], has: () => false };
const INDIA: readonly string[] = ['Asia/Kolkata', 'Asia/Calcutta'];

interface Year {
  readonly listed: readonly Holiday[];
  readonly days: ReadonlySet<string>;
}
/** By state and year: rules of a calendar are worked out once, and never change while a process runs. */
const known = new Map<string, Year>();

/**
 * The public holidays of India and of one of its states, by `date-holidays`; none where the business is elsewhere and names no state.
 * The library has the rules of every country and takes a while to load, so it is loaded when somebody first asks.
 */
export async function publicDaysOf(state: IndianState | null, timeZone: string): Promise<PublicDays> {
  if (state === null && !INDIA.includes(timeZone)) return NONE;
  const { default: Library } = await import('date-holidays');
  const reckoned = (year: number): Year => {
    const calendar = state === null ? new Library('IN') : new Library('IN', state);
    const found = calendar.getHolidays(year, 'en').filter(({ type }) => type === 'public');
    const names = new Map<string, string>();
    // Two may fall on one day.
    for (const { date, name } of found) {
      const day = date.slice(0, 10);
      const other = names.get(day);
      names.set(day, other === undefined ? name : `${other}, ${name}`);
    }
    return { listed: [...names].map(([day, name]) => ({ day, name })), days: new Set(names.keys()) };
  };
  const yearOf = (year: number): Year => {
    const key = `${state ?? ''} ${year}`;
    const found = known.get(key) ?? reckoned(year);
    known.set(key, found);
    return found;
  };
  return { ofYear: (year) => yearOf(year).listed, has: (day) => yearOf(Number(day.slice(0, 4))).days.has(day) };
}
