import { directory } from '@desk/contract/directory';
import { expect, test } from 'vitest';
import { makeContact } from '../../testing/fixtures.ts';
import { directoryDesk } from './testing/directory-desk.ts';

test('resellers are listed under the domain of their e-mail, those without customers too', async () => {
  const { asha } = await directoryDesk(
    ['Zoe@Partner.example', 'adam@partner.example', 'sales@pine.example'],
    [{ name: 'a.example', reseller: 'sales@pine.example', subscriptions: ['ACTIVE'] }],
  );

  const { reply } = await asha.calls(directory.resellers, { letter: 'p' });

  expect(reply).toEqual({
    customers: [
      {
        domain_name: 'partner.example',
        company_name: 'Reseller 0',
        reseller_email: 'Zoe@Partner.example',
        reseller_status: 'N',
      },
      {
        domain_name: 'partner.example',
        company_name: 'Reseller 1',
        reseller_email: 'adam@partner.example',
        reseller_status: 'N',
      },
      {
        domain_name: 'pine.example',
        company_name: 'Reseller 2',
        reseller_email: 'sales@pine.example',
        reseller_status: 'Y',
      },
    ],
    total: 3,
  });
});

test('the domain of a reseller shows the customers of all who share it, ten on a page', async () => {
  const names = Array.from({ length: 12 }, (_, n) => `c${String(n).padStart(2, '0')}.example`);
  const emails = ['a@partner.example', 'b@partner.example'];
  const { asha, desk, customers } = await directoryDesk(
    [...emails, 'c@other.example'],
    [
      ...names.map((name, n) => ({ name, company: `Company ${n}`, reseller: emails[n % 2] ?? '' })),
      { name: 'c99.example', reseller: 'c@other.example' },
    ],
  );
  await makeContact(desk.db, customers[0] ?? 0, { name: 'Mira Sen' });

  const pageOf = async (page: number) =>
    (await asha.calls(directory.resellerCustomers, { reseller_domain: 'Partner.EXAMPLE', page })).reply;
  const [first, second] = [await pageOf(1), await pageOf(2)];

  expect([...first.customers, ...second.customers].map((row) => row.domain_name)).toEqual(names);
  expect([first.customers.length, first.total, second.customers.length, second.total]).toEqual([10, 12, 2, 12]);
  const ofOne = { reseller_domain: 'partner.example', reseller_email: 'B@partner.example' };
  const { reply: named } = await asha.calls(directory.resellerCustomers, ofOne);
  expect(named.customers.map((row) => row.domain_name)).toEqual(names.filter((_, n) => n % 2 === 1));
  expect(named.total).toBe(6);
  expect(first.customers.slice(0, 2)).toEqual([
    {
      cust_id: customers[0],
      domain_name: 'c00.example',
      billing_contact_name: 'Mira Sen',
      billing_company_name: 'Reseller 0',
      billing_contact_number: '+91 20 1000',
      reseller_email: 'a@partner.example',
    },
    {
      cust_id: customers[1],
      domain_name: 'c01.example',
      billing_contact_name: 'Company 1',
      billing_company_name: 'Reseller 1',
      billing_contact_number: '+91 20 1001',
      reseller_email: 'b@partner.example',
    },
  ]);
});

test.each(['lonely.example', 'nobody.example', '%', 'partner', '@'])(
  'the domain %j has no customers: the list is empty',
  async (reseller_domain) => {
    const { asha } = await directoryDesk(['a@lonely.example', 'b@partner.example'], []);
    const { reply } = await asha.calls(directory.resellerCustomers, { reseller_domain });
    expect(reply).toEqual({ customers: [], total: 0 });
  },
);
