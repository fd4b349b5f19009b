import { renewals } from '@desk/contract/renewals';
import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preferencesOf } from '../../kit/browser/preferences.ts';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, showAt } from '../../testing/show.tsx';
import { MyRenewalsScreen } from './my-renewals.screen.tsx';
import { acme, kaveri, MONTH, month, openMonth, SHORT, tara } from './testing/month.tsx';

const headers = () => [...document.querySelectorAll('thead tr:last-child th')].map((cell) => cell.textContent);
const many = Array.from({ length: 60 }, (_, at) =>
  renewalRow({ renewal_id: 100 + at, domain_name: `c${String(at)}.example` }),
);

beforeEach(() => {
  localStorage.clear();
  preferencesOf('asha@desk.example');
});
afterEach(() => vi.unstubAllGlobals());

test('Work is what one sees first; another view is chosen by its tab and kept', async () => {
  const { screen, user } = await openMonth('', month(acme));
  expect(headers().slice(0, 10)).toEqual([
    'Customer Domain', '', 'Renewal Date', 'If Nobody Acts', 'Seats', 'Value A Year', 'Flag', 'Confirmation Status', 'Last Follow-up',
    'Assigned To',
  ]); // prettier-ignore

  await user.click(screen.getByRole('link', { name: 'Ownership' }));

  await screen.findByRole('columnheader', { name: 'Update Domain Details' });
  expect(screen.getByRole('link', { name: 'Ownership' }).getAttribute('aria-current')).toBe('true');
  expect(localStorage.getItem('desk:asha@desk.example:columns:renewals')).toBe('"Ownership"');
});

test('who had put columns together keeps them, as a view of their own', async () => {
  localStorage.setItem('desk:asha@desk.example:columns:renewals', JSON.stringify(['domain_name', 'zone']));
  const { screen } = await openMonth('', month(acme));

  expect(headers()).toEqual(['Customer Domain', '', 'Zone']);
  expect(screen.getByRole('link', { name: 'My columns' }).getAttribute('aria-current')).toBe('true');
});

test('a row of Work says what it is worth a year, who said what last, and whose it is', async () => {
  const { screen } = await openMonth(
    '',
    month(
      renewalRow({ price: '9.00', price_per_user: '100.00', licensed_seats: 90, assigned_to: 'asha@desk.example' }),
      renewalRow({
        renewal_id: 8,
        domain_name: 'tara.example',
        followup_comments: 'Sent offers',
        followed_up_at: '2026-11-20T20:30Z',
      }),
    ),
  );
  const rows = within(screen.getByRole('grid')).getAllByRole('row').slice(1);
  const texts = (at: number) => [...(rows[at]?.querySelectorAll('th, td') ?? [])].map((cell) => cell.textContent);

  expect(texts(0)).toEqual(expect.arrayContaining(['120 90 used', '₹12,000', 'Never contacted', 'Asha Rao']));
  expect(texts(1)).toEqual(
    expect.arrayContaining([
      '120',
      'No price',
      expect.stringMatching(/^(Today|\d+ days?) · Sent offers$/),
      'Unassigned',
    ]),
  );
});

test('the order by value keeps each currency together and has what has no price last', async () => {
  const row = (renewal_id: number, price: string | null, currency = 'INR') =>
    renewalRow({ renewal_id, domain_name: `${String(renewal_id)}.example`, price, currency });
  const { domains } = await openMonth(
    'sort=-value',
    month(row(1, '50.00'), row(2, null), row(3, '900.00'), row(4, '700.00', 'USD')),
  );

  expect(domains().map((name) => name.slice(0, 1))).toEqual(['4', '3', '1', '2']);
});

test('tiles count what passes the other filters, each currency and what has no price apart; pressed they filter, again they free', async () => {
  const lost = renewalRow({
    ...{ renewal_id: 11, domain_name: 'lost.example', segments: 'SMB', price: '12000.00', currency: 'USD' },
    confirmation_status: 'Lost',
  });
  const { screen, user, domains, address } = await openMonth(
    'segment=SMB',
    month({ ...acme, price: '240000.00' }, { ...acme, renewal_id: 12, domain_name: 'beta.example' }, tara, lost),
  );
  const tile = (name: RegExp) => screen.getByRole('button', { name });
  const texts = within(screen.getByRole('toolbar', { name: 'Renewals by how they stand' }))
    .getAllByRole('button')
    .map((one) => one.textContent.trim());
  expect(texts).toEqual([
    'Renewals 3 ₹2.4L a year $12K a year 1 without price',
    'Confirmed 0',
    'Undecided 2 ₹2.4L a year 1 without price',
    'Less If Nobody Acts 0',
    'Left 1 $12K a year',
    'Unassigned 1 $12K a year',
  ]);

  await user.click(tile(/^Left/));
  await waitFor(() => expect(domains()).toHaveLength(1));
  expect(tile(/^Left/).getAttribute('aria-pressed')).toBe('true');
  expect(tile(/^Undecided 2/)).toBeDefined();
  expect(address()).toContain('tile=left');
  await user.keyboard('{ArrowLeft}{ArrowLeft}{Enter}');
  await waitFor(() => expect(address()).toContain('tile=undecided'));
  await user.click(tile(/^Undecided/));
  await waitFor(() => expect(domains()).toHaveLength(3));
  expect(address()).not.toContain('tile');
});

test('a pill is set, says so in the address, and is taken away alone or with all', async () => {
  const { screen, user, domains, address } = await openMonth('', month(acme, tara, kaveri));

  await user.selectOptions(screen.getByLabelText('Zone'), 'North');
  await waitFor(() => expect(domains()).toHaveLength(1));
  expect(address()).toContain('zone=North');
  await user.click(screen.getByLabelText('Remove filter Zone: North'));
  await waitFor(() => expect(domains()).toHaveLength(3));
  await user.type(screen.getByLabelText('Company'), 'nobody{Enter}');
  await screen.findByText('No renewals match these filters.');
  expect(address()).toContain('company=nobody');
  await user.click(screen.getByText('Clear all'));
  await waitFor(() => expect(domains()).toHaveLength(3));
});

test('Follow-up call begins with what was said last, and has the actions at the end of its rows', async () => {
  const { screen } = await openMonth('cols=Follow-up+call', month(acme));

  expect(headers().slice(0, 8)).toEqual([
    'Customer Domain', '', 'Last Follow-up', 'Renewal Date', 'Seats', 'Flag', 'Confirmation Status', 'Customer Email',
  ]); // prettier-ignore
  expect(screen.getByLabelText('Add Comments: acme.example')).toBeDefined();
});

test('several bands are chosen in one pill, stand in the address, and are exported', async () => {
  URL.createObjectURL = () => 'blob:x';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { screen, user, domains, address, bodies } = await openMonth(
    SHORT,
    month(acme, tara, kaveri),
    answering(renewals.exportMonthly, { customer: [] }),
  );

  await user.click(screen.getByText('+ Licence size'));
  await user.click(screen.getByLabelText('1000+'));
  await user.click(screen.getByLabelText('100-300'));
  await waitFor(() => expect(domains()).toEqual(['acme.example', 'kaveri.example']));
  expect(new URLSearchParams(address().split('?')[1]).get('size')).toBe('100-300,1000+');
  await user.keyboard('{Escape}');
  expect(document.activeElement?.textContent).toBe('Licence size: 100-300, 1000+');

  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByRole('button', { name: 'Excel: Export filtered (2)' }));
  await screen.findByText('Exported 2 rows to data.xlsx');
  expect(bodies(renewals.exportMonthly)).toEqual([{ month: MONTH, licence: '100-300,1000+' }]);
  await user.click(screen.getByLabelText('Remove filter Licence size: 100-300, 1000+'));
  await waitFor(() => expect(domains()).toHaveLength(3));
});

test('what only the browser filters by is exported by its rows', async () => {
  URL.createObjectURL = () => 'blob:x';
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { screen, user, bodies } = await openMonth(
    'company=acme',
    month({ ...acme, company_name: 'Other' }, kaveri),
    answering(renewals.exportMonthly, { customer: [] }),
  );

  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(screen.getByText('CSV: Export filtered (1)'));
  await screen.findByText('Exported 1 row to data.csv');
  expect(bodies(renewals.exportMonthly)).toEqual([{ month: MONTH, renewal_ids: [kaveri.renewal_id] }]);
});

test('the actions of a row stand in cells that the arrows reach, by their letters too, and the last one shows all of it', async () => {
  const { screen, user } = await openMonth('', month(acme));
  const more = screen.getByLabelText(/^All of acme/);

  await user.click(document.querySelector('[data-column=highlight_case]') as HTMLElement);
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(more);
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Send Offer: acme.example');
  await user.click(more);
  const sheet = await screen.findByRole('dialog', { name: 'acme.example' });
  expect(within(sheet).getByText('Update Domain Details')).toBeDefined();
  expect(within(sheet).getByLabelText('Zone of acme.example')).toBeDefined();
});

test('the rows of a page are chosen, from the first page on, and kept for this list', async () => {
  const { screen, user, domains, address } = await openMonth('page=2', month(...many));
  expect(domains()).toHaveLength(10);

  await user.selectOptions(screen.getByLabelText('Rows a page'), '50');

  await waitFor(() => expect(domains()).toHaveLength(50));
  expect(address()).not.toContain('page');
  expect(localStorage.getItem('desk:asha@desk.example:page-size:renewals')).toBe('50');
  expect([...screen.getByLabelText('Rows a page').children].map(({ textContent }) => textContent)).toEqual([
    '10', '25', '50', '100',
  ]); // prettier-ignore
});

test('My Renewal Domains has 20 rows a page, until its reader chooses', async () => {
  const { screen, user, bodies } = showAt(
    '/home',
    <MyRenewalsScreen />,
    answering(renewals.mine, { domains: many.slice(0, 20), total: 60 }),
    answering(renewals.members, { members: [], former: [] }),
  );
  await screen.findByText('1–20 of 60');
  await user.selectOptions(screen.getByLabelText('Rows a page'), '25');
  await screen.findByText('1–25 of 60');

  expect(bodies(renewals.mine)).toEqual([
    { decided: 'undecided', page: 1 },
    { decided: 'undecided', page: 1, size: 25 },
  ]);
});

test('on a phone a renewal is a card with its actions, and More shows the rest', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{
      matches: query.includes('max-width'),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
  }));
  const { screen, user } = showAt(
    `/home?month=${MONTH}`,
    <MyRenewalsScreen />,
    answering(renewals.mine, { domains: [{ ...acme, price: '5000.00' }], total: 1 }),
    answering(renewals.members, { members: [], former: [] }),
  );
  const card = within(await screen.findByRole('article', { name: 'acme.example' }));

  expect(screen.queryByRole('grid')).toBeNull();
  expect(card.getByText('Acme Private Limited · asha@desk.example')).toBeDefined();
  for (const text of ['23-11-2026', '₹5,000', 'Comment', 'Notify']) expect(card.getByText(text), text).toBeDefined();
  await user.click(card.getByText('More'));
  await screen.findByText('Update Domain Details');
});
