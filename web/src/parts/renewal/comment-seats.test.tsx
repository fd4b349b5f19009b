import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { instructions, type Instruction } from '@desk/contract/renewal-work/instructions';
import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { answeringInstructions, instruction, plan } from '../testing/instructions.ts';
import { renewalDetails, renewalRow } from '../testing/renewal.ts';
import { CommentForm } from './comment-form.tsx';

const ME = 'tarun@desk.example';
const STATUS = /^Status/;
const mine = (own: Partial<Instruction> = {}) => instruction({ requested_by: ME, source: 'staff', ...own });
const planning = answering(instructions.plan, ({ seats = null }) => ({ plan: plan({ seats }) }));
const saving = answering(followUp.saveStatus, { instruction_id: 31 });
type Answers = Parameters<typeof show>[1][];

async function open(change: Parameters<typeof renewalDetails>[0], ...answers: Answers) {
  storeSession({ user: ME, token: { login_token: 't', exp: 4e9 }, menu: [], role: 'RMEMBER' });
  const [onClose, onNext] = [vi.fn(), vi.fn()];
  const shown = show(
    <CommentForm row={renewalRow()} onClose={onClose} onNext={onNext} />,
    ...answers,
    answering(renewals.details, { domain: [renewalDetails({ number_of_seats: 92, licensed_seats: 74, ...change })] }),
    answering(followUp.comments, { followup_comment: [] }),
    answeringInstructions(),
    planning,
  );
  await shown.screen.findByLabelText(/^Highlight/);
  const choose = (label: RegExp | string, option: string) =>
    shown.user.selectOptions(shown.screen.getByLabelText(label), option);
  const seats = () => shown.screen.queryByLabelText<HTMLInputElement>('Seats at renewal');
  const confirm = async () => {
    await choose(/^Highlight/, 'Green');
    await choose(STATUS, 'Confirmation Received');
    await shown.user.type(shown.screen.getByLabelText(/^License Added/), '0');
  };
  const press = (name: string) => shown.user.click(shown.screen.getByRole('button', { name }));
  return { ...shown, choose, seats, confirm, press, onClose, onNext };
}

test.each([
  ['Confirmation Received', true],
  ['Partial Upgrade', true],
  ['Upgrade', false],
  ['Mid Term Upgrade', false],
  ['Confirmation received for flex', false],
  ['Lost', false],
])('%s asks for the seats at renewal: %s', async (status, asks) => {
  const { choose, seats } = await open({});
  await choose(STATUS, status);
  expect(seats() !== null).toBe(asks);
});

test('a plan whose seats are not bought by number has none to ask for', async () => {
  const { choose, seats } = await open({ number_of_seats: null });
  await choose(STATUS, 'Confirmation Received');
  expect(seats()).toBeNull();
});

test('they follow the licences that are added until somebody types others', async () => {
  const { screen, user, choose, seats } = await open({});
  await choose(STATUS, 'Confirmation Received');
  expect(seats()?.value).toBe('92');
  expect(screen.getByText('74 used, 92 bought now')).toBeDefined();

  await user.type(screen.getByLabelText(/^License Added/), '8');
  expect(seats()?.value).toBe('100');
  await user.clear(seats() as HTMLElement);
  await user.type(seats() as HTMLElement, '80');
  await user.type(screen.getByLabelText(/^License Added/), '0');
  expect(seats()?.value).toBe('80');
});

test('they begin with what is wanted already', async () => {
  const { choose, seats } = await open({}, answeringInstructions(mine({ seats: 85 })));
  await choose(STATUS, 'Confirmation Received');
  expect(seats()?.value).toBe('85');
});

test('beside it stands what the seats that are typed take at Google', async () => {
  const { screen, user, seats, choose, bodies } = await open({});
  await choose(STATUS, 'Confirmation Received');
  await screen.findByText('92 takes two steps at Google.');
  await user.clear(seats() as HTMLElement);
  await user.type(seats() as HTMLElement, '80');

  await screen.findByText('80 takes two steps at Google.');
  expect(screen.getByText('Saving proposes the plan; a person confirms.')).toBeDefined();
  expect(bodies(instructions.plan).at(-1)).toMatchObject({ renewal_id: 7, outcome: 'renew', seats: 80 });
});

test('a plan that cannot be had costs nothing that is typed', async () => {
  const { screen, confirm, press, bodies } = await open(
    {},
    answering(instructions.plan, () => refusing(422)),
    answering(followUp.saveStatus, { instruction_id: null }),
  );
  await confirm();
  await screen.findByText('This renewal is arranged by hand: no provider can be told.');
  await press('Save');
  await screen.findByText('Comments Added Successfully');
  expect(bodies(followUp.saveStatus)).toMatchObject([{ formData: { seats_at_renewal: '92', add_lic: '0' } }]);
});

test('what was saved is shown with its consequence, and set once somebody confirms it', async () => {
  let all: Instruction[] = [];
  const { screen, confirm, press, bodies, onClose, onNext } = await open(
    {},
    answering(instructions.list, () => ({ instructions: all, total: all.length })),
    answering(followUp.saveStatus, () => {
      all = [mine()];
      return { instruction_id: 31 };
    }),
    answering(instructions.approve, { instruction: mine({ state: 'approved' }) }),
  );
  await confirm();
  await press('Save and next');

  await screen.findByRole('dialog', { name: 'Set at Google: acme.example' });
  await screen.findByText('From 1 Dec 2026: 80 seats instead of 92, ₹2,25,600 a year, ₹33,840 less than now.');
  expect(onNext).not.toHaveBeenCalled();
  await press('Set 80 seats at Google');

  await waitFor(() => expect(onNext).toHaveBeenCalled());
  expect(onClose).toHaveBeenCalled();
  expect(bodies(instructions.approve)).toEqual([{ instruction_id: 31 }]);
});

test('Escape leaves it proposed', async () => {
  const { screen, user, confirm, press, bodies, onClose } = await open({}, answeringInstructions(mine()), saving);
  await confirm();
  await press('Save');
  await screen.findByRole('dialog', { name: 'Set at Google: acme.example' });

  await user.keyboard('{Escape}');

  expect(onClose).toHaveBeenCalled();
  expect(bodies(instructions.approve)).toEqual([]);
});

test('who may not approve it is told who does, and why', async () => {
  const waits = mine({ may_approve: false, approval_reasons: ['fall', 'debt'] });
  const { screen, confirm, press } = await open({}, answeringInstructions(waits), saving);
  await confirm();
  await press('Save');

  await screen.findByText(
    'Waits for approval by an administrator or the manager of who has the renewal, because the seats fall by more than the limit and an invoice of the customer is overdue.',
  );
  expect(screen.queryByRole('button', { name: /^Set / })).toBeNull();
});

test('a comment that leaves what was confirmed as it is asks nobody again', async () => {
  const { screen, confirm, press, onClose } = await open(
    {},
    answeringInstructions(mine({ state: 'verified', approved_by: ME })),
    saving,
  );
  await confirm();
  await press('Save');
  await screen.findByText('Comments Added Successfully');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(screen.queryByRole('dialog', { name: /^Set at Google/ })).toBeNull();
});
