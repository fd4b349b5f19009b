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
  [{ state: 'blocked', free: null }, 'Not possible yet. We look after it and get in touch with you.'],
  [{ state: 'refused', free: null }, 'We could not confirm it as it is. Somebody of us gets in touch with you.'],
  [{ state: 'replaced', free: null }, 'We look at it again. Somebody of us gets in touch with you.'],
])('what became of the own wish is told: %j', async (wish, words) => {
  const { screen } = openRenewals(listed(renewal({ decision: decided(), wish })));
  const card = within(await screen.findByRole('article'));
  card.getByText('What becomes of it');
  card.getByText(words);
});

const arranged = { outcome: 'renew', seats: 10, pay: 'monthly', state: 'set', free: null } as const;
const FREE = 'Free 8 seats in the Google Admin console (Directory › Users) by';
test.each<[Partial<OwnRenewal>, string]>([
  [{ arranged }, '10 seats for a year, paid monthly, from 14-12-2026. It is set for 14-12-2026.'],
  [
    { arranged: { ...arranged, state: 'blocked', free: 8 }, last_safe_day: '9999-12-31', if_nobody_acts: 'flexible' },
    `10 seats for a year, paid monthly, from 14-12-2026. Not possible yet. ${FREE} 31-12-9999. Until that is done it goes on without a commitment, billed monthly for the seats in use.`,
  ],
  [
    { arranged: { outcome: 'flexible', seats: null, pay: null, state: 'set', free: null } },
    'It goes on without a commitment, billed monthly for the seats in use. It is set for 14-12-2026.',
  ],
  [
    { arranged: { outcome: 'end', seats: null, pay: null, state: 'confirmed', free: null } },
    'It ends, and its users lose the service. We have confirmed it, and it is being set.',
  ],
])('what we have arranged for somebody is told in place of what happens by itself: %j', async (own, words) => {
  const { screen } = openRenewals(listed(renewal(own)));
  const card = within(await screen.findByRole('article'));
  card.getByText('Arranged for the next term');
  card.getByText(words);
  expect(card.queryByText('If you do nothing')).toBeNull();
  expect(card.queryByText('You have not decided yet')).toBeNull();
});

test.each(['refused', 'replaced'] as const)('what was %s and has something in its place says so', async (state) => {
  const { screen } = openRenewals(listed(renewal({ decision: decided(), wish: { state, free: null }, arranged })));
  const card = within(await screen.findByRole('article'));
  card.getByText('Something else was arranged since. Please talk to us if that is not what you want.');
});

test.each<[string, Partial<OwnRenewal>]>([
  ['wants to talk first', { decision: decided({ decision: 'talk', seats: null }) }],
  ['was refused', { decision: decided(), wish: { state: 'refused', free: null } }],
])('who %s has still to decide, and reads what happens by itself', async (_, own) => {
  const { screen } = openRenewals(listed(renewal(own)));
  const card = within(await screen.findByRole('article'));
  card.getByText('Your decision');
  card.getByText('If you do nothing');
});

test('who has told one of us is not asked as if nothing were decided', async () => {
  const { screen } = openRenewals(listed(renewal({ standing: 'decided' })));
  const card = within(await screen.findByRole('article'));
  card.getByRole('button', { name: /^Decide: / });
  expect(card.queryByText('You have not decided yet')).toBeNull();
  expect(card.queryByText('If you do nothing')).toBeNull();
});

test.each<[string, Partial<OwnRenewal>, string]>([
  ['until the last safe day', { last_safe_day: '9999-12-10', renewal_date: '9999-12-14' }, ' by 10-12-9999'],
  ['then until the term ends', { last_safe_day: '2026-11-01', renewal_date: '9999-12-14' }, ' by 14-12-9999'],
  ['and once it is over without a day', { last_safe_day: '2026-10-28', renewal_date: '2026-11-01' }, ''],
])('where seats are to be freed is told, %s', async (_, dates, until) => {
  const wish = { state: 'blocked', free: 1 } as const;
  const { screen } = openRenewals(listed(renewal({ decision: decided(), wish, ...dates })));
  await screen.findByText(`Not possible yet. Free 1 seat in the Google Admin console (Directory › Users)${until}.`);
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
  card.getByText('19-11-2026 has passed: please call us on +91 22 5550 0100');
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

const IN_USE = '18 people use a seat. Choose 18 or more, or take seats from people first and come back.';
const NEEDS_ENTERPRISE =
  'Business Plus ends at 300 users: more of them needs Enterprise. Choose “Talk to us first”, and we prepare it.';

/** The dialog on one renewal, at the seats. */
async function openSeats(own: Partial<OwnRenewal>, answer = answering(ownRenewals.decide, {})) {
  const shown = openRenewals(answer, listed(renewal(own)));
  const { screen, user } = shown;
  await user.click(await screen.findByRole('button', { name: /^Decide/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Change seats or plan at renewal' }));
  const seats = dialog.getByLabelText<HTMLInputElement>('Seats');
  return { ...shown, dialog, seats, send: () => user.click(dialog.getByRole('button', { name: 'Send decision' })) };
}

test.each<[string, string, Partial<OwnRenewal>]>([
  ['17', IN_USE, {}],
  ['4', IN_USE, {}],
  ['301', NEEDS_ENTERPRISE, {}],
  ['18', '', {}],
  ['300', '', {}],
  ['4', '', { used_seats: null }],
  ['301', '', { sku_name: 'Google Workspace Enterprise Plus' }],
  ['', '', {}],
  ['0', '', {}],
  ['-3', '', {}],
  ['=1+1', '', {}],
])('a wish for %s seats hears while it is typed: %s', async (typed, words, own) => {
  const { dialog, seats, user } = await openSeats(own);
  if (typed !== '') await user.type(seats, typed);
  expect(dialog.queryByText(/use a seat|needs Enterprise/)?.textContent ?? '').toBe(words);
});

test('a number of seats that cannot be had is not sent, says why once, at the seats, and leaves what was typed', async () => {
  const shown = await openSeats({});
  const { dialog, seats, user, send } = shown;
  await user.type(seats, '17');
  await user.type(dialog.getByLabelText('Comment'), 'Some leave');

  await send();

  expect(seats.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(seats);
  expect(dialog.getAllByText(IN_USE)).toHaveLength(1);
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Some leave');
  expect(bodies(shown, ownRenewals.decide)).toEqual([]);

  await user.type(seats, '{Backspace}8');
  expect(dialog.queryByText(IN_USE)).toBeNull();
  await send();
  expect(bodies(shown, ownRenewals.decide)).toMatchObject([{ seats: 18, comment: 'Some leave' }]);
});

test('what the server alone knows by now stands at the seats too, and nothing typed is lost', async () => {
  const message = '22 people use a seat. Choose 22 or more, or take seats from people first and come back.';
  const refused = refusing(422, { error: true, message, fields: [{ path: 'seats', message }] });
  const shown = await openSeats(
    {},
    answering(ownRenewals.decide, () => refused),
  );
  const { dialog, seats, user, send } = shown;
  await user.type(seats, '20');

  await send();

  await dialog.findByText(message);
  expect(document.activeElement).toBe(seats);
  expect(seats.value).toBe('20');
  expect(dialog.queryByText(/last day to decide/)).toBeNull();
  await waitFor(() => expect(bodies(shown, ownRenewals.list)).toHaveLength(2));
});
