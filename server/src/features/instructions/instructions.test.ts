import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { googleWithTerms } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const containing = (text: string): unknown => expect.stringContaining(text);

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

test('the same seats, the seats in use and an end are one step, and what is set already is not asked for', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  const asked = () => google().state.calls('subscriptions.changeRenewalSettings');
  const before = asked();
  expect((await desk.places({ outcome: 'renew', seats: 92 })).reply.instruction).toMatchObject({ state: 'approved' });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  expect(asked()).toBe(before);

  await desk.places({ outcome: 'renew', seats: 74 });
  await desk.work();
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('RENEW_CURRENT_USERS_MONTHLY_PAY');
  expect(asked()).toBe(before + 1);
  expect((await desk.all()).map(({ state }) => state)).toEqual(['superseded', 'verified']);
});

test('an end waits for a second person, whoever asks for it; who asked does not approve it', async () => {
  const desk = await openDesk();
  const { instruction } = (await desk.places({ outcome: 'end' }, desk.vikram)).reply;
  expect(instruction).toMatchObject({
    state: 'draft',
    approval_reasons: ['end'],
    may_approve: true,
    needs_code: true,
  });
  const { instruction_id } = instruction;
  expect((await desk.asha.calls(instructions.approve, { instruction_id })).status).toBe(422);
  expect((await desk.vikram.calls(instructions.approve, { instruction_id })).status).toBe(422);
  const meera = await desk.as({ email: 'meera@desk.example', role: 'ADMIN' });

  const both = await Promise.all([meera, meera].map((who) => who.calls(instructions.approve, { instruction_id })));

  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await desk.work();
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('CANCEL');
  await desk.pass(22, { syncs: true });
  expect(desk.atGoogle()).toMatchObject({ status: 'SUSPENDED' });
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled' });
});

test('what the customer decided while somebody had the form open is not replaced unseen', async () => {
  const desk = await openDesk();
  const stand = async () => (await desk.asha.calls(instructions.list, { renewal_id: desk.renewalId })).reply.seen;
  const opened = await stand();
  const place = (seen: string | undefined) =>
    desk.places({ outcome: 'renew', seats: 92, ...(seen !== undefined && { seen }) });

  // To talk leaves no instruction.
  for (const decision of ['talk', 'do_not_renew'] as const) {
    await desk.decides({ decision, ...(decision === 'do_not_renew' && { reason: 'Price Issue' }) });
    expect((await place(opened)).status).toBe(409);
  }
  expect((await desk.all()).map(({ outcome, state }) => [outcome, state])).toEqual([['end', 'draft']]);

  expect((await place(await stand())).status).toBe(200);
  expect((await desk.all()).map(({ outcome, state }) => [outcome, state])).toEqual([
    ['end', 'superseded'],
    ['renew', 'approved'],
  ]);
});

test('what is refused leaves the renewal undecided, with the reason in its history', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'renew' });
  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  const { id } = await desk.newest();

  const refused = await desk.vikram.calls(instructions.refuse, { instruction_id: id, reason: 'Call them first' });

  expect(refused.reply.instruction).toMatchObject({ state: 'refused', reason: 'Call them first' });
  expect(await desk.renewal()).toMatchObject({ confirmationStatus: 'In Discussion' });
  expect((await desk.renewal()).followupComment).toContain('Call them first');
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(409);
});

test('a wish below the seats in use is blocked with how many to free, and is placed by the sync that finds them free', async () => {
  const desk = await openDesk();
  await desk.places({ outcome: 'renew', seats: 74 });
  google().state.setLicensed(desk.externalId, 78);
  await desk.work();
  expect(await desk.newest()).toMatchObject({
    state: 'blocked',
    reason: containing('Free 4 seats first'),
  });

  google().state.setLicensed(desk.externalId, 70);
  await desk.syncNow();
  await desk.work();

  expect(await desk.newest()).toMatchObject({ state: 'verified', reason: null });
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('SWITCH_TO_PAY_AS_YOU_GO');
});

test('what somebody changes in the console is found by the next sync, and a person says which of both holds', async () => {
  const desk = await openDesk();
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  const { state } = google();
  const byHand = () =>
    state.change(desk.externalId, {
      renewalSettings: { ...desk.atGoogle().renewalSettings, renewalType: 'CANCEL' } as never,
    });
  byHand();
  await desk.syncNow();
  await desk.work();
  const drifted = await desk.newest();
  expect(drifted).toMatchObject({ state: 'drifted' });
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('CANCEL');

  await desk.asha.calls(instructions.retry, { instruction_id: drifted.id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('AUTO_RENEW_MONTHLY_PAY');
});

test('what was wanted of a customer who moves to another SKU is not placed on it: the sync finds the new id, and they are asked again', async () => {
  const desk = await openDesk();
  await desk.places({ outcome: 'renew', seats: 92 });
  const { subscriptionId } = google().state.upgrade(desk.externalId, '1010020028');
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'approved', reason: containing('next sync') });
  const before = google().state.subscription(subscriptionId).renewalSettings;

  await desk.syncNow();
  await desk.pass(1);

  expect(await desk.newest()).toMatchObject({ state: 'cancelled' });
  expect(await desk.renewal()).toMatchObject({ externalId: subscriptionId, instructionState: null });
  expect(google().state.subscription(subscriptionId).renewalSettings).toEqual(before);
});

test('a term whose end is moved takes its wish along: nothing is fulfilled on the day that was', async () => {
  const desk = await openDesk({ renewalType: 'AUTO_RENEW_MONTHLY_PAY' });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  const { plan } = desk.atGoogle();
  const later = Number(plan.commitmentInterval?.endTime) + 30 * 86_400_000;
  google().state.change(desk.externalId, {
    plan: { ...plan, commitmentInterval: { startTime: '', ...plan.commitmentInterval, endTime: String(later) } },
  });

  await desk.pass(22);
  expect(await desk.newest()).toMatchObject({ state: 'verified', termEndsAt: new Date(later) });
  await desk.pass(30);
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled' });
});

test('a term that is to end sooner than it was is finished on its day, not at the next look of before', async () => {
  const desk = await openDesk();
  await desk.places({ outcome: 'renew', seats: 80 });
  await desk.work();
  const { plan } = desk.atGoogle();
  const sooner = google().state.now() + 2 * 3_600_000;
  google().state.change(desk.externalId, {
    plan: { ...plan, commitmentInterval: { startTime: '', ...plan.commitmentInterval, endTime: String(sooner) } },
  });
  await desk.syncNow();
  await desk.work();
  // An hour before it is read once more.
  const nextTryAt = new Date(sooner - 3_600_000);
  expect(await desk.newest()).toMatchObject({ termEndsAt: new Date(sooner), nextTryAt });
});
