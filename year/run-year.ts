import { messageOf } from '../launcher/trouble.ts';
import { dayAt, instantOf } from './clock.ts';
import { openYear, TIME_ZONE, type Year } from './open-year.ts';
import type { Run } from './oracle/seen.ts';
import { mend, theNight } from './the-night.ts';
import { evenings, type Evenings } from './the-evening.ts';
import { faultsOf, type FaultsOfDay } from './world/faults.ts';
import { FIRST_DAY } from './world/make-world.ts';

export interface RunOptions {
  readonly seed: number;
  readonly domains: number;
  readonly days: number;
  readonly workers: number;
  readonly nodes: number;
  readonly isAsleep: boolean;
  /** The server's bundle. */
  readonly main: string;
  /** Called after each day. */
  readonly progress: (day: string, count: number) => void;
}

/** A day that could not be played to its end, which is a fault of the run itself. */
export class DayFailed extends Error {}

/** So many of the last days nothing is counted in: what ended then has not settled. */
const TAIL_OF_QUARTER = 7;
const DAYS_OF_YEAR = 365;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const TAIL_OF_YEAR = 75;
const tailOf = (days: number): number => (days >= DAYS_OF_YEAR ? TAIL_OF_YEAR : TAIL_OF_QUARTER);

/** What failed is tried again by the desk within minutes, not when the clock is next turned by hours. */
async function tryAgain({ external, turn, desk }: Year, today: string): Promise<void> {
  if (external.google.faults.taken() === 0) return;
  for (const time of ['10:31', '10:36', '10:45']) {
    await turn(instantOf(today, time));
    await desk.work();
  }
}

async function workingHours(year: Year, today: string, looking: Evenings, isAsleep: boolean): Promise<void> {
  const { turn, desk, customers, staff, watch } = year;
  if (!isAsleep) await customers.decideByThemselves(watch.running(), today);
  // What somebody has decided is no more on its way then.
  await turn(instantOf(today, '09:40'));
  await desk.work();
  await looking.readMails();
  await turn(instantOf(today, '10:30'));
  if (!isAsleep) await staff.work(today);
  await desk.work();
  await looking.readMails();
  await tryAgain(year, today);
  await turn(instantOf(today, '14:30'));
  if (!isAsleep) await staff.approve(today);
  await desk.work();
  await looking.readMails();
}

async function aDay(year: Year, count: number, looking: Evenings, isAsleep: boolean): Promise<void> {
  const { turn, desk, chance, days } = year;
  const today = dayAt(count);
  const faults: FaultsOfDay = faultsOf(chance, count);
  await theNight(year, today, count, faults);
  year.refresh();
  if (days.isBusinessDay(today)) {
    await turn(instantOf(today, '08:35'));
    await desk.work('scheduled');
    await looking.readMails();
    await turn(instantOf(today, '09:30'));
    await workingHours(year, today, looking, isAsleep);
  }
  mend(year, faults);
  await turn(instantOf(today, '19:30'));
  await desk.work('scheduled');
  await looking.look(today);
}

/** Days that a run of so many takes, with what follows a whole year. */
export const daysPlayed = (days: number): number => days + (days >= DAYS_OF_YEAR ? TAIL_OF_YEAR : 0);

/** One year, or less of it, of a desk with its customers, its people and its external services. */
export async function runYear(options: RunOptions): Promise<Run> {
  const { seed, domains, days, isAsleep, progress } = options;
  const year = await openYear(options);
  // The server ends with this process; PostgreSQL does not.
  const stop = (): void => void year.close().finally(() => process.exit(130));
  for (const name of SIGNALS) process.once(name, stop);
  try {
    const looking = evenings(year);
    const all = daysPlayed(days);
    for (let count = 1; count <= all; count += 1) {
      await aDay(year, count, looking, isAsleep).catch((cause: unknown) => {
        throw new DayFailed(`${dayAt(count)} could not be played: ${messageOf(cause)}`, { cause });
      });
      progress(dayAt(count), count);
    }
    looking.lookLast();
    return {
      ...{ seed, domains, days },
      from: FIRST_DAY,
      countedUntil: instantOf(dayAt(all - tailOf(days)), '23:59'),
      timeZone: TIME_ZONE,
      ...{ lead: year.lead, holidays: year.holidays, seen: year.seen },
    };
  } finally {
    for (const name of SIGNALS) process.off(name, stop);
    await year.close();
  }
}
