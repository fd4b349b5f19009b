import { instructions } from '@desk/contract/renewal-work/instructions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { followTermEnds } from '../../domain/instructions/term-ends.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const isSetByHand = (desk: InstructionsDesk, renewalType: string) =>
  google().state.change(desk.externalId, {
    renewalSettings: { kind: 'subscriptions#renewalSettings', renewalType } as never,
  });

async function isCancelledByHand(desk: InstructionsDesk): Promise<void> {
  isSetByHand(desk, 'CANCEL');
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
}

/** Fewer seats were decided, and then one was bought: somebody is asked. */
async function askedAboutBought(): Promise<InstructionsDesk> {
  const desk = await openDesk({ seats: 92, used: 40 });
  await desk.places({ outcome: 'renew', seats: 60 });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  google().state.setSeats(desk.externalId, 93);
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  return desk;
}

test('who says once more what was decided and changed by hand is heard', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  await isCancelledByHand(desk);

  expect((await desk.places({ outcome: 'renew', seats: 92 })).status).toBe(200);
  await desk.work();

  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('AUTO_RENEW_MONTHLY_PAY');
});

test('a customer who says once more what was decided and changed by hand is heard', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.decides({ decision: 'renew' });
  await desk.asha.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  await isCancelledByHand(desk);
  const before = (await desk.renewal()).version;
  await desk.decides({ decision: 'renew' });
  expect((await desk.renewal()).version).toBeGreaterThan(before);
});

test('what is placed once more after its term does not wait for a word that nobody can give', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 74 });
  await desk.work();
  google().state.setSeats(desk.externalId, 130);
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  await desk.pass(23, { syncs: true });
  const { id } = await desk.newest();
  const asha = await desk.as({ email: 'asha2@desk.example', role: 'ADMIN' });
  expect((await asha.calls(instructions.retry, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect(await desk.newest()).not.toMatchObject({ state: 'draft' });
});

test('who places it again gives back no more than they were told of', async () => {
  const desk = await askedAboutBought();
  const { id } = await desk.newest();
  google().state.setSeats(desk.externalId, 200);
  await desk.syncNow();
  await desk.work();

  await desk.asha.calls(instructions.retry, { instruction_id: id });
  await desk.work();

  expect(await desk.newest()).not.toMatchObject({ state: 'verified', seatsWhenDecided: 200 });
});

test('what was changed by hand and put back before the term ends comes about as decided', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  await isCancelledByHand(desk);
  await desk.pass(1, { syncs: true });
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  isSetByHand(desk, 'AUTO_RENEW_MONTHLY_PAY');
  await desk.pass(2, { syncs: true });
  expect(await desk.newest()).toMatchObject({ state: 'verified', reason: null });
  await desk.pass(22, { syncs: true });
  expect(await desk.newest()).toMatchObject({ state: 'fulfilled' });
});

test('as long as nobody answers nothing is placed, and what they were told of stands', async () => {
  const desk = await askedAboutBought();
  const { reason, readBack } = await desk.newest();
  const setting = desk.atGoogle().renewalSettings;
  google().state.setSeats(desk.externalId, 200);
  await desk.pass(10, { syncs: true });
  expect(desk.atGoogle().renewalSettings).toEqual(setting);
  await desk.pass(15, { syncs: true });
  expect(await desk.newest()).toMatchObject({ state: 'drifted', reason });
  expect((await desk.newest()).readBack).toEqual(readBack);
  expect((await desk.newest()).askedAt?.getTime()).toBeLessThan(google().state.now() - 20 * 86_400_000);
});

test('who answers while it is looked at is heard', async () => {
  let answers: (() => Promise<unknown>) | undefined;
  const desk = await openDesk({
    ...{ seats: 92, used: 74 },
    twist: (provider) => ({
      read: async (...asked) => {
        const found = await provider.read(...asked);
        await answers?.();
        return found;
      },
    }),
  });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  await isCancelledByHand(desk);
  const { id } = await desk.newest();
  answers = async () => {
    answers = undefined;
    const somebody = await desk.as({ email: 'later@desk.example', role: 'ADMIN' });
    expect((await somebody.calls(instructions.retry, { instruction_id: id })).status).toBe(200);
  };
  await desk.pass(1);
  await desk.work();
  expect(answers).toBeUndefined();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  expect(desk.atGoogle().renewalSettings?.renewalType).toBe('AUTO_RENEW_MONTHLY_PAY');
});

test('what somebody is asked about follows its term, and is looked at until that is over, whether it is known at Google or not', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  await isCancelledByHand(desk);
  const soon = new Date(google().state.now() + 4 * 3_600_000);
  const isOurs = eq(subscriptionsTable.id, desk.subscriptionId);
  await desk.db.update(subscriptionsTable).set({ termEndAt: soon }).where(isOurs);
  await followTermEnds(desk.db, [desk.subscriptionId]);
  const moved = await desk.newest();
  expect(moved).toMatchObject({ state: 'drifted', termEndsAt: soon });
  expect(moved.nextTryAt?.getTime()).toBeLessThan(soon.getTime());

  google().state.remove(desk.externalId);
  await desk.pass(3, { syncs: true });
  expect(await desk.newest()).toMatchObject({ state: 'drifted', nextTryAt: null });
});
