import { contract } from '@desk/contract';
import type { Call } from '@desk/contract/call';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { accountMenusTable, accountsTable, menusTable, sessionsTable } from '../platform/db/tables/accounts.ts';
import { testServer, type TestServer, type Person } from '../testing/server.ts';
import { ACTORS, permissionsPage, promised, type Menus, type Outcome } from '../testing/permissions.ts';

const calls: Call[] = Object.values(contract)
  .flatMap((group) => Object.values<Call>(group))
  .toSorted((one, other) => (one.path < other.path ? -1 : 1));

type Caller = TestServer['stranger'];
const PEOPLE: Record<string, Person> = {
  'customer A': { kind: 'customer' },
  'customer B': { kind: 'customer' },
  pending: { kind: 'customer', status: 'PENDING' },
  suspended: { kind: 'customer', status: 'SUSPENDED' },
  'first login': { firstLogin: true },
  'ADMIN, no menus': { menus: [] },
  ADMIN: {},
  SALESC: { role: 'SALESC' },
  ADEPLOY: { role: 'ADEPLOY' },
  AXSUP: { role: 'AXSUP' },
  RMEMBER: { role: 'RMEMBER' },
  'ADMIN, may export': { mayExport: true },
  'session over': {},
  'session ended': {},
};

let desk: TestServer;
let menus: Menus;
const callers = new Map<string, Caller>();
beforeAll(async () => {
  desk = await testServer({ env: { RATE_PROFILE: 'production' } });
  const rows = await desk.db.select().from(menusTable);
  const routesOf = (kind: string) => rows.filter(({ audience }) => audience === kind).map(({ toRoute }) => toRoute);
  menus = { customer: routesOf('customer'), staff: routesOf('staff') };
  callers.set('nobody', desk.stranger);
  for (const [i, [name, person]] of Object.entries(PEOPLE).entries()) {
    const somebody = await desk.as({ email: `actor${i}@desk.example`, ...person });
    callers.set(name, somebody);
    const own = eq(sessionsTable.accountId, somebody.id);
    if (name === 'session over')
      await desk.db
        .update(sessionsTable)
        .set({ endsAt: sql`now()` })
        .where(own);
    if (name === 'session ended') await desk.db.delete(sessionsTable).where(own);
  }
});

const FORBIDDEN = /not allowed|set your own password/;
const unreadable = { surprise: 1 };
/** No request of these is readable, so a caller that is authorised gets 400 and nothing is done. */
async function outcomeOf(call: Call, caller: Caller): Promise<Outcome> {
  const { status, reply } = call.upload ? await caller.uploads(call, unreadable) : await caller.calls(call, unreadable);
  if (status === 400) return 'goes on';
  if (status === 401) return 'log in';
  expect([status, reply.message]).toEqual([403, expect.stringMatching(FORBIDDEN)]);
  return 'refused';
}

test.each(calls)('$path lets in whom its declaration names, and nobody else', async (call) => {
  const seen: Record<string, Outcome> = {};
  for (const { name } of ACTORS) seen[name] = await outcomeOf(call, callers.get(name) ?? desk.stranger);
  expect(seen).toEqual(Object.fromEntries(ACTORS.map((actor) => [actor.name, promised(call, actor, menus)])));
});

test('the page of permissions says what the contract declares', async () => {
  await expect(permissionsPage(calls, menus)).toMatchFileSnapshot('../../../docs/permissions.md');
});

test('every call that a customer may make says that it reaches the own rows only', () => {
  const open = calls.filter(({ audience }) => audience === 'customer' || audience === 'signed-in');
  const reached = open.map(({ path, rows }) => [path, typeof rows === 'object' ? rows.customer : rows]);
  expect(reached).toEqual(open.map(({ path }) => [path, 'own']));
});

test('a menu taken away, another role and a suspension hold at the next request', async () => {
  const asha = await desk.as({ email: 'changing@desk.example' });
  const own = eq(accountsTable.id, asha.id);
  const guarded = contract.renewals.all;
  expect(await outcomeOf(guarded, asha)).toBe('goes on');

  await desk.db.delete(accountMenusTable).where(eq(accountMenusTable.accountId, asha.id));
  expect(await outcomeOf(guarded, asha)).toBe('refused');

  await desk.db.insert(accountMenusTable).select(sql`select ${asha.id}::int, id from menus where audience = 'staff'`);
  expect(await outcomeOf(guarded, asha)).toBe('goes on');
  await desk.db.update(accountsTable).set({ role: 'SALESC' }).where(own);
  expect(await outcomeOf(contract.admins.all, asha)).toBe('refused');

  await desk.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(own);
  expect(await outcomeOf(guarded, asha)).toBe('log in');
});
