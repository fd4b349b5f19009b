import { access } from '@desk/contract/access';
import { portal, type PortalRow } from '@desk/contract/portal';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, showAt } from '../../testing/show.tsx';
import { ProviderPortalScreen, UsPortalScreen } from './portal.screen.tsx';

const row = (own: Partial<PortalRow> = {}): PortalRow => ({
  subscription_id: 'S-1',
  customer_domain: 'indus.example',
  sku_name: 'Business Plus',
  licensed_seats: 11,
  number_of_seats: 25,
  plan_name: 'ANNUAL',
  price: '34500.50',
  currency: 'INR',
  status: 'ACTIVE',
  provider_renewal_date: '2027-03-28',
  google_renewal_date: '2027-04-01',
  ...own,
});
const brand = answering(access.brand, {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
});
type Answer = Parameters<typeof showAt>[2];
const saying = (call: { path: string }, [, reply]: Answer): Answer => [call.path.replace('{provider}', 'indus'), reply];
const listed = (...customer: PortalRow[]) =>
  saying(portal.list, answering(portal.list, { customer, total: customer.length }));
const bodies = (sent: ReturnType<typeof showAt>['sent']) =>
  sent.filter(({ path }) => path.endsWith('_portal/')).map(({ path, body }) => [path, body]);
const cells = () =>
  [...document.querySelectorAll('tbody tr')].map((line) =>
    [...line.querySelectorAll('th,td')].map((cell) => cell.textContent.replace(/[●○]/, '')),
  );

test('a row has domain, SKU, seats, plan, price, status and both renewal dates', async () => {
  const { screen } = showAt('/home', <ProviderPortalScreen />, brand, listed(row()));

  await screen.findByText('indus.example');

  expect([...document.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'Customer Domain',
    'SKU Name',
    'Licensed Seats',
    'Number Of Seats',
    'Plan Name',
    'Price',
    'Status',
    'Renewal Date',
    'Google Renewal Date',
  ]);
  expect(cells()).toEqual([
    [
      'indus.example',
      'Business Plus',
      '11',
      '25',
      'Annual, paid monthly',
      '₹34,500.5',
      'Active',
      '28-03-2027',
      '01-04-2027',
    ],
  ]);
});

test('seats that a plan does not have stay blank, and nothing in the list can be changed', async () => {
  const free = row({ plan_name: 'FREE', price: null, google_renewal_date: null });
  const flexible = row({ subscription_id: 'S-2', plan_name: 'FLEXIBLE' });
  const { screen } = showAt('/home', <ProviderPortalScreen />, brand, listed(free, flexible));

  await screen.findByText('Flexible, month to month');

  expect(cells().map((line) => [line[2], line[3], line[5], line[8]])).toEqual([
    ['', '25', 'N/A', 'N/A'],
    ['11', '', '₹34,500.5', '01-04-2027'],
  ]);
  expect(document.querySelectorAll('tbody button, tbody input, tbody select')).toHaveLength(0);
});

test('the list is searched and paged by the server', async () => {
  const reply = { customer: [row()], total: 11 };
  const { screen, user, sent, address } = showAt(
    '/home?page=2',
    <ProviderPortalScreen />,
    brand,
    saying(portal.list, answering(portal.list, reply)),
  );
  await screen.findByText('11–11 of 11');

  await user.type(screen.getByLabelText('Search domain or SKU'), ' plus ');

  const path = 'adminpanel/get_indus_portal/';
  await waitFor(() =>
    expect(bodies(sent)).toEqual([
      [path, { page: 2 }],
      [path, { page: 1, search: 'plus' }],
    ]),
  );
  expect(address()).toMatch(/^\/home\?q=/);
});

test('the US list asks for its own rows and shows prices in their currency', async () => {
  const reply = { customer: [row({ price: '1440.00', currency: 'USD' })], total: 1 };
  const { screen, sent } = showAt(
    '/home',
    <UsPortalScreen />,
    brand,
    saying(portal.usList, answering(portal.usList, reply)),
  );

  await screen.findByText('$1,440');

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('US Portal');
  expect(bodies(sent)).toEqual([['adminpanel/get_us_indus_portal/', { page: 1 }]]);
});

test('an empty list says so', async () => {
  const { screen } = showAt('/home', <ProviderPortalScreen />, brand, listed());
  await screen.findByText('No Domain Present or Could not fetch Domains');
});

test.each([
  [
    'provider',
    portal.list,
    <ProviderPortalScreen key="list" />,
    'Could not fetch data. Please contact your Administrator.',
  ],
  ['US', portal.usList, <UsPortalScreen key="us" />, 'Could not fetch data. Please contact your Administrator'],
])('a %s list that cannot be fetched says so and leads to the error page', async (_, call, element, text) => {
  const { screen, address } = showAt(
    '/home',
    element,
    brand,
    saying(
      call,
      answering(call, () => refusing(500)),
    ),
  );

  await screen.findByText(text);
  await waitFor(() => expect(address()).toBe('/error'));
});
