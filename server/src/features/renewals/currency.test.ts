import { WORKBOOK } from '@desk/contract/call';
import { renewals } from '@desk/contract/renewals';
import { resellers } from '@desk/contract/resellers';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { deskWith } from './testing/desk-with.ts';

const MONTH = '2027-04';

/** A renewal that closed in dollars, and one in rupees; what is sold in dollars then is sold in euros now. */
async function deskWithDollars() {
  const { desk, asha, made } = await deskWith(
    {
      domain: 'abroad.example',
      renewsOn: `${MONTH}-10`,
      renewal: { currency: 'USD', price: '1200.00', state: 'closed' },
    },
    { domain: 'home.example', renewsOn: `${MONTH}-11`, renewal: { price: '150000.00' } },
  );
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id });
  await desk.db
    .update(subscriptionsTable)
    .set({ currency: 'EUR' })
    .where(eq(subscriptionsTable.id, made[0]?.subscriptionId ?? 0));
  return { desk, asha, made };
}

const WANTED = [
  { domain_name: 'abroad.example', price: '1200.00', currency: 'USD' },
  { domain_name: 'home.example', price: '150000.00', currency: 'INR' },
];

test('every list of renewals tells the currency of each, which a closed one keeps', async () => {
  const { asha, made } = await deskWithDollars();

  expect((await asha.calls(renewals.monthly, { month: MONTH })).reply.customer).toMatchObject(WANTED);
  expect((await asha.calls(renewals.all, {})).reply.customer).toMatchObject(WANTED);
  expect((await asha.calls(renewals.mine, {})).reply.domains).toMatchObject(WANTED);
  for (const [i, { id }] of made.entries())
    expect((await asha.calls(renewals.details, { renewal_id: id })).reply.domain).toMatchObject([WANTED[i]]);
});

test('a file of renewals tells the currency of each beside its price', async () => {
  const { asha } = await deskWithDollars();

  const { reply } = await asha.calls(renewals.exportMonthly, { month: MONTH });

  const rows: Record<string, string>[] = parse(reply as unknown as string, { bom: true, columns: true });
  expect(rows.map(({ Price, Currency }) => [Price, Currency])).toEqual([
    ['1200.00', 'USD'],
    ['150000.00', 'INR'],
  ]);
});

test('in a workbook each price is an amount of money in its currency', async () => {
  const { asha } = await deskWithDollars();

  const { bytes } = await asha.calls(renewals.exportMonthly, { month: MONTH }, { accept: WORKBOOK });

  const partOf = (path: string) => strFromU8(unzipSync(bytes)[path] ?? new Uint8Array());
  const styleOf = (amount: string) =>
    new RegExp(`s="(\\d+)"><v>${amount}</v>`).exec(partOf('xl/worksheets/sheet1.xml'))?.[1];
  expect(partOf('xl/styles.xml')).toContain('formatCode="&quot;USD&quot; #,##0.00"');
  expect(styleOf('1200.00')).toBeDefined();
  expect(styleOf('150000.00')).toBeDefined();
  expect(styleOf('1200.00')).not.toBe(styleOf('150000.00'));
});

test('the customers of a reseller stand with the currency of each renewal', async () => {
  const { desk, asha } = await deskWithDollars();
  const north = { name: 'Nila Rao', companyName: 'North Cloud', email: 'nila@north.example' };
  await desk.db.insert(resellersTable).values(north);
  await desk.pool.query('update customers set reseller_id = (select id from resellers)');

  const { reply } = await asha.calls(resellers.customers, { month: MONTH, reseller_email: north.email, tag: 'email' });

  expect(reply.domain.map(({ price, currency }) => [price, currency])).toEqual([
    ['1200.00', 'USD'],
    ['150000.00', 'INR'],
  ]);
});
