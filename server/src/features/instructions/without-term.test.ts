import { followUp } from '@desk/contract/follow-up';
import { ownRenewals } from '@desk/contract/own-renewals';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const LATER = 'Something else was asked for later.';
const CONFIRMED = { highlight: 'Green', status: 'Confirmation Received', add_lic: '0' } as const;
const LEAVES = { decision: 'do_not_renew', reason: 'Price Issue' } as const;

const approve = async ({ vikram, newest, work }: InstructionsDesk) => {
  const { id } = await newest();
  expect((await vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await work();
};
const ownWish = async ({ leela }: InstructionsDesk) =>
  (await leela.calls(ownRenewals.list, {})).reply.renewals[0]?.wish;

/** A flexible plan on a date of our own, whose customer wanted its end: it was approved, and cannot be set. */
async function ending() {
  const desk = await openDesk({ plan: 'FLEXIBLE' });
  await desk.decides(LEAVES);
  await approve(desk);
  expect(await desk.newest()).toMatchObject({ outcome: 'end', state: 'blocked', termEndsAt: null });
  expect(await desk.renewal()).toMatchObject({ numberOfSeats: null, instructionState: 'blocked' });
  return desk;
}

test.each([
  { decision: 'renew' },
  { decision: 'change', seats: 90 },
  { decision: 'change', plan_name: 'FLEXIBLE' },
] as const)('a customer of a flexible plan who wanted its end, and then says %j, goes on', async (decision) => {
  const desk = await ending();
  expect((await desk.decides(decision)).status).toBe(200);

  expect(await desk.all()).toMatchObject([{ outcome: 'end', state: 'superseded', reason: LATER }]);
  expect(await desk.renewal()).toMatchObject({ instructionState: null });
  expect(await ownWish(desk)).toBeNull();
});

test('who leaves a flexible plan has left when it is suspended there: nothing is left to be done', async () => {
  const desk = await ending();
  google().state.change(desk.externalId, { status: 'SUSPENDED' });

  await desk.pass(2, { syncs: true });

  expect(await desk.newest()).toMatchObject({ outcome: 'end', state: 'fulfilled', reason: null });
  expect(await desk.renewal()).toMatchObject({ state: 'closed', closedBecause: 'ended', instructionState: null });
});

test('who came back after that, and is suspended once more, has not left', async () => {
  const desk = await ending();
  google().state.change(desk.externalId, { status: 'SUSPENDED' });
  await desk.pass(2, { syncs: true });
  google().state.change(desk.externalId, { status: 'ACTIVE' });
  await desk.pass(3, { syncs: true });
  expect(await desk.renewal()).toMatchObject({ state: 'open' });

  google().state.change(desk.externalId, { status: 'SUSPENDED' });
  await desk.pass(1, { syncs: true });

  expect(await desk.renewal()).toMatchObject({ state: 'open' });
});

test('of what the provider does not bill nothing is asked for there: it is arranged by hand', async () => {
  const desk = await openDesk({ plan: 'FLEXIBLE' });
  await desk.db
    .update(subscriptionsTable)
    .set({ billingMethod: 'OFFLINE' })
    .where(eq(subscriptionsTable.id, desk.subscriptionId));

  expect((await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' })).status).toBe(200);
  expect((await desk.says(CONFIRMED)).status).toBe(200);
  expect(await desk.all()).toEqual([]);
  expect((await desk.places({ outcome: 'end' })).status).toBe(422);
});

test('what was asked for before the provider stopped billing it is wanted no more once something else is decided', async () => {
  const desk = await openDesk();
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.db
    .update(subscriptionsTable)
    .set({ billingMethod: 'OFFLINE' })
    .where(eq(subscriptionsTable.id, desk.subscriptionId));
  expect((await desk.places({ outcome: 'end' })).status).toBe(422);
  expect(await desk.newest()).toMatchObject({ outcome: 'renew', finishedAt: null });

  expect((await desk.decides(LEAVES)).status).toBe(200);
  expect(await desk.all()).toMatchObject([{ outcome: 'renew', state: 'superseded', reason: LATER }]);
});

test('who says once more what they had said is heard where something of before stands that nobody can set any more', async () => {
  const desk = await openDesk();
  await desk.decides(LEAVES);
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.db
    .update(subscriptionsTable)
    .set({ billingMethod: 'OFFLINE' })
    .where(eq(subscriptionsTable.id, desk.subscriptionId));

  await desk.decides(LEAVES);

  expect((await desk.newest()).state).toBe('superseded');
});

test('an end that nobody approved is replaced by going on, and taken back by who wants to talk', async () => {
  const desk = await openDesk({ plan: 'FLEXIBLE' });
  await desk.decides(LEAVES);
  await desk.decides({ decision: 'renew' });
  expect(await desk.newest()).toMatchObject({ state: 'superseded', reason: LATER });

  await desk.decides(LEAVES);
  await desk.decides({ decision: 'talk' });
  expect(await desk.newest()).toMatchObject({ state: 'cancelled', reason: 'The customer wants to talk first.' });
});

test('who wants to talk takes back no end that was approved', async () => {
  const desk = await ending();
  await desk.decides({ decision: 'talk' });
  expect(await desk.newest()).toMatchObject({ state: 'blocked' });
});

test.each([CONFIRMED, { ...CONFIRMED, status: 'Confirmation received for flex' }] as const)(
  'staff who note that they stay, as $status, end what would end it',
  async (form) => {
    const desk = await ending();
    const saved = await desk.says(form);

    expect(saved).toMatchObject({ status: 200, reply: { instruction_id: null } });
    expect(await desk.all()).toMatchObject([{ outcome: 'end', state: 'superseded', reason: LATER }]);
  },
);

test('a comment that leaves the status as it was, or says nothing of staying, leaves the end', async () => {
  const desk = await openDesk({ plan: 'FLEXIBLE' });
  await desk.says(CONFIRMED);
  expect(await desk.all()).toEqual([]);
  await desk.places({ outcome: 'end' });
  await desk.says(CONFIRMED);
  await desk.says({ highlight: 'Orange', status: 'In Discussion' });

  expect(await desk.all()).toMatchObject([{ outcome: 'end', state: 'draft' }]);
});

test('going on is heard once, and once more over an end that staff asked for since', async () => {
  const desk = await openDesk({ plan: 'FLEXIBLE' });
  const says = () => desk.decides({ decision: 'renew' });
  await says();
  await says();
  expect(await desk.db.$count(renewalDecisionsTable)).toBe(1);
  await desk.places({ outcome: 'end' });

  await says();
  expect(await desk.db.$count(renewalDecisionsTable)).toBe(2);
  expect(await desk.all()).toMatchObject([{ outcome: 'end', state: 'superseded', reason: LATER }]);
});

test('that it goes on as a flexible plan stays, however often it is said', async () => {
  const desk = await openDesk({ plan: 'FLEXIBLE' });
  await desk.places({ outcome: 'flexible' });
  await desk.work();
  await desk.decides({ decision: 'renew' });
  await desk.decides({ decision: 'renew' });

  expect(await desk.all()).toMatchObject([{ outcome: 'flexible', state: 'verified' }]);
  expect(await desk.db.$count(renewalDecisionsTable)).toBe(1);
});

/** A renewal with 80 seats whose term is over: it is flexible until the commitment is made, which four people too many keep from that. */
async function betweenSteps() {
  const desk = await openDesk({ plan: 'ANNUAL_YEARLY_PAY', renewalType: 'RENEW_CURRENT_USERS_YEARLY_PAY' });
  await desk.places({ outcome: 'renew', seats: 80 });
  await desk.work();
  const { termEndsAt } = await desk.newest();
  google().state.advanceTo((termEndsAt?.getTime() ?? 0) - 60_000);
  google().state.setLicensed(desk.externalId, 84);
  google().state.advanceTo((termEndsAt?.getTime() ?? 0) + 60_000);
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'blocked', seats: 80 });
  expect(await desk.renewal()).toMatchObject({ state: 'open', planName: 'FLEXIBLE', numberOfSeats: null });
  // Nobody stays logged in for so long.
  const meera = await desk.as({ email: 'meera@desk.example', role: 'RMEMBER' });
  const mira = await desk.as({ email: 'mira@acme.example', kind: 'customer' });
  await desk.own(mira.id);
  return {
    ...{ ...desk, termEndsAt },
    says: (form: Parameters<typeof desk.says>[0]) =>
      meera.calls(followUp.saveStatus, { renewal_id: desk.renewalId, formData: form }),
    decides: (decision: Parameters<typeof desk.decides>[0]) =>
      mira.calls(ownRenewals.decide, { renewal_id: desk.renewalId, ...decision }),
  };
}

test('between two steps nothing ends the second one but what is asked for instead of it', async () => {
  const { says, decides, all, termEndsAt } = await betweenSteps();
  expect((await says(CONFIRMED)).status).toBe(200);
  await decides({ decision: 'renew' });
  expect(await all()).toMatchObject([{ state: 'blocked', seats: 80 }]);

  await says({ ...CONFIRMED, seats_at_renewal: '84' });
  expect((await all()).at(-1)).toMatchObject({ state: 'draft', seats: 84, pay: 'yearly', termEndsAt });
  await says({ ...CONFIRMED, status: 'Confirmation received for flex' });
  expect((await all()).map(({ outcome, state }) => [outcome, state])).toEqual([
    ['renew', 'superseded'],
    ['renew', 'superseded'],
    ['flexible', 'draft'],
  ]);
  // It is corrected: the second step makes a commitment after all.
  await says({ ...CONFIRMED, seats_at_renewal: '84' });
  expect((await all()).at(-1)).toMatchObject({ outcome: 'renew', state: 'draft', seats: 84, termEndsAt });
});
