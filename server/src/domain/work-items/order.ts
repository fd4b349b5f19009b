import type { WorkGroup } from '@desk/contract/rules/next-action';
import { addDays, daysBetween } from '../../platform/time/days.ts';
import type { Next } from './facts.ts';

const WEEKDAYS = 7;
/** 1 January 1970 was a Thursday. */
const MONDAY = '1970-01-05';

/** The Sunday of the week in which a day lies. */
export const endOfWeek = (day: string): string =>
  addDays(day, WEEKDAYS - 1 - (((daysBetween(MONDAY, day) % WEEKDAYS) + WEEKDAYS) % WEEKDAYS));

/** When something is to be done, as a list shows it. */
export function groupOf(
  { day, isLate, waitingFor }: Pick<Next, 'day' | 'isLate' | 'waitingFor'>,
  today: string,
): WorkGroup {
  if (isLate) return 'overdue';
  if (waitingFor !== null) return 'waiting';
  if (day <= today) return 'today';
  return day <= endOfWeek(today) ? 'week' : 'later';
}

interface Stake {
  /** Of a year; null: no price is known. */
  readonly value: number | null;
  readonly currency: string;
  /** Until the last safe day, or the end of the term; below 0: it has passed. */
  readonly daysLeft: number;
}

/** What a renewal is worth on average, in each currency. */
export function averages(stakes: readonly Pick<Stake, 'value' | 'currency'>[]): ReadonlyMap<string, number> {
  const sums = new Map<string, { sum: number; count: number }>();
  for (const { value, currency } of stakes) {
    if (value === null) continue;
    const { sum, count } = sums.get(currency) ?? { sum: 0, count: 0 };
    sums.set(currency, { sum: sum + value, count: count + 1 });
  }
  return new Map([...sums].map(([currency, { sum, count }]) => [currency, sum / count]));
}

/**
 * How urgent something is: money at stake × nearness of the last safe day. Money counts by the average of its own currency, for
 * dollars do not compare with rupees; what has no price counts as the average.
 */
export function urgencyOf({ value, currency, daysLeft }: Stake, average: ReadonlyMap<string, number>): number {
  const usual = average.get(currency) ?? 0;
  const money = value === null || usual === 0 ? 1 : value / usual;
  return money / (1 + Math.max(0, daysLeft));
}
