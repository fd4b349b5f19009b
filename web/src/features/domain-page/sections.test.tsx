import { domainPage } from '@desk/contract/domain-page';
import { expect, test } from 'vitest';
import { now } from '../../kit/text/clock.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { contact } from '../../parts/testing/domain-page.ts';
import { openPage } from './testing/open-page.tsx';

const HOUR_MS = 3_600_000;
const headersOf = (table: HTMLElement) =>
  [...table.querySelectorAll('thead th')].map((head) => head.textContent.replace(/[^\w ]/g, '').trim());
const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th,td')].map((cell) => cell.textContent.replace(/[●○▲■◆]/, '')),
  );

test('active plans, invoices and outstanding amounts stand in tables that say how old they are', async () => {
  const as_of = new Date(now() - 3 * HOUR_MS - 1000).toISOString();
  const { screen, tab } = openPage(
    answering(domainPage.plans, {
      domains: [
        {
          skuName: 'Business Plus',
          usedSeats: 18,
          maxSeats: null,
          plan: 'FLEXIBLE',
          status: 'ACTIVE',
          source: 'google',
          provider_renewal_date: null,
        },
      ],
      as_of,
    }),
    answering(domainPage.invoices, {
      domains: [
        {
          plan_name: null,
          invoice_no: 'INV-7',
          invoice_date: '2026-04-01',
          due_date: '2026-04-15',
          invoice_status: 'overdue',
          product_type: null,
          total: '500.00',
          balance: '120.50',
          currency: 'USD',
        },
      ],
      total: 1,
      as_of,
    }),
    answering(domainPage.outstanding, { domains: [{ invoice_count: 3, bcy_balance: '190890.00' }], as_of }),
  );

  await tab('Active Plan Details');
  const plans = await screen.findByRole('grid', { name: 'Active Plan Details of indus.example' });
  expect(headersOf(plans)).toEqual([
    ...['SKU Name', 'Used Seats', 'Max Seats', 'Plan', 'Source', 'Provider Renewal Date', 'Status'],
  ]);
  expect(rowsOf(plans)).toEqual([
    ['Business Plus', '18', 'N/A', 'Flexible, month to month', 'Google', 'N/A', 'Active'],
  ]);
  await tab('Domain Invoice History');
  const invoices = await screen.findByRole('grid', { name: 'Domain Invoice History of indus.example' });
  expect(rowsOf(invoices)).toEqual([['N/A', 'INV-7', '01-04-2026', 'overdue', 'N/A', '15-04-2026', '$500', '$120.5']]);
  expect(screen.getByText(/^from Zoho Books/).textContent).toBe('from Zoho Books, 3 hours ago');
  await tab('Domain Account Outstanding');
  const owed = await screen.findByRole('grid');
  expect(rowsOf(owed)).toEqual([['3', '₹1,90,890']]);
});

test('contacts, renewals and tickets are read when their section is opened', async () => {
  const ticket = {
    ticket_number: '101',
    subject: 'Mails bounce',
    status: 'Escalated',
    cf_ticket_closure_date: null,
    created_at: '2026-11-20T20:00:00Z',
    create_time: '2026-11-20T20:00:00Z',
    closedTime: null,
  };
  const { asked, screen, tab } = openPage(
    answering(domainPage.contact, {
      domains: [contact()],
      contacts: [{ name: 'Ravi Nair', role: 'Billing', email: 'ravi@indus.example', phone: null, mobile: null }],
      as_of: null,
    }),
    answering(domainPage.renewals, {
      domains: [
        {
          plan: 'ANNUAL',
          skuName: 'Business Plus',
          renewal_date: '2025-11-23',
          provider_renewal_date: '2025-11-20',
          status: 'Confirmation Received',
          seats: 20,
        },
      ],
      as_of: null,
    }),
    answering(domainPage.supportTickets, { tickets: [ticket], total: 1, as_of: new Date(now()).toISOString() }),
  );

  await tab('Domain Contacts');
  expect(rowsOf(await screen.findByRole('grid'))).toEqual([
    ['Ravi Nair', 'Billing', 'ravi@indus.example', 'N/A', 'N/A'],
  ]);
  expect(asked()).not.toContain(domainPage.renewals.path);
  await tab('Domain Renewal Data');
  expect(rowsOf(await screen.findByRole('grid'))).toEqual([
    ['Annual, paid monthly', 'Business Plus', '20-11-2025', '23-11-2025', '20', 'Confirmation Received'],
  ]);
  screen.getByText('from our own records');
  await tab('Support Tickets');
  expect(rowsOf(await screen.findByRole('grid'))).toEqual([
    ['101', 'Mails bounce', 'Escalated', 'N/A', '21 Nov 2026, 01:30', 'N/A'],
  ]);
  expect(screen.getByText(/^from Zoho Desk/).textContent).toBe('from Zoho Desk, just now');
  await tab('Deployment Tickets');
  await screen.findByText('No data available for Deployment Tickets');
  screen.getByText('Zoho Desk has not been read yet');
});

test('two invoices of one number stand both', async () => {
  const invoice = {
    plan_name: null,
    invoice_no: 'INV-7',
    invoice_date: '2026-04-01',
    due_date: null,
    invoice_status: 'paid',
    product_type: null,
    total: '500.00',
    balance: '0.00',
    currency: 'INR',
  };
  const { screen, tab } = openPage(
    answering(domainPage.invoices, {
      domains: [invoice, { ...invoice, invoice_status: 'void' }],
      total: 203,
      as_of: null,
    }),
  );

  await tab('Domain Invoice History');
  const table = await screen.findByRole('grid', { name: 'Domain Invoice History of indus.example' });
  expect(rowsOf(table).map((row) => row[3])).toEqual(['paid', 'void']);
  expect(screen.getByText('The newest 2 of 203')).toBeTruthy();
});

test('a section that fails says so in its place, the others stand, and Retry reads it again', async () => {
  let isDown = true;
  const { screen, user, tab } = openPage(
    answering(domainPage.invoices, () => (isDown ? refusing(500) : { domains: [], total: 0, as_of: null })),
  );
  await tab('Domain Invoice History');
  await screen.findByText('Could not fetch Domain Invoice History.');
  await tab('Active Plan Details');
  await screen.findByText('No data available for Active Plan Details');
  await tab('Domain Invoice History');
  await screen.findByText('Could not fetch Domain Invoice History.');
  isDown = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText('No data available for Domain Invoice History');
});

test('rows that came from a file, not from a service, are our own', async () => {
  const { screen, tab } = openPage(
    answering(domainPage.outstanding, { domains: [{ invoice_count: 1, bcy_balance: '10.00' }], as_of: null }),
  );

  await tab('Domain Account Outstanding');

  await screen.findByText('from our own records');
});
