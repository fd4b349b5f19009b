import { ownRenewals, type OwnRenewal } from '@desk/contract/own-renewals';
import { waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { businessDay } from '../../kit/text/clock.ts';
import { bodies, decided, listed, openRenewals, renewal } from './testing/own-renewals.tsx';

test.each<[NonNullable<OwnRenewal['wish']>, string]>([
  [{ state: 'waits', free: null }, 'We have it, and confirm it soon.'],
  [{ state: 'confirmed', free: null }, 'We have confirmed it, and it is being set.'],
  [{ state: 'set', free: null }, 'It is set for 14-12-2026.'],
  [{ state: 'done', free: null }, 'It is done.'],
  [{ state: 'blocked', free: 2 }, 'Not possible yet: free 2 seats first.'],
  [{ state: 'blocked', free: null }, 'Not possible yet. We look after it and get in touch with you.'],
  [{ state: 'refused', free: null }, 'We could not confirm it as it is. Somebody of us gets in touch with you.'],
  [
    { state: 'replaced', free: null },
    'Something else was arranged since. Please talk to us if that is not what you want.',
  ],
])('what became of the own wish is told: %j', async (wish, words) => {
  const { screen } = openRenewals(listed(renewal({ decision: decided(), wish })));
  const card = within(await screen.findByRole('article'));
  card.getByText('What becomes of it');
  card.getByText(words);
});

test('until when one can decide is told', async () => {
  const { screen } = openRenewals(listed(renewal({ last_safe_day: businessDay() })));
  const card = within(await screen.findByRole('article'));
  card.getByText(/^\d\d-\d\d-\d{4} \(today\)$/);
  card.getByRole('button', { name: /^Decide/ });
});

test('after the last day it is read only, and asks to call', async () => {
  const { screen } = openRenewals(listed(renewal({ last_safe_day: '2026-11-19', may_decide: false })));
  const card = within(await screen.findByRole('article'));
  card.getByText('19-11-2026 has passed: please call us');
  expect(card.queryByRole('button')).toBeNull();
});

test('whoever had it open while the last day passed is told so, and the list is asked for again', async () => {
  const shown = openRenewals(
    listed(renewal()),
    answering(ownRenewals.decide, () => refusing(422)),
  );
  const { screen, user } = shown;
  await user.click(await screen.findByRole('button', { name: /^Decide/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Renew as it is' }));

  await user.click(dialog.getByRole('button', { name: 'Send decision' }));

  await dialog.findByText('The last day to decide has passed. Please call us.');
  await waitFor(() => expect(bodies(shown, ownRenewals.list)).toHaveLength(2));
});

test.each([
  ['17', '18 people use a seat; free 1 first.'],
  ['4', '18 people use a seat; free 14 first.'],
  ['18', undefined],
  ['1,040', undefined],
  ['', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['=1+1', undefined],
])('a wish for %s seats is warned before it is sent: %s', async (typed, words) => {
  const { screen, user } = openRenewals(listed(renewal()));
  await user.click(await screen.findByRole('button', { name: /^Decide/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Change seats or plan at renewal' }));

  if (typed !== '') await user.type(dialog.getByLabelText('Seats'), typed);

  expect(dialog.queryByText(/ a seat; free /)?.textContent).toBe(words);
});
