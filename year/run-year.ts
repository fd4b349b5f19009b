import { messageOf } from '../launcher/report-error.ts';
import { dayAt, instantOf } from './clock.ts';
import { openYear, TIME_ZONE, type Year } from './open-year.ts';
import type { Run } from './oracle/seen.ts';
import { playNight, repair } from './night.ts';
import { eveningChecks, type EveningChecks } from './evening.ts';
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

/** What failed is tried again by the product within minutes, not when the clock is next turned by hours. */
async function tryAgain({ external, turn, product }: Year, today: string): Promise<void> {
  if (external.google.faults.taken() === 0) return;
  for (const time of ['10:31', '10:36', '10:45']) {
    await turn(instantOf(today, time));
    await product.work();
  }
}

async function workingHours(year: Year, today: string, checks: EveningChecks, isAsleep: boolean): Promise<void> {
  const { turn, product, customers, staff, watch } = year;
  if (!isAsleep) await customers.decideByThemselves(watch.running(), today);
  // What somebody has decided is no more on its way then.
  await turn(instantOf(today, '09:40'));
  await product.work();
  await checks.readMails();
  await turn(instantOf(today, '10:30'));
  if (!isAsleep) await staff.work(today);
  await product.work();
  await checks.readMails();
  await tryAgain(year, today);
  await turn(instantOf(today, '14:30'));
  if (!isAsleep) await staff.approve(today);
  await product.work();
  await checks.readMails();
}

async function playDay(year: Year, count: number, checks: EveningChecks, isAsleep: boolean): Promise<void> {
  const { turn, product, random, days } = year;
  const today = dayAt(count);
  const faults: FaultsOfDay = faultsOf(random, count);
  await playNight(year, today, count, faults);
  year.refresh();
  if (days.isBusinessDay(today)) {
    await turn(instantOf(today, '08:35'));
    await product.work('scheduled');
    await checks.readMails();
    await turn(instantOf(today, '09:30'));
    await workingHours(year, today, checks, isAsleep);
  }
  repair(year, faults);
  await turn(instantOf(today, '19:30'));
  await product.work('scheduled');
  await checks.look(today);
}

/** Days that a run of so many takes, with what follows a whole year. */
export const daysPlayed = (days: number): number => days + (days >= DAYS_OF_YEAR ? TAIL_OF_YEAR : 0);

/** One year, or less of it, of the product with its customers, its staff and its external services. */
export async function runYear(options: RunOptions): Promise<Run> {
  const { seed, domains, days, isAsleep, progress } = options;
  const year = await openYear(options);
  // The server ends with this process; PostgreSQL does not.
  const stop = (): void => void year.close().finally(() => process.exit(130));
  for (const name of SIGNALS) process.once(name, stop);
  try {
    const checks = eveningChecks(year);
    const all = daysPlayed(days);
    for (let count = 1; count <= all; count += 1) {
      await playDay(year, count, checks, isAsleep).catch((cause: unknown) => {
        throw new DayFailed(`${dayAt(count)} could not be played: ${messageOf(cause)}`, { cause });
      });
      progress(dayAt(count), count);
    }
    checks.lookLast();
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
