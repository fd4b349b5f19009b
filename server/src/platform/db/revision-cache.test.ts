import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { revisionCache } from './revision-cache.ts';

/** Never connected: answers are kept for each pool. */
const pool = new Pool();

/** Answers of `size` bytes; `built` are the months that were built, in order. */
function recordingCache(limits: { most: number; bytes: number }, size = 1) {
  const built: string[] = [];
  const ask = revisionCache({ ...limits, sizeOf: () => size }, async (_pool, month, revision) => {
    built.push(month);
    await Promise.resolve();
    if (revision === 'broken') throw new Error('The database is away.');
    return `${month} at ${revision}`;
  });
  return { built, ask: (month: string, revision: string) => ask(pool, month, revision) };
}

test('who asks while an answer is built waits for the same one, and later ones get it too', async () => {
  const { built, ask } = recordingCache({ most: 5, bytes: 100 });
  expect(await Promise.all([ask('april', '1'), ask('april', '1')])).toEqual(['april at 1', 'april at 1']);
  expect(await ask('april', '1')).toBe('april at 1');
  expect(built).toEqual(['april']);
});

test('a new revision is built anew', async () => {
  const { built, ask } = recordingCache({ most: 5, bytes: 100 });
  await ask('april', '1');
  expect(await ask('april', '2')).toBe('april at 2');
  expect(built).toEqual(['april', 'april']);
});

test('an answer that could not be built is tried again', async () => {
  const { built, ask } = recordingCache({ most: 5, bytes: 100 });
  await expect(ask('april', 'broken')).rejects.toThrow('away');
  await expect(ask('april', 'broken')).rejects.toThrow('away');
  expect(built).toEqual(['april', 'april']);
});

test.each([
  ['so many answers', { most: 2, bytes: 100 }, 1],
  ['so many bytes', { most: 9, bytes: 100 }, 40],
])('when there are %s the longest unused one goes', async (_what, limits, size) => {
  const { built, ask } = recordingCache(limits, size);
  for (const month of ['april', 'may', 'april', 'june', 'april', 'may']) await ask(month, '1');
  expect(built).toEqual(['april', 'may', 'june', 'may']);
});

test('the only answer is kept, however large it is', async () => {
  const { built, ask } = recordingCache({ most: 2, bytes: 100 }, 1_000);
  await ask('april', '1');
  await ask('april', '1');
  expect(built).toEqual(['april']);
});
