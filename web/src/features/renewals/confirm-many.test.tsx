import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { instruction } from '../../parts/testing/instructions.ts';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { month, openMonth, SHORT } from './testing/month.tsx';

const rows = Array.from({ length: 4 }, (_, at) =>
  renewalRow({ renewal_id: at + 1, domain_name: `d${String(at)}.example` }),
);
const waiting = rows.map((row) => ({
  ...row,
  instruction: 'draft' as const,
  wanted: 'renew' as const,
  wanted_seats: 120,
}));

/** Each asks for something of ours, but the third, which takes a second person; confirming `fails` for one of them. */
const answers = (fails = 0) => [
  answering(instructions.list, ({ renewal_id = 0 }) => {
    const about = { renewal_id, instruction_id: renewal_id + 30, domain_name: `d${String(renewal_id - 1)}.example` };
    const reasons = renewal_id === 3 ? (['value'] as const) : [];
    const seats = { seats: 120, seats_now: 120, value: null, value_now: null };
    const draft = instruction({ ...about, ...seats, source: 'staff', approval_reasons: [...reasons] });
    return { instructions: [draft], total: 1 };
  }),
  answering(instructions.approve, ({ instruction_id }) =>
    instruction_id === fails + 30 ? refusing(409) : { instruction: instruction({ instruction_id, state: 'approved' }) },
  ),
];

test('what waits to be confirmed is confirmed together, once each was looked at; what takes a second person is left', async () => {
  const { screen, user, bodies } = await openMonth(SHORT, month(...waiting), ...answers());
  await user.click(screen.getByLabelText('Select this page'));
  await user.click(await screen.findByText('Confirm 4'));
  await screen.findByText('Confirm 3 renewals?');
  screen.getByText('1 waits for a look of its own');
  expect(screen.getAllByText(/120 seats, as now/)).toHaveLength(3);
  screen.getByText(/Waits for approval by an administrator/);
  await user.click(screen.getByText('Set 3 at Google'));

  await screen.findByText('3 renewals confirmed: Google is being told');
  await screen.findByText('1 selected');
  expect(screen.getByLabelText<HTMLInputElement>('Select d2.example').checked).toBe(true);
  expect(bodies(instructions.approve)).toEqual([31, 32, 34].map((instruction_id) => ({ instruction_id })));
});

test('one for fewer seats than are in use is looked at by itself: it would be set to go on as a flexible plan', async () => {
  const few = answering(instructions.list, ({ renewal_id = 0 }) => {
    const about = { renewal_id, instruction_id: renewal_id + 30, domain_name: `d${String(renewal_id - 1)}.example` };
    const seats = { seats: renewal_id === 2 ? 110 : 120, seats_now: 120, in_use: 112, value: null, value_now: null };
    return { instructions: [instruction({ ...about, ...seats, source: 'staff', approval_reasons: [] })], total: 1 };
  });
  const { screen, user } = await openMonth(SHORT, month(...waiting), few);
  await user.click(screen.getByLabelText('Select this page'));
  await user.click(await screen.findByText('Confirm 4'));
  await screen.findByText('Confirm 3 renewals?');
  screen.getByText(/112 of 110 wanted seats are in use: free 2 before the end\./);
});

test('one that somebody decided meanwhile is named, and stays ticked with what was left', async () => {
  const { screen, user } = await openMonth(SHORT, month(...waiting), ...answers(2));
  await user.click(screen.getByLabelText('Select this page'));
  await user.click(await screen.findByText('Confirm 4'));
  await user.click(await screen.findByText('Set 3 at Google'));

  await screen.findByText('1 of 3 renewals not confirmed: d1.example');
  await screen.findByText('2 selected');
});

test('many that are marked as renewed are confirmed at once by one more press, not one by one', async () => {
  const saves = answering(followUp.saveStatus, ({ renewal_id }) => ({ instruction_id: renewal_id + 30 }));
  const { screen, user, bodies } = await openMonth(SHORT, month(...rows), saves, ...answers());
  await user.click(screen.getByLabelText('Select d0.example'));
  await user.click(screen.getByLabelText('Select d1.example'));
  await user.selectOptions(await screen.findByLabelText('Set status'), 'Confirmation Received');
  await user.click(screen.getByText('Update 2'));
  await user.click(await screen.findByText('Change 2'));
  await user.click(await screen.findByText('Confirm 2'));
  await user.click(await screen.findByText('Set 2 at Google'));

  await screen.findByText('2 renewals confirmed: Google is being told');
  expect(bodies(instructions.approve)).toHaveLength(2);
});
