import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { addDays, dayIn } from '../../server/src/platform/time/days.ts';
import type { SeededRandom } from '../../simulators/world/seeded-random.ts';

const isSunday = (day: string): boolean => new Date(`${day}T00:00:00Z`).getUTCDay() === 0;

export const earlier = (one: string, other: string): string => (one < other ? one : other);
export const later = (one: string, other: string): string => (one > other ? one : other);

/** A moment of a working day in India, Monday to Saturday, ten to half past six. */
export function atWork(day: string, random: SeededRandom): Date {
  const open = isSunday(day) ? addDays(day, -1) : day;
  const minute = random.between(0, 510);
  return new Date(Date.parse(`${open}T10:00:00+05:30`) + minute * 60_000 + random.between(0, 59_000));
}

/** The night's moment at which the sync runs. */
export const atNight = (day: string): Date => new Date(`${day}T02:10:00+05:30`);

/** When the office closed on the day before. */
export const eveningBefore = (day: string): Date => new Date(`${addDays(day, -1)}T18:30:00+05:30`);

export const dayOf = (instant: Date): string => dayIn(STANDARD_BUSINESS.timeZone, instant);
