import { overview, type TicketRow } from '@desk/contract/overview';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { CentralizedDashboardScreen } from './centralized-dashboard.screen.tsx';

const AS_OF = '2026-11-21T08:35:00Z';
const NOBODY = { count: 0, amount: '0' };
const debts = answering(overview.outstanding, {
  without_domain: NOBODY,
  domains: [
    { domain: 'aarav.example', amount: '42100045.50' },
    { domain: 'bela.example', amount: '5000000.00' },
  ],
  as_of: AS_OF,
});
const renewals = answering(overview.upcoming, {
  domains: [
    { domain: 'kaveri.example', licence: 1200, renewal_date: '2026-11-23', standing: 'renewed' },
    { domain: 'kaveri.example', licence: 1, renewal_date: '2026-11-23', standing: 'due' },
  ],
});
const deployments = answering(overview.deploymentTickets, {
  tickets: [
    { status: 'Open', count: 1 },
    { status: 'Closed', count: 3 },
  ],
  as_of: AS_OF,
});
const supports = answering(overview.supportTickets, {
  tickets: [
    { status: 'Open', count: 74 },
    { status: 'Wait: "5 %" <b>', count: 26 },
    { status: 'Escalated', count: 0 },
  ],
  as_of: null,
});
const ALL = [debts, renewals, deployments, supports];
const ticket: TicketRow = {
  ticket_id: '900001',
  ticketNumber: '101',
  subject: 'Mail does not arrive',
  email: null,
  status: 'Open',
  created_at: AS_OF,
  customerDomain: 'acme.example',
};

function open(search: string, ...answers: Parameters<typeof showAt>[2][]) {
  const shown = showAt(`/home${search}`, <CentralizedDashboardScreen />, ...answers);
  return { ...shown };
}

test('the bars tell crore with two decimals, the exact rupees too, and lead to the page of their domain', async () => {
  const { screen, user, address } = open('', ...ALL);
  expect(await screen.findByText('0.50 Cr')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Top 5 Outstanding Amount in Cr' })).toBeTruthy();
  expect(screen.getAllByText('as of 21 Nov 2026, 14:05, from Zoho Books')).toHaveLength(1);

  await user.click(await screen.findByRole('button', { name: 'aarav.example, 4.21 Cr, ₹4,21,00,045.5, open details' }));

  await waitFor(() => expect(address()).toBe('/home/domain/aarav.example'));
});

test('the renewals of the month are told by licences; a domain may be there twice', async () => {
  const { screen } = open('', ...ALL);

  const chart = within(await screen.findByRole('list', { name: 'Top 5 Renewal this Month' }));

  expect(chart.getAllByRole('button').map((bar) => bar.getAttribute('aria-label'))).toEqual([
    'kaveri.example, 1,200 licences, renewed, renews on 23-11-2026, open details',
    'kaveri.example, 1 licence, due, renews on 23-11-2026, open details',
  ]);
});

test('the table view has the same numbers, and stays in the address', async () => {
  const { screen, user, address } = open('', ...ALL);
  await screen.findByText('aarav.example');
  expect(screen.getByLabelText<HTMLInputElement>('Graph View').checked).toBe(true);

  await user.click(screen.getByLabelText('Table View'));

  await waitFor(() => expect(address()).toBe('/home?view=table'));
  const rows = (name: string) =>
    [...(document.querySelectorAll(`table[aria-label="${name}"] tbody tr`) as never as Element[])].map((row) =>
      [...row.children].map((cell) => cell.textContent),
    );
  expect(rows('Top 5 Outstanding Amount in Cr')).toEqual([
    ['aarav.example', '4.21 Cr', '₹4,21,00,045.5'],
    ['bela.example', '0.50 Cr', '₹50,00,000'],
  ]);
  expect(rows('Top 5 Renewal this Month')).toEqual([
    ['kaveri.example', '1,200', '23-11-2026', 'renewed'],
    ['kaveri.example', '1', '23-11-2026', 'due'],
  ]);
  expect(screen.getByRole('button', { name: 'Open 3 tickets: Closed' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Open 74 tickets: Open' })).toBeTruthy();
});

test('the search narrows both top lists, and says when nothing matches', async () => {
  const { screen, user, bodies } = open(
    '',
    deployments,
    supports,
    renewals,
    answering(overview.outstanding, ({ search }) => ({
      without_domain: NOBODY,
      domains: search === undefined ? [{ domain: 'aarav.example', amount: '42100000' }] : [],
      as_of: AS_OF,
    })),
  );
  await screen.findByText('aarav.example');

  await user.type(screen.getByLabelText('Search top domains'), 'kav');

  await screen.findByText('No domain matches "kav".');
  expect(bodies(overview.outstanding)).toEqual([{}, { search: 'kav' }]);
  expect(bodies(overview.upcoming)).toEqual([{}, { search: 'kav' }]);
  expect(bodies(overview.supportTickets)).toEqual([{}]);
});

test('a chart that fails says so alone, and is tried again alone', async () => {
  let isDown = true;
  const { screen, user, bodies } = open(
    '',
    debts,
    renewals,
    deployments,
    answering(overview.supportTickets, () =>
      isDown ? refusing(0) : { tickets: [{ status: 'Open', count: 2 }], as_of: AS_OF },
    ),
  );
  await screen.findByText('aarav.example');
  await screen.findByText(/^Support Ticket Status: The server did not answer/);
  isDown = false;

  await user.click(screen.getByRole('button', { name: 'Retry' }));

  await screen.findByRole('button', { name: 'Open, 2, 100 %, show tickets' });
  expect(bodies(overview.deploymentTickets)).toHaveLength(1);
});

test('what was never read is not called nothing without a word', async () => {
  const { screen } = open(
    '',
    renewals,
    deployments,
    supports,
    answering(overview.outstanding, { domains: [], without_domain: NOBODY, as_of: null }),
  );

  await screen.findByText('No Data Present');

  expect(screen.getByText('Zoho Books has not been read yet')).toBeTruthy();
});

test('a debt below a lakh is told in rupees, not as no crores', async () => {
  const small = { domains: [{ domain: 'mini.example', amount: '99999.00' }], without_domain: NOBODY, as_of: AS_OF };
  const { screen } = open('', renewals, deployments, supports, answering(overview.outstanding, small));

  await screen.findByRole('button', { name: 'mini.example, ₹99,999, open details' });
});

test('a slice opens its tickets, which Close leaves', async () => {
  const { screen, user, bodies, address } = open(
    '?view=table',
    ...ALL,
    answering(overview.supportList, { tickets: [ticket], total: 26 }),
  );

  await user.click(await screen.findByRole('button', { name: 'Open 26 tickets: Wait: "5 %" <b>' }));

  await screen.findByRole('dialog', { name: 'Tickets are Wait: "5 %" <b> (26 tickets, support)' });
  expect(address()).toContain('view=table&tickets=support');
  await screen.findByText('Mail does not arrive');
  const table = screen.getByRole('grid', { name: 'Tickets are Wait: "5 %" <b>' });
  expect([...table.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'Ticket Id',
    'Subject',
    'Customer Domain',
    'Email',
    'Status',
    'Created At',
  ]);
  expect([...table.querySelectorAll('tbody tr > *')].map((cell) => cell.textContent)).toEqual([
    '101',
    'Mail does not arrive',
    'acme.example',
    'N/A',
    '◆Open',
    '21 Nov 2026, 14:05',
  ]);
  expect(bodies(overview.supportList)).toEqual([{ status: 'Wait: "5 %" <b>', page: 1 }]);
  expect(screen.getByText('1–15 of 26')).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Close' }));

  await waitFor(() => expect(address()).toBe('/home?view=table'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('tickets are filtered by customer domain, from page 1', async () => {
  const { screen, user, bodies } = open(
    '?tickets=deployment:Closed',
    ...ALL,
    answering(overview.deploymentList, ({ search }) => ({
      tickets: search === undefined ? [ticket] : [],
      total: search === undefined ? 16 : 0,
    })),
  );
  await user.click(await screen.findByRole('button', { name: 'Page 2' }));

  await user.type(screen.getByLabelText('Filter by customer domain'), 'tara');

  await screen.findByText('No rows match these filters.');
  expect(bodies(overview.deploymentList)).toEqual([
    { status: 'Closed', page: 1 },
    { status: 'Closed', page: 2 },
    { status: 'Closed', search: 'tara', page: 1 },
  ]);
});

test('tickets that came with a shared address are closed without leaving the screen', async () => {
  const { screen, user, address } = open(
    '?view=table&tickets=support:Open',
    ...ALL,
    answering(overview.supportList, { tickets: [ticket], total: 1 }),
  );

  await user.click(await screen.findByRole('button', { name: 'Close' }));

  await waitFor(() => expect(address()).toBe('/home?view=table'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an address that names tickets of nobody opens nothing', async () => {
  const { screen } = open('?tickets=sales:Open', ...ALL);

  await screen.findByText('aarav.example');

  expect(screen.queryByRole('dialog')).toBeNull();
});

test('what is owed by debtors without a domain is told below the five', async () => {
  const some = {
    domains: [{ domain: 'mini.example', amount: '500000.00' }],
    without_domain: { count: 3, amount: '120000.00' },
    as_of: AS_OF,
  };
  const { screen } = open('', answering(overview.outstanding, some), renewals, deployments, supports);

  await screen.findByText('3 debtors without a domain here: ₹1,20,000.');
});
