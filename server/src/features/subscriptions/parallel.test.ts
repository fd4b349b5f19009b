import { imports } from '@desk/contract/imports';
import { expect, test } from 'vitest';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { googleDesk } from './testing/google-desk.ts';
import { eventually } from '../../testing/eventually.ts';

const { google, openDesk } = googleDesk(6);

test('a sync and the confirmation of a file with the same subscriptions wait for each other, and both are written', async () => {
  const desk = await openDesk();
  const mine = new Map(
    google()
      .state.subscriptions()
      .map((one) => [one.customerId, one]),
  );
  const file = (price: string) =>
    [
      'Domain,Company Name,Subscription Id,SKU,Plan,Price',
      ...[...mine.values()].map((one, at) =>
        [one.customerDomain, `Company ${at}`, one.subscriptionId, 'Vault', 'ANNUAL', price].join(','),
      ),
    ].join('\n');
  const checked = async (price: string) => {
    const bytes = file(price);
    const { reply } = await desk.asha.uploads(imports.check, { kind: 'subscriptions' }, { name: 'file.csv', bytes });
    return reply.import_id;
  };
  const confirm = (import_id: number) => desk.asha.calls(imports.confirm, { import_id });
  expect((await confirm(await checked('10'))).status).toBe(200);
  const importId = await checked('20');
  const waiting = async (count: number) => {
    const { rows } = await desk.pool.query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(rows).toHaveLength(count);
  };

  // Somebody holds the last row, so that each of the two has locked what it can when they meet.
  const colleague = await desk.pool.connect();
  await colleague.query('begin');
  await colleague.query('select from subscriptions order by id desc limit 1 for update');
  const confirmed = confirm(importId);
  await eventually(() => waiting(1));
  const synced = desk.synced();
  await eventually(() => waiting(2));
  await colleague.query('commit');
  colleague.release();

  expect((await confirmed).status).toBe(200);
  expect(await synced).toMatchObject({ state: 'done', attempts: 1 });
  const written = await desk.db.select().from(s).orderBy(s.id);
  expect(written.filter(({ source, price }) => source === 'google' && price === '20.00')).toHaveLength(mine.size);
});
