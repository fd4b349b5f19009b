import { describe, expect, test } from 'vitest';
import type { Run, Seen } from '../seen.ts';
import { indexRun } from '../terms.ts';
import {
  checked,
  decided,
  ended,
  evening,
  on,
  renew,
  row,
  runOf,
  set,
  standing,
  term,
  TERM,
  write,
} from '../testing/run.ts';
import { doubledCalls, twoStepPlans, unverified } from './provider.ts';

const AUTO = 'AUTO_RENEW_MONTHLY_PAY';
const SWITCH = 'SWITCH_TO_PAY_AS_YOU_GO';
const asSet = standing({ renewalType: AUTO });
const READ = '2026-11-13T06:00:00.000Z';

const instruction = (state: string, readBackAt: string | null = READ) => ({ state, reason: null, readBackAt });

describe('an instruction on the last safe day', () => {
  const found = (...seen: readonly Seen[]) =>
    unverified(indexRun(runOf(term(), decided('2026-11-12', renew(10)), ...seen)));
  const red = evening('2026-11-27', [row({ daysLate: 1 })]);
  const calm = evening('2026-11-26');

  test.each([
    ['read back as wanted', checked(instruction('verified'), asSet)],
    ['placed, read back', checked(instruction('placed'), asSet)],
    ['fulfilled', checked(instruction('fulfilled'), asSet)],
    ['set already, without any', checked(null, asSet)],
  ])('is verified: %s', (_, seen) => {
    expect(found(seen, calm)).toMatchObject({ holds: true, count: 0 });
  });

  test.each([
    ['none, and set otherwise', checked(null)],
    ['approved', checked(instruction('approved', null))],
    ['placed, set otherwise', checked(instruction('placed'))],
    ['placed, never read back', checked(instruction('placed', null), asSet)],
    ['withdrawn, set otherwise', checked(instruction('cancelled'))],
    ['verified long ago, and otherwise since', checked(instruction('verified'))],
  ])('is not: %s', (_, seen) => {
    expect(found(seen, calm)).toMatchObject({ holds: false, count: 1 });
    expect(found(seen, calm, red).count).toBe(0);
  });

  test.each(['blocked', 'drifted', 'draft'])('%s is for a person, in whose list it stands', (state) => {
    expect(found(checked(instruction(state)), calm).count).toBe(0);
    expect(found(checked(instruction(state)))).toMatchObject({ holds: false, count: 1 });
  });

  test('what changed since yesterday may be unseen', () => {
    const change = { ...set('2026-11-26', 'CANCEL'), kind: 'console' as const } as Seen;
    expect(found(set('2026-11-12', AUTO), change, checked(instruction('verified'), standing({ renewalType: 'CANCEL' }))).count).toBe(0); // prettier-ignore
  });

  test('nobody looked at it', () => {
    expect(found(calm).worst[0]?.sentence).toContain('nobody looked at it');
  });

  test('what was decided on the last safe day itself has the lead yet', () => {
    expect(unverified(indexRun(runOf(term(), decided('2026-11-26', renew(10)), checked(null)))).count).toBe(0);
  });

  test.each([
    ['end', { outcome: 'end' } as const, 'CANCEL'],
    ['flexible', { outcome: 'flexible' } as const, SWITCH],
    ['assigned', renew(6), 'RENEW_CURRENT_USERS_YEARLY_PAY'],
    ['between', renew(8), SWITCH],
    ['more', renew(12), AUTO],
  ])('the setting that the wish needs: %s', (_, wish, renewalType) => {
    const with_ = (setting: string) =>
      unverified(
        indexRun(runOf(term(), decided('2026-11-12', wish), checked(null, standing({ renewalType: setting })))),
      );
    expect(with_(renewalType).count).toBe(0);
    expect(with_('RENEW_ON_PROPOSED_OFFER').count).toBe(1);
  });
});

describe('a plan of two steps', () => {
  const flexible = standing({ plan: 'FLEXIBLE', renewalType: null });
  const eight = standing({ seats: 8 });
  const plans = (...seen: readonly (Seen | readonly Seen[])[]): ReturnType<typeof twoStepPlans> =>
    twoStepPlans(indexRun(runOf(term(), decided('2026-11-12', renew(8)), ...seen)));

  test('is finished by the evening of the first business day', () => {
    expect(plans(ended(standing(), flexible, eight))).toMatchObject({ holds: true, count: 0, note: 'of 1 plans' });
  });

  test('counts the days that it takes longer', () => {
    const finish = write('2026-12-03', 'changePlan', flexible, eight);
    expect(plans(ended(standing(), flexible), finish)).toMatchObject({ holds: false, count: 2, figure: '2 days' });
    expect(plans(ended(standing(), flexible))).toMatchObject({ holds: false, count: 1 });
    expect(plans(ended(standing(), flexible, standing({ seats: 9 }))).holds).toBe(false);
  });

  test('others need one step', () => {
    const run = runOf(term(), decided('2026-11-12', renew(6)), ended(standing(), flexible));
    expect(twoStepPlans(indexRun(run))).toMatchObject({ holds: true, note: 'of 0 plans' });
  });
});

describe('a call of the provider', () => {
  const doubled = (...seen: readonly Seen[]) => doubledCalls(indexRun(runOf(term(), ...seen)));

  test('that changes something is none too many', () => {
    expect(doubled(set('2026-11-12', AUTO), write('2026-11-13', 'changeSeats', asSet, { ...asSet, seats: 12 }))).toMatchObject({ ...{ holds: true, count: 0 }, note: 'of 2 calls' }); // prettier-ignore
  });

  test.each([
    ['a setting', write('2026-11-12', 'changeRenewalSettings', asSet, asSet)],
    ['seats', write('2026-11-12', 'changeSeats', asSet, asSet)],
    ['a plan', write('2026-11-12', 'changePlan', asSet, asSet)],
    ['a suspension', write('2026-11-12', 'suspend', asSet, asSet)],
  ])('that changes nothing is one too many: %s', (_, seen) => {
    expect(doubled(seen)).toMatchObject({ holds: false, count: 1 });
  });

  test('that was made already is one too many, unless something came between', () => {
    const [one, other] = [set('2026-11-12', AUTO), set('2026-11-13', AUTO)];
    const change: Seen = {
      ...{ kind: 'console', at: on('2026-11-12', '15:00'), term: TERM, before: asSet, after: standing() },
    };
    expect(doubled(one, other)).toMatchObject({ holds: false, count: 1 });
    expect(doubled(one, change, other)).toMatchObject({ holds: true, count: 0 });
  });
});

test('runs of nothing have nothing too many', () => {
  const run: Run = runOf(term());
  expect(doubledCalls(indexRun(run)).count).toBe(0);
});
