import { expect, test } from 'vitest';
import { limitConcurrency } from './limit.ts';

test('two run at a time, the others in the order in which they came, and a failure gives its place back', async () => {
  const inTurn = limitConcurrency(2);
  const started: number[] = [];
  const ends: ((failure?: Error) => void)[] = [];
  const all = Array.from({ length: 5 }, (_, task) =>
    inTurn(
      () =>
        new Promise<number>((resolve, reject) => {
          started.push(task);
          ends[task] = (failure) => (failure ? reject(failure) : resolve(task));
        }),
    ),
  );
  const settled = Promise.allSettled(all);
  const soon = () => new Promise((resolve) => setImmediate(resolve));

  expect(started).toEqual([0, 1]);
  ends[1]?.(new Error('broken'));
  await soon();
  expect(started).toEqual([0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await soon();
  expect(started).toEqual([0, 1, 2, 3, 4]);
  ends[3]?.();
  ends[4]?.();
  expect((await settled).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});
