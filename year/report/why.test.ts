import { expect, test } from 'vitest';
import type { Seen } from '../oracle/seen.ts';
import {
  askedToFree,
  checked,
  decided,
  ended,
  evening,
  final,
  mail,
  on,
  opened,
  renew,
  row,
  runOf,
  set,
  spoken,
  standing,
  term,
  TERM,
} from '../oracle/testing/run.ts';
import { whyOf } from './why.ts';

const fault: Seen = { kind: 'fault', at: on('2026-11-12', '03:00'), what: 'node killed' };

test('the story of a term, a line each, by the days and times of the business', () => {
  const run = runOf(
    [term(), mail('2026-10-28'), opened('2026-11-10'), spoken('2026-11-10'), fault],
    [decided('2026-11-12', renew(4)), set('2026-11-13', 'CANCEL'), askedToFree('2026-11-16')],
    [evening('2026-11-16'), evening('2026-11-17'), evening('2026-11-18', [row({ person: null, daysLate: 1 })])],
    checked({ state: 'blocked', reason: 'Free 2 seats first.', readBackAt: null }),
    ended(standing(), standing({ seats: 6 })),
    final(standing({ seats: 6 })),
  );
  expect(whyOf(run, TERM)).toEqual([
    'firm.example/Starter/1: ends 30 Nov 2026 05:30, last safe day 26 Nov 2026',
    ' 1 Jan 2026 12:00  known: Starter, ends 30 Nov 2026 05:30, ANNUAL ACTIVE, 10 seats (6 assigned), RENEW_CURRENT_USERS_MONTHLY_PAY, ₹1000 a seat; wants to renew 10 seats',
    '28 Oct 2026 08:35  mail to a@desk.example: "Desk: 1 deadline today"',
    '10 Nov 2026 12:00  a@desk.example opens it (talk): "Undecided. Call again."',
    '10 Nov 2026 12:00  a@desk.example calls: they decide later',
    '12 Nov 2026 03:00  fault: node killed',
    '12 Nov 2026 12:00  the customer decides by portal: renew 4 seats',
    '13 Nov 2026 12:00  set at the provider (changeRenewalSettings): ANNUAL ACTIVE, 10 seats (6 assigned), RENEW_CURRENT_USERS_MONTHLY_PAY → ANNUAL ACTIVE, 10 seats (6 assigned), CANCEL',
    '16 Nov 2026 12:00  a@desk.example asks to free seats: nothing happens',
    '16 Nov 2026 19:30  in the list of Asha, until 17 Nov 2026: "Undecided. Call again."',
    '18 Nov 2026 19:30  in the list of nobody (Unassigned), red: "Undecided. Call again."',
    '26 Nov 2026 19:30  last safe day: instruction blocked, not read back, "Free 2 seats first."; the provider has ANNUAL ACTIVE, 10 seats (6 assigned), RENEW_CURRENT_USERS_MONTHLY_PAY',
    '30 Nov 2026 05:30  the term ends: ANNUAL ACTIVE, 10 seats (6 assigned), RENEW_CURRENT_USERS_MONTHLY_PAY → ANNUAL ACTIVE, 6 seats (6 assigned), RENEW_CURRENT_USERS_MONTHLY_PAY',
    ' 1 Dec 2026 19:30  found after its end: ANNUAL ACTIVE, 6 seats (6 assigned), RENEW_CURRENT_USERS_MONTHLY_PAY',
    ' 1 Mar 2027 19:30  at the end of the run: ANNUAL ACTIVE, 6 seats (6 assigned), RENEW_CURRENT_USERS_MONTHLY_PAY',
  ]);
});

test('what else may happen to a term', () => {
  const lines = whyOf(
    runOf(
      term({ isReachable: false, wants: null, isOnline: false }),
      { kind: 'renamed', at: on('2026-10-01'), from: 'firm.example', to: 'new.example' },
      { kind: 'other deadline', at: on('2026-10-01'), domain: 'new.example', what: 'a trial', isOpen: true },
      { kind: 'escalated', at: on('2026-10-02'), terms: [TERM] },
      { kind: 'console', at: on('2026-10-03'), term: TERM, before: standing(), after: standing() },
      { kind: 'term moved', at: on('2026-10-04'), term: TERM, endsAt: null, why: 'upgraded' },
    ),
    TERM,
  ).join('\n');
  expect(lines).toContain('firm.example/Starter/1: not there any more');
  expect(lines).toContain('wants nothing definite, answers nobody, billed offline');
  expect(lines).toContain('firm.example is called new.example now');
  expect(lines).toContain('new.example: a trial');
  expect(lines).toContain("in the manager's list of deadlines");
  expect(lines).toContain('nothing changed: ANNUAL ACTIVE');
  expect(lines).toContain('is not there any more: upgraded');
});

test('a term that is not of the run is refused', () => {
  expect(() => whyOf(runOf(term()), 'nobody/Starter/1')).toThrow('There is no term nobody/Starter/1 in this run.');
});
