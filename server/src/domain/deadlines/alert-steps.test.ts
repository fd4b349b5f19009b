import { expect, test } from 'vitest';
import { alertsBy, alertStepsBy } from './alert-steps.ts';
import { teamOn } from './team.ts';

const NONE = new Set<string>();

test.each([
  ['2026-10-27', []],
  ['2026-10-28', ['30']],
  ['2026-11-16', ['30']],
  ['2026-11-17', ['30', '10']],
  ['2026-11-23', ['30', '10']],
  ['2026-11-24', ['30', '10', '3', 'manager']],
  ['2026-11-26', ['30', '10', '3', 'manager']],
  ['2026-11-27', ['30', '10', '3', 'manager', 'team']],
  ['2026-11-30', ['30', '10', '3', 'manager', 'team']],
])('of a last safe day of Friday 27 November the alert steps by %s are %j', (today, steps) => {
  expect(alertStepsBy('2026-11-27', today, NONE)).toEqual(steps);
});

test('a step that falls on days off comes on the business day before them', () => {
  // Ten days before Wednesday 25 November is a Sunday.
  expect(alertStepsBy('2026-11-25', '2026-11-12', NONE)).toEqual(['30']);
  expect(alertStepsBy('2026-11-25', '2026-11-13', NONE)).toEqual(['30', '10']);
  expect(alertStepsBy('2026-11-25', '2026-11-12', new Set(['2026-11-13']))).toEqual(['30', '10']);
});

interface Somebody {
  isActive: boolean;
  isAdministrator: boolean;
  isMember: boolean;
  managerId: number | null;
  isOnLeave: boolean;
  coverId: number;
}
const [TARUN, RITIKA, MEENAL, VIKRAM, ADMIN] = [1, 2, 3, 4, 5];
const DAY = '2026-10-28';

function team(own: Record<number, Partial<Somebody>> = {}, day = DAY) {
  const managers: Record<number, number> = { [TARUN]: VIKRAM, [RITIKA]: VIKRAM, [MEENAL]: VIKRAM };
  const people = [TARUN, RITIKA, MEENAL, VIKRAM, ADMIN].map((id) => ({
    ...{ id, name: `P${id}`, email: `p${id}@desk.example`, isActive: true, isAdministrator: id === ADMIN },
    ...{ isMember: id !== ADMIN, hasDirectory: false, managerId: managers[id] ?? null, isOnLeave: false, coverId: -1 },
    ...own[id],
  }));
  const colleagues = new Map(people.map((one) => [one.id, one]));
  const leaves = people.flatMap(({ id, isOnLeave, coverId }) =>
    isOnLeave ? [{ id, accountId: id, from: day, to: day, coverId }] : [],
  );
  return teamOn(day, { colleagues, leaves }, new Set(people.flatMap(({ id, isMember }) => (isMember ? [id] : []))));
}
const alerts = (today: string, who: ReturnType<typeof team>, owner: number | null, isStuck: boolean) =>
  alertsBy({ deadlineId: 7, lastSafeDay: '2026-11-27', owner, isStuck, toApprove: null }, today, who, NONE).map(
    ({ accountId, alertStep }) => [accountId, alertStep] as const,
  );
const alerted = (today: string, who = team(), owner: number | null = TARUN) =>
  Object.fromEntries(alerts(today, who, owner, false));

test('the owner is alerted, then the manager too, then everybody', () => {
  expect(alerted(DAY)).toEqual({ [TARUN]: '30' });
  expect(alerted('2026-11-17')).toEqual({ [TARUN]: '10' });
  expect(alerted('2026-11-24')).toEqual({ [TARUN]: '3', [VIKRAM]: 'manager' });
  expect(alerted('2026-11-27')).toEqual({ [TARUN]: 'team', [RITIKA]: 'team', [MEENAL]: 'team', [VIKRAM]: 'team' });
});

test('within the last three days owner and manager are told apart that it is blocked, whatever they were told before', () => {
  const blocked = (today: string, owner: number | null = TARUN) =>
    alerts(today, team(), owner, true).filter(([, alertStep]) => alertStep === 'blocked');
  expect(blocked('2026-11-23')).toEqual([]);
  const [tarun, vikram] = [TARUN, VIKRAM].map((id) => [id, 'blocked']);
  expect([blocked('2026-11-24'), blocked('2026-11-27')]).toEqual([[tarun, vikram], [tarun, vikram]]); // prettier-ignore
  expect(blocked('2026-11-27', null)).toEqual([vikram]);
  expect(alerts('2026-11-27', team(), TARUN, true)).toContainEqual([TARUN, 'team']);
});

const away = { isOnLeave: true };
test.each([
  ['on leave: the cover', { [TARUN]: { ...away, coverId: RITIKA } }, [RITIKA]],
  ['the cover on leave too: the manager', { [TARUN]: { ...away, coverId: RITIKA }, [RITIKA]: away }, [VIKRAM]],
  ['suspended, without a cover: the manager', { [TARUN]: { isActive: false } }, [VIKRAM]],
  ['nobody there above: an administrator', { [TARUN]: { isActive: false }, [VIKRAM]: away }, [ADMIN]],
])('an owner who is %s', (_, own, expected) => {
  expect(Object.keys(alerted(DAY, team(own))).map(Number)).toEqual(expected);
});

test('whose manager is away, and is covered for by them, is not alone with it', () => {
  const covered = team({ [VIKRAM]: { ...away, coverId: TARUN } });
  expect(alerted('2026-11-24', covered)).toEqual({ [TARUN]: '3', [ADMIN]: 'manager' });
  expect(alerts('2026-11-24', covered, TARUN, true)).toContainEqual([ADMIN, 'blocked']);
});

test('what nobody has is told to whoever is a manager, else to the administrators', () => {
  expect(alerted(DAY, team(), null)).toEqual({ [VIKRAM]: '30' });
  expect(alerted('2026-11-24', team(), null)).toEqual({ [VIKRAM]: 'manager' });
  const flat = team({ [TARUN]: { managerId: null }, [RITIKA]: { managerId: null }, [MEENAL]: { managerId: null } });
  expect(alerted(DAY, flat, null)).toEqual({ [ADMIN]: '30' });
  expect(alerted('2026-11-24', flat)).toEqual({ [TARUN]: '3', [ADMIN]: 'manager' });
});

test('two who report to each other are no loop without an end', () => {
  const loop = { [TARUN]: { isActive: false, managerId: RITIKA }, [RITIKA]: { isActive: false, managerId: TARUN } };
  expect(Object.keys(alerted(DAY, team(loop))).map(Number)).toEqual([VIKRAM]);
});
