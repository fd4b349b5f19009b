import { expect, test } from 'vitest';
import { numberText } from './cell-text.ts';
import { builtInKind, kindOfFormat } from './number-format.ts';

test.each([
  ['General', 'plain'],
  ['0', 'plain'],
  ['#,##0.00', 'plain'],
  ['[$₹-4009]#,##0.00', 'plain'],
  ['"days" 0', 'plain'],
  [String.raw`\d0`, 'plain'],
  ['0.00"%"', 'plain'],
  ['[>=10000000]"₹"##\\,##\\,##\\,##0;[Red]-0', 'plain'],
  ['0%', 'percent'],
  ['0.00%;[Red]-0.00%', 'percent'],
  ['0.00E+00', 'scientific'],
  ['##0.0E+0', 'scientific'],
  ['dd/mm/yyyy', 'date'],
  ['[$-409]d-mmm-yy;@', 'date'],
  ['[h]:mm:ss', 'date'],
])('the format %s is %s', (code, kind) => {
  expect(kindOfFormat(code)).toBe(kind);
});

test.each([
  [0, 'plain'],
  [4, 'plain'],
  [9, 'percent'],
  [10, 'percent'],
  [11, 'scientific'],
  [14, 'date'],
  [22, 'date'],
  [48, 'scientific'],
  [49, 'plain'],
  [164, 'plain'],
])('the built-in format %i is %s', (id, kind) => {
  expect(builtInKind(id)).toBe(kind);
});

test.each([
  [1499.9900000000001, 'plain', '1499.99'],
  [999999999999999, 'plain', '999999999999999'],
  [1000000000000000, 'plain', '1E+15'],
  [-12.5, 'plain', '-12.5'],
  [0.1255, 'percent', '12.55%'],
  [0.07, 'percent', '7%'],
  [1.1, 'percent', '110%'],
  [1, 'date', '1900-01-01'],
  [59, 'date', '1900-02-28'],
  [60, 'date', '########'],
  [61, 'date', '1900-03-01'],
  [46478.75, 'date', '2027-04-01'],
  [-1, 'date', '########'],
  [1e9, 'date', '########'],
] as const)('%d in the format %s is %s', (value, kind, text) => {
  expect(numberText(value, kind, false)).toBe(text);
});

test('days of a workbook that counts from 1904', () => {
  expect(numberText(45016, 'date', true)).toBe('2027-04-01');
});
