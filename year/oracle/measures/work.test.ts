import { expect, test } from 'vitest';
import type { Run, TermId } from '../seen.ts';
import { indexRun } from '../terms.ts';
import { evening, opened, row, runOf, term } from '../testing/run.ts';
import { honesty, isHonest } from './honesty.ts';
import { work } from './work.ts';

/** Terms whose items were opened so many times each. */
function opening(...counts: readonly number[]): Run {
  const id = (n: number): TermId => `firm-${n}.example/Starter/1`;
  return runOf(
    counts.map((_, n) => term({ term: id(n), domain: `firm-${n}.example` })),
    counts.flatMap((count, n) => Array.from({ length: count }, () => ({ ...opened('2026-11-10'), term: id(n) }))),
  );
}

test.each([
  [[2], true],
  [[0, 2, 2, 3], true],
  [[2, 3, 3], false],
  [[...Array.from({ length: 19 }, () => 1), 9], true],
  [[...Array.from({ length: 18 }, () => 1), 9, 9], false],
])('items that were opened %j times', (counts, holds) => {
  expect(work(indexRun(opening(...counts))).holds).toBe(holds);
});

test('the figure of the work, and who had most', () => {
  const found = work(indexRun(opening(1, 1, 7)));
  expect(found).toMatchObject({ figure: 'median 1, p95 7', note: 'most 7, of 3 terms' });
  expect(found.worst).toHaveLength(1);
});

test.each([
  ['Nobody has decided. Its last safe day was on 26 Nov. Call today.', true],
  ['Approved, and not set at the provider yet: 8 seats. See why.', true],
  ['Call the customer who is undecided.', true],
  ['This renewal is late by now.', false],
  ['Call today.', false],
  ['Nobody has decided. Call today', false],
  ['', false],
])('a sentence that names cause and next step: "%s"', (sentence, honest) => {
  expect(isHonest(sentence)).toBe(honest);
});

test('a red item with nothing but a word fails; others may say what they like', () => {
  const at = (sentence: string, daysLate: number | null): Run =>
    runOf(term(), evening('2026-11-27', [row({ sentence, daysLate })]));
  expect(honesty(indexRun(at('Late.', 2)))).toMatchObject({
    holds: false,
    figure: '0 %',
    note: 'of 1 red items on an evening',
  });
  expect(honesty(indexRun(at('Late.', null)))).toMatchObject({ holds: true, figure: '100 %' });
  expect(honesty(indexRun(at('Nobody has decided. Call today.', 2)))).toMatchObject({ holds: true, figure: '100 %' });
});
