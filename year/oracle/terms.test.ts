import { expect, test } from 'vitest';
import { endingIn, standingAt, staysOn } from './history.ts';
import {
  checked,
  decided,
  ENDS,
  evening,
  mail,
  on,
  OTHER,
  renew,
  row,
  runOf,
  set,
  standing,
  term,
  TERM,
} from './testing/run.ts';
import { indexRun } from './terms.ts';
import type { Run } from './seen.ts';

const historyOf = (run: Run) => {
  const history = indexRun(run).histories.get(TERM);
  if (!history) throw new Error('There is no such term.');
  return history;
};

test('the last decision until the end of the last safe day counts; what comes later stands apart', () => {
  const history = historyOf(
    runOf(decided('2026-11-27', renew(4)), term(), decided('2026-11-10', renew(10)), {
      ...decided('2026-11-26', renew(8)),
      at: on('2026-11-26', '23:59'),
    }),
  );
  expect(history.lastSafe?.day).toBe('2026-11-26');
  expect(history.inTime?.wish).toEqual(renew(8));
  expect(history.late.map(({ wish }) => wish)).toEqual([renew(4)]);
});

test('what happened in the same instant stays in its order', () => {
  const history = historyOf(runOf(term(), decided('2026-11-10', renew(8)), decided('2026-11-10', renew(9))));
  expect(history.inTime?.wish).toEqual(renew(9));
});

test('another end moves what is in time', () => {
  const at = on('2026-11-01');
  const moved = { kind: 'term moved' as const, at, term: TERM, endsAt: ENDS + 7 * 86_400_000, why: 'extended' };
  const history = historyOf(runOf(term(), moved, decided('2026-11-27', renew(8))));
  expect(history.lastSafe?.day).toBe('2026-12-03');
  expect(history.endKnownAt).toBe(at);
  expect(history.inTime?.wish).toEqual(renew(8));
});

test('a term that is moved away does not count any more, nor a trial, nor what ends too late', () => {
  const moved = { kind: 'term moved' as const, at: on('2026-11-01'), term: TERM, endsAt: null, why: 'upgraded' };
  expect(endingIn(indexRun(runOf(term())))).toHaveLength(1);
  expect(endingIn(indexRun(runOf(term(), moved)))).toEqual([]);
  expect(endingIn(indexRun(runOf(term({ now: standing({ plan: 'TRIAL' }) }))))).toEqual([]);
  expect(endingIn(indexRun(runOf(term({ endsAt: Date.parse('2027-01-05T00:00:00Z') }))))).toEqual([]);
});

test('a mail finds the term by the name that its domain has then, or had until yesterday', () => {
  const renamed = { kind: 'renamed' as const, at: on('2026-11-10'), from: 'firm.example', to: 'new.example' };
  const run = runOf(
    [term(), renamed, mail('2026-11-09'), mail('2026-11-09', ['new.example'])],
    [mail('2026-11-11'), mail('2026-11-12', ['new.example']), mail('2026-11-12')],
  );
  expect(historyOf(run).mails.map(({ domains }) => domains[0])).toEqual([
    'firm.example',
    'firm.example',
    'new.example',
  ]);
  expect(indexRun(run).alerts.map(({ histories }) => histories.length)).toEqual([1, 0, 1, 1, 0]);
});

test('a term after the renaming is of the same domain', () => {
  const renamed = { kind: 'renamed' as const, at: on('2026-10-01'), from: 'firm.example', to: 'new.example' };
  const next = term({ at: on('2026-10-02'), term: OTHER, domain: 'new.example' });
  const { alerts } = indexRun(runOf(term(), renamed, next, mail('2026-11-10', ['new.example'])));
  expect(alerts[0]?.histories.map((one) => one.term)).toEqual([TERM, OTHER]);
});

test('only mails about deadlines are alerts, but for those that say that there are less', () => {
  const run = runOf(
    term(),
    mail('2026-11-10', ['firm.example'], 'Desk: your renewal'),
    mail('2026-11-11', ['firm.example'], 'Desk: 2 deadlines less'),
    mail('2026-11-12', ['firm.example'], 'Desk: 2 deadlines, the first on 26-11-2026'),
  );
  expect(historyOf(run).mails.map(({ at }) => at)).toEqual([on('2026-11-12', '08:35')]);
});

test('what the provider has is known at each instant', () => {
  const history = historyOf(runOf(term(), set('2026-11-11', 'CANCEL'), checked(null, standing({ licensed: 7 }))));
  expect(standingAt(history, on('2025-12-31'))).toBeUndefined();
  expect(standingAt(history, on('2026-11-10'))?.renewalType).toBe('RENEW_CURRENT_USERS_MONTHLY_PAY');
  expect(standingAt(history, on('2026-11-11'))?.renewalType).toBe('CANCEL');
  expect(standingAt(history, on('2026-11-27'))?.licensed).toBe(7);
});

test('the same row on evenings in a row is one stay, and one that was away is another', () => {
  const lists = [row(), row(), row({ person: null }), undefined, row()];
  const days = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'];
  const evenings = days.map((day, n) => evening(day, lists[n] ? [lists[n]] : []));
  const history = historyOf(runOf(term(), evenings));
  expect(history.stays.map(({ from, until, person }) => [from, until, person])).toEqual([
    [0, 1, 'Asha'],
    [2, 2, null],
    [4, 4, 'Asha'],
  ]);
  expect(staysOn(history, 1)).toHaveLength(1);
  expect(staysOn(history, 3)).toEqual([]);
});

test('what is recorded of a term that was never seen is named', () => {
  const run = runOf(term(), decided('2026-11-10', renew(1), OTHER), decided('2026-11-11', renew(1), OTHER));
  expect(indexRun(run).unknown).toEqual([`decided ${OTHER}`]);
});
