import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { mailsTo } from '../../testing/mails.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const MONTHLY = 'AUTO_RENEW_MONTHLY_PAY';

const approve = async ({ vikram, newest, work }: InstructionsDesk) => {
  const { id } = await newest();
  expect((await vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await work();
};
const decisions = ({ db }: InstructionsDesk) => db.$count(renewalDecisionsTable);

/** Ten more seats are bought, and the night's list tells it. */
const buyTen = async ({ externalId, syncNow, work }: InstructionsDesk) => {
  google().state.setSeats(externalId, 60);
  await syncNow();
  await work();
};

test('who renews all seats, buys more and renews all once more renews those too', async () => {
  const desk = await openDesk({ seats: 50, used: 40, renewalType: MONTHLY });
  await desk.decides({ decision: 'renew' });
  await approve(desk);
  expect(await desk.newest()).toMatchObject({ state: 'verified', seats: 50 });
  await buyTen(desk);
  expect(await desk.newest()).toMatchObject({ state: 'drifted', seats: 50 });

  expect((await desk.decides({ decision: 'renew' })).status).toBe(200);

  expect(await desk.newest()).toMatchObject({ state: 'draft', source: 'customer', seats: 60 });
  expect(await decisions(desk)).toBe(2);
  expect(await mailsTo(desk, 'leela@acme.example')).toHaveLength(2);
  await approve(desk);
  await desk.pass(21);
  expect(desk.atGoogle().seats.numberOfSeats).toBe(60);
});

test('a draft of fewer seats than are bought by now does not stand once all are renewed', async () => {
  const desk = await openDesk({ seats: 50, used: 40, renewalType: MONTHLY });
  await desk.decides({ decision: 'renew' });
  await buyTen(desk);

  await desk.decides({ decision: 'renew' });
  await desk.decides({ decision: 'renew' });

  expect((await desk.all()).map(({ state, seats }) => [state, seats])).toEqual([
    ['superseded', 50],
    ['draft', 60],
  ]);
});

test('who is told as staff had it already, and is replaced by staff, is heard once more', async () => {
  const desk = await openDesk({ renewalType: MONTHLY });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.decides({ decision: 'renew' });
  expect(await desk.all()).toMatchObject([{ source: 'staff', seats: 92 }]);
  await desk.places({ outcome: 'renew', seats: 80 });

  await desk.decides({ decision: 'renew' });
  expect(await desk.newest()).toMatchObject({ state: 'draft', source: 'customer', seats: 92 });
});

test('what stands is heard once, whoever asked for it and whatever became of it', async () => {
  const desk = await openDesk({ renewalType: MONTHLY });
  const says = () => desk.decides({ decision: 'change', seats: 80, plan_name: 'ANNUAL' });
  await desk.places({ outcome: 'renew', seats: 80 });
  await says();
  await says();
  await desk.work();
  await says();

  expect(await desk.all()).toMatchObject([{ source: 'staff', state: 'verified' }]);
  expect(await decisions(desk)).toBe(1);
});

test('where no provider can be told, the same is heard once', async () => {
  const desk = await openDesk();
  await desk.db.update(subscriptionsTable).set({ source: 'file' });
  await desk.decides({ decision: 'renew' });
  await desk.decides({ decision: 'renew' });

  expect(await desk.all()).toEqual([]);
  expect(await decisions(desk)).toBe(1);
});

test('a status that is put right takes along what it proposed, as long as nobody has confirmed it; a customer’s wish stands', async () => {
  const desk = await openDesk({ seats: 50, used: 40, renewalType: MONTHLY });
  const says = (status: 'Confirmation Received' | 'In Discussion') =>
    desk.says({ highlight: 'Green', status, ...(status === 'In Discussion' ? {} : { add_lic: '0' }) });
  await says('Confirmation Received');
  expect(await desk.newest()).toMatchObject({ state: 'draft', source: 'staff', seats: 50 });

  await says('In Discussion');

  const ended = await desk.newest();
  expect(ended).toMatchObject({ state: 'cancelled', reason: 'Nobody has decided, by its status.' });
  expect(await desk.renewal()).toMatchObject({ confirmationStatus: 'In Discussion', instructionState: null });
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: ended.id })).status).not.toBe(200);

  await says('Confirmation Received');
  await approve(desk);
  await says('In Discussion');
  expect(await desk.newest()).toMatchObject({ state: 'verified', seats: 50 });

  await desk.decides({ decision: 'do_not_renew', reason: 'Price Issue' });
  await says('In Discussion');
  expect(await desk.newest()).toMatchObject({ state: 'draft', source: 'customer', outcome: 'end' });
});
