import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { batched } from './batched.ts';

/** Doubles numbers; the odd ones have no value. Each question waits until the test lets it go on. */
function doubling() {
  const asked: (readonly number[])[] = [];
  const goOn: (() => void)[] = [];
  const find = batched(async (keys: readonly number[]) => {
    asked.push(keys);
    await new Promise<void>((resolve) => goOn.push(resolve));
    if (keys.includes(13)) throw new Error('13 cannot be asked for');
    return new Map(keys.filter((key) => key % 2 === 0).map((key) => [key, key * 2]));
  });
  const answer = async (): Promise<void> => {
    await pause(1);
    goOn.shift()?.();
    await pause(1);
  };
  return { find, asked, answer };
}

test('what is asked for at the same time is looked up at once, each key one time', async () => {
  const { find, asked, answer } = doubling();
  const found = Promise.all([find(2), find(4), find(2), find(5)]);
  await answer();

  expect(await found).toEqual([4, 8, 4, undefined]);
  expect(asked).toEqual([[2, 4, 5]]);
});

test('what comes while an earlier question is on its way goes with the next, also for a key of that question', async () => {
  const { find, asked, answer } = doubling();
  const first = find(2);
  await pause(1);
  const next = [find(2), find(4)];
  await answer();
  expect(await first).toBe(4);
  await answer();

  expect(await Promise.all(next)).toEqual([4, 8]);
  expect(asked).toEqual([[2], [2, 4]]);
});

test('a question that fails fails for its own keys, and the next one is asked', async () => {
  const { find, answer } = doubling();
  const failed = Promise.allSettled([find(13), find(2)]);
  await pause(1);
  const next = find(2);
  await answer();
  await answer();

  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await next).toBe(4);
});
