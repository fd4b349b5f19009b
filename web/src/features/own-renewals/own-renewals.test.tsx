import { ownRenewals, type OwnDecision } from '@desk/contract/own-renewals';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { bodies, decided, listed, openRenewals, renewal } from './testing/own-renewals.tsx';

const facts = (card: HTMLElement) =>
  [...card.querySelectorAll('dt')].map((label) => [label.textContent, label.nextElementSibling?.textContent]);

test('a renewal is told in words that need no expert', async () => {
  const { screen } = openRenewals(listed(renewal()));

  const card = await screen.findByRole('article', { name: 'indus.example' });

  within(card).getByText('Business Plus · Annual, paid monthly');
  expect(facts(card)).toEqual([
    ['Renewal date', '14-12-2026 (in 23 days) ▲Soon'],
    ['Seats bought', '25'],
    ['Seats used', '18'],
    ['Price now, all seats, a year', '₹34,500'],
    ['If you do nothing', 'It renews for a year with the 18 seats in use, billed yearly. The other 7 end.'],
    ['Your decision', 'You have not decided yet'],
  ]);
});

test.each([
  [45, 'in 45 days', null],
  [30, 'in 30 days', null],
  [29, 'in 29 days', 'Soon'],
  [1, 'in 1 day', 'Soon'],
  [0, 'today', 'Soon'],
  [-4, '4 days ago', 'Date has passed'],
])('%i days before the day it says "%s" and how near that is: %s', async (days_left, words, nearness) => {
  const { screen } = openRenewals(listed(renewal({ days_left, standing: days_left < 0 ? 'late' : 'due' })));

  const card = within(await screen.findByRole('article'));

  card.getByText(new RegExp(`\\(${words}\\)`));
  expect(card.queryByText(/^(Soon|Date has passed)$/)?.textContent ?? null).toBe(nearness);
});

test.each([
  [-4, 'decided'],
  [4, 'decided'],
  [-4, 'due'],
] as const)('%i days before its day one that is %s is neither soon nor late', async (days_left, standing) => {
  const { screen } = openRenewals(listed(renewal({ days_left, standing })));

  const card = within(await screen.findByRole('article'));

  expect(card.queryByText(/^(Soon|Date has passed)$/)).toBeNull();
});

test.each<[string, OwnDecision]>([
  ['You asked on 12-11-2026 to renew it as it is', decided({ decision: 'renew', seats: null })],
  ['You asked for 40 seats on 12-11-2026', decided()],
  ['You asked for 40 seats and the plan “Flexible, month to month” on 12-11-2026', decided({ plan_name: 'FLEXIBLE' })],
  ['You asked on 12-11-2026 to talk to us', decided({ decision: 'talk', seats: null })],
  [
    'You told us on 12-11-2026 not to renew it: Price Issue',
    decided({ decision: 'do_not_renew', seats: null, reason: 'Price Issue' }),
  ],
])('the decision taken is shown: %s', async (words, decision) => {
  const { screen } = openRenewals(listed(renewal({ decision: { ...decision, comment: 'Ravi knows more' } })));

  const card = within(await screen.findByRole('article'));

  card.getByText(words);
  card.getByText('You wrote: Ravi knows more');
  card.getByRole('button', { name: 'Change decision: indus.example, Business Plus' });
});

test('a plan without bought seats tells of none', async () => {
  const { screen } = openRenewals(listed(renewal({ plan_name: 'FLEXIBLE', bought_seats: null, price: null })));

  const card = await screen.findByRole('article');

  expect(facts(card).slice(1, 3)).toEqual([
    ['Seats used', '18'],
    ['Price now, all seats, a year', 'N/A'],
  ]);
});

test('what happens if nothing is done is told only as long as nothing is decided', async () => {
  const { screen } = openRenewals(listed(renewal({ decision: decided() })));

  const card = await screen.findByRole('article');

  expect(facts(card).map(([label]) => label)).toEqual([
    ...['Renewal date', 'Seats bought', 'Seats used', 'Price now, all seats, a year', 'Your decision'],
  ]);
});

test('the list is searched and paged by the server, and the next page is read from its top', async () => {
  const shown = openRenewals(answering(ownRenewals.list, { renewals: [renewal()], total: 11 }));
  const { screen, user } = shown;

  await user.click(await screen.findByRole('button', { name: 'Page 2' }));
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'My Renewals' }));
  await user.type(screen.getByLabelText('Search domain or product'), ' indus ');

  await waitFor(() =>
    expect(bodies(shown, ownRenewals.list)).toEqual([{ page: 1 }, { page: 2 }, { page: 1, search: 'indus' }]),
  );
});

test('an empty list says so kindly, and an empty search offers to clear it', async () => {
  const { screen, user } = openRenewals(listed());
  await screen.findByText(/^Nothing is up for renewal at the moment\./);

  await user.type(screen.getByLabelText('Search domain or product'), 'x');
  await user.click(await screen.findByRole('button', { name: 'Clear search' }));

  await screen.findByText(/^Nothing is up for renewal at the moment\./);
});

test('a list that cannot be loaded says so and can be tried again', async () => {
  let tries = 0;
  const { screen, user } = openRenewals(
    answering(ownRenewals.list, () => {
      tries += 1;
      return tries === 1 ? refusing(0) : { renewals: [renewal()], total: 1 };
    }),
  );
  await screen.findByText('Your renewals could not be loaded.');

  await user.click(screen.getByRole('button', { name: 'Retry' }));

  await screen.findByRole('article');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
