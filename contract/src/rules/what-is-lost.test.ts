import { expect, test } from 'vitest';
import { whatIsLost, type LostFacts } from './what-is-lost.ts';

const style = {
  number: (value: number) => value.toLocaleString('en-IN'),
  money: (value: number, currency: string) => `${currency} ${value.toLocaleString('en-IN')}`,
};
const facts: LostFacts = {
  ...({ kind: 'change', if_nobody_acts: 'shrinks', seats_if_nobody_acts: 118, seats: 140 } as const),
  ...{ wished_seats: null, value: '394800.00', currency: 'INR' },
};
const sentenceOf = (own: Partial<LostFacts>) => whatIsLost({ ...facts, ...own }, style);

test.each([
  [{}, 'Renews 118 of 140, −INR 62,040'],
  [{ value: null }, 'Renews 118 of 140'],
  [{ seats: null }, 'Renews with the seats in use'],
  [{ if_nobody_acts: 'renews', seats_if_nobody_acts: 1_091, seats: 1_091 }, 'Renews all 1,091 for a year'],
  [{ if_nobody_acts: 'ends', seats: 32, value: '90240' }, 'Ends, 32 seats, −INR 90,240'],
  [{ if_nobody_acts: 'flexible', seats_if_nobody_acts: 3 }, 'Flexible, 3 seats, no commitment'],
  [{ if_nobody_acts: 'flexible', seats_if_nobody_acts: null }, 'Flexible, no commitment'],
  [{ if_nobody_acts: 'unknown' }, 'Not known: the provider does not tell'],
  [{ kind: 'trial_end', seats: 25 }, 'The provider suspends 25 seats'],
  [{ kind: 'trial_end', seats: null }, 'The provider suspends its seats'],
  [{ kind: 'finish', wished_seats: 2_000 }, 'Annual for 2,000 seats'],
  [{ kind: 'suspension', seats: 1 }, 'The provider takes the customer away, 1 seat'],
] satisfies [Partial<LostFacts>, string][])('%o: %s', (own, sentence) => {
  expect(sentenceOf(own)).toBe(sentence);
});
