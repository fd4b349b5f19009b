import { describe, expect, test } from 'vitest';
import type { AtTermEnd, Blocked, Facts, Step, Wish } from '../port.ts';
import { planWish } from './plan.ts';
import { AFTER, annual, END, flexible, NEXT_END, NOW, to } from './testing/renewal-model.ts';

const renew = (seats: number, pay: 'monthly' | 'yearly' | null = null): Wish => ({ outcome: 'renew', seats, pay });
const sets = (setting: AtTermEnd): Step => ({ do: 'set-renewal', to: setting, after: 'now' });
const SWITCH: AtTermEnd = { then: 'flexible' };

describe('before the term ends', () => {
  test.each<[string, Wish, Partial<Facts>, readonly Step[]]>([
    ['as many seats as now', renew(15), {}, [sets(to('committed'))]],
    ['the same, paid otherwise', renew(15, 'yearly'), {}, [sets(to('committed', 'yearly'))]],
    ['the same, which is set', renew(15), { atTermEnd: to('committed') }, []],
    ['as now, though yearly is set', renew(15), { atTermEnd: to('committed', 'yearly') }, [sets(to('committed'))]],
    ['as many as are assigned', renew(10), { atTermEnd: to('committed') }, [sets(to('assigned'))]],
    ['the same, which is set', renew(10), {}, []],
    ['one seat where none is assigned', renew(1), { assigned: 0, atTermEnd: null }, [sets(to('assigned'))]],
    ['as many as committed and assigned', renew(15), { assigned: 15 }, [sets(to('committed'))]],
    [
      'fewer than committed, more than assigned',
      renew(12),
      {},
      [sets(SWITCH), { do: 'commit', seats: 12, pay: 'monthly', after: 'term-end' }],
    ],
    [
      'the same, with the first step taken',
      renew(12, 'yearly'),
      { atTermEnd: SWITCH },
      [{ do: 'commit', seats: 12, pay: 'yearly', after: 'term-end' }],
    ],
    [
      'more than committed',
      renew(20),
      {},
      [sets(to('committed')), { do: 'set-seats', from: 15, to: 20, after: 'term-end' }],
    ],
    ['as many as now, where nobody told how many are assigned', renew(15), { assigned: null }, [sets(to('committed'))]],
    ['no commitment', { outcome: 'flexible' }, {}, [sets(SWITCH)]],
    ['the proposal', { outcome: 'proposed' }, {}, [sets(to('proposed'))]],
    ['the proposal, which is set', { outcome: 'proposed' }, { atTermEnd: to('proposed', 'yearly') }, []],
    ['an end', { outcome: 'end' }, {}, [sets({ then: 'end' })]],
    ['an end, where nothing is set', { outcome: 'end' }, { atTermEnd: null }, [sets({ then: 'end' })]],
    ['an end, which is set', { outcome: 'end' }, { atTermEnd: { then: 'end' } }, []],
  ])('%s', (_, wish, changed, steps) => {
    expect(planWish(wish, { ...annual, ...changed }, NOW)).toEqual({ steps });
  });

  test.each<[string, Wish, Partial<Facts>, Blocked]>([
    ['fewer than are assigned', renew(7), {}, { because: 'below-assigned', assigned: 10, wanted: 7 }],
    ['none', renew(0), { assigned: 0 }, { because: 'below-assigned', assigned: 1, wanted: 0 }],
    ['fewer, where nobody told how many are assigned', renew(12), { assigned: null }, { because: 'assigned-unknown' }],
    ['a suspended one', renew(15), { isSuspended: true }, { because: 'suspended' }],
    ['the end of a suspended one', { outcome: 'end' }, { isSuspended: true }, { because: 'suspended' }],
    ['one that is billed by hand', renew(15), { isOffline: true }, { because: 'offline' }],
    ['one without a term', renew(15), { termEndsAt: null }, { because: 'no-term' }],
    ['one of a plan that is not known', renew(15), { plan: 'other' }, { because: 'unknown-plan' }],
    ['one of how many seats is not known', renew(15), { committed: null }, { because: 'unknown-plan' }],
    ['a trial', renew(15), { plan: 'trial', termEndsAt: null }, { because: 'no-commitment' }],
    ['a free one', { outcome: 'end' }, { plan: 'free', termEndsAt: null }, { because: 'no-commitment' }],
    ['a flexible one', renew(15), flexible, { because: 'no-commitment' }],
    ['the end of a flexible one', { outcome: 'end' }, flexible, { because: 'no-commitment' }],
  ])('%s is blocked', (_, wish, changed, blocked) => {
    expect(planWish(wish, { ...annual, ...changed }, NOW)).toMatchObject({ blocked });
  });

  test.each<[string, Wish, Partial<Facts>, readonly Step[] | undefined]>([
    ['fewer than are assigned', renew(7), {}, [sets(SWITCH)]],
    ['fewer than are assigned, which is set', renew(7), { atTermEnd: SWITCH }, []],
    ['fewer than are assigned, though an end is set', renew(7), { atTermEnd: { then: 'end' } }, [sets(SWITCH)]],
    ['fewer, where nobody told how many are assigned', renew(12), { assigned: null }, [sets(SWITCH)]],
    ['a suspended one', renew(7), { isSuspended: true }, undefined],
    ['a flexible one', renew(7), flexible, undefined],
  ])('%s goes on without a commitment, should its term end meanwhile', (_, wish, changed, fallback) => {
    const planned = planWish(wish, { ...annual, ...changed }, NOW);
    expect('blocked' in planned && planned.fallback).toEqual(fallback);
  });

  test('a flexible one that shall be flexible is as wanted', () => {
    expect(planWish({ outcome: 'flexible' }, flexible, NOW)).toEqual({ steps: [] });
  });
});

describe('after the term', () => {
  const next: Facts = { ...annual, termEndsAt: NEXT_END };
  const gone: Facts = { ...annual, isSuspended: true, atTermEnd: { then: 'end' } };

  test.each<[string, Wish, Facts, readonly Step[]]>([
    ['the second step alone', renew(12), flexible, [{ do: 'commit', seats: 12, pay: 'monthly', after: 'now' }]],
    ['as it is to be paid', renew(12, 'yearly'), flexible, [{ do: 'commit', seats: 12, pay: 'yearly', after: 'now' }]],
    ['more seats', renew(20), next, [{ do: 'set-seats', from: 15, to: 20, after: 'now' }]],
    ['nothing, renewed as wished', renew(15), next, []],
    ['nothing, flexible as wished', { outcome: 'flexible' }, flexible, []],
    ['nothing, ended as wished', { outcome: 'end' }, gone, []],
    ['nothing of a proposal', { outcome: 'proposed' }, next, []],
    ['nothing, until what was set happens', renew(10), annual, []],
    [
      'the second step, not before Google has ended the term',
      renew(12),
      { ...annual, atTermEnd: SWITCH },
      [{ do: 'commit', seats: 12, pay: 'monthly', after: 'term-end' }],
    ],
    [
      'the same, whoever was assigned meanwhile',
      renew(12),
      { ...annual, atTermEnd: SWITCH, assigned: 12 },
      [{ do: 'commit', seats: 12, pay: 'monthly', after: 'term-end' }],
    ],
  ])('%s', (_, wish, facts, steps) => {
    expect(planWish(wish, facts, AFTER, END)).toEqual({ steps });
  });

  test.each<[string, Wish, Facts, Blocked]>([
    ['renewed with more than wished', renew(12), next, { because: 'over' }],
    ['renewed and paid otherwise', renew(15, 'yearly'), next, { because: 'over' }],
    ['renewed against an end', { outcome: 'end' }, next, { because: 'over' }],
    ['renewed against a flexible one', { outcome: 'flexible' }, next, { because: 'over' }],
    ['flexible against an end', { outcome: 'end' }, flexible, { because: 'over' }],
    ['set otherwise when it ended', renew(15), annual, { because: 'over' }],
    ['ended against a renewal', renew(15), gone, { because: 'suspended' }],
    ['grown above the wish', renew(7), flexible, { because: 'below-assigned', assigned: 10, wanted: 7 }],
  ])('%s is blocked', (_, wish, facts, blocked) => {
    expect(planWish(wish, facts, AFTER, END)).toEqual({ blocked });
  });

  test('a commitment that is flexible before its time has ended', () => {
    const steps = [{ do: 'commit', seats: 12, pay: 'monthly', after: 'now' }];
    expect(planWish(renew(12), flexible, NOW, END)).toEqual({ steps });
  });
});

describe('where a commitment began anew before the other one was to end', () => {
  const anew: Facts = {
    ...annual,
    committed: 15,
    atTermEnd: to('committed'),
    termEndsAt: new Date('2027-11-10T00:00:00Z'),
  };

  test('what comes to the same has come about', () => {
    expect(planWish(renew(15), anew, NOW, END)).toEqual({ steps: [] });
    expect(planWish(renew(15), anew, AFTER, END)).toEqual({ steps: [] });
  });

  test.each<[string, Wish]>([
    ['an end', { outcome: 'end' }],
    ['fewer seats', renew(12)],
    ['more seats', renew(20)],
    ['another payment', renew(15, 'yearly')],
    ['no commitment', { outcome: 'flexible' }],
    ['a proposal', { outcome: 'proposed' }],
  ])('%s that was decided about the other one is not placed on it, before that day and after it', (_, wish) => {
    expect(planWish(wish, anew, NOW, END)).toEqual({ blocked: { because: 'over' } });
    expect(planWish(wish, anew, AFTER, END)).toEqual({ blocked: { because: 'over' } });
  });

  test('an end that is corrected by some days is the same term', () => {
    const corrected = { ...annual, termEndsAt: new Date('2027-01-08T00:00:00Z') };
    expect(planWish({ outcome: 'end' }, corrected, NOW, END)).toEqual({ steps: [sets({ then: 'end' })] });
  });
});
