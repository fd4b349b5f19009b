import { expect, test } from 'vitest';
import { migrate } from '../platform/db/schema/migrate.ts';
import { ask, scratchDatabase } from '../testing/scratch.ts';

test('a new database has no account that anybody could know the password of', async () => {
  const { url } = await scratchDatabase();
  await migrate(url);
  expect(await ask(url, 'select from accounts')).toEqual([]);
});
