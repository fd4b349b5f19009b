import { admins } from '@desk/contract/admins';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { edit } from './testing/delegating.ts';

const MEMBER = {
  role: 'RMEMBER',
  menus: ['my_renewal_domain', 'renewal_member_dashboard', 'get_monthly_renewal'],
} as const;
const TODAY = '2026-11-23';

/** Ravi has three renewals, one of them closed; Meera manages him, Tarun may cover. */
async function desk() {
  const server = await testServer({ now: () => new Date(`${TODAY}T04:00:00Z`) });
  const asha = await server.as({ email: 'asha@desk.example' });
  for (const name of ['Ravi', 'Meera', 'Tarun'])
    await server.as({ email: `${name.toLowerCase()}@desk.example`, name, ...MEMBER });
  const all = await server.db.select({ id: accountsTable.id, name: accountsTable.name }).from(accountsTable);
  const id = Object.fromEntries(all.map((one) => [one.name, one.id])) as Record<'Ravi' | 'Meera' | 'Tarun', number>;
  await server.db.insert(memberTagsTable).values({ accountId: id.Ravi, managerId: id.Meera });
  for (const [at, state] of (['open', 'open', 'closed'] as const).entries())
    await makeRenewal(server.db, {
      domain: `d${String(at)}.example`,
      renewsOn: `2026-12-0${String(at + 1)}`,
      renewal: { assignedToId: id.Ravi, state, ...(state === 'closed' && { closedBecause: 'renewed' as const }) },
    });
  const owners = async () =>
    (await server.db.select({ owner: r.assignedToId }).from(r).orderBy(asc(r.id))).map(({ owner }) => owner);
  const suspend = () => asha.calls(admins.update, edit(id.Ravi, { status: 'SUSPENDED' }));
  return { server, asha, id, owners, suspend };
}

test('whoever is suspended has no open renewals any more: the manager has them, each with an entry of its own', async () => {
  const { server, id, owners, suspend } = await desk();

  expect((await suspend()).status).toBe(200);

  expect(await owners()).toEqual([id.Meera, id.Meera, id.Ravi]);
  const entries = await server.db
    .select()
    .from(auditLogTable)
    .where(eq(auditLogTable.action, 'assignee_changed'))
    .orderBy(auditLogTable.id);
  const change = { field: 'assigned_to', old: 'ravi@desk.example', new: 'meera@desk.example' };
  expect(entries.map(({ actor, changes }) => [actor, changes])).toEqual([
    ['asha@desk.example', [change]],
    ['asha@desk.example', [change]],
  ]);
});

test('while on leave the cover has them; without anybody they are nobody’s', async () => {
  const { server, id, owners, suspend } = await desk();
  const days = { from: TODAY, to: '2026-11-30', createdById: id.Meera };
  await server.db.insert(leavesTable).values({ accountId: id.Ravi, coverId: id.Tarun, ...days });
  await suspend();
  expect(await owners()).toEqual([id.Tarun, id.Tarun, id.Ravi]);

  const alone = await desk();
  await alone.server.db.delete(memberTagsTable);
  await alone.suspend();
  expect(await alone.owners()).toEqual([null, null, alone.id.Ravi]);
});

test('another edit, and a suspension that is refused, leave them where they are', async () => {
  const { asha, id, owners } = await desk();
  expect((await asha.calls(admins.update, edit(id.Ravi))).status).toBe(200);
  expect((await asha.calls(admins.update, edit(99_999, { status: 'SUSPENDED' }))).status).toBe(404);
  expect(await owners()).toEqual([id.Ravi, id.Ravi, id.Ravi]);
});
