import { instructions } from '@desk/contract/work/instructions';
import { expect, test } from 'vitest';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

test('a customer wants 80 of 92 seats, 74 used: another person approves, Google is set to flexible, and is annual with 80 when the term is over', async () => {
  const desk = await openDesk();
  expect((await desk.decides({ decision: 'change', seats: 80 })).status).toBe(200);
  expect(await desk.newest()).toMatchObject({ state: 'draft', outcome: 'renew', seats: 80, source: 'customer' });
  await desk.work();
  expect(desk.atGoogle().renewalSettings?.renewalType).not.toBe('SWITCH_TO_PAY_AS_YOU_GO');

  const { instruction_id } =
    (await desk.vikram.calls(instructions.list, {})).reply.instructions[0] ?? expect.unreachable();
  expect((await desk.vikram.calls(instructions.approve, { instruction_id })).status).toBe(200);
  await desk.work();
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('SWITCH_TO_PAY_AS_YOU_GO');
  expect(await desk.newest()).toMatchObject({ state: 'verified', pay: 'monthly' });

  await desk.pass(22, { syncs: true });

  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL' }, seats: { numberOfSeats: 80 } });
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled', reason: null });
  expect(await desk.renewal()).toMatchObject({ state: 'closed', closedBecause: 'renewed' });
  expect(await desk.entries()).toEqual([
    'instruction_proposed',
    'instruction_approved',
    'instruction_verified',
    'instruction_fulfilled',
  ]);
  expect(google().state.calls('subscriptions.changePlan')).toBe(1);
});
