import { expect, test } from 'vitest';
import type { Run, Seen } from '../seen.ts';
import { indexRun } from '../terms.ts';
import { checked, decided, ended, mail, on, OTHER, renew, runOf, set, standing, term, TERM } from '../testing/run.ts';
import { lateAlerts, noise } from './alerts.ts';

const late = (run: Run) => lateAlerts(indexRun(run));
const noisy = (run: Run) => noise(indexRun(run));

test('an undecided term of which no mail came 5 business days before is alerted late', () => {
  expect(late(runOf(term(), mail('2026-11-19')))).toMatchObject({ holds: true, count: 0 });
  const found = late(runOf(term(), mail('2026-11-20')));
  expect(found).toMatchObject({ holds: false, count: 1 });
  expect(found.worst[0]?.sentence).toBe(
    'undecided on 19 Nov 2026, first named 20 Nov 2026 in a mail; last safe day 26 Nov 2026.',
  );
  expect(late(runOf(term())).worst[0]?.sentence).toContain('never named');
  expect(late(runOf(term(), mail('2026-11-10', ['other.example']))).count).toBe(1);
});

test('a mail of a season ago was about another term', () => {
  expect(late(runOf(term(), mail('2026-09-01'))).count).toBe(1);
});

test('what is decided by then, or was not known, is not late', () => {
  expect(late(runOf(term(), decided('2026-11-19', renew(10)))).count).toBe(0);
  expect(late(runOf(term(), decided('2026-11-20', renew(10)))).count).toBe(1);
  expect(late(runOf(term({ at: on('2026-11-13') }))).count).toBe(0);
});

test('a decision that is blocked for two business days is an open action', () => {
  expect(late(runOf(term(), decided('2026-11-16', renew(4))))).toMatchObject({ holds: false, count: 1 });
  expect(late(runOf(term(), decided('2026-11-16', renew(4)), mail('2026-11-18'))).count).toBe(0);
  expect(late(runOf(term(), decided('2026-11-18', renew(4)))).count).toBe(0);
  expect(late(runOf(term(), decided('2026-11-16', renew(7)))).count).toBe(0);
});

const AUTO = 'AUTO_RENEW_MONTHLY_PAY';
const done = [decided('2026-11-10', renew(10)), set('2026-11-10', AUTO)];
const inConsole: Seen = {
  ...{ kind: 'console', at: on('2026-11-12'), term: TERM },
  ...{ before: standing({ renewalType: AUTO }), after: standing({ renewalType: 'CANCEL' }) },
};

test('an alert about what is decided and set is noise', () => {
  const found = noisy(runOf(term(), done, mail('2026-11-13')));
  expect(found).toMatchObject({ holds: false, count: 1, figure: '100 % (1 of 1)' });
  expect(found.worst[0]?.term).toBe(TERM);
});

test.each<readonly [string, Run]>([
  ['is undecided', runOf(term(), mail('2026-11-13'))],
  ['is decided and not set', runOf(term(), decided('2026-11-10', renew(10)), mail('2026-11-13'))],
  ['is blocked', runOf(term(), decided('2026-11-10', renew(4)), set('2026-11-10', AUTO), mail('2026-11-13'))],
  ['was changed in the console', runOf(term(), done, inConsole, mail('2026-11-13'))],
  [
    'is over and not as decided',
    runOf(term(), done, ended(standing(), standing({ plan: 'FLEXIBLE' })), mail('2026-12-02')),
  ],
  [
    'is suspended, which nobody wished',
    runOf(term(), ended(standing(), standing({ status: 'SUSPENDED' })), mail('2026-12-02')),
  ],
  ['stands beside one that is decided', runOf(term(), done, term({ term: OTHER }), mail('2026-11-13'))],
])('an alert about a term that %s is none', (_, run) => {
  expect(noisy(run)).toMatchObject({ holds: true, count: 0 });
});

test.each<readonly [string, Run]>([
  ['is over as decided', runOf(term(), done, ended(standing(), standing()), mail('2026-12-02'))],
  [
    'ended because the customer wished it',
    runOf(
      term(),
      decided('2026-11-10', { outcome: 'end' }),
      ended(standing(), standing({ status: 'SUSPENDED' })),
      mail('2026-12-02'),
    ),
  ],
  ['ends in half a year', runOf(term(), mail('2026-05-01'))],
  ['was not there yet', runOf(term({ at: on('2026-11-14') }), mail('2026-11-13'))],
  ['is of nobody', runOf(term(), mail('2026-11-13', ['nobody.example']))],
])('an alert about a term that %s is noise', (_, run) => {
  expect(noisy(run)).toMatchObject({ holds: false, count: 1 });
});

test('a trial asks for somebody as long as no plan follows it', () => {
  const trial = (day: string, isOpen: boolean): Seen => ({
    ...{ kind: 'other deadline', at: on(day), domain: 'firm.example', what: 'trial', isOpen },
  });
  const open = trial('2026-11-01', true);
  expect(noisy(runOf(open, mail('2026-11-13')))).toMatchObject({ holds: true, count: 0 });
  expect(noisy(runOf(open, trial('2026-11-12', false), mail('2026-11-13'))).count).toBe(1);
  expect(noisy(runOf(trial('2026-11-14', true), mail('2026-11-13'))).count).toBe(1);
  expect(noisy(runOf(term(), done, open, mail('2026-11-13'))).count).toBe(0);
});

test('one in twenty may be noise', () => {
  const good = Array.from({ length: 19 }, (_, n) => mail(`2026-11-${String(n + 1).padStart(2, '0')}`));
  const bad = mail('2026-11-05', ['nobody.example']);
  expect(noisy(runOf(term(), good, bad))).toMatchObject({ holds: true, figure: '5 % (1 of 20)' });
  expect(noisy(runOf(term(), good.slice(1), bad)).holds).toBe(false);
  expect(noisy(runOf(term(), checked(null)))).toMatchObject({ holds: true, figure: '0 % (0 of 0)' });
});
