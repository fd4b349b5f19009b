import type { Rung } from '@desk/contract/rules/deadline';
import { addDays } from '../../platform/time/days.ts';
import { businessDayFrom, type Holidays } from './business-days.ts';
import type { Team } from './team.ts';

/** The ladder: so many days before the last safe day, and who is told then. The newest last. */
const LADDER: readonly { readonly rung: Rung; readonly days: number }[] = [
  { rung: '30', days: 30 },
  { rung: '10', days: 10 },
  { rung: '3', days: 3 },
  { rung: 'manager', days: 3 },
  { rung: 'team', days: 0 },
];

/** So many days before the last safe day it is told apart that what was decided cannot be set: it may have been told of as undecided before. */
const BLOCKED_DAYS = 3;

/** As many days ahead as anybody is told. */
export const LONGEST_AHEAD = 30;

/** The rungs that have come by a business day, the newest last: one that falls on days off comes before them, not after. */
export const rungsBy = (lastSafeDay: string, today: string, holidays: Holidays): Rung[] =>
  LADDER.filter(({ days }) => hasCome(lastSafeDay, days, today, holidays)).map(({ rung }) => rung);

const hasCome = (lastSafeDay: string, days: number, today: string, holidays: Holidays): boolean =>
  addDays(lastSafeDay, -days) < businessDayFrom(addDays(today, 1), holidays);

/** Who is told in the place of somebody: whoever sees their work today, else the managers. */
function insteadOf(id: number | null, { seerOf, managers }: Team): readonly number[] {
  const seer = id === null ? null : seerOf(id);
  return seer === null ? managers : [seer];
}

function audienceOf(rung: Rung, owner: number | null, team: Team): readonly number[] {
  if (rung === 'team') return team.members;
  if (rung !== 'manager' || owner === null) return insteadOf(owner, team);
  const isOther = (id: number) => id !== owner;
  const above = insteadOf(team.managerOf(owner), team).filter(isOther);
  // Who covers for their own manager is not the only one to know.
  return above.length > 0 ? above : team.managers.filter(isOther);
}

export interface Alerting {
  readonly deadlineId: number;
  readonly lastSafeDay: string;
  /** Who has the renewal; null: nobody. */
  readonly owner: number | null;
  /** What was decided cannot be set as things stand, or was changed by somebody else. */
  readonly isStuck: boolean;
}

export interface Alert {
  readonly deadlineId: number;
  readonly rung: Rung;
  readonly accountId: number;
}

/** The owner and the manager, or who stands for them. */
const both = (owner: number | null, team: Team): readonly number[] => [
  ...new Set([...insteadOf(owner, team), ...audienceOf('manager', owner, team)]),
];

/** Who is to have been told what by today: of each deadline a person is told the newest rung, and beside it that it is blocked. */
export function alertsBy(about: Alerting, today: string, team: Team, holidays: Holidays): Alert[] {
  const { deadlineId, lastSafeDay, owner, isStuck } = about;
  const newest = new Map<number, Rung>();
  for (const rung of rungsBy(lastSafeDay, today, holidays))
    for (const accountId of audienceOf(rung, owner, team)) newest.set(accountId, rung);
  const alerts = [...newest].map(([accountId, rung]): Alert => ({ deadlineId, rung, accountId }));
  if (!isStuck || !hasCome(lastSafeDay, BLOCKED_DAYS, today, holidays)) return alerts;
  return [...alerts, ...both(owner, team).map((accountId): Alert => ({ deadlineId, rung: 'blocked', accountId }))];
}
