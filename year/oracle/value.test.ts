import { expect, test } from 'vitest';
import { decided, ended, OTHER, renew, runOf, standing, term, TERM } from './testing/run.ts';
import { hashOf, outcomeRows, outcomesOf, valueKept, valueOf } from './value.ts';

const seen = [term(), decided('2026-11-12', renew(10)), ended(standing(), standing())];

test('a row of each term that ended, sorted, whatever the order of what was seen', () => {
  const other = term({ term: OTHER, domain: 'other.example' });
  const run = runOf(other, ...seen);
  expect(outcomeRows(run)).toEqual([
    'firm.example/Starter/1|2026-11-30|ANNUAL|10|ACTIVE|renew 10 seats|in time',
    'other.example/Starter/1|2026-11-30|UNSEEN|0|UNSEEN|-|-',
  ]);
  expect(hashOf(outcomeRows(runOf(...seen.toReversed(), other)))).toBe(hashOf(outcomeRows(run)));
});

test('a seat more is another hash, and so is a decision that came late', () => {
  const hash = hashOf(outcomeRows(runOf(...seen)));
  expect(hash).toMatch(/^[\da-f]{64}$/);
  expect(hashOf(outcomeRows(runOf(term(), decided('2026-11-27', renew(10)), ended(standing(), standing()))))).not.toBe(
    hash,
  );
  expect(hashOf(outcomeRows(runOf(seen.slice(0, 2).flat(), ended(standing(), standing({ seats: 11 })))))).not.toBe(
    hash,
  );
});

test.each([
  ['a commitment is worth its seats', standing(), 10_000],
  ['without one it is worth the assigned ones', standing({ plan: 'FLEXIBLE' }), 6_000],
  ['what is suspended is worth nothing', standing({ status: 'SUSPENDED' }), 0],
  ['nor is who went away', standing({ plan: 'GONE', status: 'GONE' }), 0],
])('%s', (_, after, rupees) => {
  expect(valueOf([{ after, price: 1_000 }])).toBe(rupees);
});

test('what the product is worth beside nobody who acts', () => {
  const baseline = [
    { term: TERM, after: standing({ seats: 6 }) },
    { term: 'of nobody', after: standing() },
  ];
  expect(valueKept(runOf(...seen), baseline)).toEqual({
    ...{ rupees: 4_000, saved: 4_000, unwanted: 0, unmatched: 0 },
    byMonth: [{ month: '2026-11', decided: 10_000, nobodyActs: 6_000 }],
  });
});

test('what nobody wanted to pay stands apart; terms of one run alone are not counted', () => {
  const run = runOf(
    [term(), term({ term: OTHER, domain: 'other.example' })],
    decided('2026-11-12', { outcome: 'end' }),
    ended(standing(), standing({ status: 'SUSPENDED' })),
  );
  expect(valueKept(run, outcomesOf(runOf(...seen)))).toMatchObject({
    ...{ rupees: -10_000, saved: 0, unwanted: 10_000, unmatched: 1 },
  });
});
