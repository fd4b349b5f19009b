import { notifications } from '@desk/contract/notifications';
import { renewals } from '@desk/contract/renewals';
import { resellers } from '@desk/contract/resellers';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renewalDetails } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { DIALOG, month, open, openCustomers, renewal, sunrise } from './testing/resellers.tsx';

test('a month tells its resellers with who looks after them and how much renews', async () => {
  const { screen, bodies } = open('', month);

  await screen.findByText('sales@sunrise.example');

  expect([...document.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    'Company Name',
    'Email',
    'Assigned To',
    'Count',
  ]);
  expect([...document.querySelectorAll('tbody tr > *')].map((cell) => cell.textContent)).toEqual([
    'Sunrise Cloud',
    'sales@sunrise.example',
    'asha@desk.example, ravi@desk.example',
    '2',
  ]);
  expect(bodies(resellers.ofMonth)).toEqual([{ month: '2026-11', page: 1 }]);
});

test('another month and another search go back to page 1', async () => {
  const { screen, user, bodies, address } = open(
    '&page=3',
    answering(resellers.ofMonth, { domain: [sunrise], total: 21 }),
  );
  await screen.findByText('21–21 of 21');

  await user.click(screen.getByRole('button', { name: 'Next month' }));
  await waitFor(() => expect(address()).toBe('/home?month=2026-12'));
  await user.type(screen.getByLabelText('Search company'), 'sun');

  await waitFor(() =>
    expect(bodies(resellers.ofMonth)).toEqual([
      { month: '2026-11', page: 3 },
      { month: '2026-12', page: 1 },
      { month: '2026-12', search: 'sun', page: 1 },
    ]),
  );
});

test('a month without resellers says so, a failed one can be tried again', async () => {
  let isDown = true;
  const { screen, user } = open(
    '',
    answering(resellers.ofMonth, () => (isDown ? refusing(0) : { domain: [], total: 0 })),
  );
  await screen.findByText(/The server did not answer/);
  isDown = false;

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect((await screen.findByText('No resellers found.')).closest('[role=status]')).toBeTruthy();
});

test('the list goes to data.csv as it is filtered', async () => {
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
  const { screen, user, bodies } = open('&q=sun', month, answering(resellers.exportMonth, {}));

  await user.click(await screen.findByRole('button', { name: 'Export data (1)' }));

  await screen.findByText('Exported 1 row to data.csv');
  expect(bodies(resellers.exportMonth)).toEqual([{ month: '2026-11', search: 'sun' }]);
});

test("a company opens its customers' renewals, at an address of its own", async () => {
  const { screen, bodies, address, dialog, user } = await openCustomers();

  expect(address()).toBe('/home?month=2026-11&customers=sales%40sunrise.example');
  expect(bodies(resellers.customers)).toEqual([
    { month: '2026-11', reseller_email: 'sales@sunrise.example', tag: 'email' },
  ]);
  const table = dialog.getByRole('grid', { name: DIALOG });
  expect([...table.querySelectorAll('thead th')].map((head) => head.textContent)).toEqual([
    ...['Customer Domain', '', 'Add Comments', 'Send Notification', 'Renewal Date', 'Plan', 'Status', 'Max Seats'],
    ...['Used Seats', 'SKU', 'Provider Renewal Date', 'Google Renewal Date', 'Price'],
  ]);
  expect([...(table.querySelector('tbody tr')?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    ...['acme.example', '', 'Add Comments', 'Send Notification', '23-11-2026', 'Annual, paid monthly'],
    ...['●Active', '120', '98'],
    ...['Google Workspace Business Starter', '24-11-2026', '25-11-2026', '₹1,50,000'],
  ]);

  await user.click(dialog.getByRole('button', { name: 'Close' }));

  await waitFor(() => expect(address()).toBe('/home?month=2026-11'));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Sunrise Cloud'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a renewal in dollars stands with dollars among those in rupees', async () => {
  const customers = [
    renewal({ price: '1200.00', currency: 'USD' }),
    renewal({ renewal_id: 8, customerDomain: 'tara.example' }),
  ];
  const { dialog } = await openCustomers(answering(resellers.customers, { domain: customers }));

  expect(dialog.getByText('$1,200')).toBeDefined();
  expect(dialog.getByText('₹1,50,000')).toBeDefined();
});

test('a renewal is commented from there, and the list is read again afterwards', async () => {
  const { screen, user, bodies, dialog } = await openCustomers(
    answering(renewals.details, { domain: [renewalDetails()] }),
    answering(renewals.products, { products: [] }),
  );

  await user.click(dialog.getByRole('button', { name: 'Add Comments: acme.example' }));

  await screen.findByLabelText(/^Highlight/);
  const form = within(screen.getByRole('dialog', { name: 'Add Comments: acme.example' }));
  await user.click(form.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(bodies(resellers.customers)).toHaveLength(2));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Add Comments: acme.example');
});

test("a renewal's customer is notified from there", async () => {
  const { screen, user, bodies, dialog } = await openCustomers(
    answering(notifications.customer, { zoho_customer: [] }),
    answering(notifications.results, { notifications: [] }),
  );

  await user.click(dialog.getByRole('button', { name: 'Send Notification: tara.example' }));

  await screen.findByText('No Data Present');
  expect(bodies(notifications.customer)).toEqual([
    { renewal_id: 8, subscription_id: 'S-2', domain_name: 'tara.example' },
  ]);
});

test('nothing ticked is nothing to tell', async () => {
  const { screen, user, dialog } = await openCustomers();

  await user.click(dialog.getByRole('button', { name: 'Notify reseller' }));

  expect(dialog.getByText('Choose at least one renewal')).toBeTruthy();
  expect(screen.queryByRole('dialog', { name: /^Notify reseller/ })).toBeNull();
});
