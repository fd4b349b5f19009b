import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable, installationTable } from '../../platform/db/tables/accounts.ts';
import { deadlinesTable } from '../../platform/db/tables/deadlines.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { codeFor } from '../../testing/mails.ts';
import { browserHeaders } from '../../testing/server.ts';
import { googleWithTerms } from './testing/instructions-desk.ts';

const DAY = 86_400_000;
const { google, openDesk } = googleWithTerms();
const containing = (text: string): unknown => expect.stringContaining(text);

const CONFIRMED = { highlight: 'Green', status: 'Confirmation Received', add_lic: '0' } as const;

test('a comment that leaves the status as it was takes back nothing that was decided otherwise', async () => {
  const desk = await openDesk();
  await desk.says({ highlight: 'Red', status: 'Moved to O365' });
  const { id } = await desk.newest();
  await desk.vikram.calls(instructions.refuse, { instruction_id: id, reason: 'They stay' });
  await desk.says({ highlight: 'Red', status: 'Moved to O365' });
  await desk.places({ outcome: 'renew', seats: 92 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'verified', outcome: 'renew' });

  // Who is to stay is in discussion, whatever the status was before.
  const formData = { highlight: 'Orange', status: 'In Discussion' } as const;
  const comment = { renewal_id: desk.renewalId, comment: 'They stay after all.', formData };
  expect((await desk.asha.calls(followUp.addComment, comment)).status).toBe(200);
  expect(await desk.newest()).toMatchObject({ state: 'verified', outcome: 'renew' });
});

test('a plan tells seats, money, the last safe day and the steps, and writes nothing', async () => {
  const desk = await openDesk({ endsOn: '2026-12-15' });
  // What others have until when says nothing of this one.
  const other = {
    kind: 'change',
    at: new Date('2026-12-01T00:00:00Z'),
    day: '2026-12-01',
    lastSafeDay: '2026-11-27',
  } as const;
  const { subscriptionId } = await makeRenewal(desk.db, { domain: 'other.example' });
  await desk.db.insert(deadlinesTable).values({ subscriptionId, ...other });
  const { plan } = (
    await desk.asha.calls(instructions.plan, { renewal_id: desk.renewalId, outcome: 'renew', seats: 80 })
  ).reply;
  expect(plan).toMatchObject({
    seats_now: 92,
    seats: 80,
    value_now: '259440.00',
    value: '225600.00',
    renewal_date: '2026-12-15',
    last_safe_day: '2026-12-10',
    approval_reasons: [],
    problem: null,
    at_provider: 'Renew the seats in use, paid monthly',
    steps: [
      { do: 'set-renewal', after: 'now', text: containing('flexible') },
      { do: 'commit', after: 'term-end', text: containing('annual with 80 seats, paid monthly') },
    ],
  });
  expect(await desk.all()).toEqual([]);
  const few = { renewal_id: desk.renewalId, outcome: 'renew', seats: 60 } as const;
  expect((await desk.asha.calls(instructions.plan, few)).reply.plan).toMatchObject({
    ...{ steps: null, problem: containing('Free 14 seats first'), in_use: 74, goes_on: true },
  });

  google().faults.add({ kind: 'unavailable', times: 30 });
  const unread = await desk.asha.calls(instructions.plan, { renewal_id: desk.renewalId, outcome: 'flexible' });
  expect(unread.reply.plan).toMatchObject({ steps: null, problem: containing('does not answer') });
});

test('a comment that confirms proposes the seats at renewal, and one that says nothing of them takes nothing back', async () => {
  const desk = await openDesk();
  const saved = await desk.says({ ...CONFIRMED, seats_at_renewal: '80', add_lic: '4' });
  const { id } = await desk.newest();
  expect(saved.reply).toEqual({ instruction_id: id });
  expect(await desk.newest()).toMatchObject({ state: 'draft', source: 'staff', seats: 80 });
  expect(await desk.renewal()).toMatchObject({ addedLicences: 4 });

  expect((await desk.asha.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
  await desk.work();
  expect((await desk.says(CONFIRMED)).reply).toEqual({ instruction_id: null });
  await desk.asha.calls(followUp.addComment, { renewal_id: desk.renewalId, comment: 'All is well' });

  expect(await desk.all()).toHaveLength(1);
  expect(await desk.newest()).toMatchObject({ state: 'verified', seats: 80 });
});

test('without a number the seats are those bought and those added; a lost one proposes an end', async () => {
  const desk = await openDesk();
  await desk.says({ ...CONFIRMED, add_lic: '8' });
  expect(await desk.newest()).toMatchObject({ outcome: 'renew', seats: 100 });
  await desk.says({ highlight: 'Red', status: 'Lost', reason: 'Move to other vendor', sub_reason: 'Price Issue' });
  expect((await desk.all()).map(({ outcome, state }) => [outcome, state])).toEqual([
    ['renew', 'superseded'],
    ['end', 'draft'],
  ]);
});

test('who talks first takes back what nobody has confirmed', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', plan_name: 'FLEXIBLE' });
  expect(await desk.newest()).toMatchObject({ outcome: 'flexible', state: 'draft' });
  await desk.decides({ decision: 'talk' });
  expect(await desk.newest()).toMatchObject({ state: 'cancelled' });
});

test('of a customer the assignee approves what changes little, and the manager or an administrator what changes much', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 90 });
  const small = await desk.newest();
  expect(small.approvalReasons).toEqual([]);
  const other = await desk.as({ email: 'tarun@desk.example', role: 'RMEMBER' });
  expect((await other.calls(instructions.approve, { instruction_id: small.id })).status).toBe(422);
  expect((await desk.asha.calls(instructions.approve, { instruction_id: small.id })).status).toBe(200);

  await desk.decides({ decision: 'change', seats: 74, plan_name: 'ANNUAL_YEARLY_PAY' });
  await desk.db.insert(installationTable).values({ name: 'approval_limits', value: '{"fallPercent":10}' });
  await desk.decides({ decision: 'change', seats: 75 });
  const large = await desk.newest();
  expect(large.approvalReasons).toEqual(['fall']);
  expect((await desk.asha.calls(instructions.approve, { instruction_id: large.id })).status).toBe(422);
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: large.id })).status).toBe(200);
});

test('flexible with few seats in use is a fall as any other', async () => {
  const desk = await openDesk({ used: 9 });
  const { instruction } = (await desk.places({ outcome: 'flexible' })).reply;
  expect(instruction).toMatchObject({ state: 'draft', approval_reasons: ['fall'], may_approve: false });
});

test('what makes a second person necessary may come after the wish: it is asked about when it is confirmed, and when it is wished again', async () => {
  const desk = await openDesk();
  await desk.decides({ decision: 'change', seats: 90 });
  const { id } = await desk.newest();
  await desk.db.insert(installationTable).values({ name: 'approval_limits', value: '{"fallPercent":1}' });

  expect((await desk.asha.calls(instructions.approve, { instruction_id: id })).status).toBe(422);
  expect(await desk.newest()).toMatchObject({ id, state: 'draft', approvalReasons: ['fall'] });
  expect(await desk.entries()).toContain('instruction_reasons_added');
  const again = await desk.places({ outcome: 'renew', seats: 90 });
  expect(again.reply.instruction).toMatchObject({ instruction_id: id, state: 'draft', may_approve: false });
  expect((await desk.vikram.calls(instructions.approve, { instruction_id: id })).status).toBe(200);
});

test('a purchase order that is waited for holds a renewal, until somebody has spoken on the day it was promised for', async () => {
  const desk = await openDesk();
  const { state } = google();
  const day = new Date(state.now() + DAY).toISOString().slice(0, 10);
  const next = { kind: 'purchase_order', day, reason: 'PO promised' } as const;
  expect((await desk.asha.calls(myDay.setNext, { renewal_id: desk.renewalId, next })).status).toBe(200);
  const { instruction } = (await desk.places({ outcome: 'renew', seats: 90 })).reply;
  expect(instruction).toMatchObject({ state: 'draft', approval_reasons: ['purchase-order'] });

  state.advanceTo(state.now() + DAY);
  const vikram = await desk.as({ email: 'vikrant@desk.example', role: 'ADMIN' });
  // What a refusal writes into the history says nothing of the order.
  const { id } = await desk.newest();
  expect((await vikram.calls(instructions.refuse, { instruction_id: id, reason: 'No order' })).status).toBe(200);
  const tarun = await desk.as({ email: 'tarun@desk.example', role: 'RMEMBER' });
  const again = (await desk.places({ outcome: 'renew', seats: 90 }, tarun)).reply.instruction;
  expect(again.approval_reasons).toEqual(['purchase-order']);
  state.advanceTo(state.now() + 1_000);
  await tarun.calls(followUp.addComment, { renewal_id: desk.renewalId, comment: 'The order is here' });
  expect((await desk.places({ outcome: 'renew', seats: 91 }, tarun)).reply.instruction.approval_reasons).toEqual([]);
});

test('where nobody else could approve it, a code by mail takes the place of a second person', async () => {
  const desk = await openDesk();
  const { instruction } = (await desk.places({ outcome: 'end' }, desk.vikram)).reply;
  const { instruction_id } = instruction;
  const browser = browserHeaders('vikram');
  const sent = await desk.vikram.calls(instructions.sendCode, { instruction_id }, browser);
  expect(sent.reply).toEqual({ already_sent: false });
  const code = await codeFor(desk, desk.vikram.email);
  const approves = (given: string, headers = browser) =>
    desk.vikram.calls(instructions.approve, { instruction_id, code: given }, headers);

  expect((await approves(code === '123456' ? '654321' : '123456')).status).toBe(401);
  expect((await approves(code, browserHeaders('another'))).status).toBe(401);
  expect((await approves(code)).reply.instruction).toMatchObject({ state: 'approved', approved_by: desk.vikram.email });

  const meera = await desk.as({ email: 'meera@desk.example', role: 'ADMIN' });
  await desk.places({ outcome: 'renew', seats: 92 });
  const next = (await desk.places({ outcome: 'end' }, desk.vikram)).reply.instruction;
  expect(next).toMatchObject({ may_approve: false, needs_code: false });
  expect((await desk.vikram.calls(instructions.sendCode, { instruction_id: next.instruction_id })).status).toBe(422);
  await desk.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, meera.id));
  expect(
    (await desk.vikram.calls(instructions.sendCode, { instruction_id: next.instruction_id }, browser)).status,
  ).not.toBe(422);
});

test('what is arranged by hand takes no instruction, and a provider that is not connected is waited for', async () => {
  const desk = await openDesk();
  const { providers } = desk.services.clients;
  desk.services.clients.providers = { google: undefined };
  await desk.places({ outcome: 'renew', seats: 90 });
  await desk.work();
  expect(await desk.newest()).toMatchObject({ state: 'approved', reason: containing('not connected') });
  desk.services.clients.providers = providers;
  await desk.pass(1);
  expect(await desk.newest()).toMatchObject({ state: 'verified' });

  await desk.db
    .update(subscriptionsTable)
    .set({ source: 'file' })
    .where(eq(subscriptionsTable.id, desk.subscriptionId));
  const later = await desk.as({ email: 'later@desk.example' });
  expect((await desk.places({ outcome: 'end' }, later)).status).toBe(422);
  expect((await desk.places({ outcome: 'renew' }, later)).status).toBe(400);
});
