import type { KeyedRandom } from '../keyed-random.ts';

/** What goes wrong with external and machines on one day. Drawn by the day alone, so that no order of calls matters. */
export interface FaultsOfDay {
  /** Google answers nothing but that it is unavailable: while people work, or the whole day. */
  readonly provider: 'up' | 'down while people work' | 'down all day';
  /** The mail server takes nothing from the night until the afternoon. */
  readonly isMailDown: boolean;
  /** The node is killed in the middle of its night's work. */
  readonly isNodeKilled: boolean;
  /** The database is restarted before people come. */
  readonly isDatabaseRestarted: boolean;
  /** The machine's clock is set ahead by so many minutes. */
  readonly clockStep: number;
}

const KILLS_A_YEAR = 12;
const DAYS_OF_YEAR = 365;
/** In the days in which most terms end. */
const FULL_DAY_OUTAGE = 66;
const OUTAGE = 37;
const MAIL_DOWN = 45;
const RESTART = 51;
const STEP = { on: 24, minutes: 20 } as const;

export function faultsOf(random: KeyedRandom, day: number): FaultsOfDay {
  const inYear = day % DAYS_OF_YEAR;
  const down = inYear === FULL_DAY_OUTAGE ? 'down all day' : inYear === OUTAGE ? 'down while people work' : 'up';
  return {
    provider: down,
    isMailDown: inYear === MAIL_DOWN,
    isNodeKilled: random.happens(KILLS_A_YEAR / DAYS_OF_YEAR, 'node killed', day) || inYear === 9,
    isDatabaseRestarted: inYear === RESTART,
    clockStep: inYear === STEP.on ? STEP.minutes : 0,
  };
}

/** How one call about one subscription goes wrong on a day, and of which kind it is; undefined: none does. */
export const callFaultOf = (random: KeyedRandom, subscriptionId: string, day: number) =>
  random.weighted(
    [
      [82, undefined],
      [5, { kind: 'applied-but-answer-lost', isOfWrites: true }],
      [10, { kind: 'answered-but-not-applied', isOfWrites: true }],
      [1, { kind: 'unavailable', isOfWrites: false }],
      [1, { kind: 'quotaExceeded-503', isOfWrites: false }],
      [1, { kind: 'reset', isOfWrites: false }],
    ] as const,
    'call',
    subscriptionId,
    day,
  );
