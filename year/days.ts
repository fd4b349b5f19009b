import { addDays, calendarOf, type CalendarRules } from './oracle/calendar.ts';

/** The business's calendar, as its people know it. */
export type Days = ReturnType<typeof daysOf>;

export function daysOf(rules: CalendarRules) {
  const { dayOf, isBusinessDay, lastSafeDay, back, businessDays } = calendarOf(rules);
  const forward = (day: string, count: number): string => {
    let [at, left] = [day, count];
    while (left > 0) {
      at = addDays(at, 1);
      if (isBusinessDay(at)) left -= 1;
    }
    return at;
  };
  const lasts = new Map<number, string>();
  return {
    today: dayOf,
    isBusinessDay,
    businessDays,
    /** Of a term that ends then. */
    lastSafeDay: (endsAt: number): string => {
      const known = lasts.get(endsAt) ?? lastSafeDay(endsAt);
      lasts.set(endsAt, known);
      return known;
    },
    businessBefore: back,
    businessAfter: forward,
  };
}
