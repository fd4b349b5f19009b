import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { expect, test } from 'vitest';
import { ServiceProblem } from '../../integrations/http/service-problem.ts';
import { instructionsTable as t } from '../../platform/db/tables/instructions.ts';
import { workOnInstruction } from './jobs.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const MINUTE = 60_000;
const CALL = { kind: 'call', day: '2026-12-10', time: '15:00', reason: 'Call as promised' } as const;
const STANDS = { kind: 'call', day: CALL.day, time: CALL.time, sentence: CALL.reason };

const passes = (minutes: number) => {
  google().state.advanceTo(google().state.now() + minutes * MINUTE);
};

/** Looks at it now, some time after all that was done before. */
async function look(desk: InstructionsDesk): Promise<void> {
  passes(10);
  await desk.db.update(t).set({ nextTryAt: null });
  await desk.work();
}

async function lookInOutage(desk: InstructionsDesk): Promise<void> {
  google().faults.add({ kind: 'unavailable', times: 50 });
  await look(desk);
  google().faults.clear();
  expect((await desk.newest()).failures).toBeGreaterThan(0);
}

async function plans({ asha, renewalId }: InstructionsDesk): Promise<void> {
  passes(10);
  expect((await asha.calls(myDay.setNext, { renewal_id: renewalId, next: CALL })).status).toBe(200);
}

async function itemOf({ asha, renewalId }: InstructionsDesk) {
  const { groups } = (await asha.calls(myDay.list, { scope: 'mine' })).reply;
  return groups
    .flatMap(({ group, items }) => items.map((item) => ({ ...item, group })))
    .find(({ renewal_id }) => renewal_id === renewalId);
}

/** In place, and then a call was promised. */
async function verified(): Promise<InstructionsDesk> {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified', reason: null });
  await plans(desk);
  expect(await itemOf(desk)).toMatchObject(STANDS);
  return desk;
}

/** Blocked by seats in use, and then a call was promised. */
async function blocked(): Promise<InstructionsDesk> {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 60 });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  expect((await desk.newest()).reason).toMatch(/^Free 14 seats first: 74 assigned/);
  await plans(desk);
  expect(await itemOf(desk)).toMatchObject(STANDS);
  return desk;
}

/** Not at the provider yet, for it does not answer, and then a call was promised. */
async function stuck(): Promise<InstructionsDesk> {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await lookInOutage(desk);
  expect(await desk.newest()).toMatchObject({ state: 'approved' });
  await plans(desk);
  expect(await itemOf(desk)).toMatchObject(STANDS);
  return desk;
}

test('a call that was promised about what is in place stands though a look at it fails, and when the next one succeeds', async () => {
  const desk = await verified();
  await lookInOutage(desk);
  expect(await itemOf(desk)).toMatchObject(STANDS);
  await look(desk);
  expect(await desk.newest()).toMatchObject({ state: 'verified', reason: null, failures: 0 });
  expect(await itemOf(desk)).toMatchObject(STANDS);
});

test('it stands though the server shuts down during a look, or the provider is left alone for a minute', async () => {
  const desk = await verified();
  google().faults.add({ kind: 'unavailable', times: 50 });
  const { id } = await desk.newest();
  passes(10);
  await desk.db.update(t).set({ nextTryAt: null });
  await workOnInstruction({ id }, desk.services, AbortSignal.abort());
  expect((await desk.newest()).reason).not.toBeNull();
  expect(await itemOf(desk)).toMatchObject(STANDS);
  for (let times = 0; times < 6; times += 1) {
    await desk.db.update(t).set({ nextTryAt: null });
    await desk.work();
  }
  expect((await desk.newest()).reason).toMatch(/left alone for a minute/);
  expect(await itemOf(desk)).toMatchObject(STANDS);
});

test('a call about what is blocked stands while one more seat is in use, and what the reason says is as it is now', async () => {
  const desk = await blocked();
  google().state.setLicensed(desk.externalId, 75);
  await desk.syncNow();
  await look(desk);
  expect((await desk.newest()).reason).toMatch(/^Free 15 seats first: 75 assigned/);
  expect(await itemOf(desk)).toMatchObject(STANDS);
  google().state.setLicensed(desk.externalId, 61);
  await look(desk);
  expect((await desk.newest()).reason).toMatch(/^Free 1 seat first: 61 assigned/);
  expect(await itemOf(desk)).toMatchObject(STANDS);
});

test('a call about what is blocked stands though a look fails, and so does what is to be done about it', async () => {
  const desk = await blocked();
  const { reason } = await desk.newest();
  await lookInOutage(desk);
  expect(await desk.newest()).toMatchObject({ state: 'blocked', reason });
  expect(await itemOf(desk)).toMatchObject(STANDS);
  await look(desk);
  expect(await desk.newest()).toMatchObject({ state: 'blocked', reason });
  expect(await itemOf(desk)).toMatchObject(STANDS);
});

test.each([
  ['in place', verified],
  ['blocked', blocked],
  ['stuck', stuck],
])('a call about what is %s stands when somebody has it looked at, as long as nothing has changed', async (_, open) => {
  const desk = await open();
  const { id, state } = await desk.newest();
  if (state === 'approved') google().faults.add({ kind: 'unavailable', times: 50 });
  passes(10);
  expect((await desk.asha.calls(instructions.retry, { instruction_id: id })).status).toBe(200);
  expect(await itemOf(desk)).toMatchObject(STANDS);
  await desk.work();
  expect((await desk.newest()).state).toBe(state);
  expect(await itemOf(desk)).toMatchObject(STANDS);
});

test('that somebody changed it at the provider comes before what was planned', async () => {
  const desk = await verified();
  const { renewalSettings } = desk.atGoogle();
  google().state.change(desk.externalId, { renewalSettings: { ...renewalSettings, renewalType: 'CANCEL' } as never });
  await look(desk);
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  expect(await itemOf(desk)).toMatchObject({ kind: 'decide', act: 'look', group: 'today' });
});

test('a call about what was blocked is overtaken when it is in place', async () => {
  const desk = await blocked();
  google().state.setLicensed(desk.externalId, 50);
  await look(desk);
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  expect(await itemOf(desk)).toMatchObject({ kind: 'wait', waiting_for: 'provider' });
});

test('that something else is in the way by now comes before what was planned', async () => {
  const desk = await blocked();
  google().state.change(desk.externalId, { status: 'SUSPENDED', suspensionReasons: ['OTHER'] } as never);
  await look(desk);
  expect(await desk.newest()).toMatchObject({
    state: 'blocked',
    reason: expect.stringMatching(/suspended/) as unknown,
  });
  expect(await itemOf(desk)).toMatchObject({ kind: 'decide', act: 'look', group: 'today' });
});

test('that it cannot be set as the provider does not answer comes before what was planned while it was about to be', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await plans(desk);
  await lookInOutage(desk);
  expect((await itemOf(desk))?.sentence).toMatch(/^Approved, and not set at the provider yet/);
});

test('what was in place for days, and is not known to the provider any more, is blocked a day after, whoever has it looked at meanwhile', async () => {
  class Unknown extends ServiceProblem {}
  let isGone = false;
  const desk = await openDesk({
    twist: (provider) => ({
      read: (...asked) => (isGone ? Promise.reject(new Unknown('not-found', 'Who?')) : provider.read(...asked)),
    }),
  });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  await desk.pass(3);
  isGone = true;
  await look(desk);
  await look(desk);
  expect(await desk.newest()).toMatchObject({ state: 'verified', failures: 2 });

  await desk.pass(0.75);
  const somebody = await desk.as({ email: 'asha-again@desk.example', role: 'ADMIN' });
  const { id } = await desk.newest();
  expect((await somebody.calls(instructions.retry, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  await desk.pass(0.5);
  expect(await desk.newest()).toMatchObject({
    state: 'blocked',
    reason: expect.stringMatching(/for a day/) as unknown,
  });
});
