import { expect, test } from 'vitest';
import { oneByOne } from './one-by-one.ts';
import type { Line } from './report.ts';

const line = (work: string): Line => ({ work, unit: 'ms', limit: 10, product: 12, times: 1.5 });

test('each row is told before the next workload begins', async () => {
  const message: string[] = [];
  const before: number[] = [];
  const work = (name: string) => () => {
    before.push(message.length);
    return Promise.resolve([line(name)]);
  };

  const isWhole = await oneByOne(
    [
      ['W1', work('W1 a month')],
      ['W2', work('W2 a page')],
    ],
    (text) => message.push(text),
  );

  expect(isWhole).toBe(true);
  expect(before).toEqual([1, 2]);
  expect(message.join('\n')).toBe(
    [
      '| work | limit | desk | ratio | goal | met |',
      '| --- | --- | --- | --- | --- | --- |',
      '| W1 a month | 10.0 ms | 12.0 ms | 1.20 | ≤ 1.5 × | yes |',
      '| W2 a page | 10.0 ms | 12.0 ms | 1.20 | ≤ 1.5 × | yes |',
    ].join('\n'),
  );
});

test('a workload that fails has its reason in its row, hides no other, and the whole is not well', async () => {
  const messages: string[] = [];

  const isWhole = await oneByOne(
    [
      ['W10', () => Promise.reject(new Error('preview_reseller_notification/ answered 410:\n{"a|b"}'))],
      ['W7', () => Promise.resolve([line('W7 start')])],
    ],
    (text) => messages.push(text),
  );

  expect(isWhole).toBe(false);
  expect(messages[1]).toBe('| W10 | – | failed: preview_reseller_notification/ answered 410: {"a/b"} | – | – | – |');
  expect(messages[2]).toContain('| W7 start |');
});
