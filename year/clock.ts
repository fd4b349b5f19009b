import { midnightInIndia } from '../simulators/world/calendar.ts';
import { addDays } from './oracle/calendar.ts';
import { FIRST_DAY } from './world/make-world.ts';

const MINUTE = 60_000;

/** The day of a run, counted from 0. */
export const dayAt = (count: number): string => addDays(FIRST_DAY, count);

/** An instant of a day of the business, `hh:mm`. */
export function instantOf(day: string, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return midnightInIndia(day) + (hours * 60 + minutes) * MINUTE;
}
