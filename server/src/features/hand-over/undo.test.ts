import { renewals } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { office } from './testing/office.ts';

test('a hand-over is undone within a day: each renewal is back, with an entry of its own', async () => {
  const { server, meenal, tarun, ritika, several, owners, give, undo, list } = await office();
  await several(meenal.id, 4);
  const { hand_over_id } = await give({ account_id: meenal.id }, [tarun.id, ritika.id]);
  expect((await list()).hand_overs).toMatchObject([
    {
      ...{ hand_over_id, from: { name: 'Meenal' }, why: 'given', by: 'Asha', count: 4, standing: 4 },
      to: [
        { account: { name: 'Tarun' }, count: 2 },
        { account: { name: 'Ritika' }, count: 2 },
      ],
      ...{ undone: null, may_undo: true },
    },
  ]);

  expect(await undo(hand_over_id)).toMatchObject({ status: 200, reply: { given_back: 4, left: [], left_count: 0 } });

  expect(new Set(Object.values(await owners()))).toEqual(new Set([meenal.id]));
  expect(await server.db.$count(auditLogTable, eq(auditLogTable.action, 'assignee_changed'))).toBe(8);
  expect((await list()).hand_overs).toMatchObject([{ standing: 0, undone: { by: 'Asha' }, may_undo: false }]);
  expect((await undo(hand_over_id)).status).toBe(409);
});

test('after a day it cannot be undone any more, and soon it is no recent one', async () => {
  const { meenal, tarun, several, owners, give, undo, list, at } = await office();
  await several(meenal.id, 1);
  const { hand_over_id } = await give({ account_id: meenal.id }, [tarun.id]);
  await at('2026-11-24T03:59:59Z');
  expect((await list()).hand_overs[0]?.may_undo).toBe(true);
  await at('2026-11-24T04:00:00Z');
  expect((await list()).hand_overs[0]?.may_undo).toBe(false);
  expect((await undo(hand_over_id)).status).toBe(410);
  expect(await owners()).toEqual({ 'd0.example': tarun.id });
  await at('2026-12-08T04:00:00Z');
  expect((await list()).hand_overs).toEqual([]);
});

test('what somebody assigned since, even to the same person, and what is closed, stays; a comment or a zone is no assignment', async () => {
  const { server, asha, meenal, tarun, ritika, several, owners, assign, give, undo } = await office();
  const [first = 0, second = 0, third = 0, fourth = 0] = await several(meenal.id, 4);
  const { hand_over_id } = await give({ account_id: meenal.id }, [tarun.id]);
  await assign(first, 'ritika@desk.example');
  await assign(second, 'ritika@desk.example');
  await assign(second, 'tarun@desk.example');
  await server.db.update(r).set({ state: 'closed', closedBecause: 'ended' }).where(eq(r.id, third));
  await asha.calls(renewals.setZone, { renewal_id: fourth, zone: 'North' });

  const { reply } = await undo(hand_over_id);

  expect(reply.given_back).toBe(1);
  expect(reply.left.map(({ domain_name, why }) => [domain_name, why])).toEqual([
    ['d0.example', 'reassigned'],
    ['d1.example', 'reassigned'],
    ['d2.example', 'closed'],
  ]);
  expect(await owners()).toEqual({
    ...{ 'd0.example': ritika.id, 'd1.example': tarun.id, 'd2.example': tarun.id, 'd3.example': meenal.id },
  });
});

test('two hand-overs of the same renewals are undone in turn; the first alone gives nothing back', async () => {
  const { meenal, tarun, ritika, several, owners, give, undo, list } = await office();
  await several(meenal.id, 2);
  const one = await give({ account_id: meenal.id }, [tarun.id]);
  const other = await give({ account_id: tarun.id }, [ritika.id]);

  expect((await undo(one.hand_over_id)).reply).toMatchObject({ given_back: 0, left_count: 2 });
  expect(new Set(Object.values(await owners()))).toEqual(new Set([ritika.id]));
  expect((await list()).hand_overs.map(({ may_undo }) => may_undo)).toEqual([true, false]);

  expect((await undo(other.hand_over_id)).reply.given_back).toBe(2);
  expect((await undo(one.hand_over_id)).reply.given_back).toBe(2);
  expect(new Set(Object.values(await owners()))).toEqual(new Set([meenal.id]));
});

test('who was suspended meanwhile gets nothing back, and it is said; once they are there again they do', async () => {
  const { meenal, tarun, several, owners, give, undo, suspend, setStatus } = await office();
  await several(meenal.id, 2);
  const { hand_over_id } = await give({ account_id: meenal.id }, [tarun.id]);
  await suspend(meenal.id);

  const { reply } = await undo(hand_over_id);
  expect([reply.given_back, reply.left_count, reply.left[0]?.why]).toEqual([0, 2, 'absent']);
  expect(new Set(Object.values(await owners()))).toEqual(new Set([tarun.id]));

  await setStatus(meenal.id, 'ACTIVE');
  expect((await undo(hand_over_id)).reply.given_back).toBe(2);
});

test('what a suspension moved is told, spread by its manager, and comes back with the person', async () => {
  const { vikram, meenal, tarun, ritika, several, owners, give, undo, suspend, setStatus, list } = await office();
  await several(meenal.id, 3);
  const handOverId = (await suspend(meenal.id)) ?? 0;
  expect((await list(vikram)).hand_overs).toMatchObject([
    { hand_over_id: handOverId, why: 'suspended', to: [{ account: { name: 'Vikram' }, count: 3 }], standing: 3 },
  ]);

  const from = { hand_over_id: handOverId };
  const spread = await give(from, [tarun.id, ritika.id, vikram.id], { share: 'round_robin' }, vikram);
  expect([spread.count, spread.to.map(({ count }) => count)]).toEqual([2, [1, 1]]);
  expect(Object.values(await owners())).toEqual([tarun.id, ritika.id, vikram.id]);
  expect((await list()).hand_overs.map(({ from: whose, standing }) => [whose?.name, standing])).toEqual([
    ['Meenal', 2],
    ['Meenal', 1],
  ]);

  expect((await undo(spread.hand_over_id, vikram)).reply.given_back).toBe(2);
  await setStatus(meenal.id, 'ACTIVE');
  expect((await undo(handOverId)).reply.given_back).toBe(3);
  expect(new Set(Object.values(await owners()))).toEqual(new Set([meenal.id]));
});

test('nobody undoes what they could not have handed over', async () => {
  const { vikram, tarun, ritika, several, owners, give, undo } = await office();
  await several(tarun.id, 1);
  const { hand_over_id } = await give({ account_id: tarun.id }, [ritika.id]);
  expect((await undo(hand_over_id, vikram)).status).toBe(403);
  expect((await undo(hand_over_id, tarun)).status).toBe(403);
  expect((await undo(99_999)).status).toBe(404);
  expect(await owners()).toEqual({ 'd0.example': ritika.id });
});
