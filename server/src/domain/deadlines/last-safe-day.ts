import { dayIn } from '../../platform/time/days.ts';
import { businessDayFrom, businessDaysBefore, type Calendar } from '../calendar/business-days.ts';

/**
 * The day by which a provider's instant has to be reckoned with: providers mean UTC, people their own day, and the earlier of both is
 * the one on which it may have happened.
 */
export function endDay(at: Date, timeZone: string): string {
  const [utc, ours] = [dayIn('UTC', at), dayIn(timeZone, at)];
  return utc < ours ? utc : ours;
}

/** By calendar, for as long as it is used: terms of thousands end on a few hundred days. */
const counted = new WeakMap<Calendar, Map<string, string>>();

/** The last day on which a decision can still be approved and placed in time. Customers decide until its end. */
export function lastSafeDay(at: Date, calendar: Calendar): string {
  const { timeZone, lead, holidays } = calendar;
  const end = endDay(at, timeZone);
  const days = counted.get(calendar) ?? new Map<string, string>();
  counted.set(calendar, days);
  const day = days.get(end) ?? businessDaysBefore(end, lead, holidays);
  days.set(end, day);
  return day;
}

/** The day on which something is due once a provider's instant has come: the business day of it, or the first one after it. */
export const dueDay = (at: Date, { timeZone, holidays }: Calendar): string =>
  businessDayFrom(dayIn(timeZone, at), holidays);
