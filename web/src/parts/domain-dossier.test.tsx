import { dossier } from '@desk/contract/dossier';
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { now } from '../kit/clock.ts';
import { preferencesOf } from '../kit/preferences.ts';
import { answering, refusing, showAt } from '../testing/show.tsx';
import { DomainLink } from './domain-link.tsx';
import { DossierOutlet } from './dossier-outlet.tsx';
import { bareDossier, contact } from './testing/dossier.ts';

type Answers = Parameters<typeof showAt>[2][];

const HOUR_MS = 3_600_000;
const HEADINGS = [
  'Active Plan Details',
  'Domain Invoice History',
  'Domain Account Outstanding',
  'Domain Contacts',
  'Domain Renewal Data',
  'Deployment Tickets',
  'Support Tickets',
];

let people = 0;
beforeEach(() => preferencesOf(`person ${String((people += 1))}`));

/** A screen with one domain on it, and the dossier where the address names one; of two answers to a call the first counts. */
function openAt(search: string, ...answers: Answers) {
  const screen = (
    <>
      <DomainLink name="indus.example" />
      <DossierOutlet />
    </>
  );
  const shown = showAt(`/home?${search}`, screen, ...answers, ...bareDossier());
  const asked = () => shown.sent.map(({ path }) => path);
  const section = async (title: string) => {
    const heading = await shown.screen.findByRole('button', { name: title });
    if (heading.getAttribute('aria-expanded') === 'false') await shown.user.click(heading);
    return within(shown.screen.getByRole('region', { name: title }));
  };
  return { ...shown, asked, section };
}

const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent,
      fact.querySelector('dd')?.textContent,
    ]),
  );
const headersOf = (table: HTMLElement) =>
  [...table.querySelectorAll('thead th')].map((head) => head.textContent.replace(/[^\w ]/g, '').trim());
const rowsOf = (table: HTMLElement) =>
  [...table.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th,td')].map((cell) => cell.textContent.replace(/[●○▲■◆]/, '')),
  );

test('a domain opens its dossier: the card of its contact and seven sections, the first two of them open', async () => {
  const { screen, user, asked, address } = openAt('month=2026-11');

  await user.click(await screen.findByRole('button', { name: 'indus.example' }));

  await screen.findByRole('dialog', { name: 'indus.example' });
  await screen.findByText('No data available for Domain Invoice History');
  expect(facts()).toEqual({
    Name: 'Asha Rao',
    Email: 'asha@indus.example',
    'Company Name': 'Indus Motors',
    'Phone Number': '+91 9800000001',
    'GST Number': '27ABCDE1234F1Z5',
    'Domain Type': 'Customer',
    Segment: 'SMB',
  });
  const headings = within(screen.getByRole('dialog')).getAllByRole('heading', { level: 3 });
  expect(headings.map((heading) => heading.textContent.slice(2))).toEqual(HEADINGS);
  expect(screen.getAllByRole('region').map((region) => region.getAttribute('aria-labelledby'))).toHaveLength(2);
  expect(asked().sort()).toEqual([dossier.contact.path, dossier.invoices.path, dossier.plans.path].sort());
  expect(address()).toBe('/home?month=2026-11&domain=indus.example');
});

test('closing it leads back to where it was opened, and so does one step back in the browser', async () => {
  const { screen, user, address } = openAt('month=2026-11');
  const link = await screen.findByRole('button', { name: 'indus.example' });
  await user.click(link);
  await screen.findByRole('dialog');

  await user.click(screen.getByText('Close'));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/home?month=2026-11');
  expect(document.activeElement).toBe(link);
});

test('the address of a dossier can be shared, and closing it stays on the screen', async () => {
  const { screen, user, address } = openAt('month=2026-11&domain=indus.example');
  await screen.findByText('Indus Motors');

  await user.keyboard('{Escape}');

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe('/home?month=2026-11');
});

test('what is not known of a contact reads N/A', async () => {
  const nothing = { customer_name: null, contact_details_email: null, gst_number: null, segments: null };
  openAt('domain=indus.example', ...bareDossier({ ...nothing, company_name: null, cont_number: null }));

  await waitFor(() => expect(facts()).toMatchObject({ Name: 'N/A', Email: 'N/A', 'Phone Number': 'N/A' }));
  expect(facts()).toMatchObject({ 'Company Name': 'N/A', 'GST Number': 'N/A', Segment: 'N/A' });
});

test('both numbers of a contact stand in the card, one and the same number once', async () => {
  openAt('domain=indus.example', ...bareDossier({ cont_mobile: '+91 9800000002' }));

  await waitFor(() => expect(facts()).toMatchObject({ 'Phone Number': '+91 9800000001, +91 9800000002' }));
});

test('a domain that nobody knows is told in the words of the specification', async () => {
  const { screen } = openAt(
    'domain=nobody.example',
    answering(dossier.contact, () => refusing(404, { message: 'No Domain Found' })),
  );

  await screen.findByText('No Domain Found');
  expect(screen.queryAllByRole('heading', { level: 3 })).toEqual([]);
});

test('active plans, invoices and outstanding amounts stand in tables that say how old they are', async () => {
  const as_of = new Date(now() - 3 * HOUR_MS - 1000).toISOString();
  const { screen, section } = openAt(
    'domain=indus.example',
    answering(dossier.plans, {
      domains: [
        {
          skuName: 'Business Plus',
          usedSeats: 18,
          maxSeats: null,
          plan: 'FLEXIBLE',
          status: 'ACTIVE',
          source: 'Google',
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
      as_of,
    }),
    answering(dossier.outstanding, { domains: [{ invoice_count: 3, bcy_balance: '190890.00' }], as_of }),
  );

  const plans = await screen.findByRole('grid', { name: 'Active Plan Details of indus.example' });
  expect(headersOf(plans)).toEqual([
    ...['SKU Name', 'Used Seats', 'Max Seats', 'Plan', 'Source', 'Provider Renewal Date', 'Status'],
  ]);
  expect(rowsOf(plans)).toEqual([['Business Plus', '18', 'N/A', 'FLEXIBLE', 'Google', 'N/A', 'ACTIVE']]);
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
  const { asked, section } = openAt(
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
    answering(dossier.supportTickets, { tickets: [ticket], as_of: new Date(now()).toISOString() }),
  );

  const people = await section('Domain Contacts');
  expect(rowsOf(await people.findByRole('grid'))).toEqual([
    ['Ravi Nair', 'Billing', 'ravi@indus.example', 'N/A', 'N/A'],
  ]);
  expect(asked()).not.toContain(dossier.renewals.path);
  const renewals = await section('Domain Renewal Data');
  expect(rowsOf(await renewals.findByRole('grid'))).toEqual([
    ['ANNUAL', 'Business Plus', '20-11-2025', '23-11-2025', '20', 'Confirmation Received'],
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
  const { screen } = openAt(
    'domain=indus.example',
    answering(dossier.invoices, { domains: [invoice, { ...invoice, invoice_status: 'void' }], as_of: null }),
  );

  const table = await screen.findByRole('grid', { name: 'Domain Invoice History of indus.example' });
  expect(rowsOf(table).map((row) => row[3])).toEqual(['paid', 'void']);
});

test('a section that fails says so in its place, the others stand, and Retry reads it again', async () => {
  let isDown = true;
  const { screen, user, section } = openAt(
    'domain=indus.example',
    answering(dossier.invoices, () => (isDown ? refusing(500) : { domains: [], as_of: null })),
  );
  await screen.findByText('No data available for Active Plan Details');
  const history = await section('Domain Invoice History');
  await history.findByText('Could not fetch Domain Invoice History.');
  isDown = false;

  await user.click(history.getByText('Retry'));

  await history.findByText('No data available for Domain Invoice History');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 2 }));
});

test('a card that fails leaves the sections, and Retry reads it again', async () => {
  let isDown = true;
  const { screen, user } = openAt(
    'domain=indus.example',
    answering(dossier.contact, () => (isDown ? refusing(0) : { domains: [contact()], contacts: [], as_of: null })),
  );
  await screen.findByText('Could not fetch the contact of this domain.');
  await screen.findByText('No data available for Active Plan Details');
  isDown = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByText('Indus Motors');
});

test('which sections are open is kept from domain to domain', async () => {
  const first = openAt('domain=indus.example');
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
