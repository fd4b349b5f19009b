import type { AlertStep } from '@desk/contract/rules/deadline';
import { addDays } from '../../platform/time/days.ts';
import { businessDayFrom, type Holidays } from '../calendar/business-days.ts';
import type { Draft } from '../work-items/approvers.ts';
import type { Team } from './team.ts';

/** The steps: so many days before the last safe day, and who is told then. The newest last. */
const ALERT_STEPS: readonly { readonly alertStep: AlertStep; readonly days: number }[] = [
  { alertStep: '30', days: 30 },
  { alertStep: '10', days: 10 },
  { alertStep: '3', days: 3 },
  { alertStep: 'manager', days: 3 },
  { alertStep: 'team', days: 0 },
];

/**
 * So many days before the last safe day it is told apart that what was decided cannot be set, or waits for a second person: it may have been told
 * of as undecided before, and to others than those who can approve it.
 */
const APART_DAYS = 3;

/** As many days ahead as anybody is told. */
export const LONGEST_AHEAD = 30;

/** The steps that have come by a business day, the newest last: one that falls on days off comes before them, not after. */
export const alertStepsBy = (lastSafeDay: string, today: string, holidays: Holidays): AlertStep[] =>
  ALERT_STEPS.filter(({ days }) => hasCome(lastSafeDay, days, today, holidays)).map(({ alertStep }) => alertStep);

const hasCome = (lastSafeDay: string, days: number, today: string, holidays: Holidays): boolean =>
  addDays(lastSafeDay, -days) < businessDayFrom(addDays(today, 1), holidays);

/** Who is told in the place of somebody: whoever sees their work today, else the managers. */
function insteadOf(id: number | null, { assigneeOf, managers }: Team): readonly number[] {
  const assignee = id === null ? null : assigneeOf(id);
  return assignee === null ? managers : [assignee];
}

function audienceOf(alertStep: AlertStep, owner: number | null, team: Team): readonly number[] {
  if (alertStep === 'team') return team.members;
  if (alertStep !== 'manager' || owner === null) return insteadOf(owner, team);
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
  /** What waits for a second person; null: nothing does. */
  readonly toApprove: Draft | null;
}

export interface Alert {
  readonly deadlineId: number;
  readonly alertStep: AlertStep;
  readonly accountId: number;
}

/** The owner and the manager, or who stands for them. */
const both = (owner: number | null, team: Team): readonly number[] => [
  ...new Set([...insteadOf(owner, team), ...audienceOf('manager', owner, team)]),
];

/** Who is to have been told what by today: of each deadline a person is told the newest step, and beside it that it is blocked, or waits for them. */
export function alertsBy(about: Alerting, today: string, team: Team, holidays: Holidays): Alert[] {
  const { deadlineId, lastSafeDay, owner, isStuck, toApprove } = about;
  const newest = new Map<number, AlertStep>();
  for (const alertStep of alertStepsBy(lastSafeDay, today, holidays))
    for (const accountId of audienceOf(alertStep, owner, team)) newest.set(accountId, alertStep);
  const alerts = [...newest].map(([accountId, alertStep]): Alert => ({ deadlineId, alertStep, accountId }));
  if (!hasCome(lastSafeDay, APART_DAYS, today, holidays)) return alerts;
  const apart = (alertStep: AlertStep, ids: readonly number[]) =>
    ids.map((accountId): Alert => ({ deadlineId, alertStep, accountId }));
  return [
    ...alerts,
    ...apart('blocked', isStuck ? both(owner, team) : []),
    ...apart('approve', toApprove === null ? [] : team.approversOf(toApprove)),
  ];
}
