import type { InputOf } from '@desk/contract/call';
import { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { reconcileRenewals } from '../../domain/renewals/reconcile.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { assignmentRulesTable as t } from '../../platform/db/tables/work.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

const MEMBER = { role: 'RMEMBER', menus: ['get_monthly_renewal'] } as const;
const TODAY = '2026-11-23';
type Rule = InputOf<typeof assignmentRules.save>['rules'][number];

async function desk() {
  const server = await testServer({ now: () => new Date(`${TODAY}T04:00:00Z`) });
  const asha = await server.as({ email: 'asha@desk.example', name: 'Asha' });
  const ravi = await server.as({ email: 'ravi@desk.example', name: 'Ravi', ...MEMBER });
  await server.as({ email: 'meera@desk.example', name: 'Meera', ...MEMBER });
  const all = await server.db.select({ id: accountsTable.id, name: accountsTable.name }).from(accountsTable);
  const id = Object.fromEntries(all.map((one) => [one.name, one.id])) as Record<'Asha' | 'Ravi' | 'Meera', number>;
  const list = async () => (await asha.calls(assignmentRules.list, {})).reply.rules;
  const save = async (rules: Rule[]) => {
    const seen = (await list()).map(({ rule_id }) => rule_id);
    return asha.calls(assignmentRules.save, { rules, seen });
  };
  /** Subscriptions whose renewals are made by the next sync. */
  const subscription = async (domain: string, zone: 'North' | 'West' | null) => {
    const made = await makeRenewal(server.db, { domain, customer: { zone } });
    await server.db.delete(r).where(eq(r.id, made.id));
  };
  const sync = () => server.db.transaction((tx) => reconcileRenewals(tx, { today: TODAY, author: {} }));
  const owners = async () =>
    (await server.db.select({ owner: r.assignedToId }).from(r).orderBy(asc(r.domainName))).map(({ owner }) => owner);
  return { server, asha, ravi, id, list, save, subscription, sync, owners };
}

test('new renewals are given by the first rule that matches, in turn; what none matches is nobody’s', async () => {
  const { id, save, subscription, sync, owners, server } = await desk();
  await save([
    { zone: 'West', choice: 'round_robin', people: [id.Ravi, id.Meera] },
    { zone: 'North', choice: 'person', people: [id.Meera] },
  ]);
  for (const [domain, zone] of [
    ['a.example', 'West'],
    ['b.example', 'West'],
    ['c.example', 'North'],
    ['d.example', null],
  ] as const)
    await subscription(domain, zone);
  await sync();
  expect(await owners()).toEqual([id.Ravi, id.Meera, id.Meera, null]);

  await subscription('e.example', 'West');
  await sync();
  expect(await owners()).toEqual([id.Ravi, id.Meera, id.Meera, null, id.Ravi]);
  expect(
    (await server.db.select({ last: t.lastChosenId }).from(t).orderBy(t.position)).map(({ last }) => last),
  ).toEqual([id.Ravi, null]);
});

test('who had the term before has the next one too, whatever the rules say', async () => {
  const { id, save, sync, owners, server } = await desk();
  await save([{ choice: 'person', people: [id.Meera] }]);
  const past = { renewsOn: '2026-04-01', renewal: { assignedToId: id.Ravi } };
  await makeRenewal(server.db, { ...past, subscription: { termStart: '2026-04-01', termEnd: '2027-04-01' } });
  await sync();
  expect(await owners()).toEqual([id.Ravi, id.Ravi]);
});

test('a rule that names somebody who is suspended says so, and is passed over', async () => {
  const { server, id, save, list, subscription, sync, owners } = await desk();
  await save([
    { choice: 'person', people: [id.Ravi] },
    { choice: 'least_value', people: [id.Ravi, id.Meera] },
  ]);
  await server.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, id.Ravi));
  expect((await list()).map(({ passed_over }) => passed_over)).toEqual([
    'Ravi is suspended or without a screen of renewals: this rule is passed over.',
    'Ravi is suspended or without a screen of renewals: passed over.',
  ]);
  await subscription('a.example', 'West');
  await sync();
  expect(await owners()).toEqual([id.Meera]);
});

test('rules are saved in their order, with whose turn it is, and recorded; an older form is refused', async () => {
  const { server, asha, id, save, list } = await desk();
  const turn: Rule = { zone: 'West', choice: 'round_robin', people: [id.Ravi, id.Meera] };
  const first: Rule = { seats_from: 100, choice: 'person', people: [id.Meera] };
  const before = await list();
  await save([turn]);
  await server.db.update(t).set({ lastChosenId: id.Ravi });
  expect((await save([first, turn])).status).toBe(200);

  expect((await list()).map(({ seats_from, zone }) => [seats_from, zone])).toEqual([
    [100, null],
    [null, 'West'],
  ]);
  const turns = await server.db.select({ last: t.lastChosenId }).from(t).orderBy(t.position);
  expect(turns.map(({ last }) => last)).toEqual([null, id.Ravi]);
  const entries = await server.db.select().from(auditLogTable);
  expect(entries.map(({ action }) => action)).toEqual(['assignment_rules_changed', 'assignment_rules_changed']);
  const late = await asha.calls(assignmentRules.save, { rules: [], seen: before.map(({ rule_id }) => rule_id) });
  expect(late.status).toBe(409);
});

test.each([
  ['nobody', { choice: 'round_robin', people: [] }, 400],
  ['two where one is meant', { choice: 'person', people: [1, 2] }, 400],
  ['more from than to', { choice: 'person', people: [1], seats_from: 9, seats_to: 3 }, 400],
  ['somebody who is not there', { choice: 'person', people: [99_999] }, 422],
  ['a reseller that is not there', { choice: 'person', people: [1], reseller_id: 99_999 }, 422],
] as [string, Rule, number][])('a rule that names %s is refused', async (_, rule, status) => {
  const { save, id } = await desk();
  const people = rule.people.map((one) => (one === 1 ? id.Ravi : one));
  expect((await save([{ ...rule, people }])).status).toBe(status);
});

test('a preview tells who would get what is nobody’s now, and writes nothing', async () => {
  const { server, asha, ravi, id, owners } = await desk();
  for (const domain of ['a.example', 'b.example', 'c.example'])
    await makeRenewal(server.db, { domain, renewal: { zone: domain === 'c.example' ? 'North' : 'West' } });
  const rules: Rule[] = [{ zone: 'West', choice: 'round_robin', people: [id.Ravi, id.Meera] }];
  const { reply } = await asha.calls(assignmentRules.preview, { rules });
  expect(reply).toEqual({
    people: [
      { account_id: id.Ravi, name: 'Ravi', count: 1 },
      { account_id: id.Meera, name: 'Meera', count: 1 },
    ],
    unassigned: 1,
  });
  expect(await owners()).toEqual([null, null, null]);
  expect((await ravi.calls(assignmentRules.preview, { rules })).status).toBe(403);
});

test('who sees the team’s work looks at the rules and tries others; only an administrator saves them', async () => {
  const { server, asha, ravi, id, save } = await desk();
  const rules: Rule[] = [{ zone: 'West', choice: 'person', people: [id.Meera] }];
  await save(rules);
  const asked = async (who: typeof ravi) => [
    (await who.calls(assignmentRules.list, {})).status,
    (await who.calls(assignmentRules.preview, { rules })).status,
    (await who.calls(assignmentRules.save, { rules, seen: [] })).status,
    (await who.calls(assignmentRules.resellers, { search: 'a' })).status,
  ];
  expect(await asked(ravi)).toEqual([403, 403, 403, 403]);

  await server.db.insert(memberTagsTable).values({ accountId: id.Meera, managerId: id.Ravi });
  expect(await asked(ravi)).toEqual([200, 200, 403, 403]);
  expect((await ravi.calls(assignmentRules.list, {})).reply).toMatchObject({
    rules: [{ zone: 'West', people: [{ name: 'Meera' }] }],
    may_save: false,
  });
  expect((await asha.calls(assignmentRules.list, {})).reply.may_save).toBe(true);
  const lead = await server.as({ email: 'lead@desk.example', role: 'RMEMBER', menus: ['manager_renewal_team'] });
  expect(await asked(lead)).toEqual([200, 200, 403, 403]);
});

test('products of open renewals and those that rules name are offered, and resellers by a part of their name or e-mail', async () => {
  const { server, asha, id, save } = await desk();
  const sku = (skuName: string) => ({ renewal: { skuName } });
  await makeRenewal(server.db, { domain: 'a.example', ...sku('Business Starter') });
  await makeRenewal(server.db, { domain: 'b.example', ...sku('Business Starter') });
  await save([{ product: 'Retired plan', choice: 'person', people: [id.Ravi] }]);
  expect((await asha.calls(assignmentRules.list, {})).reply.products).toEqual(['Business Starter', 'Retired plan']);

  const made = await server.db
    .insert(resellersTable)
    .values([
      { name: 'Zed', companyName: 'Zenith 100% Cloud', email: 'zed@other.example' },
      { name: 'Ann', companyName: 'Acme Partners', email: 'ann@zenith.example' },
      { name: 'Bob', companyName: 'Borough', email: 'bob@borough.example' },
    ])
    .returning({ id: resellersTable.id });
  const found = async (search: string) => (await asha.calls(assignmentRules.resellers, { search })).reply.resellers;
  expect(await found('ZENITH')).toEqual([
    { reseller_id: made[1]?.id, company_name: 'Acme Partners', email: 'ann@zenith.example' },
    { reseller_id: made[0]?.id, company_name: 'Zenith 100% Cloud', email: 'zed@other.example' },
  ]);
  expect((await found('0%')).map(({ company_name: name }) => name)).toEqual(['Zenith 100% Cloud']);
});
