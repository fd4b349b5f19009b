import { expect, test } from 'vitest';
import { DeadlineKind } from '@desk/contract/rules/deadline';
import type { Calendar } from '../calendar/business-days.ts';
import { CAUSES, planDeadlines, type Dates, type Known, type Step } from './plan.ts';

const calendar: Calendar = { timeZone: 'Asia/Kolkata', lead: 2, holidays: new Set() };
const now = new Date('2026-11-02T04:00:00Z');
const end = new Date('2026-12-01T00:00:00Z');
const dates = (own: Partial<Dates> = {}): Dates => ({
  ...{
    isAlive: true,
    isSuspended: false,
    isToGoOn: false,
    termEndAt: end,
    trialEndAt: null,
    moveAwayAt: null,
    finishAt: null,
    finished: [],
    decided: [],
  },
  ...own,
});
const known = (own: Partial<Known> = {}): Known => ({
  ...{ id: 1, kind: 'change', at: end, lastSafeDay: '2026-11-27', state: 'open' },
  ...own,
});

test('a term that ends has a deadline, with its day and its last safe day', () => {
  expect(planDeadlines(dates(), [], now, calendar)).toEqual([
    { do: 'open', deadline: { kind: 'change', at: end, day: '2026-12-01', lastSafeDay: '2026-11-27' } },
  ]);
});

test('a trial and a term have one each', () => {
  const trialEndAt = new Date('2026-11-20T18:30:00Z');
  const kinds = planDeadlines(dates({ trialEndAt }), [], now, calendar).map((step) => step.do === 'open' && step.deadline.kind); // prettier-ignore
  expect(kinds).toEqual(['change', 'trial_end']);
});

test('the same dates ask for nothing; another holiday moves the last safe day', () => {
  expect(planDeadlines(dates(), [known()], now, calendar)).toEqual([]);
  const holidays = new Set(['2026-11-27']);
  expect(planDeadlines(dates(), [known()], now, { ...calendar, holidays })).toEqual([
    { do: 'move', id: 1, lastSafeDay: '2026-11-26' },
  ]);
});

test.each([
  ['another date', dates({ termEndAt: new Date('2027-03-01T00:00:00Z') }), 'void', CAUSES.moved],
  ['a suspension', dates({ isSuspended: true }), 'void', CAUSES.suspended],
  ['its end', dates({ isAlive: false }), 'void', CAUSES.ended],
])('%s makes the deadline void', (_, changed, state, cause) => {
  expect(planDeadlines(changed, [known()], now, calendar)[0]).toEqual({ do: 'close', id: 1, state, cause });
});

test('once its instant has come a deadline is met or missed, whatever the provider says of the next term', () => {
  const later = new Date('2026-12-01T04:00:00Z');
  const renewed = dates({ termEndAt: new Date('2027-12-01T00:00:00Z') });
  expect(planDeadlines(renewed, [known()], later, calendar)[0]).toMatchObject({
    state: 'missed',
    cause: CAUSES.missed,
  });
  expect(planDeadlines({ ...renewed, decided: [end] }, [known()], later, calendar)[0]).toMatchObject({ state: 'met' });
  // The provider is late: nothing is open for a day that has passed.
  expect(planDeadlines(dates(), [known({ state: 'missed' })], later, calendar)).toEqual([]);
});

test('a date that comes back is the same deadline again', () => {
  expect(planDeadlines(dates(), [known({ state: 'void' })], now, calendar)).toEqual([
    { do: 'reopen', id: 1, lastSafeDay: '2026-11-27' },
  ]);
});

const moveAwayAt = new Date('2027-01-20T06:30:00Z');
const suspended = dates({ isSuspended: true, moveAwayAt });

test('what is to go on keeps the deadline of its term while it is suspended: so long it does not renew', () => {
  const kept = dates({ isSuspended: true, isToGoOn: true });
  expect(planDeadlines(kept, [known()], now, calendar)).toEqual([]);
  const moved = { ...kept, termEndAt: new Date('2027-03-01T00:00:00Z') };
  expect(planDeadlines(moved, [known()], now, calendar)[0]).toMatchObject({ state: 'void', cause: CAUSES.moved });
});

test('a customer of whom all is suspended has the day before which the provider moves them away', () => {
  expect(planDeadlines(suspended, [known()], now, calendar)).toEqual([
    { do: 'close', id: 1, state: 'void', cause: CAUSES.suspended },
    { do: 'open', deadline: { kind: 'suspension', at: moveAwayAt, day: '2027-01-20', lastSafeDay: '2027-01-18' } },
  ]);
  const open = known({ kind: 'suspension', at: moveAwayAt, lastSafeDay: '2027-01-18' });
  expect(planDeadlines(dates({ termEndAt: null }), [open], now, calendar)).toEqual([
    { do: 'close', id: 1, state: 'void', cause: CAUSES.restored },
  ]);
});

test('a second step is due on the first business day of the new term, and stays open until it is done', () => {
  const finishAt = new Date('2026-11-28T00:00:00Z');
  const due = dates({ termEndAt: null, finishAt });
  expect(planDeadlines(due, [], now, calendar)).toEqual([
    { do: 'open', deadline: { kind: 'finish', at: finishAt, day: '2026-11-28', lastSafeDay: '2026-11-30' } },
  ]);
  const open = known({ kind: 'finish', at: finishAt, lastSafeDay: '2026-11-30' });
  const later = new Date('2026-12-09T00:00:00Z');
  expect(planDeadlines(due, [open], later, calendar)).toEqual([]);
});

test.each([
  ['2026-11-28T23:59:59Z', 'met', CAUSES.finished],
  ['2026-11-29T00:00:00Z', 'missed', CAUSES.finishedLate],
  [null, 'void', CAUSES.dropped],
])('a second step that was done at %s is %s', (doneAt, state, cause) => {
  const at = new Date('2026-11-28T00:00:00Z');
  const finished = doneAt === null ? [] : [{ at, doneAt: new Date(doneAt) }];
  const open = known({ kind: 'finish', at, lastSafeDay: '2026-11-30' });
  expect(planDeadlines(dates({ termEndAt: null, finished }), [open], now, calendar)).toEqual([
    { do: 'close', id: 1, state, cause },
  ]);
});

/** As the table would have it afterwards. */
function applied(rows: readonly Known[], steps: readonly Step[]): Known[] {
  const after = rows.map((row) => ({ ...row }));
  for (const step of steps) {
    if (step.do === 'open') after.push({ id: after.length + 1, state: 'open', ...step.deadline });
    const row = step.do === 'open' ? undefined : after.find(({ id }) => id === step.id);
    if (row && step.do === 'close') Object.assign(row, { state: step.state });
    if (row && (step.do === 'reopen' || step.do === 'move'))
      Object.assign(row, { state: 'open', lastSafeDay: step.lastSafeDay });
    // The database allows one of a kind at a time, after each statement.
    for (const kind of DeadlineKind.options)
      expect(after.filter((one) => one.kind === kind && one.state === 'open').length).toBeLessThanOrEqual(1);
  }
  return after;
}

test('whatever a provider says in whatever order: one row an instant, nothing open that has passed, and a second look changes nothing', () => {
  let seed = 7;
  const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 300; round += 1) {
    let rows: Known[] = [];
    let clock = now.getTime();
    for (let step = 0; step < 12; step += 1) {
      clock += draw(40) * 86_400_000;
      const at = new Date(now.getTime() + draw(500) * 86_400_000);
      const listed = dates({
        termEndAt: draw(5) === 0 ? null : at,
        trialEndAt: draw(4) === 0 ? new Date(at.getTime() + 3_600_000) : null,
        isSuspended: draw(8) === 0,
        isToGoOn: draw(2) === 0,
        isAlive: draw(12) !== 0,
        moveAwayAt: draw(3) === 0 ? new Date(at.getTime() + 60 * 86_400_000) : null,
        finishAt: draw(5) === 0 ? at : null,
        decided: draw(2) === 0 ? [at] : [],
      });
      rows = applied(rows, planDeadlines(listed, rows, new Date(clock), calendar));
      expect(planDeadlines(listed, rows, new Date(clock), calendar)).toEqual([]);
      expect(rows.filter((row) => row.kind !== 'finish' && row.state === 'open' && row.at.getTime() <= clock)).toEqual(
        [],
      );
      expect(new Set(rows.map((row) => `${row.kind} ${String(row.at.getTime())}`)).size).toBe(rows.length);
    }
  }
});
