import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrap } from './lines.ts';

const upTo = (most: number) => (text: string) => text.length <= most;

test('a text is broken at its spaces and line breaks', () => {
  expect(wrap('one two  three\nfour', upTo(9))).toEqual(['one two', 'three', 'four']);
  expect(wrap('  ', upTo(9))).toEqual([]);
});

test('a domain that is too wide is broken at its dots and hyphens, and a part of it only where that alone is too wide', () => {
  expect(wrap('long-name.of.example.com', upTo(10))).toEqual(['long-name.', 'of.', 'example.', 'com']);
  expect(wrap('abcdefghijkl.com', upTo(5))).toEqual(['abcde', 'fghij', 'kl.', 'com']);
});

test('what is more than the lines there are is left out, and an ellipsis says so', () => {
  expect(wrap('one two three four', upTo(5), 2)).toEqual(['one', 'two…']);
});

test('marks stay with their consonants, and consonants that are joined stay together', () => {
  expect(wrap('क्षेत्रज्ञ', upTo(4))).toEqual(['क्षे', 'त्र', 'ज्ञ']);
});

test('no line is too wide, and nothing but spaces is lost', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', ' ', '\n', 'é', '₹', 'ट'), maxLength: 80 });
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 20 }), (text, most) => {
      const lines = wrap(text, upTo(most));
      expect(lines.filter((line) => line === '' || line.length > most)).toEqual([]);
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
    }),
  );
});
