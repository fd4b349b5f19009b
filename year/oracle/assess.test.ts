import { expect, test } from 'vitest';
import { assess, weeksOf } from './assess.ts';
import {
  checked,
  decided,
  ended,
  evening,
  mail,
  OTHER,
  on,
  opened,
  reminder,
  remindersShown,
  renew,
  runOf,
  set,
  shownReminder,
  spoken,
  standing,
  term,
} from './testing/run.ts';

const AUTO = 'AUTO_RENEW_MONTHLY_PAY';
const asSet = standing({ renewalType: AUTO });
const good = [
  [term(), mail('2026-10-28'), opened('2026-10-28'), spoken('2026-10-28'), decided('2026-11-12', renew(10))],
  [set('2026-11-12', AUTO), evening('2026-11-12'), evening('2026-11-26')],
  [checked({ state: 'verified', reason: null, readBackAt: '2026-11-12T07:00:00.000Z' }, asSet)],
  [reminder('2026-10-27'), remindersShown(shownReminder())],
  ended(asSet, asSet),
].flat();

test('the measures of the design’s table, in its order', () => {
  const { measures, holds, extent } = assess(runOf(good));
  expect(measures.map(({ name }) => name)).toEqual([
    'Lost renewal',
    'Not lost',
    'Unwanted renewal',
    'Silent shrink',
    'Orphan-day',
    'Unassigned',
    'Duplicate reminder',
    'Reminder after stop',
    'Missed reminder',
    'Last safe day',
    'Late alert',
    'Noise',
    'Instruction unverified',
    'Two-step plan',
    'Doubled provider call',
    'Drift',
    'Money',
    'Forecast',
    'Undo',
    'Work',
    'Honesty',
  ]);
  expect(measures.filter((one) => one.holds === false)).toEqual([]);
  expect(holds).toBe(true);
  expect(extent).toEqual({ terms: 1, ended: 1, decided: 1, evenings: 2, mails: 1, writes: 1, faults: 0, unknown: [] });
});

test('what is not built says so, and never 0', () => {
  const { measures } = assess(runOf(good));
  const missing = measures.filter(({ holds }) => holds === 'not built');
  expect(missing).toHaveLength(4);
  for (const { figure, count, note } of missing)
    expect([figure, count, note?.at(-1)]).toEqual(['not built', null, '.']);
});

test('one measure that fails is enough, and so is a record of a term that nobody knows', () => {
  expect(assess(runOf(good, evening('2026-11-13', []))).holds).toBe(false);
  expect(assess(runOf(good, decided('2026-11-12', renew(1), OTHER))).holds).toBe(false);
});

test('alerts and opened items by weeks, a person’s most on one day', () => {
  const more = [mail('2026-10-29'), opened('2026-10-28'), { ...opened('2026-10-29'), at: on('2026-10-29', '23:59') }];
  expect(weeksOf(runOf(good, more))).toEqual([{ monday: '2026-10-26', alerts: 2, average: 1.5, most: 2 }]);
});
