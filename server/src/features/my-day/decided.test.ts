import { followUp } from '@desk/contract/follow-up';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { ownRenewals } from '@desk/contract/own-renewals';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { showLastSafeDays } from '../../domain/deadlines/last-safe-days.ts';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { deadlinesTable } from '../../platform/db/tables/deadlines.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { deskOnMonday } from './testing/desk-on-monday.ts';

test('what waits for approval waits at its owner, and is asked of who may approve it; not of who asked', async () => {
  const { server, asha, tarun, meenal, ids, renewal, list, on } = await deskOnMonday();
  const { id, subscriptionId } = await renewal('acme.example', ids.tarun, { status: 'Confirmation Received' });
  await server.db.insert(memberTagsTable).values({ accountId: ids.tarun, managerId: ids.meenal });
  const at = new Date('2026-12-01T00:00:00Z');
  const deadline = { subscriptionId, kind: 'change', at, day: '2026-12-01', lastSafeDay: '2026-11-27' } as const;
  await server.db.insert(deadlinesTable).values(deadline);
  await showLastSafeDays(server.db);
  const wish = { renewalId: id, termEndsAt: at, outcome: 'renew', seats: 10, source: 'staff' } as const;
  await server.db.insert(instructionsTable).values({ ...wish, requestedById: ids.tarun, approvalReasons: ['fall'] });

  const items = async (who: typeof asha) =>
    (await list(who)).groups.flatMap((group) =>
      group.items.map(({ kind, waiting_for, instruction_id }) => [
        group.group,
        kind,
        waiting_for,
        instruction_id !== null,
      ]),
    );
  expect(await items(tarun)).toEqual([['waiting', 'wait', 'approval', false]]);
  expect(await items(asha)).toEqual([['today', 'approve', null, true]]);
  expect(await items(meenal)).toEqual([['today', 'approve', null, true]]);
  await server.db.update(renewalsTable).set({ licensedSeats: 12 }).where(eq(renewalsTable.id, id));
  const inUse = '12 of 10 wanted seats are in use: free 2 before the end.';
  for (const who of [tarun, meenal]) {
    const [item] = (await list(who)).groups.flatMap((group) => group.items);
    expect(item?.sentence).toContain(` ${inUse}`);
  }

  await on('2026-11-27');
  expect(await items(tarun)).toEqual([['overdue', 'wait', 'approval', false]]);
  expect(await items(meenal)).toEqual([['overdue', 'approve', null, true]]);
});

test('the second step that is due and not done is overdue, though its renewal is closed', async () => {
  const { server, tarun, ids, renewal, list } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun, { status: 'Confirmation Received', renewsOn: '2026-11-20' });
  await server.db.update(renewalsTable).set({ state: 'closed', closedBecause: 'renewed' });
  const termEndsAt = new Date('2026-11-20T00:00:00Z');
  const wish = { renewalId: id, termEndsAt, outcome: 'renew', seats: 10, source: 'staff' } as const;
  await server.db
    .insert(instructionsTable)
    .values({ ...wish, requestedById: ids.tarun, approvalReasons: [], state: 'placed' });

  const [overdue] = (await list(tarun)).groups;
  expect(overdue?.items.map(({ sentence, days_late }) => [sentence, days_late])).toEqual([
    ['The term is over since 20 Nov, and what was decided is not in place: 10 seats. Finish it.', 3],
  ]);
});

test('what the customer decided is answered today, until somebody has spoken, whatever was planned before', async () => {
  const { server, tarun, ids, renewal, list, on } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const buyer = await server.as({ email: 'pooja@acme.example', kind: 'customer' });
  await server.db.update(domainsTable).set({ ownerId: buyer.id }).where(eq(domainsTable.name, 'acme.example'));
  const next = { kind: 'call', day: '2026-12-01', time: null, reason: 'Call in December' } as const;
  await tarun.calls(myDay.setNext, { renewal_id: id, next });
  const first = async () => (await list(tarun)).groups.flatMap(({ items }) => items)[0];
  expect(await first()).toMatchObject({ group: 'later', sentence: 'Call in December' });

  await on('2026-11-24');
  expect((await buyer.calls(ownRenewals.decide, { renewal_id: id, decision: 'talk' })).status).toBe(200);
  const wantsToTalk = 'The customer wants to talk before deciding. Call.';
  expect(await first()).toMatchObject({ group: 'today', sentence: wantsToTalk });
  await on('2026-11-25');
  expect(await first()).toMatchObject({ group: 'today', sentence: wantsToTalk });

  expect((await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'Asked back' })).status).toBe(200);
  expect(await first()).toMatchObject({ group: 'later', sentence: 'Call in December' });
});

test('what was planned before an instruction was blocked does not hide it; what is planned afterwards holds', async () => {
  const { server, tarun, ids, renewal, list, on } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const plan = (day: string) =>
    tarun.calls(myDay.setNext, {
      renewal_id: id,
      next: { kind: 'invoice', day, time: null, reason: 'Send the invoice' },
    });
  const wish = { renewalId: id, termEndsAt: new Date('2026-12-10T00:00:00Z'), outcome: 'renew', seats: 5 } as const;
  await server.db
    .insert(instructionsTable)
    .values({ ...wish, source: 'staff', requestedById: ids.tarun, approvalReasons: [], state: 'verified' });
  const group = async () => (await list(tarun)).groups.find(({ count }) => count > 0)?.group;
  await on('2026-11-24');
  await plan('2026-12-01');
  expect(await group()).toBe('later');
  await server.db.update(instructionsTable).set({ state: 'blocked', changedAt: new Date('2026-11-24T12:00:00Z') });
  await on('2026-11-25');
  expect(await group()).toBe('today');

  await plan('2026-12-02');
  expect(await group()).toBe('later');
});

test.each([
  ['call', 'waiting', /^Set at the provider: 5 seats/],
  ['wait', 'waiting', /^Set at the provider: 5 seats/],
  ['invoice', 'later', /^Planned before$/],
] as const)('a %s that was planned before it was decided stands in %s afterwards', async (kind, group, sentence) => {
  const { server, tarun, ids, renewal, list, on } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const plan = () =>
    tarun.calls(myDay.setNext, {
      renewal_id: id,
      next: { kind, day: '2026-12-01', time: null, reason: 'Planned before' },
    });
  await plan();
  await on('2026-11-24');
  const wish = { renewalId: id, termEndsAt: new Date('2026-12-10T00:00:00Z'), outcome: 'renew', seats: 5 } as const;
  await server.db
    .insert(instructionsTable)
    .values({ ...wish, source: 'staff', requestedById: ids.tarun, approvalReasons: [], state: 'verified' });
  const filled = async () => (await list(tarun)).groups.find(({ count }) => count > 0);
  expect(await filled()).toMatchObject({ group, items: [{ sentence: expect.stringMatching(sentence) as string }] });

  await on('2026-11-25');
  await plan();
  expect(await filled()).toMatchObject({ items: [{ sentence: 'Planned before' }] });

  // It had been blocked meanwhile, and is in place since.
  await server.db.update(instructionsTable).set({ changedAt: new Date('2026-11-26T06:00:00Z') });
  await on('2026-11-27');
  expect(await filled()).toMatchObject({ group, items: [{ sentence: expect.stringMatching(sentence) as string }] });
});

test('what was planned together with a decision stands when it is in place', async () => {
  const { server, tarun, ids, renewal, list } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const next = { kind: 'call', day: '2026-12-01', time: null, reason: 'Ask for the next year' } as const;
  await tarun.calls(myDay.setNext, { renewal_id: id, next });
  const [planned] = await server.db.select().from(nextActionsTable);
  await server.db.insert(instructionsTable).values({
    ...{ renewalId: id, termEndsAt: new Date('2026-12-10T00:00:00Z'), outcome: 'renew', seats: 5, source: 'staff' },
    ...{ requestedById: ids.tarun, approvalReasons: [], state: 'verified', createdAt: planned?.changedAt },
  });
  expect((await list(tarun)).groups.flatMap(({ items }) => items)).toMatchObject([{ sentence: next.reason }]);
});

test('why somebody refused is told to the owner until somebody has spoken again', async () => {
  const { server, asha, tarun, ids, renewal, list, on } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun, { status: 'Confirmation Received' });
  const wish = { renewalId: id, outcome: 'renew', seats: 10, source: 'staff' } as const;
  const [asked] = await server.db
    .insert(instructionsTable)
    .values({ ...wish, requestedById: ids.tarun, approvalReasons: ['fall'] })
    .returning();
  const refusal = { instruction_id: asked?.id ?? 0, reason: 'Two years, or not at all' };
  expect((await asha.calls(instructions.refuse, refusal)).status).toBe(200);
  const sentence = async () => (await list(tarun)).groups.flatMap(({ items }) => items)[0]?.sentence;
  expect(await sentence()).toMatch(/^Refused: 10 seats. Two years, or not at all. Speak with the customer again./);

  await on('2026-11-24');
  await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'Told them' });
  expect(await sentence()).toMatch(/^Undecided; last spoken on 24 Nov/);
});

test('why somebody refused is not hidden behind the invoice that was planned with what they refused, until its day', async () => {
  const { server, asha, tarun, ids, renewal, list, on } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun, { status: 'Confirmation Received' });
  const next = { kind: 'invoice', day: '2026-11-27', time: null, reason: 'Send the invoice' } as const;
  await tarun.calls(myDay.setNext, { renewal_id: id, next });
  await on('2026-11-24');
  const wish = { renewalId: id, outcome: 'renew', seats: 10, source: 'staff', requestedById: ids.tarun } as const;
  const [asked] = await server.db
    .insert(instructionsTable)
    .values({ ...wish, approvalReasons: ['fall'] })
    .returning();
  await asha.calls(instructions.refuse, { instruction_id: asked?.id ?? 0, reason: 'Two years, or not at all' });
  const first = async () => {
    const group = (await list(tarun)).groups.find(({ count }) => count > 0);
    return [group?.group, group?.items[0]?.sentence];
  };
  expect(await first()).toEqual(['today', expect.stringMatching(/^Refused: 10 seats\. Two years, or not at all\./)]);

  await on('2026-11-25');
  await tarun.calls(followUp.addComment, { renewal_id: id, comment: 'Two years it is' });
  expect(await first()).toEqual(['week', expect.stringMatching(/^Send the invoice/)]);
});
