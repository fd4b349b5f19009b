import { instructions } from '@desk/contract/renewal-work/instructions';
import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { answeringInstructions, answeringPlan, instruction } from '../testing/instructions.ts';
import { ApproveDialog } from './approve-dialog.tsx';

const ME = 'vikram@desk.example';
const own = instruction({ requested_by: ME, needs_code: true, source: 'staff', outcome: 'end', seats: 0 });

/** The dialog with a code sent; what comes of asking for another one is given. */
async function openWithCode(another: { already_sent: boolean } | ReturnType<typeof refusing>) {
  storeSession({ user: ME, token: { login_token: 't', exp: 4e9 }, menu: [], role: 'ADMIN' });
  const onClose = vi.fn();
  let asked = 0;
  const shown = show(
    <ApproveDialog renewalId={7} instructionId={own.instruction_id} onClose={onClose} />,
    answeringInstructions(own),
    answeringPlan(),
    answering(instructions.sendCode, () => {
      asked += 1;
      return asked === 1 ? { already_sent: false } : another;
    }),
    answering(instructions.approve, ({ code }) =>
      code === '123456' ? { instruction: { ...own, state: 'approved' as const } } : refusing(401),
    ),
  );
  const { screen, user } = shown;
  await user.click(await screen.findByRole('button', { name: 'Mail me the code' }));
  await screen.findByText(`A code is on its way to ${ME}. The newest one holds.`);
  const dialog = within(screen.getByRole('dialog'));
  const typeAndSet = async (code: string) => {
    await user.type(dialog.getByLabelText(/^Code/), code);
    await user.click(dialog.getByRole('button', { name: 'Set the end at Google' }));
  };
  return { ...shown, dialog, typeAndSet, onClose };
}

test('after a refused code another one can be sent, and typed in its place', async () => {
  const { user, dialog, typeAndSet, bodies, onClose } = await openWithCode({ already_sent: false });
  await typeAndSet('654321');
  await dialog.findByText('OTP Does Not Match');

  await user.click(dialog.getByRole('button', { name: 'Send another code' }));

  await dialog.findByText(`Another code is on its way to ${ME}. The newest one holds.`);
  expect(bodies(instructions.sendCode)).toHaveLength(2);
  await typeAndSet('123456');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(bodies(instructions.approve)).toMatchObject([{ code: '654321' }, { code: '123456' }]);
});

test.each([
  ['the one before is fresh', { already_sent: true }, `A code was mailed to ${ME} less than a minute ago: it holds.`],
  ['too many were sent', refusing(429), 'Failed to send OTP'],
])('where no other code is sent because %s, that is said and what was typed stays', async (_, another, words) => {
  const { user, dialog, typeAndSet, onClose } = await openWithCode(another);
  await user.type(dialog.getByLabelText(/^Code/), '123');

  await user.click(dialog.getByRole('button', { name: 'Send another code' }));

  await dialog.findByText(words);
  await typeAndSet('456');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
