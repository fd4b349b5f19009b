import { licences } from '@desk/contract/licences';
import { costOf } from '@desk/contract/rules/seat-cost';
import { waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { payable } from '../../kit/text/format.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { details, done, openForm, order, ordered, type Answers } from './testing/open-licences.tsx';

afterEach(() => {
  vi.useRealTimers();
});

async function typing(seats: string, ...answers: Answers) {
  const shown = await openForm(...answers);
  const field = await shown.screen.findByLabelText<HTMLInputElement>(/^Seats to add/);
  await shown.user.type(field, seats);
  const send = () => shown.user.click(shown.screen.getByRole('button', { name: /^Add (License|[\d,]+ seats?)$/ }));
  return { ...shown, field, send };
}
const priced = (price: ReturnType<typeof details>['price']) => answering(licences.subscription, details({ price }));
const MONTHLY = { yearly: '11040.00', currency: 'INR', until: null, days: 365 / 12 };

test('the new total and the cost until the term ends are told as the seats are typed', async () => {
  const { screen } = await typing('5');

  expect(screen.getByText(/^New total/).textContent).toBe('New total: 25 seats');
  screen.getByText('5 seats × ₹11,040.00 a year, our list price until 31-03-2027 (130 days): ₹19,660.27, before taxes');
});

test("the new total is made from Google's seats where they are not ours", async () => {
  const { screen } = await typing('1', answering(licences.subscription, details({ seats_at_google: 22 })));

  expect(screen.getByText(/^New total/).textContent).toBe('New total: 23 seats');
});

test.each([
  [
    'with monthly billing',
    MONTHLY,
    `5 seats × ₹11,040.00 a year, our list price, billed monthly: ${payable(costOf(5, MONTHLY), 'INR')} a month, before taxes`,
  ],
  ['without a price', null, 'The price is not on our list: ask us before you buy.'],
])('%s the cost is told in other words', async (_, price, words) => {
  const { screen } = await typing('5', priced(price));

  screen.getByText(words);
});

test.each([
  ['', 'Enter how many seats to add, as a whole number'],
  ['0', 'Enter how many seats to add, as a whole number'],
  ['five', 'Enter how many seats to add, as a whole number'],
  ['1.5', 'Enter how many seats to add, as a whole number'],
  ['-3', 'Seat Reduction not Allowed'],
  ['1000000', 'At most 50000 seats'],
])('%j seats are not ordered: %s', async (typed, message) => {
  const { screen, bodies, field, send } = await typing(typed === '' ? ' ' : typed);

  await send();

  await screen.findByText(message);
  expect(document.activeElement).toBe(field);
  expect(screen.queryByText(/^New total/)).toBeNull();
  expect(bodies(licences.add)).toEqual([]);
});

test('the order names the seats that the desk knows, and "1,500" is understood', async () => {
  const { screen, user, bodies, send } = await typing(
    '1,500',
    answering(licences.subscription, details({ seats_at_google: 22 })),
  );

  await send();
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Add 1,500 seats' }));

  await waitFor(() =>
    expect(bodies(licences.add)).toEqual([
      {
        domain_name: 'indus.example',
        subscription_id: 'S-1',
        customer_id: 'C-1',
        plan_name: 'ANNUAL',
        seats: 20,
        added_seats: 1500,
      },
    ]),
  );
});

test('when Google is away the dialog says so and the order still goes out', async () => {
  const { screen, bodies, send } = await typing(
    '5',
    answering(licences.subscription, details({ seats_at_google: null })),
  );
  screen.getByText(/Google does not answer right now/);
  expect(screen.getByText(/^New total/).textContent).toBe('New total: 25 seats');

  await send();

  await waitFor(() => expect(bodies(licences.add)).toHaveLength(1));
});

test.each([
  [500, {}, 'Failed to add License..!! Pressing again does not buy twice.'],
  [0, {}, 'The server did not answer. Check your connection and try again. Pressing again does not buy twice.'],
  [
    422,
    { reason: 'Google has suspended this subscription.' },
    'Seats cannot be added to this subscription. Google has suspended this subscription.',
  ],
])('a failure with %i is told, and what was typed stays', async (status, body, text) => {
  const { screen, send, field } = await typing(
    '5',
    answering(licences.add, () => refusing(status, body)),
  );

  await send();

  await screen.findByText(text);
  expect(field.value).toBe('5');
});

test('after a lost answer the same click goes out under the same key', async () => {
  let lost = true;
  const { screen, sent, send } = await typing(
    '5',
    answering(licences.add, () => (lost ? refusing(0) : { order_id: 7 })),
    ordered(order()),
  );
  await send();
  await screen.findByText(/The server did not answer/);
  lost = false;

  await send();

  await screen.findByText(/5 seats ordered/);
  const keys = sent
    .filter(({ path }) => path === licences.add.path)
    .map(({ headers }) => headers.get('idempotency-key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('after a lost answer the same order goes out again, though the seats that are read meanwhile have it', async () => {
  let lost = true;
  const { screen, bodies, send } = await typing(
    '5',
    answering(licences.subscription, () => details({ seats: lost ? 20 : 25 })),
    answering(licences.add, () => {
      if (!lost) return { order_id: 7 };
      lost = false;
      return refusing(502);
    }),
    ordered(done),
  );
  await send();
  await screen.findByText(/Pressing again does not buy twice/);

  await send();

  await screen.findByText('You now have 25 seats.');
  expect(bodies(licences.add).map((order) => (order as { seats: number }).seats)).toEqual([20, 20]);
});

test('where the order stands though its answer was lost, it takes the place of the form', async () => {
  let stands = false;
  const { screen, bodies, send } = await typing(
    '5',
    answering(licences.subscription, () => details({ order: stands ? order() : null })),
    answering(licences.add, () => {
      stands = true;
      return refusing(0);
    }),
    ordered(order()),
  );

  await send();

  await screen.findByText(/5 seats ordered/);
  expect(bodies(licences.add)).toHaveLength(1);
});

test.each([
  ['51', 'more than 50', { seats_at_google: 100 }],
  ['20', 'as many as there are', {}],
])('%s annual seats, %s, are asked about again before they are bought', async (seats, _, own) => {
  const { screen, user, bodies, send, field } = await typing(seats, answering(licences.subscription, details(own)));
  await send();
  const question = await screen.findByRole('alertdialog', { name: `Add ${seats} seats?` });
  within(question).getByText(/^These seats stay until 31-03-2027/);

  await user.click(within(question).getByText('Go back'));

  await screen.findByText('Nothing is ordered yet');
  expect(document.activeElement).toBe(field);
  expect(bodies(licences.add)).toEqual([]);
  await send();
  await user.click(within(await screen.findByRole('alertdialog')).getByText(`Add ${seats} seats`));
  await waitFor(() => expect(bodies(licences.add)).toHaveLength(1));
});

test('seats of a flexible plan are a ceiling, and the cost is what they may come to', async () => {
  const subscription = { ...details().subscription, plan_name: 'FLEXIBLE' };
  const own = { subscription, seats: 38, seats_at_google: 38, price: MONTHLY };
  const { screen } = await typing('5', answering(licences.subscription, details(own)));

  screen.getByText(
    `At most 38 → 43 seats; you pay for the seats in use, up to ${payable(costOf(5, MONTHLY), 'INR')} more a month, before taxes`,
  );
  expect(screen.queryByText(/These seats stay|^New total/)).toBeNull();
});

test('a total that Google does not sell is told before the click, and not ordered', async () => {
  const { screen, bodies, send } = await typing('49,981');
  screen.getByText(/that would be 50,001: you can add 49,980\./);

  await send();

  await screen.findByText('At most 50000 seats in all: you can add 49980');
  expect(bodies(licences.add)).toEqual([]);
});

test('the button says how many seats it adds, and that annual ones stay is told', async () => {
  const { screen } = await typing('5');

  screen.getByRole('button', { name: 'Add 5 seats' });
  screen.getByText('These seats stay until 31-03-2027 and cannot be taken back before.');
});

test('where the seats have changed meanwhile that is told, and the numbers are read again', async () => {
  let seats = 20;
  const { screen, bodies, send, field } = await typing(
    '5',
    answering(licences.subscription, () => details({ seats, seats_at_google: seats })),
    answering(licences.add, (body) => (body.seats === seats ? { order_id: 7 } : refusing(409))),
  );
  seats = 30;

  await send();

  await screen.findByText(/The seats have changed meanwhile/);
  expect(screen.getByText(/^New total/).textContent).toBe('New total: 35 seats');
  expect(field.value).toBe('5');
  await send();
  await screen.findByText(/The order was given/);
  expect(bodies(licences.add)).toEqual([
    expect.objectContaining({ seats: 20, added_seats: 5 }),
    expect.objectContaining({ seats: 30, added_seats: 5 }),
  ]);
});

test("somebody else's order takes the place of the form, and what was typed is there afterwards", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let theirs: 'none' | 'open' | 'done' = 'none';
  const { screen, user, send } = await typing(
    '3',
    answering(licences.subscription, () => details({ order: theirs === 'open' ? order() : null })),
    answering(licences.add, () => {
      theirs = 'open';
      return refusing(409);
    }),
    answering(licences.orders, () => ({ orders: [theirs === 'done' ? done : order()], total: 1 })),
  );

  await send();

  await screen.findByText(/5 seats ordered/);
  await screen.findByText(/The seats have changed meanwhile/);
  theirs = 'done';
  await vi.advanceTimersByTimeAsync(3000);
  await user.click(await screen.findByText('Add more seats'));
  expect((await screen.findByLabelText<HTMLInputElement>(/^Seats to add/)).value).toBe('3');
});
