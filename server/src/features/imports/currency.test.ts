import { imports } from '@desk/contract/imports';
import { portal } from '@desk/contract/portal';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { pricesTable } from '../../platform/db/tables/licences.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { ACME, BETA, check, confirm, csv, HEADER, importFile, open, withColumns } from './testing/files.ts';

test('a price is in the currency of its line, in rupees without one, and dollars stand on the US list', async () => {
  const { desk, asha } = await open();

  await importFile(asha, withColumns(['Currency'], [...ACME, 'usd'], [...BETA, '']));

  const { reply } = await asha.calls(portal.usList, {});
  expect(reply.customer).toMatchObject([{ customer_domain: 'acme.example', price: '1500.00', currency: 'USD' }]);
  const rows = await desk.db.select().from(subscriptionsTable).orderBy(asc(subscriptionsTable.externalId));
  expect(rows.map(({ currency }) => currency)).toEqual(['USD', 'INR']);
});

test('a price without a currency is in that of the business: of a subscription, of a price list, in the sample', async () => {
  const { desk, asha } = await open({ BUSINESS_CURRENCY: 'NZD' });

  await importFile(asha, csv(HEADER, ACME));
  const prices = csv(['SKU Id', 'SKU', 'Plan', 'Currency', 'Yearly Price'], ['4711', 'Plus', 'ANNUAL', '', '100']);
  await importFile(asha, prices, 'prices');

  expect(await desk.db.select().from(subscriptionsTable)).toMatchObject([{ currency: 'NZD', price: '1500.00' }]);
  expect(await desk.db.select().from(pricesTable)).toMatchObject([{ currency: 'NZD', yearly: '100.00' }]);
  const sample = await asha.calls(imports.template, { kind: 'renewal_dates' });
  expect(String(sample.bytes)).toContain('NZD');
});

test('the open renewal follows a file that says another currency', async () => {
  const { desk, asha } = await open();
  await importFile(asha, withColumns(['Currency'], [...ACME, 'INR']));

  await importFile(asha, withColumns(['Currency'], [...ACME, 'USD']));

  expect(await desk.db.select().from(renewalsTable)).toMatchObject([{ currency: 'USD', price: '1500.00' }]);
});

test('a file that says nothing of the currency leaves it, another currency is told before it is written', async () => {
  const { desk, asha } = await open();
  await importFile(asha, withColumns(['Currency'], [...ACME, 'USD']));

  expect((await check(asha, csv(HEADER, ACME))).reply.tally).toMatchObject({ unchanged: 1 });
  const { reply } = await check(asha, withColumns(['Currency'], [...ACME, 'EUR']));
  expect(reply.rows).toMatchObject([{ verdict: 'changed', reason: 'Currency USD → EUR' }]);
  await confirm(asha, reply.import_id);

  expect(await desk.db.select().from(subscriptionsTable)).toMatchObject([{ currency: 'EUR', price: '1500.00' }]);
  const entries = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  expect(entries.find(({ action }) => action === 'subscription_changed')?.changes).toEqual([
    { field: 'Currency', old: 'USD', new: 'EUR' },
  ]);
});

test.each(['subscriptions', 'renewal_dates'] as const)(
  'the currency of a subscription from Google is ours to say in a file of %s',
  async (kind) => {
    const { desk, asha } = await open();
    await makeRenewal(desk.db, { externalId: 'S-1', subscription: { price: '1500.00' } });

    const { reply } = await importFile(asha, withColumns(['Currency'], [...ACME, 'USD']), kind);

    expect(reply.tally).toEqual({ new: 0, changed: 1, unchanged: 0, wrong: 0 });
    expect(await desk.db.select().from(subscriptionsTable)).toMatchObject([{ source: 'google', currency: 'USD' }]);
  },
);

test('a word that is no currency makes the line wrong', async () => {
  const { asha } = await open();
  const { reply } = await check(asha, withColumns(['Currency'], [...ACME, 'Rupees']));
  expect(reply.rows).toMatchObject([
    { verdict: 'wrong', column: 'Currency', reason: 'Enter a currency such as INR or USD' },
  ]);
});
