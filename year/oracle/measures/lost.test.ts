import { describe, expect, test } from 'vitest';
import type { Run, Seen } from '../seen.ts';
import { indexRun } from '../terms.ts';
import {
  askedToFree,
  checked,
  decided,
  ended,
  evening,
  final,
  mail,
  on,
  renew,
  row,
  runOf,
  set,
  spoken,
  standing,
  term,
  TERM,
} from '../testing/run.ts';
import { lostRenewals, notLost } from './lost.ts';

const lost = (run: Run) => lostRenewals(indexRun(run));
const apart = (run: Run) => notLost(indexRun(run));
const end = { outcome: 'end' } as const;
const flexible = { outcome: 'flexible' } as const;
const before = standing();
const as = (changes: Parameters<typeof standing>[0]) => ended(before, standing(changes));
const OVER = { status: 'SUSPENDED', renewalType: 'CANCEL' };

describe('what was decided in time', () => {
  test.each([
    ['as many seats', renew(10), as({})],
    ['fewer, in one step', renew(6), as({ seats: 6 })],
    ['fewer, in two steps', renew(8), ended(before, standing({ plan: 'FLEXIBLE' }), standing({ seats: 8 }))],
    ['yearly pay', renew(10), as({ plan: 'ANNUAL_YEARLY_PAY' })],
    ['flexible', flexible, as({ plan: 'FLEXIBLE', renewalType: null })],
    ['the end', end, as(OVER)],
  ])('is there: %s', (_, wish, seen) => {
    expect(lost(runOf(term(), decided('2026-11-12', wish), seen))).toMatchObject({ holds: true, count: 0 });
  });

  test.each([
    ['other seats', renew(10), as({ seats: 6 })],
    ['still flexible', renew(8), as({ plan: 'FLEXIBLE', seats: 8 })],
    ['suspended', renew(10), as(OVER)],
    ['a commitment', flexible, as({})],
    ['no end', end, as({})],
    ['an end that came too late', end, ended(before, standing(), standing(OVER))],
  ])('is lost where there is something else: %s', (_, wish, seen) => {
    expect(lost(runOf(term(), decided('2026-11-12', wish), seen))).toMatchObject({ holds: false, count: 1 });
  });

  test('is lost where nobody looked what became of it', () => {
    const { holds, worst } = lost(runOf(term(), decided('2026-11-12', renew(10))));
    expect(holds).toBe(false);
    expect(worst[0]?.sentence).toContain('nothing was seen of its end');
  });

  test('its story names the days of the decision, of the setting, and what was found', () => {
    const seen = [decided('2026-11-12', renew(8)), set('2026-11-13', 'CANCEL'), as({ seats: 6 })].flat();
    expect(lost(runOf(term(), seen)).worst).toEqual([
      {
        term: TERM,
        sentence:
          'decided 12 Nov 2026 by portal: renew 8 seats, set 13 Nov 2026 (changeRenewalSettings), last safe day 26 Nov 2026; ' +
          'found ANNUAL ACTIVE, 6 seats (6 assigned), RENEW_CURRENT_USERS_MONTHLY_PAY.',
      },
    ]);
  });
});

test('a run in which no term ends proves nothing', () => {
  expect(lost(runOf())).toMatchObject({ holds: false, count: null });
});

describe('whom nobody asked', () => {
  test('is lost: the customer would have decided', () => {
    expect(lost(runOf(term(), as({})))).toMatchObject({ holds: false, count: 1 });
    expect(lost(runOf(term(), spoken('2026-11-10', 'nobody there'), as({}))).count).toBe(1);
    expect(lost(runOf(term(), spoken('2026-11-20'), as({}))).count).toBe(1);
  });

  test('is not lost who was reached 5 business days before the last safe day, or does not know', () => {
    expect(lost(runOf(term(), spoken('2026-11-19'), as({}))).count).toBe(0);
    expect(lost(runOf(term({ wants: null }), as({}))).count).toBe(0);
    expect(lost(runOf(term({ at: on('2026-11-13') }), as({}))).count).toBe(0);
    expect(lost(runOf(term({ at: on('2026-11-12') }), as({}))).count).toBe(1);
  });
});

describe('the clock of a suspension', () => {
  const gone = final(standing({ plan: 'GONE', status: 'GONE', seats: 0 }));
  const run = (wants: ReturnType<typeof renew> | typeof end, status: string) =>
    runOf(term({ wants }), spoken('2026-11-10'), as({ status }), gone);

  test('a customer who wanted to stay and was moved away is lost', () => {
    expect(lost(run(renew(10), 'SUSPENDED'))).toMatchObject({ holds: false, count: 1 });
  });

  test('who wanted to go, or was active and went, is not', () => {
    expect(lost(run(end, 'SUSPENDED')).count).toBe(0);
    expect(lost(run(renew(10), 'ACTIVE')).count).toBe(0);
  });
});

test('who was renewed and went to somebody else the next day was renewed', () => {
  const gone = standing({ plan: 'GONE', status: 'GONE', seats: 0 });
  expect(lost(runOf(term(), decided('2026-11-12', renew(10)), ended(before, standing(), gone))).count).toBe(0);
  const suspended = standing({ status: 'SUSPENDED' });
  expect(lost(runOf(term(), decided('2026-11-12', renew(10)), ended(before, suspended, gone))).count).toBe(1);
});

test('what was dropped is lost, though staff order it anew on the next morning', () => {
  const wish = [term(), decided('2026-11-12', renew(10))];
  expect(lost(runOf(wish, ended(before, standing(OVER), standing()))).count).toBe(1);
});

test('who was renewed and is suspended in the days after was renewed, unless by what the desk wrote', () => {
  const seen = [
    term(),
    decided('2026-11-12', renew(10)),
    ended(before, standing(), standing({ status: 'SUSPENDED' })),
  ].flat();
  expect(lost(runOf(seen)).count).toBe(0);
  expect(lost(runOf(seen, set('2026-12-01', 'CANCEL'))).count).toBe(1);
});

describe('a suspension that runs out', () => {
  const gone = final(standing({ plan: 'GONE', status: 'GONE', seats: 0 }));
  const notices = ['2026-12-10', '2027-01-20'].map((day) => mail(day));

  test('of whom nobody can reach is not lost, where a manager saw it in time and it was told while its clock ran', () => {
    const nobody = [term({ isReachable: false }), { kind: 'escalated' as const, at: on('2026-11-09'), terms: [TERM] }];
    expect(lost(runOf(nobody, as(OVER), notices, gone)).count).toBe(0);
    expect(lost(runOf(nobody, as(OVER), gone)).count).toBe(1);
  });

  test('of whoever wanted to stay is lost, whatever held it up', () => {
    const asked = [askedToFree('2026-11-13'), askedToFree('2026-11-18')];
    const item = evening('2026-11-13', [row({ sentence: 'Decided: 4 seats. Free 2 seats first.' })]);
    const wish = [term({ wants: renew(4) }), decided('2026-11-12', renew(4)), checked(null)];
    expect(lost(runOf(wish, asked, item, as(OVER), notices, gone)).count).toBe(1);
  });
});

describe('what is reported apart', () => {
  test('a customer’s own no', () => {
    const run = runOf(term(), decided('2026-11-12', end), as(OVER));
    expect(apart(run)).toMatchObject({ holds: true, count: 1, figure: '1: own no 1' });
  });

  const asked = [askedToFree('2026-11-13'), askedToFree('2026-11-18')];
  const item = evening('2026-11-13', [row({ sentence: 'Decided: 4 seats. Free 2 seats first.' })]);
  const wish = [term(), decided('2026-11-12', renew(4)), checked(null)];
  const uncommitted = as({ plan: 'FLEXIBLE' });

  test('a wish below the assigned seats, with an item and two notices, that goes on without a commitment', () => {
    const run = runOf(wish, asked, item, uncommitted);
    expect(apart(run)).toMatchObject({ holds: true, count: 1, figure: '1: blocked 1' });
    expect(lost(run).count).toBe(0);
  });

  test('a wish that people of the customer’s outgrew after the last safe day, told to somebody', () => {
    const fits = [term(), decided('2026-11-12', renew(6)), checked(null)];
    const grown: Seen = { kind: 'console', at: on('2026-11-29'), term: TERM, before, after: standing({ licensed: 9 }) };
    const run = runOf(fits, grown, uncommitted, mail('2026-12-01'));
    expect(apart(run)).toMatchObject({ holds: true, count: 1, figure: '1: outgrown after the last safe day 1' });
    expect(lost(run).count).toBe(0);
    expect(lost(runOf(fits, grown, uncommitted)).count).toBe(1);
    expect(lost(runOf(fits, grown, as({ seats: 9 }), mail('2026-12-01'))).count).toBe(1);
    expect(lost(runOf(fits, uncommitted, mail('2026-12-01'))).count).toBe(1);
  });

  test.each([
    ['an item', runOf(wish, asked, uncommitted)],
    ['a second notice', runOf(wish, asked.slice(1), item, uncommitted)],
    ['an end without a commitment', runOf(wish, asked, item, as({ seats: 6 }))],
  ])('without %s it has no proof, and is lost', (_, run) => {
    expect(apart(run)).toMatchObject({ holds: false, note: '1 without proof' });
    expect(lost(run)).toMatchObject({ holds: false, count: 1 });
  });

  test('nobody reachable, where a manager saw it 14 days before', () => {
    const seenOn = (day: string) => ({ kind: 'escalated' as const, at: on(day), terms: [TERM] });
    const nobody = term({ isReachable: false });
    expect(apart(runOf(nobody, seenOn('2026-11-09'), as({})))).toMatchObject({ holds: true, count: 1 });
    expect(apart(runOf(nobody, seenOn('2026-11-13'), as({})))).toMatchObject({ holds: false, count: 1 });
    expect(apart(runOf(nobody, as({})))).toMatchObject({ holds: false, count: 1 });
    expect(apart(runOf(term({ isReachable: false, at: on('2026-11-16') }), as({}))).holds).toBe(true);
    expect(lost(runOf(nobody, as({}))).count).toBe(0);
  });

  test('a decision after the last safe day, of who was reached before', () => {
    const run = runOf(term(), spoken('2026-11-10'), decided('2026-11-27', renew(8)), as({ seats: 6 }));
    expect(apart(run)).toMatchObject({ holds: true, figure: '1: after the last safe day 1' });
    expect(lost(run).count).toBe(0);
  });

  test('a mind changed after the last safe day, where the later wish was carried out, and not otherwise', () => {
    const wishes = [decided('2026-11-12', renew(10)), decided('2026-11-27', renew(6))];
    expect(lost(runOf(term(), wishes, as({ seats: 6 }))).count).toBe(0);
    expect(lost(runOf(term(), wishes, as({ seats: 7 }))).count).toBe(1);
  });

  test('what is billed offline, where an item says that it is done by hand', () => {
    const seen = [term({ isOnline: false }), decided('2026-11-12', renew(8))];
    const byHand = evening('2026-11-13', [row({ sentence: 'The customer renews: arranged by hand on 30 Nov.' })]);
    expect(apart(runOf(seen, byHand))).toMatchObject({ holds: true, figure: '1: by hand 1' });
    expect(apart(runOf(seen, evening('2026-11-13'))).holds).toBe(false);
    expect(lost(runOf(seen, evening('2026-11-13'))).count).toBe(1);
  });
});
