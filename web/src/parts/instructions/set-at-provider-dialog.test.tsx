import { renewals } from '@desk/contract/renewals';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { Reopened } from '../../testing/reopened.tsx';
import { answering, refusing, show } from '../../testing/show.tsx';
import { answeringInstructions, instruction, plan } from '../testing/instructions.ts';
import { renewalDetails } from '../testing/renewal.ts';
import { SetAtProviderDialog } from './set-at-provider-dialog.tsx';

const ME = 'vikram@desk.example';
const details = answering(renewals.details, { domain: [renewalDetails({ number_of_seats: 92, licensed_seats: 74 })] });
const planning = answering(instructions.plan, ({ outcome, seats = null }) => ({
  plan: plan({ seats, approval_reasons: outcome === 'end' ? ['end'] : [] }),
}));
type Answers = Parameters<typeof show>[1][];

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-24T06:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

async function open(...answers: Answers) {
  storeSession({ user: ME, token: { login_token: 't', exp: 4e9 }, menu: [], role: 'ADMIN' });
  const onClose = vi.fn();
  const shown = show(<SetAtProviderDialog renewalId={7} onClose={onClose} />, ...answers, details, planning);
  await shown.screen.findByRole('dialog', { name: 'Set at Google: acme.example' });
  const choose = (name: string) => shown.user.click(shown.screen.getByRole('radio', { name }));
  const press = (name: string) => shown.user.click(shown.screen.getByRole('button', { name }));
  return { ...shown, onClose, choose, press };
}

test('a renewal begins with the seats that are bought; the consequence stands before the button', async () => {
  const own = instruction({ state: 'approved', requested_by: ME, source: 'staff' });
  const { screen, user, choose, press, bodies, onClose } = await open(
    answeringInstructions(),
    answering(instructions.place, { instruction: own }),
  );
  await choose('Renew with …');
  const seats = screen.getByLabelText<HTMLInputElement>(/^Seats/);
  expect(seats.value).toBe('92');
  expect(screen.getByText('74 used, 92 bought now')).toBeDefined();

  await user.clear(seats);
  await user.type(seats, '80');
  await user.selectOptions(screen.getByLabelText('Payment'), 'Paid yearly');
  await screen.findByText('80 takes two steps at Google.');
  await screen.findByText('From 1 Dec 2026: 80 seats instead of 92, ₹2,25,600 a year, ₹33,840 less than now.');
  await press('Set 80 seats at Google');

  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies(instructions.place)).toEqual([{ renewal_id: 7, outcome: 'renew', seats: 80, pay: 'yearly' }]);
});

test('what Google has already is confirmed, not set', async () => {
  const own = instruction({ state: 'approved', requested_by: ME, source: 'staff', seats: 92 });
  const { screen, choose, press } = await open(
    answeringInstructions(),
    answering(instructions.plan, { plan: plan({ seats: 92, steps: [] }) }),
    answering(instructions.place, { instruction: own }),
  );
  await choose('Renew with …');
  await screen.findByText('Google has it so already.');
  await press('Confirm 92 seats');

  await screen.findByText('Confirmed: 92 seats, annual, acme.example. Google has it so already.');
});

test('once the last safe day is over it is said, and no past day is asked for', async () => {
  vi.setSystemTime(Date.parse('2026-11-28T06:00:00Z'));
  const { screen, choose } = await open(answeringInstructions());
  await choose('Renew with …');

  await screen.findByText(/^Switch to flexible at once: the last safe day was 27 Nov 2026\./);
});

test('what a second person has to approve is proposed, and then waits', async () => {
  const draft = instruction({ requested_by: ME, source: 'staff', outcome: 'end', seats: 0, approval_reasons: ['end'], may_approve: false }); // prettier-ignore
  let all = [instruction({ state: 'verified' })];
  const { screen, choose, press, bodies } = await open(
    answering(instructions.list, () => ({ instructions: all, total: all.length })),
    answering(instructions.place, () => {
      all = [draft];
      return { instruction: draft };
    }),
  );
  expect(screen.getByLabelText<HTMLInputElement>(/^Seats/).value).toBe('80');
  await choose('Do not renew');
  await screen.findByText(/It ends on 1 Dec 2026/);
  await press('Propose the end');

  await screen.findByText(/Waits for approval by an administrator or the manager .* because the renewal ends\./);
  expect(bodies(instructions.place)).toEqual([{ renewal_id: 7, outcome: 'end' }]);
});

test('who presses while the customer decides something else is told what, and only then asks for something in its place', async () => {
  const theirs = instruction({ outcome: 'end', seats: 0, requested_by: 'nisha@acme.example' });
  const own = instruction({ state: 'approved', requested_by: ME, source: 'staff', seats: 100 });
  let now = { instructions: [] as (typeof theirs)[], total: 0, seen: '/' };
  const { screen, choose, press, bodies, onClose } = await open(
    answering(instructions.list, () => now),
    answering(instructions.place, ({ seen }) => (seen === now.seen ? { instruction: own } : refusing(409))),
  );
  await choose('Renew with …');
  now = { instructions: [theirs], total: 1, seen: '31/4' };

  await press('Set 92 seats at Google');

  await screen.findByText('nisha@acme.example was quicker: Do not renew. Press again to ask for this in its place.');
  expect(onClose).not.toHaveBeenCalled();
  await press('Set 92 seats at Google');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies(instructions.place)).toMatchObject([{ seen: '/' }, { seen: '31/4' }]);
});

test('what is no number of seats is not asked about and not sent', async () => {
  const { screen, user, choose, press, bodies } = await open(answeringInstructions());
  await press('Set at Google');
  await screen.findByText('Choose what should happen');
  await choose('Renew with …');
  await user.clear(screen.getByLabelText(/^Seats/));
  await press('Set at Google');

  await screen.findByText('Enter a whole number of seats');
  expect(bodies(instructions.place)).toEqual([]);
});

test('a renewal that no provider can be told of says so, and what was typed stays', async () => {
  const { screen, user, choose, press } = await open(
    answeringInstructions(),
    answering(instructions.plan, () => refusing(422)),
    answering(instructions.place, () => refusing(422)),
  );
  await choose('Renew with …');
  await user.clear(screen.getByLabelText(/^Seats/));
  await user.type(screen.getByLabelText(/^Seats/), '80');
  await screen.findByText('This renewal is arranged by hand: no provider can be told.');

  await press('Set 80 seats at Google');

  await waitFor(() =>
    expect(screen.getAllByText('This renewal is arranged by hand: no provider can be told.')).toHaveLength(2),
  );
  expect(screen.getByLabelText<HTMLInputElement>(/^Seats/).value).toBe('80');
});

test('what would come apart with an add-on of the domain stands in the consequence', async () => {
  const sentence = 'Google Vault renews 92 seats, Workspace 80 seats: 12 too many.';
  const { screen, choose } = await open(
    answeringInstructions(),
    answering(instructions.plan, ({ seats = null }) => ({ plan: plan({ seats, differences: [sentence] }) })),
  );
  await choose('Renew with …');
  expect(await screen.findByText(sentence)).toBeDefined();
});

test('what was chosen is not lost without a question', async () => {
  const { screen, choose, press, onClose } = await open(answeringInstructions());
  await choose('Do not renew');
  await press('Close');
  await screen.findByRole('alertdialog', { name: 'Close without saving?' });
  expect(onClose).not.toHaveBeenCalled();
  await press('Discard');
  expect(onClose).toHaveBeenCalledOnce();
});

test('it begins with what is asked for now, and not with what was asked for when it was last open', async () => {
  storeSession({ user: ME, token: { login_token: 't', exp: 4e9 }, menu: [], role: 'ADMIN' });
  let all = [instruction({ seats: 80 })];
  const { screen, user } = show(
    <Reopened>{(onClose) => <SetAtProviderDialog renewalId={7} onClose={onClose} />}</Reopened>,
    answering(instructions.list, () => ({ instructions: all, total: all.length })),
    ...[details, planning],
  );
  expect(await screen.findByLabelText(/^Seats/)).toHaveProperty('value', '80');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  all = [instruction({ seats: 60 })];
  await user.click(screen.getByRole('button', { name: 'Open again' }));

  expect(await screen.findByLabelText(/^Seats/)).toHaveProperty('value', '60');
});

test('fewer seats than are in use: what is set at once is said before the button', async () => {
  const problem =
    'Free 14 seats first: 74 assigned, 60 wanted. Otherwise it goes on as a flexible plan after the term, until that is done.';
  const answered = { plan: plan({ seats: 60, steps: null, problem, goes_on: true }) };
  const { screen, choose } = await open(answeringInstructions(), answering(instructions.plan, answered));
  await choose('Renew with …');

  await screen.findByText(problem);
  await screen.findByText('It is set to go on as a flexible plan at once, and stays so until the seats can be set.');
});
