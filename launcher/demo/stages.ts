import { CONFIRMING } from '../../contract/src/follow-up.ts';
import { RenewalStatus } from '../../contract/src/words/lists.ts';
import { daysBetween } from '../../server/src/platform/time/days.ts';
import type { SeededRandom } from '../../simulators/world/seeded-random.ts';
import type { Holding } from './portfolio.ts';
import type { RenewalRow } from './rows.ts';
import type { Status } from './status-form.ts';

/** How far the team has come with a renewal. */
export type Stage = {
  isAssigned: boolean;
  /** Comments before a status was saved. */
  talks: number;
  isReminded: boolean;
  status: Status | null;
};

const UNTOUCHED: Stage = { isAssigned: false, talks: 0, isReminded: false, status: null };

const afterwards = (random: SeededRandom): Status =>
  random.weighted<Status>([
    [70, 'Confirmation Received'],
    [8, 'Upgrade'],
    [7, 'Partial Upgrade'],
    [6, 'Mid Term Upgrade'],
    [5, 'Extension'],
    [4, 'In Discussion'],
  ]);

const beforehand = (random: SeededRandom): Status =>
  random.weighted<Status>([
    [55, 'In Discussion'],
    [28, 'Confirmation Received'],
    [7, 'Upgrade'],
    [5, 'Extension'],
    [5, 'Lost'],
  ]);

const leaving = (random: SeededRandom): Status =>
  random.weighted<Status>([
    [5, 'Lost'],
    [2, 'Suspended'],
    [2, 'Moved to O365'],
    [1, 'Move To Axima'],
  ]);

/** Deals out the stages of the work; in this month each status there is stands on some renewal. */
export function makeStages(today: string, random: SeededRandom) {
  const month = today.slice(0, 7);
  const wanted = [...RenewalStatus.options];
  /** The status for the plan: flexible plans are confirmed with a word of their own. */
  const fitting = (status: Status, { subscription: { planName } }: Holding): Status =>
    planName === 'FLEXIBLE' && (CONFIRMING as readonly string[]).includes(status)
      ? 'Confirmation received for flex'
      : status;

  const ofThisMonth = (renewal: RenewalRow, holding: Holding): Stage => {
    const isOver = renewal.termEnd < today;
    if (isOver && holding.isCancelled) return { isAssigned: true, talks: 2, isReminded: true, status: leaving(random) };
    if (random.chance(0.12)) return { ...UNTOUCHED, isAssigned: random.chance(0.4) };
    const status = wanted.shift() ?? (isOver ? afterwards(random) : beforehand(random));
    const isUndecided = !isOver && random.chance(0.25) && wanted.length === 0;
    return {
      isAssigned: true,
      talks: random.between(1, 3),
      isReminded: random.chance(0.5),
      status: isUndecided ? null : fitting(status, holding),
    };
  };

  const ahead = (days: number, holding: Holding): Stage => {
    const [touched, decided] = days <= 45 ? [0.5, 0.5] : days <= 90 ? [0.2, 0.25] : [0.05, 0.2];
    if (!random.chance(touched)) return { ...UNTOUCHED, isAssigned: random.chance(days <= 90 ? 0.8 : 0.45) };
    const status = random.chance(decided)
      ? fitting(days <= 90 ? beforehand(random) : 'Mid Term Upgrade', holding)
      : null;
    return { isAssigned: true, talks: random.between(1, 2), isReminded: days <= 45 && random.chance(0.3), status };
  };

  return (renewal: RenewalRow, holding: Holding): Stage => {
    const { state, closedBecause, termEnd } = renewal;
    if (closedBecause === 'ended')
      return { isAssigned: true, talks: random.between(1, 3), isReminded: true, status: leaving(random) };
    if (state === 'closed') {
      const status = fitting(afterwards(random), holding);
      return { isAssigned: true, talks: random.between(0, 2), isReminded: random.chance(0.3), status };
    }
    return termEnd.startsWith(month) || termEnd < today
      ? ofThisMonth(renewal, holding)
      : ahead(daysBetween(today, termEnd), holding);
  };
}
