import { instructions, type Instruction } from '@desk/contract/renewal-work/instructions';
import { cleanup, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, show, slowly } from '../../testing/show.tsx';
import { brand } from '../testing/brand.ts';
import { answeringInstructions, answeringPlan, instruction, plan } from '../testing/instructions.ts';
import { InstructionCard } from './instruction-card.tsx';

const ME = 'vikram@desk.example';
beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-24T06:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

type Answers = Parameters<typeof show>[1][];
function open(...answers: Answers) {
  const menu = [{ menu_id: 1, menu_name: 'Renewals', to_route: 'get_monthly_renewal' }];
  storeSession({ user: ME, token: { login_token: 't', exp: 4e9 }, menu, role: 'ADMIN' });
  return show(<InstructionCard renewalId={7} />, ...answers, answeringPlan(), brand);
}
const buttons = (screen: ReturnType<typeof open>['screen']) =>
  screen.getAllByRole('button').map(({ textContent }) => textContent);

test('what a customer asked for is told with what Google will do, the plan, and who has to approve it', async () => {
  const { screen } = open(answeringInstructions(instruction({ approval_reasons: ['fall'], pay: 'yearly' })));

  await screen.findByText('Renew the seats in use, paid monthly');
  expect(screen.getByText('80 seats, annual, paid yearly')).toBeDefined();
  expect(screen.getByText('Waits for approval')).toBeDefined();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Switch to flexible by 27 Nov 2026',
    'Annual with 80 on 1 Dec 2026',
  ]);
  expect(screen.getByText(/because the seats fall by more than the limit/)).toBeDefined();
  await waitFor(() => expect(buttons(screen)).toEqual(['Approve 80 seats', 'Change', 'Refuse']));
});

const verified = { state: 'verified', approved_by: 'asha@desk.example' } as const;
test.each<[string, Partial<Instruction>, readonly string[]]>([
  ['Waits for approval', { may_approve: false }, ['Change', 'Take back']],
  ['To be confirmed', { requested_by: ME }, ['Set 80 seats at Google', 'Change', 'Take back']],
  ['Waits for approval', { outcome: 'end', seats: 0 }, ['Approve the end', 'Change', 'Refuse']],
  ['Being set', { state: 'approved' }, ['Change', 'Take back']],
  ['Being set', { state: 'placed', reason: 'Google does not answer.' }, ['Look again', 'Change', 'Take back']],
  ['Set at Google', verified, ['Change', 'Take back']],
  ['Blocked', { state: 'blocked', reason: 'Free 4 seats first.' }, ['Look again', 'Change', 'Take back']],
  ['Changed at Google', { state: 'drifted', reason: 'Somebody changed it.' }, ['Set again', 'Change', 'Take back']],
  ['Refused', { state: 'refused', reason: 'No purchase order' }, ['Set at Google']],
])('"%s" of %j offers %j', async (words, own, offered) => {
  const { screen } = open(answeringInstructions(instruction(own)));

  const card = within(await screen.findByRole('region', { name: 'At Google' }));
  expect(card.getByText(words)).toBeDefined();
  if (own.reason) expect(card.getByText(own.reason)).toBeDefined();
  await waitFor(() => expect(buttons(screen)).toEqual(offered));
});

test.each([
  ['nothing', []],
  ['what was replaced', [instruction({ state: 'superseded' })]],
  ['what was taken back', [instruction({ state: 'cancelled' })]],
])('where there is %s it can be set', async (_, all) => {
  const { screen, bodies } = open(answeringInstructions(...all));
  await screen.findByRole('button', { name: 'Set at Google' });
  expect(screen.queryByText('Wanted')).toBeNull();
  expect(bodies(instructions.plan)).toEqual([]);
});

test('what is done offers nothing more', async () => {
  const { screen } = open(answeringInstructions(instruction({ state: 'fulfilled' })));
  await screen.findByText('Done as wanted');
  expect(screen.queryAllByRole('button')).toEqual([]);
});

test('an approval tells exactly what it comes to before it is given', async () => {
  let now = instruction();
  const { screen, user, bodies } = open(
    answering(instructions.list, () => ({ instructions: [now], total: 1 })),
    answering(instructions.approve, () => ({
      instruction: (now = instruction({ state: 'approved', approved_by: ME })),
    })),
  );
  await user.click(await screen.findByRole('button', { name: 'Approve 80 seats' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set at Google: acme.example' }));
  dialog.getByText('From 1 Dec 2026: 80 seats instead of 92, ₹2,25,600 a year, ₹33,840 less than now.');
  await dialog.findByText('Annual with 80 on 1 Dec 2026');

  await user.click(dialog.getByRole('button', { name: 'Approve 80 seats' }));

  await screen.findByText('Being set');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies(instructions.approve)).toEqual([{ instruction_id: 31 }]);
});

test('an approval closes its dialog, and nobody was quicker, where the list has it before all else is fetched', async () => {
  let now = instruction();
  const { answer, arrives } = slowly({ plan: plan() });
  const { screen, user } = open(
    answering(instructions.list, () => ({ instructions: [now], total: 1 })),
    answering(instructions.plan, () => (now.state === 'draft' ? { plan: plan() } : answer())),
    answering(instructions.approve, () => ({
      instruction: (now = instruction({ state: 'approved', approved_by: ME, may_approve: false })),
    })),
  );
  await user.click(await screen.findByRole('button', { name: 'Approve 80 seats' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set at Google: acme.example' }));
  await dialog.findByText('Annual with 80 on 1 Dec 2026');
  await user.click(dialog.getByRole('button', { name: 'Approve 80 seats' }));
  await screen.findByText('Being set');
  expect(screen.queryByText(/was quicker/)).toBeNull();
  expect(dialog.getByRole('button', { name: 'Refuse' })).toHaveProperty('disabled', true);
  arrives();

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText(/^Google is being told: /);
});

test('what is typed in a dialog of it outlasts a fetch that fails behind it', async () => {
  let isDown = false;
  const { screen, user, bodies } = open(
    answering(instructions.list, () => (isDown ? refusing(500) : { instructions: [instruction()], total: 1 })),
  );
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  await user.type(await screen.findByLabelText(/^Reason/), 'No purchase order');
  isDown = true;
  // It asks again only once the answer before has come.
  await waitFor(() => {
    window.dispatchEvent(new Event('visibilitychange'));
    expect(bodies(instructions.list).length).toBeGreaterThan(2);
  });

  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('No purchase order');
});

test('what was typed into a dialog of it is there again after the page was left', async () => {
  const typing = open(answeringInstructions(instruction()));
  await typing.user.click(await typing.screen.findByRole('button', { name: 'Refuse' }));
  await typing.user.type(await typing.screen.findByLabelText(/^Reason/), 'No purchase order');
  cleanup();
  const { screen, user } = open(answeringInstructions(instruction()));
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  expect((await screen.findByLabelText<HTMLTextAreaElement>(/^Reason/)).value).toBe('No purchase order');
});

test('one’s own of what Google has already is confirmed, not set', async () => {
  const { screen, user } = open(
    answeringInstructions(instruction({ requested_by: ME, source: 'staff' })),
    answeringPlan({ steps: [] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Set 80 seats at Google' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set at Google: acme.example' }));

  expect(await dialog.findByRole('button', { name: 'Confirm 80 seats' })).toBeDefined();
});

test('Escape leaves it as it is', async () => {
  const { screen, user, bodies } = open(answeringInstructions(instruction()));
  await user.click(await screen.findByRole('button', { name: 'Approve 80 seats' }));
  await screen.findByRole('dialog', { name: 'Set at Google: acme.example' });

  await user.keyboard('{Escape}');

  expect(screen.queryByRole('dialog')).toBeNull();
  expect(bodies(instructions.approve)).toEqual([]);
});

test('who comes second is told who was quicker, and sees how it stands', async () => {
  let now = instruction();
  const { screen, user } = open(
    answering(instructions.list, () => ({ instructions: [now], total: 1 })),
    answering(instructions.approve, () => {
      now = instruction({ ...verified, may_approve: false });
      return refusing(409);
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Approve 80 seats' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set at Google: acme.example' }));

  await user.click(dialog.getByRole('button', { name: 'Approve 80 seats' }));

  await screen.findByText('asha@desk.example was quicker and approved it. It is now: Set at Google.');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByText('Set at Google', { selector: '[data-tone] *' })).toBeDefined();
});

test('where nobody else could approve it, a mailed code confirms', async () => {
  const own = instruction({ requested_by: ME, needs_code: true, source: 'staff', outcome: 'end', seats: 0 });
  const { screen, user, bodies } = open(
    answeringInstructions(own),
    answering(instructions.sendCode, { already_sent: false }),
    answering(instructions.approve, ({ code }) =>
      code === '123456' ? { instruction: { ...own, state: 'approved' as const } } : refusing(401),
    ),
  );
  await user.click(await screen.findByRole('button', { name: 'Set the end at Google' }));
  await user.click(await screen.findByRole('button', { name: 'Mail me the code' }));
  await screen.findByText(`A code is on its way to ${ME}. The newest one holds.`);

  await user.type(screen.getByLabelText(/^Code/), '654321');
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Set the end at Google' }));
  await dialog.findByText('OTP Does Not Match');
  await user.clear(screen.getByLabelText(/^Code/));
  await user.type(screen.getByLabelText(/^Code/), '123456');
  await user.click(dialog.getByRole('button', { name: 'Set the end at Google' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(bodies(instructions.approve)).toEqual([
    { instruction_id: 31, code: '654321' },
    { instruction_id: 31, code: '123456' },
  ]);
});

test('a refusal has a reason', async () => {
  const { screen, user, bodies } = open(
    answeringInstructions(instruction()),
    answering(instructions.refuse, { instruction: instruction({ state: 'refused' }) }),
  );
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Refuse: acme.example' }));
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));
  await dialog.findByText('Enter Reason');

  await user.type(dialog.getByLabelText(/^Reason/), 'No purchase order');
  await user.click(dialog.getByRole('button', { name: 'Refuse' }));

  await screen.findByText('Refused. The renewal of acme.example is undecided again.');
  expect(bodies(instructions.refuse)).toEqual([{ instruction_id: 31, reason: 'No purchase order' }]);
});

test('what is taken back says what stays at Google', async () => {
  const { screen, user, bodies } = open(
    answeringInstructions(instruction(verified)),
    answering(instructions.cancel, { instruction: instruction({ state: 'cancelled' }) }),
    answeringPlan({ at_provider: 'Go on as a flexible plan when the term ends' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take back: acme.example' }));
  await dialog.findByText(
    'What Google was told already stays as it is there: “Go on as a flexible plan when the term ends”. The renewal is undecided again.',
  );

  await user.click(dialog.getByRole('button', { name: 'Take back' }));

  await screen.findByText('Taken back. The renewal of acme.example is undecided again.');
  expect(bodies(instructions.cancel)).toEqual([{ instruction_id: 31, reason: '' }]);
});

test('what was changed at Google is set again by one press', async () => {
  const { screen, user, bodies } = open(
    answeringInstructions(instruction({ state: 'drifted', reason: 'Somebody changed it.' })),
    answering(instructions.retry, { instruction: instruction({ state: 'approved' }) }),
  );
  await user.click(await screen.findByRole('button', { name: 'Set again' }));
  await screen.findByText('Google is asked again about acme.example.');
  expect(bodies(instructions.retry)).toEqual([{ instruction_id: 31 }]);
});

test('what waits for its approval says how many seats are to be freed for it', async () => {
  const { screen } = open(answeringInstructions(instruction({ seats: 80, in_use: 84 })));
  await screen.findByText('84 of 80 wanted seats are in use: free 4 before the end.');
});
