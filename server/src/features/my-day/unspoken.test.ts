import { instructions } from '@desk/contract/renewal-work/instructions';
import { expect, test } from 'vitest';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { BILLED, CONTRACT, FLEXIBLE, withBuyer, type OfSubscription } from './testing/with-buyer.ts';

test('a contract that its customer decides on its last day is arranged by hand: that decision is nobody’s word that it was', async () => {
  const desk = await withBuyer(CONTRACT);
  await desk.on('2026-11-30');
  await desk.decides({ decision: 'renew' });
  await desk.reconciles('2026-12-01');
  const [old, next] = await desk.renewals();
  expect([old, next]).toMatchObject([{ state: 'closed', closedBecause: 'passed' }, { state: 'open' }]);
  expect(await desk.plannedOn(next?.id)).toMatchObject([
    { kind: 'other', reason: 'Arranged by hand on 30 Nov: see that it is done, and comment it.' },
  ]);
});

test('an invoice that was planned goes over to the next term though its customer decided after its day', async () => {
  const desk = await withBuyer(CONTRACT);
  await desk.plans('2026-11-24');
  await desk.on('2026-11-25');
  await desk.decides({ decision: 'renew' });
  expect(await desk.sentence()).toContain('Planned before');
  await desk.reconciles('2026-12-01');
  const [, next] = await desk.renewals();
  expect(await desk.plannedOn(next?.id)).toMatchObject([{ kind: 'invoice', reason: 'Planned before' }]);
});

test('an invoice that was planned keeps a term open that nothing follows, whatever its customer decided since, until one of us comments', async () => {
  const desk = await withBuyer(FLEXIBLE);
  await desk.plans('2026-11-24');
  await desk.on('2026-11-25');
  await desk.decides({ decision: 'talk' });
  await desk.reconciles('2026-12-01');
  expect(await desk.renewals()).toMatchObject([{ state: 'open' }]);
  await desk.on('2026-12-01');
  await desk.comments('Invoiced');
  await desk.reconciles('2026-12-01');
  expect(await desk.renewals()).toMatchObject([{ state: 'closed' }]);
});

test('who takes a wish back has not spoken with the customer, and an invoice that was planned stands', async () => {
  const desk = await withBuyer(BILLED);
  await desk.comments('Called');
  await desk.plans('2026-11-24');
  await desk.on('2026-11-25');
  const instruction_id = await desk.wishes('verified');
  expect((await desk.asha.calls(instructions.cancel, { instruction_id, reason: '' })).status).toBe(200);
  expect(await desk.sentence()).toMatch(/^Planned before\. Undecided; last spoken on 23 Nov/);
});

test('what a customer decided and one of us took back asks to speak with them, until somebody has, whatever call was planned before', async () => {
  const desk = await withBuyer(BILLED);
  await desk.plans('2026-11-27', 'call');
  await desk.on('2026-11-24');
  await desk.decides({ decision: 'change', seats: 30 });
  const [drafted] = await desk.server.db.select().from(instructionsTable);
  await desk.on('2026-11-25');
  const taken = { instruction_id: drafted?.id ?? 0, reason: 'Too few' };
  expect((await desk.asha.calls(instructions.cancel, taken)).status).toBe(200);
  expect(await desk.sentence()).toMatch(/^Taken back: 30 seats\. Too few\. Speak with the customer again\./);

  await desk.on('2026-11-26');
  await desk.comments('They want 32');
  expect(await desk.sentence()).toBe('Planned before');
});

test('a refusal is no secret of a call that was planned before, nor of what its customer wants to talk about since', async () => {
  const desk = await withBuyer(BILLED);
  await desk.plans('2026-11-27', 'call');
  await desk.on('2026-11-24');
  const refusal = { instruction_id: await desk.wishes('draft'), reason: 'Two years' };
  expect((await desk.asha.calls(instructions.refuse, refusal)).status).toBe(200);
  expect(await desk.sentence()).toMatch(/^Refused: 10 seats\. Two years\./);
  await desk.on('2026-11-25');
  await desk.decides({ decision: 'talk' });
  expect(await desk.sentence()).toBe('The customer wants to talk before deciding. Call.');
});

test.each<[string, OfSubscription, OfSubscription]>([
  ['on a date of our own', CONTRACT, {}],
  ['that the provider renews', BILLED, { termStart: '2026-11-30', termEnd: '2027-11-30' }],
])('who asked to talk about a term %s and was not called is called in the next one', async (_, before, renewed) => {
  const desk = await withBuyer(before);
  await desk.on('2026-11-27');
  await desk.decides({ decision: 'talk' });
  await desk.server.db.update(subscriptionsTable).set({ ...before, ...renewed });
  await desk.reconciles('2026-12-01');
  const [old, next] = await desk.renewals();
  expect([old, next]).toMatchObject([{ state: 'closed' }, { state: 'open' }]);
  expect(await desk.plannedOn(next?.id)).toMatchObject([
    {
      kind: 'call',
      reason: 'The customer wanted to talk. The term ended on 30 Nov, and nobody had called them. Call.',
    },
  ]);
});

test('who asked to talk and was called is not called again in the next term', async () => {
  const desk = await withBuyer(BILLED);
  await desk.on('2026-11-26');
  await desk.decides({ decision: 'talk' });
  await desk.on('2026-11-27');
  await desk.comments('They keep what they have');
  await desk.server.db.update(subscriptionsTable).set({ termStart: '2026-11-30', termEnd: '2027-11-30' });
  await desk.reconciles('2026-12-01');
  const [, next] = await desk.renewals();
  expect(next).toMatchObject({ state: 'open' });
  expect(await desk.plannedOn(next?.id)).toEqual([]);
});

test('what one of us set at the provider after the customer asked to talk answers them', async () => {
  const desk = await withBuyer(BILLED);
  await desk.on('2026-11-26');
  await desk.decides({ decision: 'talk' });
  await desk.on('2026-11-27');
  await desk.wishes('verified');
  await desk.server.db.update(subscriptionsTable).set({ termStart: '2026-11-30', termEnd: '2027-11-30' });
  await desk.reconciles('2026-12-01');
  const [, next] = await desk.renewals();
  expect(await desk.plannedOn(next?.id)).toEqual([]);
});
