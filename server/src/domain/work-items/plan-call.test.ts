import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { followUp } from '@desk/contract/follow-up';
import { audit } from '../../platform/audit/audit.ts';
import { nextActionsTable as n } from '../../platform/db/tables/work.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { planCall } from './plan-call.ts';

const TODAY = '2026-11-23';
const words = { day: TODAY, time: null, reason: 'The order failed.' } as const;

async function openDesk() {
  const clock = { now: new Date(`${TODAY}T06:00:00Z`) };
  const server = await testServer({ now: () => clock.now });
  const { db } = server;
  const { id } = await makeRenewal(db, { domain: 'acme.example', renewsOn: '2026-12-30' });
  let people = 0;
  /** Anew: a session ends with an hour of the clock. */
  const signedIn = () => server.as({ email: `asha${(people += 1)}@desk.example`, role: 'ADMIN' });
  return {
    ...{ server, clock },
    calls: (reason: string = words.reason) =>
      db.transaction(async (tx) => {
        const entries = await planCall(tx, { renewalId: id, reason }, clock.now.toISOString().slice(0, 10));
        await audit(tx, {}, ...entries);
        return entries;
      }),
    plans: async (kind: 'invoice' | 'call', day: string, reason: string) => {
      const next = { kind, day, time: '11:00', reason };
      const changedAt = clock.now;
      const set = { ...next, setById: (await signedIn()).id, changedAt };
      await db
        .insert(n)
        .values({ renewalId: id, ...set })
        .onConflictDoUpdate({ target: n.renewalId, set });
    },
    comments: async () =>
      expect((await (await signedIn()).calls(followUp.addComment, { renewal_id: id, comment: 'Called' })).status).toBe(
        200,
      ),
    planned: async () => (await db.select().from(n).where(eq(n.renewalId, id)))[0],
  };
}

test('where nothing is planned a call is, today', async () => {
  const desk = await openDesk();
  const entries = await desk.calls();
  expect(await desk.planned()).toMatchObject({ kind: 'call', ...words });
  expect(entries).toMatchObject([
    { action: 'next_action_set', changes: [{ field: 'kind', old: null, new: 'call' }, {}, {}] },
  ]);
});

test('what is planned for later keeps its kind and says its day, and is told of today', async () => {
  const desk = await openDesk();
  await desk.plans('invoice', '2026-12-15', 'Send the invoice');
  const [entry] = await desk.calls();
  const reason = 'The order failed. Planned for 15 Dec, 11:00: Send the invoice';
  expect(await desk.planned()).toMatchObject({ kind: 'invoice', day: TODAY, time: null, reason });
  expect(entry?.changes).toEqual([
    { field: 'day', old: '2026-12-15', new: TODAY },
    { field: 'time', old: '11:00', new: null },
    { field: 'reason', old: 'Send the invoice', new: reason },
  ]);
});

test('what is due already keeps its day', async () => {
  const desk = await openDesk();
  await desk.plans('call', '2026-11-20', 'Call about the offer');
  await desk.calls();
  expect(await desk.planned()).toMatchObject({
    ...{ kind: 'call', day: '2026-11-20', reason: 'The order failed. Call about the offer' },
  });
});

test('what was answered is over, and hides nothing', async () => {
  const desk = await openDesk();
  await desk.plans('call', TODAY, 'Call about the offer');
  desk.clock.now = new Date('2026-11-24T06:00:00Z');
  await desk.comments();
  desk.clock.now = new Date('2026-11-25T06:00:00Z');
  await desk.calls();
  expect(await desk.planned()).toMatchObject({
    ...{ kind: 'call', day: '2026-11-25', reason: words.reason, changedAt: desk.clock.now },
  });
});

test('the same is said once, however often it is found', async () => {
  const desk = await openDesk();
  await desk.calls();
  expect(await desk.calls()).toEqual([]);
  await desk.calls('Another one failed.');
  expect(await desk.calls()).toEqual([]);
  expect((await desk.planned())?.reason).toBe('Another one failed. The order failed.');
  await desk.plans('call', '2026-11-30', 'They call back');
  expect(await desk.calls()).toEqual([]);
  expect((await desk.planned())?.reason).toBe('They call back');
});
