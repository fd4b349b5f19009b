import { domainPage } from '@desk/contract/domain-page';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { booksContactsTable } from '../../platform/db/tables/books.ts';
import { customersTable, domainsTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { makeContact, makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { domainPageDesk } from './testing/domain-page-desk.ts';

let desk: Awaited<ReturnType<typeof domainPageDesk>>;
beforeEach(async () => {
  desk = await domainPageDesk();
});
const contactOf = (domain_name: string) => desk.asha.calls(domainPage.contact, { domain_name });

test('the card tells who a domain belongs to, through whom it is sold, and whom to call', async () => {
  const [reseller = { id: 0 }] = await desk.db
    .insert(resellersTable)
    .values({ name: 'Zoe Rao', companyName: 'Partner Ltd', email: 'zoe@partner.example' })
    .returning();
  const { customerId } = await makeRenewal(desk.db, {
    customer: {
      ...{ email: 'office@acme.example', phone: '+91 20 1000', gstNumber: '27AAAAA0000A1Z5', segment: 'Micro' },
      ...{ resellerId: reseller.id, zohoContactId: 'crm-2' },
    },
  });
  await makeContact(desk.db, customerId, { name: 'Ravi Iyer', email: 'office@acme.example' });
  await makeContact(desk.db, customerId, { name: 'Ann Roy', role: 'Accounts' });
  await makeContact(desk.db, customerId, { name: 'Mira Sen', zohoId: 'crm-2', mobile: '+91 98 2000' });
  await desk.synced('crm_contacts', '2026-11-20T22:15:00+05:45');
  await desk.synced('crm_contacts', '2026-11-21T22:15:00+05:45', 'failed');

  const { reply } = await contactOf('ACME.example');

  expect(reply).toEqual({
    domains: [
      {
        customer_name: 'Mira Sen',
        contact_details_email: 'office@acme.example',
        company_name: 'Acme Pvt Ltd',
        cont_number: '+91 20 1000',
        cont_mobile: '+91 98 2000',
        gst_number: '27AAAAA0000A1Z5',
        resellerType: 'Y',
        segments: 'Micro',
        reseller_company: 'Partner Ltd',
        reseller_name: 'Zoe Rao',
        reseller_email: 'zoe@partner.example',
        source: 'CRM',
      },
    ],
    contacts: [
      { name: 'Mira Sen', role: null, email: null, phone: null, mobile: '+91 98 2000' },
      { name: 'Ravi Iyer', role: null, email: 'office@acme.example', phone: null, mobile: null },
      { name: 'Ann Roy', role: 'Accounts', email: null, phone: null, mobile: null },
    ],
    as_of: '2026-11-20T16:30:00.000Z',
  });
});

test('what we do not know comes from the books; what nobody knows is empty', async () => {
  const { customerId } = await makeDomain(desk.db, { customer: { phone: '', zohoCustomerId: 'b-2' } });
  const known = { name: 'Acme (old)', phone: '+91 20 9', customerId };
  await desk.db.insert(booksContactsTable).values([
    { zohoId: 'b-1', ...known },
    { zohoId: 'b-2', ...known, name: 'Acme', email: 'ap@acme.example', mobile: '+91 98 1', gstNumber: '29B' },
  ]);
  await makeDomain(desk.db, { name: 'bare.example' });
  await desk.synced('books', '2026-11-20T16:30:00Z');

  expect((await contactOf('acme.example')).reply).toMatchObject({
    domains: [
      {
        ...{ customer_name: 'Acme', contact_details_email: 'ap@acme.example', cont_number: '+91 20 9' },
        ...{ cont_mobile: '+91 98 1', gst_number: '29B', source: 'Books' },
      },
    ],
    contacts: [],
    as_of: '2026-11-20T16:30:00.000Z',
  });
  expect((await contactOf('bare.example')).reply.domains).toEqual([
    {
      ...{ customer_name: null, contact_details_email: null, company_name: 'Acme Pvt Ltd', cont_number: null },
      ...{ cont_mobile: null, gst_number: null, resellerType: 'N', segments: null },
      ...{ reseller_company: null, reseller_name: null, reseller_email: null, source: null },
    },
  ]);
});

test('the segment is the one that staff gave the newest renewal, else that of the customer', async () => {
  const renewal = { segment: 'Enterprise' } as const;
  await makeRenewal(desk.db, { customer: { segment: 'SMB' }, renewal });
  await makeRenewal(desk.db, { domain: 'other.example', customer: { segment: 'SMB' } });

  expect((await contactOf('acme.example')).reply.domains[0]?.segments).toBe('Enterprise');
  expect((await contactOf('other.example')).reply.domains[0]?.segments).toBe('SMB');
});

test('a domain is found under the name that it had at an old renewal', async () => {
  const { customerId } = await makeRenewal(desk.db, { domain: 'old.example' });
  await desk.db.update(domainsTable).set({ name: 'new.example' }).where(eq(domainsTable.customerId, customerId));
  await desk.db.update(customersTable).set({ companyName: 'Renamed Ltd' }).where(eq(customersTable.id, customerId));

  for (const name of ['old.example', 'new.example', 'OLD.example'])
    expect((await contactOf(name)).reply.domains[0]?.company_name).toBe('Renamed Ltd');
});

test("somebody's wish for a name does not hide whose renewals it stands on", async () => {
  const { customerId } = await makeRenewal(desk.db, { domain: 'old.example', company: 'Owner Ltd' });
  await desk.db.update(domainsTable).set({ name: 'new.example' }).where(eq(domainsTable.customerId, customerId));
  await makeDomain(desk.db, { name: 'old.example', status: 'PENDING', customer: { companyName: 'Wisher Ltd' } });
  await makeDomain(desk.db, { name: 'wish.example', status: 'PENDING', customer: { companyName: 'Wisher Ltd' } });

  expect((await contactOf('old.example')).reply.domains[0]?.company_name).toBe('Owner Ltd');
  expect((await contactOf('wish.example')).reply.domains[0]?.company_name).toBe('Wisher Ltd');
  const { reply } = await desk.asha.calls(domainPage.plans, { domain_name: 'old.example' });
  expect(reply.domains).toHaveLength(1);
});

test.each(['nobody.example', '%', "'; --", 'ünknown.example', '.', 'a'.repeat(253)])(
  'of a domain %j that nobody knows the card says so, and each section is empty',
  async (domain_name) => {
    await makeRenewal(desk.db);
    await desk.makeTicket('acme.example');
    const { status, reply } = await contactOf(domain_name);
    expect({ status, message: reply.message }).toEqual({ status: 404, message: 'No Domain Found' });
    const ofDomain = { domain_name };
    const none = { total: 0, as_of: null };
    expect((await desk.asha.calls(domainPage.invoices, ofDomain)).reply).toEqual({ domains: [], ...none });
    for (const section of ['plans', 'outstanding', 'renewals'] as const)
      expect((await desk.asha.calls(domainPage[section], ofDomain)).reply).toEqual({ domains: [], as_of: null });
    for (const section of ['deploymentTickets', 'supportTickets'] as const)
      expect((await desk.asha.calls(domainPage[section], ofDomain)).reply).toEqual({ tickets: [], ...none });
  },
);
