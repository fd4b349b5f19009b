import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const MONTHLY = 'AUTO_RENEW_MONTHLY_PAY';
const YEARLY = 'AUTO_RENEW_YEARLY_PAY';
const CONFIRMED = { highlight: 'Green', status: 'Confirmation Received', add_lic: '0' } as const;

const approve = async ({ vikram, newest, work }: InstructionsDesk) => {
  const { id, state } = await newest();
  if (state === 'draft') expect((await vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await work();
};
const setting = ({ atGoogle }: InstructionsDesk) => atGoogle().renewalSettings?.renewalType;

test.each([
  ['nobody has approved', false],
  ['is set already', true],
])('a customer who takes back another payment that %s renews paid as before', async (_, isSet) => {
  const desk = await openDesk({ renewalType: MONTHLY });
  await desk.decides({ decision: 'change', plan_name: 'ANNUAL_YEARLY_PAY' });
  expect(await desk.newest()).toMatchObject({ seats: 92, pay: 'yearly' });
  if (isSet) await approve(desk);
  expect(setting(desk)).toBe(isSet ? YEARLY : MONTHLY);

  await desk.decides({ decision: 'renew' });
  await approve(desk);

  expect((await desk.all()).map(({ state, pay }) => [state, pay])).toEqual([
    ['superseded', 'yearly'],
    ['verified', 'monthly'],
  ]);
  expect(setting(desk)).toBe(MONTHLY);
});

test('the same seats with another payment are another decision, and without it once more', async () => {
  const desk = await openDesk({ plan: 'ANNUAL_YEARLY_PAY', renewalType: YEARLY });
  await desk.decides({ decision: 'change', seats: 80, plan_name: 'ANNUAL' });
  expect(await desk.newest()).toMatchObject({ seats: 80, pay: 'monthly' });
  await desk.decides({ decision: 'change', seats: 80 });
  await approve(desk);
  await desk.pass(21);

  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL_YEARLY_PAY' }, seats: { numberOfSeats: 80 } });
});

test('staff who leave the payment blank have it paid as before', async () => {
  const desk = await openDesk({ renewalType: MONTHLY });
  await desk.places({ outcome: 'renew', seats: 92, pay: 'yearly' });
  await approve(desk);
  expect(setting(desk)).toBe(YEARLY);

  await desk.places({ outcome: 'renew', seats: 92 });
  await approve(desk);

  expect(setting(desk)).toBe(MONTHLY);
});

test('the payment that runs is the same by its name and without it', async () => {
  const desk = await openDesk({ renewalType: MONTHLY });
  await desk.decides({ decision: 'renew' });
  const { id } = await desk.newest();
  await desk.decides({ decision: 'change', plan_name: 'ANNUAL' });
  await approve(desk);
  await desk.decides({ decision: 'renew' });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.places({ outcome: 'renew', seats: 92, pay: 'monthly' });

  expect(await desk.all()).toMatchObject([{ id, state: 'verified', pay: 'monthly' }]);
});

test('a comment of the staff about seats keeps the payment that the customer decided', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 80, plan_name: 'ANNUAL_YEARLY_PAY' });

  await desk.says({ ...CONFIRMED, seats_at_renewal: '82' });
  expect(await desk.newest()).toMatchObject({ state: 'draft', source: 'staff', seats: 82, pay: 'yearly' });
  await approve(desk);
  google().state.setLicensed(desk.externalId, 70);
  await desk.pass(21);

  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL_YEARLY_PAY' }, seats: { numberOfSeats: 82 } });
});

test('a renewal that is approved once its term went over into a flexible plan is paid as that term was', async () => {
  const desk = await openDesk({ plan: 'ANNUAL_YEARLY_PAY', renewalType: 'SWITCH_TO_PAY_AS_YOU_GO' });
  await desk.decides({ decision: 'change', seats: 80 });
  await desk.pass(22, { syncs: true });
  expect(desk.atGoogle().plan.planName).toBe('FLEXIBLE');
  expect(await desk.newest()).toMatchObject({ state: 'draft' });

  const meera = await desk.as({ email: 'meera@desk.example', role: 'ADMIN' });
  const { id } = await desk.newest();
  expect((await meera.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect(desk.atGoogle()).toMatchObject({ plan: { planName: 'ANNUAL_YEARLY_PAY' }, seats: { numberOfSeats: 80 } });
});

test('who decided on fewer seats and then chooses another payment keeps the seats', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 80 });
  expect(await desk.newest()).toMatchObject({ seats: 80 });
  await desk.decides({ decision: 'change', plan_name: 'ANNUAL_YEARLY_PAY' });
  expect(await desk.newest()).toMatchObject({ seats: 80, pay: 'yearly' });
});
