import { expect, test } from 'vitest';
import { looksLikeFormula } from './formula.ts';

test.each([
  '=1+1',
  '+cmd',
  '@SUM(A1)',
  '-2+3*4',
  '\t=x',
  '\rx',
  ' =1',
  '＝1',
  '-A1',
  "=HYPERLINK('x')",
  '+1-800-FLOWERS',
])('%j looks like a formula', (text) => {
  expect(looksLikeFormula(text)).toBe(true);
});

test.each([
  '',
  '40',
  '-12.5',
  '+91 98000 00000',
  '+91-98000-00000',
  '+(91) 9800',
  '-1,200.50',
  '-5%',
  '-',
  '--',
  'a=b',
  "'tis",
])('%j does not', (text) => {
  expect(looksLikeFormula(text)).toBe(false);
});
