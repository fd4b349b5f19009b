import { ownRenewals, type OwnRenewal } from '@desk/contract/own-renewals';
import { cleanup, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, refusing } from '../../testing/show.tsx';
import { bodies, decided, listed, openRenewals, renewal, type Answer } from './testing/own-renewals.tsx';

const accepted = answering(ownRenewals.decide, {});
/** The screen with one renewal and the dialog on it. */
async function openDecision(own: Partial<OwnRenewal>, ...answers: Answer[]) {
  const shown = openRenewals(...answers, listed(renewal(own)));
  await shown.user.click(await shown.screen.findByRole('button', { name: /^(Decide|Change decision): / }));
  const dialog = within(await shown.screen.findByRole('dialog'));
  const send = () => shown.user.click(dialog.getByRole('button', { name: 'Send decision' }));
  return { ...shown, dialog, send };
}

test('each choice says in a line what happens next, and the arrow keys go from one to the next', async () => {
  const { dialog, user } = await openDecision({});
  const [first, second] = dialog.getAllByRole('radio');
  expect(document.activeElement).toBe(first);

  await user.keyboard('{ArrowDown}');

  expect(document.activeElement).toBe(second);
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Change seats or plan at renewal' }).checked).toBe(true);
  const texts = dialog
    .getAllByRole('radio')
    .map((radio) => document.getElementById(radio.getAttribute('aria-describedby') ?? '')?.textContent);
  expect(texts).toHaveLength(4);
  for (const text of texts) expect(text).toMatch(/^Your account manager .+\.$/);
});

test('who wants to talk first reads what goes on until then', async () => {
  const undecided = await openDecision({});
  undecided.dialog.getByText(/until you decide, it goes as it does if you do nothing\.$/);
  cleanup();
  const { dialog } = await openDecision({ decision: decided(), wish: { state: 'set', free: null } });
  dialog.getByText(/until you decide, what is arranged stays as it is\.$/);
});

test('what came to nothing is not filled in again', async () => {
  const { dialog } = await openDecision({ decision: decided(), wish: { state: 'refused', free: null } });
  expect(dialog.getAllByRole<HTMLInputElement>('radio').some(({ checked }) => checked)).toBe(false);
});

test('Shift+Tab from the chosen one stays in the dialog', async () => {
  const { dialog, user } = await openDecision({});
  await user.click(dialog.getByRole('radio', { name: 'Talk to us first' }));

  await user.tab({ shift: true });

  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Close dialog' }));
});

test('a renewal as it is needs one click more than the choice, and the focus is back at its button', async () => {
  const shown = await openDecision({}, accepted);
  const { dialog, screen, user, send } = shown;
  await user.click(dialog.getByRole('radio', { name: 'Renew as it is' }));

  await send();

  await screen.findByText('Thank you. We have your decision, and somebody of us takes it up.');
  expect(bodies(shown, ownRenewals.decide)).toEqual([{ renewal_id: 7, decision: 'renew', comment: '' }]);
  expect(bodies(shown, ownRenewals.list)).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Decide: indus/ }));
});

test('other seats and another plan are asked for', async () => {
  const shown = await openDecision({ sku_name: 'Enterprise Plus' }, accepted);
  const { dialog, user, send, screen } = shown;
  await user.click(dialog.getByRole('radio', { name: 'Change seats or plan at renewal' }));
  dialog.getByText('You have 25. Leave it empty to keep them.');
  const plan = dialog.getByRole('combobox', { name: 'Plan' });
  expect(
    within(plan)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Keep the plan (Annual, paid monthly)', 'Annual, paid yearly', 'Flexible, month to month']);

  await user.type(dialog.getByLabelText('Seats'), '1,040');
  await user.selectOptions(plan, 'Flexible, month to month');
  await user.type(dialog.getByLabelText('Comment'), 'From December on');
  await send();

  await screen.findByText('Thank you. We have your decision, and somebody of us takes it up.');
  expect(bodies(shown, ownRenewals.decide)).toEqual([
    { renewal_id: 7, decision: 'change', seats: 1040, plan_name: 'FLEXIBLE', comment: 'From December on' },
  ]);
});

test('before it is sent it says what it costs: as it is, and with the number that is typed', async () => {
  const next_term = {
    seats: 25,
    amount: '34500.00',
    offered: { seats: 40, amount: '50000.00' },
    is_year: true,
    to: '2027-12-13',
  };
  const { dialog, user } = await openDecision({ next_term });
  dialog.getByText('As it is: 25 seats × ₹1,380 = ₹34,500 for the year, plus tax');
  await user.click(dialog.getByRole('radio', { name: 'Change seats or plan at renewal' }));
  const seats = dialog.getByLabelText('Seats');
  await user.type(seats, '30');
  dialog.getByText('30 seats × ₹1,380 = ₹41,400 for the year, plus tax');
  await user.clear(seats);
  await user.type(seats, '40');
  dialog.getByText('40 seats × ₹1,250 = ₹50,000 for the year, plus tax');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Plan' }), 'Annual, paid yearly');
  dialog.getByText('Another plan has a price of its own: we call you about it.');
  await user.clear(seats);
  await user.type(seats, '17');
  expect(dialog.queryByText(/^(?!As it is).*(for the year|price of its own)/)).toBeNull();
});

test('the sum and why not stand in one place, below the seats, and come into sight with them', async () => {
  const next_term = { seats: 25, amount: '34500.00', offered: null, is_year: true, to: '2027-12-13' };
  const { dialog, user } = await openDecision({ next_term });
  await user.click(dialog.getByRole('radio', { name: 'Change seats or plan at renewal' }));
  const seats = dialog.getByLabelText('Seats');
  const place = dialog.getByText('25 seats × ₹1,380 = ₹34,500 for the year, plus tax');
  expect(seats.compareDocumentPosition(place)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');

  await user.click(seats);

  expect(scrolled.mock.contexts).toContain(place.parentElement);
  scrolled.mockRestore();
  await user.type(seats, '1');
  expect(place.textContent).toMatch(/^18 people use a seat/);
});

test('who is shown no price is told none', async () => {
  const { dialog, user } = await openDecision({});
  await user.click(dialog.getByRole('radio', { name: 'Change seats or plan at renewal' }));
  await user.type(dialog.getByLabelText('Seats'), '30');
  expect(dialog.queryByText(/₹|price/)).toBeNull();
});

test.each([
  ['nothing', '', 'Enter the seats or choose the plan that you want'],
  ['no seat at all', '0', 'Enter a whole number of seats'],
  ['half a seat', '2.5', 'Enter a whole number of seats'],
  ['words', 'forty', 'Enter a whole number of seats'],
  ['too many', '50001', 'At most 50000 seats'],
  [
    'fewer than are used',
    '17',
    '18 people use a seat. Choose 18 or more, or take seats from people first and come back.',
  ],
])('a change to %s is not sent and says why at the seats', async (_, typed, message) => {
  const shown = await openDecision({}, accepted);
  const { dialog, user, send } = shown;
  await user.click(dialog.getByRole('radio', { name: 'Change seats or plan at renewal' }));
  const seats = dialog.getByLabelText('Seats');
  if (typed !== '') await user.type(seats, typed);

  await send();

  await dialog.findByText(message, { selector: 'p' });
  expect(document.activeElement).toBe(seats);
  expect(bodies(shown, ownRenewals.decide)).toEqual([]);
});

test('without a choice nothing is sent, and the keyboard is at the choices', async () => {
  const shown = await openDecision({});
  await shown.send();

  await shown.dialog.findByText('Choose what should happen', { selector: 'p' });
  expect(document.activeElement).toBe(shown.dialog.getAllByRole('radio')[0]);
  expect(bodies(shown, ownRenewals.decide)).toEqual([]);
});

test('who leaves is told what is lost and when, and says why', async () => {
  const shown = await openDecision({}, accepted);
  const { dialog, user, send, screen } = shown;
  await user.click(dialog.getByRole('radio', { name: 'Do not renew' }));
  dialog.getByText('On 14-12-2026, the users of indus.example lose Business Plus: they can no longer use the service.');

  await send();
  await dialog.findByText('Choose a reason', { selector: 'p' });
  await user.selectOptions(dialog.getByLabelText(/^Reason/), 'Business Closed');
  await send();

  await screen.findByText('Thank you. We have your decision, and somebody of us takes it up.');
  expect(bodies(shown, ownRenewals.decide)).toEqual([
    { renewal_id: 7, decision: 'do_not_renew', reason: 'Business Closed', comment: '' },
  ]);
});

test('a decision is changed from where it was, and what belongs to the former choice is not sent', async () => {
  const before = decided({ comment: 'Ravi knows more' });
  const shown = await openDecision({ decision: before }, accepted);
  const { dialog, user, send, screen } = shown;
  expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'Change seats or plan at renewal' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Seats').value).toBe('40');

  await user.click(dialog.getByRole('radio', { name: 'Talk to us first' }));
  expect(dialog.queryByLabelText('Seats')).toBeNull();
  await send();

  await screen.findByText('Thank you. We have your decision, and somebody of us takes it up.');
  expect(bodies(shown, ownRenewals.decide)).toEqual([{ renewal_id: 7, decision: 'talk', comment: 'Ravi knows more' }]);
});

test('a renewal that was closed meanwhile says so, goes from the list and leaves what was typed', async () => {
  let closed = false;
  const shown = openRenewals(
    answering(ownRenewals.decide, () => {
      closed = true;
      return refusing(409);
    }),
    answering(ownRenewals.list, () => (closed ? { renewals: [], total: 0 } : { renewals: [renewal()], total: 1 })),
  );
  const { screen, user } = shown;
  await user.click(await screen.findByRole('button', { name: /^Decide/ }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Talk to us first' }));
  await user.type(dialog.getByLabelText('Comment'), 'Call me');
  await user.click(dialog.getByRole('button', { name: 'Send decision' }));

  await dialog.findByText('This renewal is closed. Look at the list again.');
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Call me');
  expect(screen.queryByRole('article')).toBeNull();

  await user.click(dialog.getByRole('button', { name: 'Close' }));
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test('a decision that gets no answer keeps what was typed, through a reload too', async () => {
  const { dialog, user, send } = await openDecision(
    {},
    answering(ownRenewals.decide, () => refusing(0)),
  );
  await user.click(dialog.getByRole('radio', { name: 'Talk to us first' }));
  await user.type(dialog.getByLabelText('Comment'), 'Call me');
  await send();
  await dialog.findByText('The server did not answer. Check your connection and try again.');

  const again = await openDecision({});

  expect(again.dialog.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('Call me');
});
