import { expect, test } from 'vitest';
import { ifNobodyActs } from './if-nobody-acts.ts';
import type { AtTermEnd, Facts, IfNobodyActs } from './port.ts';

const NOW = new Date('2026-11-21T06:30:00Z');
const LATER = new Date('2027-04-01T00:00:00Z');
const EARLIER = new Date('2026-11-20T00:00:00Z');

const renews = (seats: 'committed' | 'assigned' | 'proposed'): AtTermEnd => ({ then: 'renew', seats, pay: 'monthly' });
const annual: Facts = {
  plan: 'committed',
  pay: 'monthly',
  isSuspended: false,
  committed: 15,
  ceiling: null,
  assigned: 10,
  termEndsAt: LATER,
  atTermEnd: renews('committed'),
  trialEndsAt: null,
  isOffline: false,
};
const flexible: Facts = { ...annual, plan: 'flexible', pay: null, committed: null, termEndsAt: null, atTermEnd: null };
const trial: Facts = { ...flexible, plan: 'trial', atTermEnd: { then: 'end' }, trialEndsAt: LATER };
const users: Facts = { ...annual, atTermEnd: renews('assigned') };

const TABLE: readonly (readonly [string, Facts | null, IfNobodyActs['outcome'], number | null])[] = [
  ['a commitment that renews itself', annual, 'renews', 15],
  ['the same, of seats that nobody told', { ...annual, committed: null }, 'renews', null],
  ['one that renews with those assigned, fewer', users, 'shrinks', 10],
  ['as many', { ...users, assigned: 15 }, 'renews', 15],
  ['more', { ...users, assigned: 17 }, 'renews', 17],
  ['none', { ...users, assigned: 0 }, 'shrinks', 1],
  ['none of one', { ...users, committed: 1, assigned: 0 }, 'renews', 1],
  ['how many nobody told', { ...users, assigned: null }, 'unknown', null],
  ['one that goes on without a commitment', { ...annual, atTermEnd: { then: 'flexible' } }, 'flexible', 10],
  ['one that ends', { ...annual, atTermEnd: { then: 'end' } }, 'ends', 0],
  ['one with a proposal', { ...annual, atTermEnd: renews('proposed') }, 'proposed', 10],
  ['one with nothing set', { ...annual, atTermEnd: null }, 'unknown', null],
  ['one without a term', { ...annual, termEndsAt: null }, 'unknown', null],
  ['one whose term has ended', { ...annual, termEndsAt: EARLIER }, 'unknown', null],
  ['one whose term ends at this instant', { ...annual, termEndsAt: NOW }, 'unknown', null],
  ['one that is suspended', { ...annual, isSuspended: true }, 'suspended', 0],
  ['one that is billed by hand', { ...annual, isOffline: true, termEndsAt: null }, 'nothing', 15],
  ['a flexible plan', flexible, 'nothing', 10],
  ['a free plan', { ...flexible, plan: 'free' }, 'nothing', 10],
  ['a trial', trial, 'ends', 0],
  ['a trial that a commitment follows', { ...trial, committed: 15, atTermEnd: renews('committed') }, 'renews', 15],
  ['a trial that a flexible plan follows', { ...trial, atTermEnd: { then: 'flexible' } }, 'flexible', 10],
  ['a trial that has ended', { ...trial, trialEndsAt: EARLIER }, 'unknown', null],
  ['a plan that is not known', { ...annual, plan: 'other' }, 'unknown', null],
  ['what nobody told anything of', null, 'unknown', null],
];

test.each(TABLE)('%s', (_, facts, outcome, seats) => {
  expect(ifNobodyActs(facts, NOW)).toEqual({ outcome, seats });
});
