import { instructions } from '@desk/contract/renewal-work/instructions';
import { licences } from '@desk/contract/licences';
import { expect, test } from 'vitest';
import { seatOrdersTable } from '../../platform/db/tables/licences.ts';
import { seatOrder } from '../licences/jobs.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();
const HOUR = 3_600_000;

/** Their customer orders seats in the portal, some hours before the term ends. */
async function ordersInPortal(desk: InstructionsDesk, seats: number, added: number) {
  const leela = await desk.as({ email: `leela-${seats}-${added}@acme.example`, kind: 'customer' });
  await desk.own(leela.id);
  const body = { domain_name: desk.domain, subscription_id: desk.externalId, seats, added_seats: added };
  const answer = await leela.calls(licences.add, body);
  expect(answer.status).toBe(200);
  const [order] = await desk.db.select().from(seatOrdersTable);
  await seatOrder({ id: order?.id ?? 0 }, desk.services, new AbortController().signal);
  expect(desk.atGoogle().seats.numberOfSeats).toBe(seats + added);
  expect((await desk.renewal()).numberOfSeats).toBe(seats + added);
}

const untilHoursBeforeEnd = async (desk: InstructionsDesk, hours: number) => {
  const end = (await desk.newest()).termEndsAt?.getTime() ?? 0;
  while (google().state.now() + 24 * HOUR < end - hours * HOUR) await desk.pass(1, { syncs: true });
  google().state.advanceTo(end - hours * HOUR);
  await desk.work();
  return end;
};

test('seats that a customer orders in our portal on the last day are not given back unasked', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 80 });
  await desk.work();
  const end = await untilHoursBeforeEnd(desk, 8);
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  await ordersInPortal(desk, 92, 38);
  await desk.work();
  google().state.advanceTo(end + 60_000);
  await desk.work();
  await desk.pass(1, { syncs: true });
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
});

test('an end that was decided is asked about where the customer buys on the last day', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'end' });
  await desk.vikram.calls(instructions.approve, { instruction_id: (await desk.newest()).id });
  await desk.work();
  const end = await untilHoursBeforeEnd(desk, 8);
  expect(await desk.newest()).toMatchObject({ state: 'verified' });
  await ordersInPortal(desk, 92, 38);
  await desk.work();
  google().state.advanceTo(end - HOUR);
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'drifted' });
});

test('seats that are bought at the provider in the last hours are not given back unasked', async () => {
  const desk = await openDesk({ seats: 92, used: 74 });
  await desk.places({ outcome: 'renew', seats: 80 });
  await desk.work();
  const end = (await desk.newest()).termEndsAt?.getTime() ?? 0;
  while (google().state.now() + 24 * HOUR < end - 8 * HOUR) await desk.pass(1, { syncs: true });
  google().state.advanceTo(end - 8 * HOUR);
  await desk.work();
  google().state.setSeats(desk.externalId, 130);
  for (let at = end - 7 * HOUR; at <= end + HOUR; at += HOUR / 4) {
    google().state.advanceTo(at);
    await desk.work();
  }
  expect(await desk.newest()).not.toMatchObject({ state: 'fulfilled' });
});
