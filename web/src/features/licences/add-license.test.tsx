import { domains } from '@desk/contract/domains';
import { licences } from '@desk/contract/licences';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { cells, details, headers, openAs, openForm } from './testing/open-licences.tsx';

test("a customer's domains stand with what they have and when it renews", async () => {
  const { screen } = openAs('CUSTOMER', '');

  await screen.findByText('indus.example');

  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Add License');
  expect(headers()).toEqual(['Domain Name', 'View Subscription', 'Subscription', 'Renewal Date']);
  expect(cells()).toEqual([['indus.example', 'View Subscription', 'Business Plus, Business Starter', '31-03-2027']]);
});

test('the domains are searched and paged by the server, ten on a page', async () => {
  const { screen, user, bodies, address } = openAs(
    'CUSTOMER',
    'page=2',
    answering(licences.mapped, { domains: [], total: 11 }),
  );
  await screen.findByText('11–11 of 11');

  await user.type(screen.getByLabelText('Search domain'), ' kaveri ');

  await waitFor(() => expect(bodies(licences.mapped)).toEqual([{ page: 2 }, { page: 1, search: 'kaveri' }]));
  expect(address()).toMatch(/^\/home\?q=/);
});

test('View Subscription shows the seats that each plan has', async () => {
  const of = (subscription_id: string, plan_name: string) => ({
    ...details().subscription,
    subscription_id,
    plan_name,
  });
  const { screen, user } = openAs(
    'CUSTOMER',
    '',
    answering(domains.subscriptions, {
      subscriptions: [of('S-1', 'ANNUAL'), of('S-2', 'FREE'), of('S-3', 'FLEXIBLE')],
    }),
  );

  await user.click(await screen.findByLabelText('View Subscription: indus.example'));

  const dialog = await screen.findByRole('dialog', { name: 'View Subscription: indus.example' });
  expect(cells(dialog)).toEqual([
    ['Business Plus', 'Add License', 'Annual, paid monthly', 'Active', '18', '25', '20'],
    ['Business Plus', 'Add License', 'Free', 'Active', '', '', '20'],
    ['Business Plus', 'Add License', 'Flexible, month to month', 'Active', '18', '25', ''],
  ]);
});

test('of a domain without subscriptions a notice says so', async () => {
  const { screen, user } = openAs('CUSTOMER', '', answering(domains.subscriptions, { subscriptions: [] }));

  await user.click(await screen.findByLabelText('View Subscription: indus.example'));

  expect((await screen.findByRole('alertdialog')).textContent).toContain('No Subscription Found in this Domain');
  await user.click(screen.getByText('OK'));
  expect(document.activeElement).toBe(screen.getByLabelText('View Subscription: indus.example'));
});

test('while the subscriptions are on their way the dialog stands, and can be closed', async () => {
  const { screen, user } = openAs('CUSTOMER', '');
  const view = await screen.findByLabelText('View Subscription: indus.example');

  fireEvent.click(view);

  const dialog = screen.getByRole('dialog', { name: 'View Subscription: indus.example' });
  within(dialog).getByText('Loading...');
  await user.click(within(dialog).getByText('Close'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the dialog asks Google when it opens, and shows the seats now, those in use and the renewal date', async () => {
  const { screen, bodies } = await openForm(answering(licences.subscription, details({ seats_at_google: 22 })));

  await screen.findByLabelText(/^Seats to add/);

  expect(bodies(licences.subscription)).toEqual([{ subscription_id: 'S-1' }]);
  expect([...document.querySelectorAll('dl > *')].map(({ textContent }) => textContent)).toEqual([
    'Subscription',
    'Business Plus, Annual, paid monthly',
    'Seats now',
    '22',
    'In use',
    '18',
    'Renewal date',
    '31-03-2027',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Seats to add/));
});

test('by keyboard alone seats are added, and the list is back when the dialog is closed', async () => {
  const { screen, user, bodies } = openAs('CUSTOMER', '');
  (await screen.findByText('indus.example')).closest('th')?.focus();
  await user.keyboard('v');
  await screen.findByRole('dialog', { name: 'View Subscription: indus.example' });
  screen.getByText('Active').closest('td')?.focus();
  await user.keyboard('a');
  await screen.findByLabelText(/^Seats to add/);

  await user.keyboard('5{Enter}');

  await waitFor(() => expect(bodies(licences.add)).toHaveLength(1));
  await screen.findByText(/The order was given/);
  await user.keyboard('{Escape}');
  await screen.findByRole('dialog', { name: 'View Subscription: indus.example' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('grid').contains(document.activeElement)).toBe(true);
});

test('a subscription that cannot be read says so and is asked for again', async () => {
  let down = true;
  const { screen, user } = await openForm(answering(licences.subscription, () => (down ? refusing(500) : details())));
  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  down = false;

  await user.click(screen.getByText('Retry'));

  await screen.findByLabelText(/^Seats to add/);
});

test('where seats cannot be added the reason stands instead of the form', async () => {
  const because = 'The plan “Free” costs nothing, and its seats are not bought.';
  const { screen } = await openForm(
    answering(licences.subscription, details({ seats: null, closed_because: because })),
  );

  await screen.findByText(because);

  expect(screen.queryByLabelText(/^Seats to add/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add License' })).toBeNull();
});

test('domains that cannot be fetched lead to the error page', async () => {
  const { screen, address } = openAs(
    'CUSTOMER',
    '',
    answering(licences.mapped, () => refusing(500)),
  );

  await screen.findByText('Could not fetch data. Please contact your Administrator.');
  await waitFor(() => expect(address()).toBe('/error'));
});
