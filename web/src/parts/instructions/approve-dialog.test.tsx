import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { show } from '../../testing/show.tsx';
import { answeringInstructions, instruction } from '../testing/instructions.ts';
import { ApproveDialog } from './approve-dialog.tsx';

test('the day on which something was asked for is that of the business, not of UTC', async () => {
  storeSession({ user: 'vikram@desk.example', token: { login_token: 't', exp: 4e9 }, menu: [], role: 'ADMIN' });
  const asked = instruction({ requested_at: '2026-11-28T19:40:00.000Z', last_safe_day: null });
  const { screen } = show(
    <ApproveDialog renewalId={7} instructionId={asked.instruction_id} onClose={() => undefined} />,
    answeringInstructions(asked),
  );
  expect(await screen.findByText(/Asked for by .*, 29 Nov 2026\.$/)).toBeDefined();
});
