import { licences, type LicenceRow } from '@desk/contract/licences';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { cells, done, headers, openAs, order, ordered } from './testing/open-licences.tsx';

const row = (own: Partial<LicenceRow> = {}): LicenceRow => ({
  domain_id: 4,
  customer_domain: 'indus.example',
  sku_name: 'Business Plus',
  reseller_type: 'N',
  number_of_seats: 20,
  licensed_seats: 18,
  plan_name: 'ANNUAL',
  price: '34500.50',
  currency: 'INR',
  status: 'ACTIVE',
  domain_status: 'ACTIVE',
  provider_renewal_date: '2027-03-28',
  google_renewal_date: '2027-04-01',
  subscription_id: 'S-1',
  customer_id: 'C-1',
  ...own,
});
const bare = row({
  domain_id: 5,
  customer_domain: 'kaveri.example',
  sku_name: null,
  number_of_seats: null,
  licensed_seats: null,
  plan_name: null,
  price: null,
  currency: null,
  status: null,
  domain_status: 'SUSPENDED',
  provider_renewal_date: null,
  google_renewal_date: null,
  subscription_id: null,
  customer_id: null,
});
const listing = (...domains: LicenceRow[]) => answering(licences.all, { domains, total: domains.length });

test('every domain stands with its subscription, prices and dates, and one without any too', async () => {
  const { screen } = openAs('ADMIN', 'cols=All+columns', listing(row(), bare));

  await screen.findByText('kaveri.example');

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Add License');
  expect(headers()).toEqual([
    'Customer Domain',
    'Add License',
    'SKU Name',
    'Reseller',
    'Number Of Seats',
    'Licensed Seats',
    'Plan Name',
    'Price',
    'Status',
    'Domain Status',
    'Renewal Date',
    'Google Renewal Date',
    'Subscription Id',
    'Customer Id',
  ]);
  const [first, second] = cells();
  expect(first?.slice(2)).toEqual([
    ...['Business Plus', 'N', '20', '18', 'Annual, paid monthly', '₹34,500.5', 'Active', 'Active'],
    ...['28-03-2027', '01-04-2027', 'S-1', 'C-1'],
  ]);
  expect(second?.slice(2)).toEqual([
    ...['N/A', 'N', 'N/A', 'N/A', 'N/A', 'N/A', 'N/A', 'Suspended'],
    ...['N/A', 'N/A', 'N/A', 'N/A'],
  ]);
});

test('seats that a plan does not have stay blank', async () => {
  const { screen } = openAs(
    'ADMIN',
    'cols=All+columns',
    listing(row({ plan_name: 'FREE' }), row({ subscription_id: 'S-2', plan_name: 'FLEXIBLE' })),
  );

  await screen.findByText('Flexible, month to month');

  expect(cells().map((line) => line.slice(4, 6))).toEqual([
    ['20', ''],
    ['', '18'],
  ]);
});

test('the list is searched by domain, filtered by status and paged by the server', async () => {
  const { screen, user, bodies, address } = openAs(
    'ADMIN',
    'page=2&q=indus',
    answering(licences.all, { domains: [row()], total: 11 }),
  );
  await screen.findByText('11–11 of 11');
  expect([...screen.getByLabelText<HTMLSelectElement>('Status').options].map(({ text }) => text)).toEqual([
    'All',
    'Active',
    'Rejected',
    'Suspended',
  ]);

  await user.selectOptions(screen.getByLabelText('Status'), 'Suspended');

  await waitFor(() =>
    expect(bodies(licences.all)).toEqual([
      { page: 2, search: 'indus' },
      { page: 1, search: 'indus', status: 'SUSPENDED' },
    ]),
  );
  expect(address()).toBe('/home?q=indus&status=SUSPENDED');
});

test('a domain without a subscription has none to add seats to, and that is said', async () => {
  const { screen, user, bodies } = openAs('ADMIN', '', listing(bare));

  await user.click(await screen.findByLabelText('Add License: kaveri.example'));

  const notice = await screen.findByText('No Subscription for this Domain');
  expect(notice.closest('[role="alert"]')).not.toBeNull();
  expect(bodies(licences.subscription)).toEqual([]);
});

test('staff add seats, and dialog and list follow when the server tells of it', async () => {
  let now = order();
  const { screen, user, bodies, emit } = openAs(
    'ADMIN',
    'cols=All+columns',
    answering(licences.all, () => ({ domains: [row({ number_of_seats: now.seats_after ?? 20 })], total: 1 })),
    answering(licences.orders, () => ({ orders: [now], total: 1 })),
  );
  await user.click(await screen.findByLabelText('Add License: indus.example Business Plus'));
  await user.type(await screen.findByLabelText(/^Seats to add/), '5{Enter}');
  await screen.findByText('submitted');
  expect(bodies(licences.add)).toEqual([expect.objectContaining({ domain_name: 'indus.example', added_seats: 5 })]);
  now = done;

  emit('licences', { kind: 'licences' });

  await screen.findByText('indus.example now has 25 seats.');
  await waitFor(() => expect(cells()[0]?.[4]).toBe('25'));
  await user.click(screen.getByText('Close'));
  expect(document.activeElement).toBe(screen.getByLabelText('Add License: indus.example Business Plus'));
});

test('licences that cannot be fetched lead to the error page', async () => {
  const { screen, address } = openAs(
    'ADMIN',
    '',
    ordered(),
    answering(licences.all, () => refusing(500)),
  );

  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await waitFor(() => expect(address()).toBe('/error'));
});
