import { licences } from '@desk/contract/licences';
import { fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import {
  cells,
  details,
  done,
  headers,
  openAs,
  openForm,
  order,
  ordered,
  type Answers,
} from './testing/open-licences.tsx';

afterEach(() => {
  vi.useRealTimers();
});

/** A customer who has just ordered five seats; the order stands as `standing` says at the moment. */
async function ordering(standing: () => ReturnType<typeof order>, ...answers: Answers) {
  const shown = await openForm(
    ...answers,
    answering(licences.orders, () => ({ orders: [standing()], total: 1 })),
  );
  await shown.user.type(await shown.screen.findByLabelText(/^Seats to add/), '5');
  await shown.user.click(shown.screen.getByRole('button', { name: /^Add (License|5 seats)$/ }));
  await shown.screen.findByText('submitted');
  return shown;
}

test('an order is followed until its seats are there', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let now = order();
  const { screen } = await ordering(() => now);
  screen.getByText('5 seats ordered. You may close this: the order goes on.');
  expect(screen.queryByText('Add more seats')).toBeNull();
  now = order({ state: 'unknown', reason: 'Google has not confirmed it yet. It is tried again by itself.' });
  await vi.advanceTimersByTimeAsync(3000);
  await screen.findByText(now.reason ?? '');
  screen.getByText('unknown');
  now = done;

  await vi.advanceTimersByTimeAsync(15_000);

  await screen.findByText('You now have 25 seats.');
  screen.getByText('20 → 25');
});

test('an order that Google does not answer is asked for less often, and the seats stand there once they are known', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let now = order();
  const { screen, bodies } = await ordering(() => now);
  expect(screen.queryByText('Seats')).toBeNull();
  now = order({ state: 'unknown', seats_before: 20, seats_after: 25 });
  await vi.advanceTimersByTimeAsync(3000);
  await screen.findByText('20 → 25');
  const asked = bodies(licences.orders).length;

  await vi.advanceTimersByTimeAsync(10_000);
  expect(bodies(licences.orders)).toHaveLength(asked);
  await vi.advanceTimersByTimeAsync(5000);

  await waitFor(() => expect(bodies(licences.orders)).toHaveLength(asked + 1));
});

test('an order that cannot be asked for any more keeps what is known and says so', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let down = false;
  const { screen } = await openForm(
    answering(licences.subscription, details({ order: order() })),
    answering(licences.orders, () => (down ? refusing(500) : { orders: [order()], total: 1 })),
  );
  await screen.findByText('submitted');
  down = true;

  await vi.advanceTimersByTimeAsync(3000);

  await screen.findByText(/^How it stands cannot be asked right now/);
  screen.getByText('submitted');
  down = false;
  await vi.advanceTimersByTimeAsync(3000);
  await waitFor(() => expect(screen.queryByText(/^How it stands/)).toBeNull());
});

test('while an order is under way Google is not asked for the subscription again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { bodies } = await ordering(() => order());

  await vi.advanceTimersByTimeAsync(9000);

  await waitFor(() => expect(bodies(licences.orders).length).toBeGreaterThan(2));
  expect(bodies(licences.subscription)).toHaveLength(1);
});

test("a refused order tells Google's reason, and another try starts with the same seats", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let now = order();
  const { screen, user, bodies } = await ordering(() => now);
  now = order({ state: 'refused', reason: 'Google: the term ends today.', finished_at: '2026-11-21T08:36:00Z' });
  await vi.advanceTimersByTimeAsync(3000);
  await screen.findByText('No seats were added.');
  screen.getByText('Google: the term ends today.');

  await user.click(screen.getByText('Try again'));

  expect((await screen.findByLabelText<HTMLInputElement>(/^Seats to add/)).value).toBe('5');
  expect(bodies(licences.subscription)).toHaveLength(2);
});

test('of an order that Google was asked for it is not said that no seats were added', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let now = order();
  const { screen } = await ordering(() => now);
  const reason = 'Google did not take the order for a day. Look at the seats before you order again.';
  now = order({ state: 'refused', was_asked: true, reason, finished_at: '2026-11-21T08:36:00Z' });

  await vi.advanceTimersByTimeAsync(3000);

  await screen.findByText('The order was closed.');
  screen.getByText(reason);
  expect(screen.queryByText('No seats were added.')).toBeNull();
});

test('an order that is under way when the dialog opens stands instead of the form', async () => {
  const { screen } = await openForm(answering(licences.subscription, details({ order: order() })), ordered(order()));

  await screen.findByText('5 seats ordered. You may close this: the order goes on.');

  expect(screen.queryByLabelText(/^Seats to add/)).toBeNull();
});

const ORDERS = [
  'Domain Name',
  'State',
  'Time',
  'Reason',
  'SKU Name',
  'Plan Name',
  'Seats Added',
  'Seats',
  'Cost',
  'Ordered By',
];

test('the second tab lists the orders with what became of them', async () => {
  const unpriced = order({
    order_id: 6,
    state: 'refused',
    estimate: null,
    currency: null,
    reason: 'The term ends today.',
  });
  const { screen, user, address } = openAs('CUSTOMER', '', ordered(done, unpriced));

  await user.click(await screen.findByRole('tab', { name: 'Orders' }));

  await screen.findByText('refused');
  expect(address()).toBe('/home?tab=orders');
  expect(headers()).toEqual(ORDERS);
  const time = '21 Nov 2026, 14:05';
  const by = 'asha@indus.example';
  expect(cells()).toEqual([
    ['indus.example', 'done', time, '', 'Business Plus', 'Annual, paid monthly', '5', '20 → 25', '₹19,660.27', by],
    [
      'indus.example',
      'refused',
      time,
      'The term ends today.',
      'Business Plus',
      'Annual, paid monthly',
      '5',
      'N/A',
      'N/A',
      by,
    ],
  ]);
});

test('another tab begins on its first page, in its own order', async () => {
  const { screen, user, address } = openAs('CUSTOMER', 'sort=-domain_name&page=3', ordered(order()));

  await user.click(await screen.findByRole('tab', { name: 'Orders' }));

  await waitFor(() => expect(address()).toBe('/home?tab=orders'));
});

test('orders are searched, filtered by state and paged by the server, and the tab keeps what was searched for', async () => {
  const { screen, user, bodies, address } = openAs(
    'CUSTOMER',
    'q=indus',
    answering(licences.orders, { orders: [done], total: 11 }),
  );
  await user.click(await screen.findByRole('tab', { name: 'Orders' }));
  await screen.findByText('1–10 of 11');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByText('11–11 of 11');

  await user.selectOptions(screen.getByLabelText('State'), 'done');

  await waitFor(() =>
    expect(bodies(licences.orders)).toEqual([
      { page: 1, search: 'indus' },
      { page: 2, search: 'indus' },
      { page: 1, search: 'indus', state: 'done' },
    ]),
  );
  expect(address()).toBe('/home?q=indus&tab=orders&state=done');
});

test('as long as an order is under way the list is asked for again by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let now = order();
  const { screen } = openAs(
    'CUSTOMER',
    'tab=orders',
    answering(licences.orders, () => ({ orders: [now], total: 1 })),
  );
  await screen.findByText('submitted', { selector: 'td *' });
  now = done;

  await vi.advanceTimersByTimeAsync(5000);

  await screen.findByText('done', { selector: 'td *' });
});

test('staff have Google looked at again for an order whose outcome is not known, and for no other', async () => {
  let now = order({ state: 'unknown' });
  const { screen, user, bodies, emit } = openAs(
    'ADMIN',
    'tab=orders',
    answering(licences.orders, () => ({ orders: [now, order({ order_id: 6 })], total: 2 })),
    answering(licences.lookAgain, {}),
  );
  const [again, ...others] = await screen.findAllByRole('button', { name: /^Look again/ });
  expect(others).toEqual([]);

  await user.click(again as Element);

  await screen.findByText('Google is asked again');
  expect(bodies(licences.lookAgain)).toEqual([{ order_id: 7 }]);
  now = done;
  emit('licences', { kind: 'licences' });
  await screen.findByText('done', { selector: 'td *' });
});

test('an order whose try has failed can be looked at too, and two looks in a row each tell their result', async () => {
  const waiting = order({ order_id: 6, domain_name: 'tara.example', reason: 'Google is busy.' });
  const { screen } = openAs(
    'ADMIN',
    'tab=orders',
    ordered(order({ state: 'unknown' }), waiting),
    answering(licences.lookAgain, ({ order_id }) => (order_id === 7 ? refusing(409) : {})),
  );
  const [first, second] = await screen.findAllByRole('button', { name: /^Look again/ });

  fireEvent.click(first as Element);
  fireEvent.click(second as Element);

  await screen.findByText('This order is decided, or is being worked on. Look at the list again.');
  await screen.findByText('Google is asked again');
});

test('an order that cannot be looked at again says why', async () => {
  const { screen, user } = openAs(
    'ADMIN',
    'tab=orders',
    ordered(order({ state: 'unknown' })),
    answering(licences.lookAgain, () => refusing(409)),
  );

  await user.click(await screen.findByRole('button', { name: /^Look again/ }));

  await screen.findByText('This order is decided, or is being worked on. Look at the list again.');
});

test('without orders the list says so; one that cannot be fetched leads to the error page', async () => {
  const empty = openAs('CUSTOMER', 'tab=orders');
  await empty.screen.findByText('No orders yet');

  const { address } = openAs(
    'CUSTOMER',
    'tab=orders',
    answering(licences.orders, () => refusing(500)),
  );

  await waitFor(() => expect(address()).toBe('/error'));
});
