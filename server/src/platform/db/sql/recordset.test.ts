import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { db } from '../../../testing/clone.ts';
import { googleSubscriptionsTable as g } from '../tables/subscriptions.ts';
import { recordset } from './recordset.ts';

test('rows come back as they were given, by the names of the columns, in their order', async () => {
  const rows = [
    { skuName: 'Starter', numberOfSeats: 25, termEnd: '2027-04-01' },
    { skuName: 'a "quoted" \\ud800 😀 it’s', numberOfSeats: null, termEnd: null },
  ];
  const { skuName, numberOfSeats, termEnd } = g;
  const read = await db.execute(sql`
    select sku_name as "skuName", number_of_seats as "numberOfSeats", term_end::text as "termEnd"
    from ${recordset({ skuName, numberOfSeats, termEnd }, rows)}`);
  expect(read.rows).toEqual(rows);
});

test('half of a character is replaced, wherever the driver would have done so', async () => {
  const { skuName } = g;
  const set = recordset({ skuName }, [{ skuName: 'half \ud83d of it' }]);
  expect((await db.execute(sql`select sku_name as name from ${set}`)).rows).toEqual([{ name: 'half \ufffd of it' }]);
});
