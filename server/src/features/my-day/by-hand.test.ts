import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { deskOnMonday } from './testing/desk-on-monday.ts';

const DIRECTORY = '{directory_product}_renewal_data';

/** A contract of the directory product that Tarun has, who has no screen of it. */
async function withContract() {
  const desk = await deskOnMonday();
  const { id, subscriptionId } = await desk.renewal('acme.example', desk.ids.tarun, { renewsOn: '2026-11-30' });
  await desk.server.db.update(renewalsTable).set({ product: 'directory', skuName: 'Platform' });
  await desk.server.db
    .update(subscriptionsTable)
    .set({ source: 'directory' })
    .where(eq(subscriptionsTable.id, subscriptionId));
  const sara = await desk.server.as({ email: 'sara@desk.example', name: 'Sara', role: 'RMEMBER', menus: [DIRECTORY] });
  const dev = await desk.server.as({
    email: 'dev@desk.example',
    name: 'Dev',
    menus: [DIRECTORY, 'manager_renewal_team'],
  });
  return { ...desk, id, sara, dev };
}

test('a renewal of the directory product is for who has its screen; of an owner without it, it is Unassigned to them', async () => {
  const { tarun, asha, dev, list, domains } = await withContract();
  expect(await domains(tarun)).toEqual({});
  expect((await list(asha)).unassigned).toBe(0);
  expect(await domains(asha, { scope: 'team' })).toEqual({});

  expect((await list(dev)).unassigned).toBe(1);
  expect(await domains(dev, { scope: 'team', account_id: 0 })).toEqual({ today: ['acme.example'] });
  const { people } = (await dev.calls(myDay.people, {})).reply;
  expect(people.find(({ account }) => account === null)).toMatchObject({ count: 1 });
});

test('who has it does it by hand: no provider is asked, and its day is that of its renewal', async () => {
  const { server, sara, id, list, domains } = await withContract();
  const [found] = (await server.pool.query<{ id: number }>(`select id from accounts where email = 'sara@desk.example'`))
    .rows;
  await server.db
    .update(renewalsTable)
    .set({ assignedToId: found?.id ?? 0, confirmationStatus: 'Confirmation Received' });
  expect(await domains(sara)).toEqual({ later: ['acme.example'] });
  const [item] = (await list(sara)).groups.flatMap(({ items }) => items);
  expect(item).toMatchObject({
    ...{ renewal_id: id, product: 'directory', sku_name: 'Platform', last_safe_day: null, day: '2026-11-30' },
    sentence: 'The customer renews: arranged by hand on 30 Nov.',
  });
});

test('what a domain has stands together, where its most urgent stands', async () => {
  const { server, tarun, ids, renewal, list } = await deskOnMonday();
  await renewal('one.example', ids.tarun, { price: '9000.00' });
  await renewal('two.example', ids.tarun, { price: '5000.00' });
  const { id } = await renewal('three.example', ids.tarun, { price: '1.00' });
  await server.db.update(renewalsTable).set({ domainName: 'one.example' }).where(eq(renewalsTable.id, id));
  const today = (await list(tarun)).groups.find(({ group }) => group === 'today')?.items ?? [];
  expect(today.map(({ domain_name, value }) => [domain_name, value])).toEqual([
    ['one.example', '9000.00'],
    ['one.example', '1.00'],
    ['two.example', '5000.00'],
  ]);
});
