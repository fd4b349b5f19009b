import { handOver } from '@desk/contract/renewal-work/hand-over';
import { renewals } from '@desk/contract/renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { handOversTable } from '../../platform/db/tables/hand-overs.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { office } from './testing/office.ts';

test('forty of one go to three others by what they have, are looked at before, and are given as they were seen', async () => {
  const { server, asha, meenal, vikram, tarun, ritika, several, renewal, owners, preview } = await office();
  await several(meenal.id, 6);
  await renewal('has.example', tarun.id, { price: '20000.00' });
  const to = [vikram.id, tarun.id, ritika.id];

  const reply = await preview({ account_id: meenal.id }, to);

  expect([reply.open, reply.stay, reply.rows.length]).toEqual([6, 0, 6]);
  expect(reply.people.map(({ name, count, sums, has }) => [name, count, sums[0]?.value, has.count])).toEqual([
    ['Vikram', 3, '20000.00', 0],
    ['Tarun', 0, undefined, 1],
    ['Ritika', 3, '19000.00', 0],
  ]);
  expect(reply.shown[0]).toEqual({
    ...{ renewal_id: reply.rows[0]?.renewal_id, domain_name: 'd0.example', company_name: 'Acme Pvt Ltd' },
    ...{ renewal_date: '2026-12-10', value: '9000.00', currency: 'INR', to: 'Vikram' },
  });
  expect(Object.values(await owners()).filter((id) => id === meenal.id)).toHaveLength(6);

  const given = await asha.calls(handOver.give, { from: { account_id: meenal.id }, rows: reply.rows });
  expect(given).toMatchObject({ status: 200, reply: { count: 6, left: [], left_count: 0 } });
  expect(Object.values(await owners()).filter((id) => id === meenal.id)).toEqual([]);
  const entries = await server.db
    .select()
    .from(auditLogTable)
    .where(eq(auditLogTable.action, 'assignee_changed'))
    .orderBy(auditLogTable.id);
  expect(entries).toHaveLength(6);
  expect(entries[0]).toMatchObject({
    actor: 'asha@desk.example',
    changes: [{ field: 'assigned_to', old: 'meenal@desk.example' }],
  });
  expect(await server.db.$count(handOversTable)).toBe(1);
});

test('one after the other, the most urgent or the least urgent so many, of one zone alone', async () => {
  const { meenal, tarun, ritika, several, renewal, preview } = await office();
  await several(meenal.id, 4);
  await renewal('north.example', meenal.id, { zone: 'North', segment: 'SMB', price: '1.00' });
  const shown = async (more: object) =>
    (await preview({ account_id: meenal.id }, [tarun.id, ritika.id], { share: 'round_robin', ...more })).shown.map(
      ({ domain_name, to }) => `${domain_name} ${to}`,
    );
  expect(await shown({ count: 3 })).toEqual(['d0.example Tarun', 'd1.example Ritika', 'd2.example Tarun']);
  expect(await shown({ count: 2, order: 'least_urgent' })).toEqual(['north.example Tarun', 'd3.example Ritika']);
  expect(await shown({ zone: 'North' })).toEqual(['north.example Tarun']);
  expect(await shown({ segment: 'SMB', zone: 'South' })).toEqual([]);
});

test('who is away is named; the work of nobody can be given too', async () => {
  const { server, asha, tarun, ritika, several, owners, preview, give } = await office();
  await several(null, 2);
  const days = { from: '2026-11-23', to: '2026-11-30', coverId: ritika.id, createdById: asha.id };
  await server.db.insert(leavesTable).values({ accountId: tarun.id, ...days });

  expect((await preview({ account_id: 0 }, [tarun.id])).people[0]?.away_until).toBe('2026-11-30');
  expect((await give({ account_id: 0 }, [tarun.id])).to).toEqual([{ account_id: tarun.id, name: 'Tarun', count: 2 }]);
  expect(await owners()).toEqual({ 'd0.example': tarun.id, 'd1.example': tarun.id });
});

test('what changed since the preview stays where it is and is named; where all did nothing is written', async () => {
  const { server, asha, meenal, tarun, ritika, several, assign, owners, preview } = await office();
  const [first = 0, second = 0, third = 0] = await several(meenal.id, 4);
  const from = { account_id: meenal.id };
  const { rows } = await preview(from, [tarun.id]);
  await asha.calls(renewals.setZone, { renewal_id: first, zone: 'North' });
  await assign(second, 'ritika@desk.example');
  await server.db.update(r).set({ state: 'closed', closedBecause: 'ended' }).where(eq(r.id, third));

  const { reply } = await asha.calls(handOver.give, { from, rows });

  expect(reply.left.map(({ domain_name, why }) => [domain_name, why])).toEqual([
    ['d0.example', 'changed'],
    ['d1.example', 'reassigned'],
    ['d2.example', 'closed'],
  ]);
  expect([reply.count, reply.left_count]).toEqual([1, 3]);
  expect(await owners()).toEqual({
    ...{ 'd0.example': meenal.id, 'd1.example': ritika.id, 'd2.example': meenal.id, 'd3.example': tarun.id },
  });
  expect((await asha.calls(handOver.give, { from, rows })).status).toBe(409);
  expect(await server.db.$count(handOversTable)).toBe(1);
});

test('only renewals of whose work it is are given, whatever is sent', async () => {
  const { asha, vikram, meenal, tarun, ritika, renewal, owners } = await office();
  const { id } = await renewal('taruns.example', tarun.id);
  const rows = [{ renewal_id: id, version: 1, account_id: ritika.id }];
  for (const who of [asha, vikram])
    expect((await who.calls(handOver.give, { from: { account_id: meenal.id }, rows })).status).toBe(409);
  expect(await owners()).toEqual({ 'taruns.example': tarun.id });
});

test('a manager hands over the work of who reports to them and the own, and that of nobody else; a member none', async () => {
  const { server, vikram, meenal, tarun, ritika, several, list, preview } = await office();
  await several(meenal.id, 2);
  expect((await preview({ account_id: meenal.id }, [tarun.id], {}, vikram)).open).toBe(2);
  const ask = (who: typeof vikram, from: object) =>
    who.calls(handOver.preview, { from, people: [ritika.id] } as never).then(({ status }) => status);
  expect(await ask(vikram, { account_id: vikram.id })).toBe(200);
  expect(await ask(vikram, { account_id: tarun.id })).toBe(403);
  expect(await ask(vikram, { account_id: 0 })).toBe(403);
  expect(await ask(tarun, { account_id: tarun.id })).toBe(403);
  expect((await tarun.calls(handOver.list, {})).status).toBe(403);
  const team = await server.as({ email: 'lead@desk.example', role: 'RMEMBER', menus: ['manager_renewal_team'] });
  expect(await ask(team, { account_id: 0 })).toBe(200);

  const { owners, receivers } = await list(vikram);
  expect(owners.map(({ name, count }) => [name, count])).toEqual([['Meenal', 2]]);
  expect(receivers.map(({ name }) => name)).toEqual(['Asha', 'Meenal', 'Ritika', 'Tarun', 'Vikram']);
});

test('to whom nothing can be given is refused: the suspended, those without a screen, and whose work it is', async () => {
  const { server, asha, meenal, tarun, several, suspend, owners } = await office();
  const made = await several(meenal.id, 1);
  await suspend(tarun.id);
  const alone = await server.as({ email: 'alone@desk.example', role: 'RMEMBER', menus: [] });
  const from = { account_id: meenal.id };
  for (const id of [tarun.id, alone.id, meenal.id, 99_999]) {
    expect((await asha.calls(handOver.preview, { from, people: [id] })).status).toBe(422);
    const rows = [{ renewal_id: made[0] ?? 0, version: 1, account_id: id }];
    expect((await asha.calls(handOver.give, { from, rows })).status).toBe(422);
  }
  expect((await asha.calls(handOver.preview, { from: { account_id: 99_999 }, people: [asha.id] })).status).toBe(404);
  expect((await asha.calls(handOver.preview, { from: { hand_over_id: 99_999 }, people: [asha.id] })).status).toBe(404);
  expect(await owners()).toEqual({ 'd0.example': meenal.id });
});

test.each([
  ['nobody to give it to', { people: [] }],
  ['no number', { count: 0 }],
  ['both a person and a hand-over', { from: { account_id: 1, hand_over_id: 1 } }],
  ['neither', { from: {} }],
])('%s is no question', async (_, change) => {
  const { asha, meenal, tarun } = await office();
  const body = { from: { account_id: meenal.id }, people: [tarun.id], ...change };
  expect((await asha.calls(handOver.preview, body as never)).status).toBe(400);
});

test('six thousand go in one hand-over, and come back', { timeout: 60_000 }, async () => {
  const { server, meenal, tarun, ritika, renewal, give, undo } = await office();
  const { renewal: first } = await renewal('first.example', meenal.id, { price: '100.00' });
  await server.pool.query(
    `with s as (insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, term_end, currency, created_at)
       select customer_id, domain_id, source, 's' || n, sku_id, sku_name, plan_name, status, term_end, currency, created_at
       from subscriptions, generate_series(1, 5999) as n returning id, customer_id, external_id)
     insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name, reseller_type, currency, sku_name, plan_name, status, assigned_to_id, price, created_at)
     select s.id, s.customer_id, '2026-12-10', s.external_id, s.external_id || '.example', 'N', 'INR', 'x', 'ANNUAL', 'ACTIVE', $1, 100, $2 from s`,
    [meenal.id, first.createdAt],
  );
  const { hand_over_id, count, to } = await give({ account_id: meenal.id }, [tarun.id, ritika.id]);
  expect([count, to.map((one) => one.count)]).toEqual([6000, [3000, 3000]]);
  expect((await undo(hand_over_id)).reply).toEqual({ given_back: 6000, left: [], left_count: 0 });
});

test('who is suspended while they are given renewals is left with none', async () => {
  const { server, asha, meenal, tarun, ritika, several, preview, suspend, setStatus, assign } = await office();
  const made = await several(meenal.id, 3);
  const from = { account_id: meenal.id };
  for (let round = 0; round < 6; round += 1) {
    const { rows } = await preview(from, [tarun.id, ritika.id]);
    const [given] = await Promise.all([asha.calls(handOver.give, { from, rows }), suspend(tarun.id)]);
    expect([200, 422]).toContain(given.status);
    expect(await server.db.$count(r, eq(r.assignedToId, tarun.id))).toBe(0);
    await setStatus(tarun.id, 'ACTIVE');
    for (const id of made) await assign(id, 'meenal@desk.example');
  }
});
