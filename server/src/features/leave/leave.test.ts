import { leave } from '@desk/contract/renewal-work/leave';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { testServer } from '../../testing/server.ts';

const MEMBER = { role: 'RMEMBER', menus: ['get_monthly_renewal'] } as const;
const TODAY = '2026-11-23';
const DAYS = { from: '2026-11-25', to: '2026-11-27' };

async function desk() {
  const server = await testServer({ now: () => new Date(`${TODAY}T04:00:00Z`) });
  const asha = await server.as({ email: 'asha@desk.example', name: 'Asha' });
  const tarun = await server.as({ email: 'tarun@desk.example', name: 'Tarun', ...MEMBER });
  const meenal = await server.as({ email: 'meenal@desk.example', name: 'Meenal', ...MEMBER });
  const all = await server.db.select({ id: accountsTable.id, name: accountsTable.name }).from(accountsTable);
  const id = Object.fromEntries(all.map((one) => [one.name, one.id])) as Record<'Asha' | 'Tarun' | 'Meenal', number>;
  return { server, asha, tarun, meenal, id };
}

test('a leave is entered with who covers, is listed until it is over, and is recorded', async () => {
  const { server, tarun, meenal, id } = await desk();
  await server.account({ email: 'aditi@desk.example', name: 'Aditi', role: 'SALESC', menus: ['get_renewal_data'] });
  const { status } = await meenal.calls(leave.add, { ...DAYS, cover_id: id.Tarun });
  expect(status).toBe(200);

  const { leaves, people, covers } = (await tarun.calls(leave.list, {})).reply;
  expect(leaves).toMatchObject([
    { ...DAYS, person: { name: 'Meenal' }, cover: { account_id: id.Tarun, name: 'Tarun' }, may_end: false },
  ]);
  expect(people.map(({ name }) => name)).toEqual(['Tarun']);
  expect(covers.map(({ name }) => name)).toEqual(['Meenal', 'Tarun', 'Asha', 'Aditi']);
  const [entry] = await server.db.select().from(auditLogTable);
  expect(entry).toMatchObject({ action: 'leave_added', subject: 'account', subjectId: id.Meenal });
  expect(entry?.changes.map(({ new: now }) => now)).toEqual([DAYS.from, DAYS.to, 'tarun@desk.example']);
});

test.each([
  ['days the wrong way round', { from: '2026-11-27', to: '2026-11-25' }, 409],
  ['days that are over', { from: '2026-11-20', to: '2026-11-22' }, 409],
])('%s are refused', async (_, days, status) => {
  const { meenal, id } = await desk();
  expect((await meenal.calls(leave.add, { ...days, cover_id: id.Tarun })).status).toBe(status);
});

test('nobody covers for oneself, who is suspended, who has no screen of renewals, or who is away too', async () => {
  const { server, tarun, meenal, id } = await desk();
  const add = async (cover_id: number) => (await meenal.calls(leave.add, { ...DAYS, cover_id })).status;
  const seller = await server.account({ email: 'seller@desk.example', role: 'SALESC', menus: ['get_all_domain'] });
  expect([await add(id.Meenal), await add(seller.id), await add(99_999)]).toEqual([422, 422, 422]);

  await tarun.calls(leave.add, { from: '2026-11-27', to: '2026-11-30', cover_id: id.Asha });
  expect(await add(id.Tarun)).toBe(422);
  await server.db.insert(memberTagsTable).values({ accountId: id.Meenal, managerId: id.Asha });
  expect(await add(id.Tarun)).toBe(200);

  await server.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, id.Asha));
  expect(await add(id.Asha)).toBe(422);
});

test('the leave of others is entered by who has the team’s screen, and by their manager', async () => {
  const { server, asha, tarun, meenal, id } = await desk();
  const add = (who: typeof asha) => who.calls(leave.add, { account_id: id.Meenal, ...DAYS, cover_id: id.Asha });
  expect((await add(tarun)).status).toBe(403);
  const made = (await add(asha)).reply;
  expect((await tarun.calls(leave.end, { leave_id: made.leave_id })).status).toBe(403);
  await server.db.insert(memberTagsTable).values({ accountId: id.Meenal, managerId: id.Tarun });
  expect((await add(tarun)).status).toBe(200);
  expect((await meenal.calls(leave.list, {})).reply.leaves.map(({ may_end }) => may_end)).toEqual([true, true]);
});

test('who is back early is there from that day on; a leave that has not begun is gone', async () => {
  const { server, meenal, id } = await desk();
  const add = async (from: string) =>
    (await meenal.calls(leave.add, { from, to: '2026-11-30', cover_id: id.Tarun })).reply.leave_id;
  const [running, coming] = [await add('2026-11-20'), await add('2026-11-25')];

  for (const leave_id of [running, coming]) expect((await meenal.calls(leave.end, { leave_id })).status).toBe(200);

  const rows = await server.db.select({ id: leavesTable.id, to: leavesTable.to }).from(leavesTable);
  expect(rows).toEqual([{ id: running, to: '2026-11-22' }]);
  expect((await meenal.calls(leave.end, { leave_id: running })).status).toBe(404);
});
