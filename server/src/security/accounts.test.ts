import { expect, test } from 'vitest';
import { accountsTable } from '../db/tables/accounts.ts';
import { db } from '../testing/clone.ts';

test('a new database has no account that anybody could know the password of', async () => {
  expect(await db.select().from(accountsTable)).toEqual([]);
});
