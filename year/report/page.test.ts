import { expect, test } from 'vitest';
import {
  decided,
  ended,
  evening,
  mail,
  opened,
  renew,
  row,
  runOf,
  standing,
  term,
  TERM,
} from '../oracle/testing/run.ts';
import { chartOf } from './chart.ts';
import { pageOf } from './page.ts';

const run = runOf(
  [term(), mail('2026-11-10'), opened('2026-11-10'), decided('2026-11-12', renew(10))],
  [evening('2026-11-20', [row({ daysLate: 1, sentence: '<script>alert(1)</script>' })])],
  ended(standing(), standing()),
);
const page = pageOf(run, [{ term: TERM, after: standing({ seats: 6 }) }]);

test('it loads nothing, and runs nothing that was seen', () => {
  expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:/);
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('the value kept stands in rupees, by month beside nobody who acts', () => {
  expect(page).toContain('<p class="sum">₹4,000 a year</p>');
  expect(page).toContain('<title>Nov 2026, As it is: 0.1</title>');
  expect(page).toContain('<title>Nov 2026, If nobody had acted: 0.1</title>');
});

test('without a baseline it has no value', () => {
  expect(pageOf(run)).not.toContain('Value kept');
});

test('each chart has a title that names it, and a table of its numbers', () => {
  const ids = [...page.matchAll(/aria-labelledby="(\w+)"/g)].map(([, id]) => id);
  expect(ids).toEqual(['value', 'alerts', 'opened']);
  for (const id of ids) expect(page).toContain(`<figcaption id="${id ?? ''}">`);
  expect(page.match(/<figure>[\s\S]*?<table>[\s\S]*?<\/figure>/g)).toHaveLength(3);
});

test('every measure has its row, and what fails its stories', () => {
  expect(page.match(/<th scope="row">Lost renewal<\/th>/g)).toHaveLength(1);
  expect(page).toContain('<td class="bad">FAILS</td>');
  expect(page).toContain('class="story"');
});

const chart = (values: readonly number[]): string =>
  chartOf({
    ...{ id: 'a', title: 'Things', unit: 'a week', of: 'Week', labels: values.map((_, n) => `${n}`) },
    ...{ series: [{ name: 'Things', values }], format: String },
  });

test('bars are as high as their values, below a round number', () => {
  const heights = (values: readonly number[]) => [...chart(values).matchAll(/height="([\d.]+)"><title/g)].map(([, height]) => Number(height)); // prettier-ignore
  const [full = 0, half = 0, none = 1] = heights([8, 4, 0]);
  expect(full).toBeCloseTo(half * 2);
  expect(none).toBe(0);
  expect(chart([7])).toContain('>8</text>');
});

test('a chart of nothing is still a chart', () => {
  expect(chart([])).toContain('role="img"');
  expect(chart([])).not.toContain('NaN');
});

test('of many labels every few are shown', () => {
  const shown = chart(Array.from({ length: 63 }, () => 1)).match(/text-anchor="middle"/g) ?? [];
  expect(shown.length).toBeLessThanOrEqual(9);
});
