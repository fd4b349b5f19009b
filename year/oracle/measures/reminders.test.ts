import { expect, test } from 'vitest';
import { indexRun } from '../terms.ts';
import {
  decided,
  OTHER,
  on,
  reminder,
  remindersShown,
  renew,
  runOf,
  shownReminder,
  standing,
  stopped,
  term,
  TERM,
} from '../testing/run.ts';
import type { Seen } from '../seen.ts';
import { duplicateReminders, missedReminders, remindersAfterStop } from './reminders.ts';

const two = [term(), term({ term: OTHER, domain: 'other.example', now: standing() })];
const bookWith = (...seen: Seen[]) => indexRun(runOf(two, seen));
const reminders = [reminder('2026-10-27'), reminder('2026-11-12')];

test('a mail a day is none too many, and each is one that the product knows', () => {
  const shown = remindersShown(shownReminder(), shownReminder({ step: '14', dueOn: '2026-11-12' }));
  expect(duplicateReminders(bookWith(...reminders, shown))).toMatchObject({ holds: true, count: 0 });
});

test.each([
  ['two on one day to one person', [reminder('2026-10-27'), reminder('2026-10-27', '15:00')]],
  ['two on one day, each about another term', [reminder('2026-10-27'), reminder('2026-10-27', '11:00', 'owner@firm.example', [OTHER])]], // prettier-ignore
  ['more than the product says that it sent', [...reminders, remindersShown(shownReminder())]],
])('a duplicate: %s', (_, seen) => {
  expect(duplicateReminders(bookWith(...seen))).toMatchObject({ holds: false, count: 1 });
});

test('two people on one day are no duplicate', () => {
  expect(duplicateReminders(bookWith(reminder('2026-10-27'), reminder('2026-10-27', '11:00', 'payer@firm.example'))).count).toBe(0); // prettier-ignore
});

test.each([
  ['a decision', decided('2026-11-11', renew(10))],
  ['a reply', stopped('2026-11-12', '10:58')],
  ['a bounce of that address', stopped('2026-11-11', '10:00', 'owner@firm.example')],
])('nothing comes after %s', (_, stop) => {
  expect(remindersAfterStop(bookWith(...reminders, stop))).toMatchObject({
    holds: false,
    count: 1,
    worst: [{ term: TERM }],
  });
});

test('what was on its way arrives, and what bounced elsewhere stops nobody else', () => {
  const late: Seen = { ...stopped('2026-11-12'), at: on('2026-11-12', '11:00') - 59_000 };
  const elsewhere = stopped('2026-11-01', '10:00', 'payer@firm.example');
  expect(remindersAfterStop(bookWith(...reminders, late, elsewhere))).toMatchObject({ holds: true, count: 0 });
});

test.each([
  ['still planned', shownReminder({ state: 'planned' })],
  ['sent, and nothing came', shownReminder({ to: 'payer@firm.example' })],
  ['skipped without a reason', shownReminder({ state: 'skipped', reason: ' ' })],
])('missed: %s', (_, shown) => {
  expect(missedReminders(bookWith(...reminders, remindersShown(shown)))).toMatchObject({ holds: false, count: 1 });
});

test('one that was sent and did not come is missed, though another had come before', () => {
  const both = remindersShown(shownReminder(), shownReminder({ step: '14', dueOn: '2026-11-12' }));
  const [first] = reminders;
  expect(missedReminders(bookWith(...(first ? [first] : []), both))).toMatchObject({ holds: false, count: 1 });
  expect(missedReminders(bookWith(...reminders, both))).toMatchObject({ count: 0 });
});

test('what came, what says why not, and what is due after the last safe day, is not missed', () => {
  const why = shownReminder({ state: 'stopped', reason: 'They replied on 1 November.' });
  const later = shownReminder({ state: 'planned', dueOn: '2026-11-27' });
  expect(missedReminders(bookWith(...reminders, remindersShown(shownReminder(), why, later)))).toMatchObject({
    count: 0,
  });
});

test('where nobody was reminded, or nobody looked, nothing is proven', () => {
  for (const measure of [duplicateReminders, remindersAfterStop, missedReminders])
    expect(measure(bookWith())).toMatchObject({ holds: false, figure: 'not seen' });
  expect(missedReminders(bookWith(...reminders))).toMatchObject({ holds: false, figure: 'not seen' });
});

test('what was sent before the term was known was about what its customer had before', () => {
  const sent = remindersShown(shownReminder());
  const before = indexRun(runOf(term({ at: on('2026-11-01') }), reminder('2026-11-12'), sent));
  expect(missedReminders(before)).toMatchObject({ holds: true, count: 0 });
  const planned = remindersShown(shownReminder({ state: 'planned' }));
  const unsent = indexRun(runOf(term({ at: on('2026-11-01') }), reminder('2026-11-12'), planned));
  expect(missedReminders(unsent)).toMatchObject({ holds: false, count: 1 });
});
