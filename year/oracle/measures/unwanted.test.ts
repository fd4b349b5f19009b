import { expect, test } from 'vitest';
import type { Run } from '../seen.ts';
import { indexRun } from '../terms.ts';
import {
  askedToFree,
  checked,
  decided,
  ended,
  evening,
  on,
  renew,
  row,
  runOf,
  spoken,
  standing,
  opened,
  term,
  TERM,
} from '../testing/run.ts';
import { silentShrinks } from './shrink.ts';
import { unwantedRenewals } from './unwanted.ts';

const unwanted = (run: Run) => unwantedRenewals(indexRun(run));
const shrinks = (run: Run) => silentShrinks(indexRun(run));
const as = (changes: Parameters<typeof standing>[0]) => ended(standing(), standing(changes));
const end = { outcome: 'end' } as const;

test('renewed though the end was decided is unwanted', () => {
  const decision = decided('2026-11-12', end);
  expect(unwanted(runOf(term(), decision, as({ seats: 6 })))).toMatchObject({ holds: false, count: 1 });
  expect(unwanted(runOf(term(), decision, as({ status: 'SUSPENDED' })))).toMatchObject({ holds: true, count: 0 });
  expect(unwanted(runOf(term(), decided('2026-11-27', end), as({})))).toMatchObject({ holds: true, count: 0 });
});

test('renewed larger though fewer seats were decided is unwanted; more seats that did not come are not', () => {
  expect(unwanted(runOf(term(), decided('2026-11-12', renew(7)), as({})))).toMatchObject({ holds: false, count: 1 });
  expect(unwanted(runOf(term(), decided('2026-11-12', renew(7)), as({ seats: 7 }))).count).toBe(0);
  expect(unwanted(runOf(term(), decided('2026-11-12', renew(12)), as({}))).count).toBe(0);
});

test('more seats than were decided are unwanted though more were assigned, but where it goes on without a commitment', () => {
  const seen = [term(), decided('2026-11-12', renew(4)), checked(null)];
  const proof = [
    askedToFree('2026-11-13'),
    askedToFree('2026-11-18'),
    evening('2026-11-13', [row({ sentence: 'Free 2 seats first: 6 assigned, 4 wanted.' })]),
  ];
  expect(unwanted(runOf(seen, proof, as({ seats: 6 }))).count).toBe(1);
  expect(unwanted(runOf(seen, proof, as({ plan: 'FLEXIBLE' }))).count).toBe(0);
});

const FALLS = 'Undecided. Call again. It falls to 6 seats on 30 Nov if nobody acts.';

test('seats that fall by the default without anybody’s knowledge are a silent shrink', () => {
  const found = shrinks(runOf(term(), as({ seats: 6 })));
  expect(found).toMatchObject({ holds: false, count: 1 });
  expect(found.worst[0]?.sentence).toContain('fell from 10 to 6 seats');
  expect(shrinks(runOf(term(), opened('2026-11-10'), as({ seats: 6 }))).count).toBe(1);
  expect(shrinks(runOf(term(), opened('2026-11-20', FALLS), as({ seats: 6 }))).count).toBe(1);
  expect(shrinks(runOf(term(), spoken('2026-11-10', 'nobody there'), as({ seats: 6 }))).count).toBe(1);
  expect(shrinks(runOf(term(), decided('2026-11-10', renew(8)), as({ seats: 6 }))).count).toBe(1);
});

test('it is none where somebody saw the forecast, spoke with the customer, or it was asked for', () => {
  const escalated = { kind: 'escalated' as const, at: on('2026-11-16'), terms: [TERM] };
  for (const seen of [opened('2026-11-10', FALLS), spoken('2026-11-19'), escalated, decided('2026-11-20', renew(6))])
    expect(shrinks(runOf(term(), seen, as({ seats: 6 })))).toMatchObject({ holds: true, count: 0 });
});

test('nor where the seats stayed, fell by something else, or the term was not known', () => {
  expect(shrinks(runOf(term(), as({}))).count).toBe(0);
  const auto = standing({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  expect(shrinks(runOf(term(), ended(auto, { ...auto, seats: 6 }))).count).toBe(0);
  expect(shrinks(runOf(term({ at: on('2026-11-20') }), as({ seats: 6 }))).count).toBe(0);
});
