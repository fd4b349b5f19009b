import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const buysUpTo = (desk: InstructionsDesk, seats: number) => google().state.setSeats(desk.externalId, seats);
const follows = (desk: InstructionsDesk) => desk.atGoogle().renewalSettings?.renewalType;

test('seats that are bought after fewer were decided are not given back unasked', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 80 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified', seatsWhenDecided: 92 });

  buysUpTo(desk, 130);
  await desk.syncNow();
  await desk.work();

  expect(await desk.newest()).toMatchObject({
    state: 'drifted',
    reason:
      'When this was decided, 92 seats were bought; now it is 130. It would give back 38 that nobody has decided about. Say which of both holds.',
  });
});

test('who places it once more has decided with the seats of now, and so has who asks for the same', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 90 });
  await desk.work();
  buysUpTo(desk, 93);
  await desk.syncNow();
  await desk.work();
  const { id } = await desk.newest();
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  expect((await desk.asha.calls(instructions.retry, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect(await desk.newest()).toMatchObject({ id, state: 'verified', seatsWhenDecided: 93 });

  buysUpTo(desk, 94);
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ id, state: 'drifted' });
  expect((await desk.places({ outcome: 'renew', seats: 90 })).status).toBe(200);
  await desk.work();
  const now = await desk.newest();
  expect(now).toMatchObject({ state: 'verified', seats: 90, seatsWhenDecided: 94 });
  expect(now.id).not.toBe(id);
});

test('seats that are bought after it was decided to end are asked about', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'end' });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified', outcome: 'end' });
  buysUpTo(desk, 130);
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
});

test('what could not be placed for a while does not forget what was bought meanwhile', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  google().state.setLicensed(desk.externalId, 92);
  buysUpTo(desk, 130);
  google().state.setLicensed(desk.externalId, 100);
  await desk.syncNow();
  await desk.work();
  google().state.setLicensed(desk.externalId, 90);
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  expect(follows(desk)).not.toBe('SWITCH_TO_PAY_AS_YOU_GO');
});

test('what is bought while the provider cannot be asked is found before anything is placed', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  google().faults.add({ kind: 'unavailable', times: 30 });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'approved' });
  buysUpTo(desk, 200);
  google().faults.clear();
  await desk.pass(1);
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
  expect(follows(desk)).not.toBe('SWITCH_TO_PAY_AS_YOU_GO');
});

test('as many as were decided, or more than are bought, are nothing to ask about', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 130 });
  await desk.work();
  buysUpTo(desk, 120);
  await desk.syncNow();
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified', reason: null });
});
