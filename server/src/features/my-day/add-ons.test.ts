import { axima } from '@desk/contract/axima';
import { coverage } from '@desk/contract/renewal-work/coverage';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { renewals } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findUncovered } from '../../domain/work-items/coverage.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { addDays } from '../../platform/time/days.ts';
import { makeAddOn } from '../../testing/add-ons.ts';
import { deskOnMonday, MONDAY } from './testing/desk-on-monday.ts';

/** Beside those who work on renewals Joseph and Sameer have the add-on's screen alone. */
async function withAddOns() {
  const desk = await deskOnMonday();
  const { server } = desk;
  const joseph = await server.as({ email: 'joseph@desk.example', role: 'ADEPLOY', menus: ['axima_domains'] });
  const sameer = await server.as({ email: 'sameer@desk.example', role: 'AXSUP', menus: ['axima_domains'] });
  const addOn = (domain: string, renewsOn: string, more: Omit<Parameters<typeof makeAddOn>[1], 'domain'> = {}) =>
    makeAddOn(server.db, { domain, renewalDate: renewsOn, ...more });
  const addOns = async (who: typeof joseph, ask: object = {}) => {
    const { status, reply } = await who.calls(myDay.addOns, ask);
    expect(status).toBe(200);
    return reply;
  };
  const names = async (who = joseph) => (await addOns(who)).items.map(({ domain_name }) => domain_name);
  return { ...desk, joseph, sameer, addOn, addOns, names };
}

test('an add-on that is to be renewed is work by hand, with what is to be done until when', async () => {
  const { joseph, addOn, addOns } = await withAddOns();
  const late = await addOn('late.example', '2026-11-20');
  const soon = await addOn('soon.example', '2026-12-14');

  expect(await addOns(joseph)).toEqual({
    today: MONDAY,
    count: 2,
    is_own_work: true,
    items: [
      {
        ...{ axima_subscription_id: late.id, domain_name: 'late.example', company_name: 'Company of late.example' },
        ...{ product_name: 'Axima Mail Business', renewal_date: '2026-11-20', days_late: 3 },
        sentence: 'Was to be renewed by 20 Nov. Renew or cancel it; Deployment enters which.',
      },
      {
        ...{ axima_subscription_id: soon.id, domain_name: 'soon.example', company_name: 'Company of soon.example' },
        ...{ product_name: 'Axima Mail Business', renewal_date: '2026-12-14', days_late: null },
        sentence: 'Renew it by 14 Dec; Deployment then enters its new start date.',
      },
    ],
  });
});

test('it is in the list 60 days before, one of a month seven, and on its day it is not late yet', async () => {
  const { joseph, addOn, addOns, names } = await withAddOns();
  await addOn('in-60-days.example', addDays(MONDAY, 60));
  await addOn('in-61-days.example', addDays(MONDAY, 61));
  const billingFrequency = 'Monthly Monthly';
  await addOn('month-in-7.example', addDays(MONDAY, 7), { billingFrequency });
  await addOn('month-in-8.example', addDays(MONDAY, 8), { billingFrequency });
  await addOn('today.example', MONDAY);

  expect(await names()).toEqual(['today.example', 'month-in-7.example', 'in-60-days.example']);
  expect((await addOns(joseph)).items[0]?.days_late).toBeNull();
});

test('all who have its screen share one list of it, and it is in nobody’s day and in no month', async () => {
  const { joseph, sameer, asha, tarun, addOn, names, list } = await withAddOns();
  await addOn('acme.example', MONDAY);

  expect(await names(joseph)).toEqual(['acme.example']);
  expect(await names(sameer)).toEqual(['acme.example']);
  expect((await tarun.calls(myDay.addOns, {})).status).toBe(403);
  expect((await asha.calls(myDay.addOns, {})).status).toBe(403);
  for (const ask of [{}, { scope: 'team' }, { scope: 'team', account_id: 0 }])
    expect(await list(asha, ask)).toMatchObject({ count: 0, unassigned: 0 });
  const { people } = (await asha.calls(myDay.people, {})).reply;
  expect(people.map(({ count }) => count)).toEqual(people.map(() => 0));
  const month = (await asha.calls(renewals.monthly, { month: '2026-11' })).reply;
  expect(JSON.stringify(month)).not.toContain('acme.example');
});

test('it leaves the list at once with its new start date, and as it is cancelled', async () => {
  const { joseph, addOn, names } = await withAddOns();
  const { id: renewed } = await addOn('renewed.example', '2026-11-24', { startDate: '2025-11-24' });
  const { id: cancelled } = await addOn('cancelled.example', '2026-11-24');
  expect(await names()).toEqual(['cancelled.example', 'renewed.example']);

  const start = { subscription_id: renewed, formData: { start_date: '2026-11-24' } } as const;
  expect((await joseph.calls(axima.update, start)).status).toBe(200);
  expect(await names()).toEqual(['cancelled.example']);
  const cancel = { subscription_id: cancelled, formData: { status: 'Cancelled' } } as const;
  expect((await joseph.calls(axima.update, cancel)).status).toBe(200);
  expect(await names()).toEqual([]);
});

test('it comes as its day nears, though nobody writes anything', async () => {
  const { addOn, names, on } = await withAddOns();
  await addOn('acme.example', addDays(MONDAY, 61));
  expect(await names()).toEqual([]);
  await on(addDays(MONDAY, 1));
  expect(await names()).toEqual(['acme.example']);
});

test('of many so many come as are asked for, and how many there are', async () => {
  const { joseph, addOn, addOns } = await withAddOns();
  for (let at = 0; at < 27; at += 1) await addOn(`d${String(at)}.example`, addDays(MONDAY, at));
  const first = await addOns(joseph);
  expect([first.count, first.items.length, first.items[24]?.domain_name]).toEqual([27, 25, 'd24.example']);
  expect((await addOns(joseph, { most: 27 })).items).toHaveLength(27);
});

test('where nobody of Deployment who is active has its screen the nightly look finds it', async () => {
  const { server, asha, addOn } = await withAddOns();
  await addOn('acme.example', MONDAY);
  await addOn('acme.example', MONDAY, { product: 'Axima Archive' });
  await addOn('later.example', addDays(MONDAY, 200));
  const found = async () => {
    await findUncovered(server.db, MONDAY);
    const { findings, rows } = (await asha.calls(coverage.latest, {})).reply;
    return { count: findings.find(({ kind }) => kind === 'add_on_unseen')?.count, rows };
  };
  const suspend = (email: string) =>
    server.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.email, email));
  await suspend('sameer@desk.example');
  expect(await found()).toEqual({ count: 0, rows: [] });
  // Others see them, and none of those may enter that they were renewed.
  await server.db.update(accountsTable).set({ status: 'ACTIVE' }).where(eq(accountsTable.email, 'sameer@desk.example'));
  await suspend('joseph@desk.example');
  const row = { kind: 'add_on_unseen', name: 'acme.example', domain_name: 'acme.example', renewal_id: null };
  expect(await found()).toEqual({ count: 1, rows: [row] });
});
