import { domainPage } from '@desk/contract/domain-page';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { domainPageDesk } from './testing/domain-page-desk.ts';

let desk: Awaited<ReturnType<typeof domainPageDesk>>;
beforeEach(async () => {
  desk = await domainPageDesk();
});
const domain_name = 'acme.example';
const READ = '2026-11-20T16:30:00.000Z';

/** A second subscription beside that of a renewal. */
async function another(customerId: number, more: Partial<typeof subscriptionsTable.$inferInsert>) {
  const [domain = { id: 0 }] = await desk.db
    .select()
    .from(domainsTable)
    .where(eq(domainsTable.customerId, customerId))
    .orderBy(domainsTable.id);
  await desk.db.insert(subscriptionsTable).values({
    ...{ customerId, domainId: domain.id, source: 'google', externalId: `of-${more.skuName ?? ''}`, skuId: '1' },
    ...{ skuName: '', planName: 'FLEXIBLE', status: 'ACTIVE' },
    ...more,
  });
}

test('the plans are the subscriptions that the provider still lists', async () => {
  const subscription = { licensedSeats: 21, maximumSeats: 99, ownRenewalDate: '2027-04-05' };
  const { customerId } = await makeRenewal(desk.db, { sku: 'Starter', seats: 25, subscription });
  await another(customerId, { skuName: 'Vault', licensedSeats: 7, maximumSeats: 50, status: 'SUSPENDED' });
  await another(customerId, { skuName: 'Ended', endedAt: new Date('2026-01-01T00:00:00Z') });
  await makeRenewal(desk.db, { domain: 'other.example' });
  await desk.synced('google', READ);

  expect((await desk.asha.calls(domainPage.plans, { domain_name })).reply).toEqual({
    domains: [
      {
        ...{ skuName: 'Starter', usedSeats: 21, maxSeats: 25, plan: 'ANNUAL', status: 'ACTIVE', source: 'google' },
        provider_renewal_date: '2027-04-05',
      },
      {
        ...{ skuName: 'Vault', usedSeats: 7, maxSeats: 50, plan: 'FLEXIBLE', status: 'SUSPENDED', source: 'google' },
        provider_renewal_date: null,
      },
    ],
    as_of: READ,
  });
});

test('plans that all came from a file are as old as the file, not as the last sync', async () => {
  const { customerId } = await makeRenewal(desk.db, { subscription: { source: 'file' } });
  await desk.synced('google', READ);
  const asOf = async () => (await desk.asha.calls(domainPage.plans, { domain_name })).reply.as_of;

  expect(await asOf()).toBeNull();
  await another(customerId, { skuName: 'Vault' });
  expect(await asOf()).toBe(READ);
});

test("the invoices are all of the domain's customer, newest first", async () => {
  const { customerId } = await makeDomain(desk.db);
  await desk.makeInvoice(customerId, { number: 'INV-7', date: '2025-04-01', status: 'paid', balance: '0' });
  await desk.makeInvoice(customerId, {
    ...{ number: 'INV-8', date: '2026-04-01', dueOn: '2026-04-16', status: 'overdue', currency: 'USD' },
    ...{ planName: 'Business Starter', productType: 'Workspace', total: '120.50', balance: '20.50' },
  });
  await desk.makeInvoice(customerId, { number: 'INV-9', date: '2026-04-01', status: 'draft' });
  await desk.makeInvoice((await makeDomain(desk.db, { name: 'other.example' })).customerId);
  await desk.makeInvoice(null);
  await desk.synced('books', READ);

  const { reply } = await desk.asha.calls(domainPage.invoices, { domain_name });

  expect(reply.domains.map(({ invoice_no }) => invoice_no)).toEqual(['INV-9', 'INV-8', 'INV-7']);
  expect(reply.domains[1]).toEqual({
    ...{ plan_name: 'Business Starter', invoice_no: 'INV-8', invoice_date: '2026-04-01', due_date: '2026-04-16' },
    ...{ invoice_status: 'overdue', product_type: 'Workspace', total: '120.50', balance: '20.50', currency: 'USD' },
  });
  expect(reply.as_of).toBe(READ);
});

test('what is outstanding is summed exactly in rupees, then rounded half up', async () => {
  const { customerId } = await makeDomain(desk.db);
  const outstanding = async () => (await desk.asha.calls(domainPage.outstanding, { domain_name })).reply.domains;
  for (const status of ['draft', 'void', 'paid']) await desk.makeInvoice(customerId, { status });
  await desk.makeInvoice(customerId, { balance: '0' });
  await desk.makeInvoice(customerId, { balance: '-5.00' });
  expect(await outstanding()).toEqual([]);

  await desk.makeInvoice(customerId, { status: 'overdue', balance: '10.01', currency: 'USD', exchangeRate: '0.5' });
  expect(await outstanding()).toEqual([{ invoice_count: 1, bcy_balance: '5.01' }]);
  // Each rounded alone would be 5.01 twice.
  await desk.makeInvoice(customerId, { status: 'sent', balance: '10.01', currency: 'USD', exchangeRate: '0.5' });
  expect(await outstanding()).toEqual([{ invoice_count: 2, bcy_balance: '10.01' }]);
  await desk.makeInvoice(customerId, {
    status: 'partially_paid',
    balance: '99999999999.99',
    exchangeRate: '83.123456',
  });
  expect(await outstanding()).toEqual([{ invoice_count: 3, bcy_balance: '8312345600009.18' }]);
});

test('the renewals are those under this name and those of its subscriptions under an earlier one, newest first', async () => {
  const first = await makeRenewal(desk.db, {
    ...{ domain: 'old.example', sku: 'Starter', seats: 25, renewsOn: '2025-04-01' },
    renewal: {
      state: 'closed',
      closedBecause: 'renewed',
      confirmationStatus: 'Upgrade',
      providerRenewalDate: '2025-04-09',
    },
  });
  await desk.db.update(domainsTable).set({ name: domain_name }).where(eq(domainsTable.customerId, first.customerId));
  const { subscriptionId, customerId, externalId } = first.renewal;
  await desk.db.insert(renewalsTable).values({
    ...{ subscriptionId, customerId, externalId, termEnd: '2026-04-01', domainName: domain_name, resellerType: 'N' },
    ...{ skuName: 'Starter', planName: 'FLEXIBLE', status: 'ACTIVE', licensedSeats: 31 },
  });
  await makeRenewal(desk.db, { domain: 'other.example' });
  const newer = {
    ...{ plan: 'FLEXIBLE', skuName: 'Starter', renewal_date: '2026-04-01', provider_renewal_date: null },
    ...{ status: null, seats: 31 },
  };
  const older = {
    ...{ plan: 'ANNUAL', skuName: 'Starter', renewal_date: '2025-04-01', provider_renewal_date: '2025-04-09' },
    ...{ status: 'Upgrade', seats: 25 },
  };

  const ofNow = await desk.asha.calls(domainPage.renewals, { domain_name });
  expect(ofNow.reply).toEqual({ domains: [newer, older], as_of: null });
  const ofOld = await desk.asha.calls(domainPage.renewals, { domain_name: 'OLD.example' });
  expect(ofOld.reply).toEqual({ domains: [older], as_of: null });
});

test('tickets are shown by department, newest first, whether or not the domain is known', async () => {
  await desk.makeTicket('acme.example', { number: '101', openedAt: new Date('2026-10-01T00:00:00Z') });
  await desk.makeTicket('acme.example', {
    ...{ number: '102', subject: 'Migration', status: 'Waiting for DNS', statusType: 'On Hold' },
    ...{ closedAt: new Date('2026-11-10T09:00:00Z'), closureDate: '2026-11-10' },
  });
  await desk.makeTicket('acme.example', { number: '201', department: 'deployment' });
  await desk.makeTicket('other.example', { number: '301' });
  await desk.makeTicket(null, { number: '302' });
  await desk.synced('desk', READ);

  const support = await desk.asha.calls(domainPage.supportTickets, { domain_name: 'Acme.Example' });
  const deployment = await desk.asha.calls(domainPage.deploymentTickets, { domain_name });

  expect(support.reply.tickets.map(({ ticket_number }) => ticket_number)).toEqual(['102', '101']);
  expect(support.reply.tickets[0]).toEqual({
    ...{ ticket_number: '102', subject: 'Migration', status: 'Waiting for DNS', cf_ticket_closure_date: '2026-11-10' },
    ...{ created_at: '2026-11-04T11:21:07.000Z', create_time: '2026-11-04T11:21:07.000Z' },
    closedTime: '2026-11-10T09:00:00.000Z',
  });
  expect(deployment.reply.tickets.map(({ ticket_number }) => ticket_number)).toEqual(['201']);
  expect([support.reply.as_of, deployment.reply.as_of]).toEqual([READ, READ]);
});

test('of what grows without end the newest 200 are told, and how many there are', async () => {
  const { customerId } = await makeDomain(desk.db);
  await desk.pool.query(
    `insert into books_invoices (zoho_id, books_contact_id, customer_id, number, status, date, currency, total, balance)
     select n, n, $1, 'INV-' || n, 'sent', '2026-01-01'::date + n, 'INR', 1, 1 from generate_series(1, 203) n`,
    [customerId],
  );
  await desk.pool.query(
    `insert into tickets (zoho_id, number, department, subject, status, status_type, domain_name, opened_at)
     select n, n, 'support', 'MX change', 'Open', 'Open', 'acme.example', '2026-01-01'::date + n from generate_series(1, 203) n`,
  );

  const { reply: books } = await desk.asha.calls(domainPage.invoices, { domain_name });
  const { reply: help } = await desk.asha.calls(domainPage.supportTickets, { domain_name });

  expect([books.domains.length, books.total, books.domains[0]?.invoice_no]).toEqual([200, 203, 'INV-203']);
  expect([help.tickets.length, help.total, help.tickets[0]?.ticket_number]).toEqual([200, 203, '203']);
});

test('a host of everybody’s mail has no tickets', async () => {
  await desk.makeTicket('gmail.com');
  expect((await desk.asha.calls(domainPage.supportTickets, { domain_name: 'Gmail.com' })).reply).toMatchObject({
    tickets: [],
    total: 0,
  });
});
