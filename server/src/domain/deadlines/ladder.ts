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

/** As many days ahead as anybody is told. */
export const LONGEST_AHEAD = 30;

/** The rungs that have come by a business day, the newest last: one that falls on days off comes before them, not after. */
export function rungsBy(lastSafeDay: string, today: string, holidays: Holidays): Rung[] {
  const next = businessDayFrom(addDays(today, 1), holidays);
  return LADDER.filter(({ days }) => addDays(lastSafeDay, -days) < next).map(({ rung }) => rung);
}

/** Who is told in the place of somebody: whoever sees their work today, else the managers. */
function insteadOf(id: number | null, { seerOf, managers }: Team): readonly number[] {
  const seer = id === null ? null : seerOf(id);
  return seer === null ? managers : [seer];
}

function audienceOf(rung: Rung, owner: number | null, team: Team): readonly number[] {
  if (rung === 'team') return team.members;
  if (rung !== 'manager' || owner === null) return insteadOf(owner, team);
  return insteadOf(team.managerOf(owner), team).filter((id) => id !== owner);
}

export interface Alerting {
  readonly deadlineId: number;
  readonly lastSafeDay: string;
  /** Who has the renewal; null: nobody. */
  readonly owner: number | null;
}

export interface Alert {
  readonly deadlineId: number;
  readonly rung: Rung;
  readonly accountId: number;
}

/** Who is to have been told what by today: of each deadline a person is told the newest rung alone. */
export function alertsBy({ deadlineId, lastSafeDay, owner }: Alerting, today: string, team: Team, holidays: Holidays) {
  const newest = new Map<number, Rung>();
  for (const rung of rungsBy(lastSafeDay, today, holidays))
    for (const accountId of audienceOf(rung, owner, team)) newest.set(accountId, rung);
  return [...newest].map(([accountId, rung]): Alert => ({ deadlineId, rung, accountId }));
}
