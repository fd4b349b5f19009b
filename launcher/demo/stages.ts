import { CONFIRMING } from '../../contract/src/follow-up.ts';
import { RenewalStatus } from '../../contract/src/words/lists.ts';
import { daysBetween } from '../../server/src/platform/time/days.ts';
import type { Dice } from '../../simulators/world/dice.ts';
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

const afterwards = (dice: Dice): Status =>
  dice.weighted<Status>([
    [70, 'Confirmation Received'],
    [8, 'Upgrade'],
    [7, 'Partial Upgrade'],
    [6, 'Mid Term Upgrade'],
    [5, 'Extension'],
    [4, 'In Discussion'],
  ]);

const beforehand = (dice: Dice): Status =>
  dice.weighted<Status>([
    [55, 'In Discussion'],
    [28, 'Confirmation Received'],
    [7, 'Upgrade'],
    [5, 'Extension'],
    [5, 'Lost'],
  ]);

const leaving = (dice: Dice): Status =>
  dice.weighted<Status>([
    [5, 'Lost'],
    [2, 'Suspended'],
    [2, 'Moved to O365'],
    [1, 'Move To Axima'],
  ]);

/** Deals out the stages of the work; in this month each status there is stands on some renewal. */
export function makeStages(today: string, dice: Dice) {
  const month = today.slice(0, 7);
  const wanted = [...RenewalStatus.options];
  /** The status for the plan: flexible plans are confirmed with a word of their own. */
  const fitting = (status: Status, { subscription: { planName } }: Holding): Status =>
    planName === 'FLEXIBLE' && (CONFIRMING as readonly string[]).includes(status)
      ? 'Confirmation received for flex'
      : status;

  const ofThisMonth = (renewal: RenewalRow, holding: Holding): Stage => {
    const isOver = renewal.termEnd < today;
    if (isOver && holding.isCancelled) return { isAssigned: true, talks: 2, isReminded: true, status: leaving(dice) };
    if (dice.chance(0.12)) return { ...UNTOUCHED, isAssigned: dice.chance(0.4) };
    const status = wanted.shift() ?? (isOver ? afterwards(dice) : beforehand(dice));
    const isUndecided = !isOver && dice.chance(0.25) && wanted.length === 0;
    return {
      isAssigned: true,
      talks: dice.between(1, 3),
      isReminded: dice.chance(0.5),
      status: isUndecided ? null : fitting(status, holding),
    };
  };

  const ahead = (days: number, holding: Holding): Stage => {
    const [touched, decided] = days <= 45 ? [0.5, 0.5] : days <= 90 ? [0.2, 0.25] : [0.05, 0.2];
    if (!dice.chance(touched)) return { ...UNTOUCHED, isAssigned: dice.chance(days <= 90 ? 0.8 : 0.45) };
    const status = dice.chance(decided) ? fitting(days <= 90 ? beforehand(dice) : 'Mid Term Upgrade', holding) : null;
    return { isAssigned: true, talks: dice.between(1, 2), isReminded: days <= 45 && dice.chance(0.3), status };
  };

  return (renewal: RenewalRow, holding: Holding): Stage => {
    const { state, closedBecause, termEnd } = renewal;
    if (closedBecause === 'ended')
      return { isAssigned: true, talks: dice.between(1, 3), isReminded: true, status: leaving(dice) };
    if (state === 'closed') {
      const status = fitting(afterwards(dice), holding);
      return { isAssigned: true, talks: dice.between(0, 2), isReminded: dice.chance(0.3), status };
    }
    return termEnd.startsWith(month) || termEnd < today
      ? ofThisMonth(renewal, holding)
      : ahead(daysBetween(today, termEnd), holding);
  };
}
