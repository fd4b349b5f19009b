import { expect, test } from 'vitest';
import { deadlinesTable } from '../../platform/db/tables/deadlines.ts';
import { instructionsTable } from '../../platform/db/tables/instructions.ts';
import { renewalCommentsTable, renewalDecisionsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { deskOnMonday } from './testing/desk-on-monday.ts';

test('what waits for approval waits at its owner, and is asked of who may approve it; not of who asked', async () => {
  const { server, asha, tarun, meenal, ids, renewal, list, on } = await deskOnMonday();
  const { id, subscriptionId } = await renewal('acme.example', ids.tarun, { status: 'Confirmation Received' });
  await server.db.insert(memberTagsTable).values({ accountId: ids.tarun, managerId: ids.meenal });
  const at = new Date('2026-12-01T00:00:00Z');
  const deadline = { subscriptionId, kind: 'change', at, day: '2026-12-01', lastSafeDay: '2026-11-27' } as const;
  await server.db.insert(deadlinesTable).values(deadline);
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

test('what the customer decided is answered today, once', async () => {
  const { server, tarun, ids, renewal, list } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const buyer = await server.account({ email: 'pooja@acme.example', kind: 'customer' });
  const decided = { renewalId: id, accountId: buyer.id, decision: 'change', seats: 80 } as const;
  await server.db.insert(renewalDecisionsTable).values({ ...decided, createdAt: new Date('2026-11-22T05:00:00Z') });
  const sentence = async () => (await list(tarun)).groups.flatMap(({ items }) => items)[0]?.sentence;
  expect(await sentence()).toBe('The customer asked for 80 seats. Confirm it.');

  await server.db.update(renewalsTable).set({ followupComment: 'Asked back' });
  const comment = { renewalId: id, comment: 'Asked back', updatedBy: 'tarun@desk.example' };
  await server.db.insert(renewalCommentsTable).values({ ...comment, updatedOn: new Date('2026-11-23T03:00:00Z') });
  expect(await sentence()).toBe('Undecided; last spoken on 23 Nov. Call again.');
});
