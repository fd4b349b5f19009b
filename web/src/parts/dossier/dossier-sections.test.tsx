import { dossier } from '@desk/contract/dossier';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { now } from '../../kit/text/clock.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { contact } from '../testing/dossier.ts';
import { HEADINGS, openDossier } from '../testing/open-dossier.tsx';

const HOUR_MS = 3_600_000;
const headersOf = (table: HTMLElement) =>
  [...table.querySelectorAll('thead th')].map((head) => head.textContent.replace(/[^\w ]/g, '').trim());
const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th,td')].map((cell) => cell.textContent.replace(/[●○▲■◆]/, '')),
  );

test('active plans, invoices and outstanding amounts stand in tables that say how old they are', async () => {
  const as_of = new Date(now() - 3 * HOUR_MS - 1000).toISOString();
  const { screen, section } = openDossier(
    'domain=indus.example',
    answering(dossier.plans, {
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
    answering(dossier.invoices, {
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
    answering(dossier.outstanding, { domains: [{ invoice_count: 3, bcy_balance: '190890.00' }], as_of }),
  );

  const plans = await screen.findByRole('grid', { name: 'Active Plan Details of indus.example' });
  expect(headersOf(plans)).toEqual([
    ...['SKU Name', 'Used Seats', 'Max Seats', 'Plan', 'Source', 'Provider Renewal Date', 'Status'],
  ]);
  expect(rowsOf(plans)).toEqual([
    ['Business Plus', '18', 'N/A', 'Flexible, month to month', 'Google', 'N/A', 'Active'],
  ]);
  const invoices = await screen.findByRole('grid', { name: 'Domain Invoice History of indus.example' });
  expect(rowsOf(invoices)).toEqual([['N/A', 'INV-7', '01-04-2026', 'overdue', 'N/A', '15-04-2026', '$500', '$120.5']]);
  const history = await section('Domain Invoice History');
  expect(history.getByText(/^from Zoho Books/).textContent).toBe('from Zoho Books, 3 hours ago');
  const owed = await (await section('Domain Account Outstanding')).findByRole('grid');
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
  const { asked, section } = openDossier(
    'domain=indus.example',
    answering(dossier.contact, {
      domains: [contact()],
      contacts: [{ name: 'Ravi Nair', role: 'Billing', email: 'ravi@indus.example', phone: null, mobile: null }],
      as_of: null,
    }),
    answering(dossier.renewals, {
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
    answering(dossier.supportTickets, { tickets: [ticket], total: 1, as_of: new Date(now()).toISOString() }),
  );

  const people = await section('Domain Contacts');
  expect(rowsOf(await people.findByRole('grid'))).toEqual([
    ['Ravi Nair', 'Billing', 'ravi@indus.example', 'N/A', 'N/A'],
  ]);
  expect(asked()).not.toContain(dossier.renewals.path);
  const renewals = await section('Domain Renewal Data');
  expect(rowsOf(await renewals.findByRole('grid'))).toEqual([
    ['Annual, paid monthly', 'Business Plus', '20-11-2025', '23-11-2025', '20', 'Confirmation Received'],
  ]);
  renewals.getByText('from our own records');
  const support = await section('Support Tickets');
  expect(rowsOf(await support.findByRole('grid'))).toEqual([
    ['101', 'Mails bounce', 'Escalated', 'N/A', '21 Nov 2026, 01:30', 'N/A'],
  ]);
  expect(support.getByText(/^from Zoho Desk/).textContent).toBe('from Zoho Desk, just now');
  const deployment = await section('Deployment Tickets');
  await deployment.findByText('No data available for Deployment Tickets');
  deployment.getByText('Zoho Desk has not been read yet');
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
  const { screen } = openDossier(
    'domain=indus.example',
    answering(dossier.invoices, {
      domains: [invoice, { ...invoice, invoice_status: 'void' }],
      total: 203,
      as_of: null,
    }),
  );

  const table = await screen.findByRole('grid', { name: 'Domain Invoice History of indus.example' });
  expect(rowsOf(table).map((row) => row[3])).toEqual(['paid', 'void']);
  expect(screen.getByText('The newest 2 of 203')).toBeTruthy();
});

test('a section that fails says so in its place, the others stand, and Retry reads it again', async () => {
  let isDown = true;
  const { screen, user, section } = openDossier(
    'domain=indus.example',
    answering(dossier.invoices, () => (isDown ? refusing(500) : { domains: [], total: 0, as_of: null })),
  );
  await screen.findByText('No data available for Active Plan Details');
  const history = await section('Domain Invoice History');
  await history.findByText('Could not fetch Domain Invoice History.');
  isDown = false;

  await user.click(history.getByText('Retry'));

  await history.findByText('No data available for Domain Invoice History');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Domain Invoice History' }));
});

test('which sections are open is kept from domain to domain', async () => {
  const first = openDossier('domain=indus.example');
  await first.screen.findByText('No data available for Active Plan Details');
  await first.user.click(first.screen.getByRole('button', { name: 'Active Plan Details' }));
  await first.section('Support Tickets');
  await first.user.click(first.screen.getByText('Close'));
  await waitFor(() => expect(first.screen.queryByRole('dialog')).toBeNull());

  await first.user.click(first.screen.getByRole('button', { name: 'indus.example' }));

  await first.screen.findByText('No data available for Support Tickets');
  expect(
    HEADINGS.filter(
      (title) => first.screen.getByRole('button', { name: title }).getAttribute('aria-expanded') === 'true',
    ),
  ).toEqual(['Domain Invoice History', 'Support Tickets']);
});

test('rows that came from a file, not from a service, are our own', async () => {
  const { section } = openDossier(
    'domain=indus.example',
    answering(dossier.outstanding, { domains: [{ invoice_count: 1, bcy_balance: '10.00' }], as_of: null }),
  );

  const owed = await section('Domain Account Outstanding');

  await owed.findByText('from our own records');
});
