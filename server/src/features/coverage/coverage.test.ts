import { coverage } from '@desk/contract/renewal-work/coverage';
import type { CoverageFinding } from '@desk/contract/rules/next-action';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { timetable } from '../../app/jobs.ts';
import { accountMenusTable, accountsTable } from '../../platform/db/tables/accounts.ts';
import { contactsTable, resellersTable, silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { jobRunsTable } from '../../platform/db/tables/job-runs.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import type { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { subscriptionIdsTable, syncRunsTable } from '../../platform/db/tables/subscriptions.ts';
import { coverageFindingsTable, leavesTable } from '../../platform/db/tables/work.ts';
import { makeContact, makeRenewal, type RenewalOptions } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { sweepCoverage } from './jobs.ts';

const MEMBER = { role: 'RMEMBER', menus: ['get_monthly_renewal'] } as const;
const TODAY = '2026-11-23';

async function openDesk() {
  let now = new Date(`${TODAY}T04:00:00Z`);
  const server = await testServer({ now: () => now });
  const { db, services } = server;
  const asha = await server.as({ email: 'asha@desk.example', name: 'Asha' });
  const ravi = await server.as({ email: 'ravi@desk.example', name: 'Ravi', ...MEMBER });
  /** Somebody's renewal, whose customer can be reached. */
  const renewal = (domain: string, { customer, renewal: own, ...more }: RenewalOptions = {}) =>
    makeRenewal(db, {
      ...{ domain, renewsOn: '2026-12-10', company: `Company of ${domain}`, ...more },
      customer: { email: `office@${domain}`, ...customer },
      renewal: { assignedToId: ravi.id, ...own },
    });
  const look = () => timetable.tasks['coverage']?.({}, services, new AbortController().signal);
  const latest = async () => (await asha.calls(coverage.latest, {})).reply;
  /** What a look finds, by kind. */
  const found = async (): Promise<Partial<Record<CoverageFinding, string[]>>> => {
    await look();
    const { findings, rows } = await latest();
    const kinds = findings.filter(({ count }) => count > 0).map(({ kind }) => kind);
    return Object.fromEntries(kinds.map((kind) => [kind, rows.flatMap((row) => (row.kind === kind ? row.name : []))]));
  };
  const turn = (to: string) => void (now = new Date(to));
  return { server, db, services, asha, ravi, renewal, look, latest, found, turn };
}

test('where all is well each kind is 0, and it says when somebody looked; before that nobody has', async () => {
  const { renewal, latest, look, found } = await openDesk();
  await renewal('acme.example');
  await renewal('flexible.example', { subscription: { planName: 'FLEXIBLE', termEnd: null } });
  const none = [
    'no_renewal',
    'no_date',
    'gone',
    'two_renewals',
    'no_queue',
    'no_contact',
    'owner_without_screen',
    'add_on_unseen',
  ];
  const zero = { findings: none.map((kind) => ({ kind, count: 0 })), rows: [] };
  expect(await latest()).toEqual({ checked_at: null, ...zero });
  await look();
  expect(await latest()).toEqual({ checked_at: '2026-11-23T04:00:00.000Z', ...zero });
  expect(await found()).toEqual({});
});

test('an active commitment without an open renewal is found, whoever says when it ends', async () => {
  const { db, renewal, found } = await openDesk();
  const without = async (domain: string, subscription: Partial<typeof s.$inferInsert>) => {
    const made = await renewal(domain, { subscription });
    await db.update(r).set({ state: 'closed', closedBecause: 'renewed' }).where(eq(r.id, made.id));
  };
  await without('googles.example', { planName: 'ANNUAL_YEARLY_PAY' });
  await without('ours.example', { termEnd: null, ownRenewalDate: '2027-12-10' });
  await without('flexible.example', { planName: 'FLEXIBLE' });
  await without('trial.example', { planName: 'TRIAL' });
  await without('free.example', { planName: 'FREE' });
  await without('endless.example', { termEnd: null });
  await without('suspended.example', { status: 'SUSPENDED' });
  await without('gone.example', { endedAt: new Date(`${TODAY}T00:00:00Z`) });
  await without('directory.example', { source: 'directory' });
  expect(await found()).toEqual({ no_renewal: ['googles.example', 'ours.example'], no_date: ['endless.example'] });
});

test('who has left has no next term of ours, but one that the provider lists', async () => {
  const { renewal, db, found } = await openDesk();
  const left = { state: 'closed', closedBecause: 'passed', confirmationStatus: 'Lost' } as const;
  await renewal('left.example', { subscription: { termEnd: null, ownRenewalDate: '2026-11-10' }, renewal: left });
  await renewal('undated.example', { subscription: { termEnd: null }, renewal: left });
  await renewal('listed.example', { renewal: left });
  expect(await found()).toEqual({ no_renewal: ['listed.example'] });
  await db.update(r).set({ state: 'open', closedBecause: null });
  expect(await found()).toEqual({});
});

test('two open renewals for one term of one subscription are found, under whichever of its ids', async () => {
  const { renewal, db, found } = await openDesk();
  const first = await renewal('acme.example');
  const second = await renewal('renamed.example', { externalId: 'new-id', renewsOn: '2027-01-20' });
  expect(await found()).toEqual({});
  await db
    .update(subscriptionIdsTable)
    .set({ subscriptionId: first.subscriptionId })
    .where(eq(subscriptionIdsTable.externalId, 'new-id'));
  expect(await found()).toEqual({ two_renewals: ['renamed.example'] });
  await db.update(r).set({ termStart: '2026-12-10', termEnd: '2027-12-10' }).where(eq(r.id, second.id));
  expect(await found()).toEqual({});
});

test('what is nobody’s waits in Unassigned, unless nobody looks there', async () => {
  const { renewal, server, db, ravi, asha, found, look } = await openDesk();
  await renewal('nobodys.example', { renewal: { assignedToId: null } });
  await renewal('away.example', { renewal: { assignedToId: ravi.id } });
  const meera = await server.as({ email: 'meera@desk.example', name: 'Meera', ...MEMBER });
  await renewal('meeras.example', { renewal: { assignedToId: meera.id } });
  const leave = { from: TODAY, to: TODAY, coverId: asha.id, createdById: asha.id };
  await db.insert(leavesTable).values({ ...leave, accountId: ravi.id });
  expect(await found()).toEqual({});

  // Who has the team's screen looks there, and so can each administrator.
  await db.update(accountsTable).set({ role: 'SALESC' }).where(eq(accountsTable.id, asha.id));
  expect(await found()).toEqual({});
  const boss = await server.as({ email: 'boss@desk.example', menus: [] });
  await db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, asha.id));
  await look();
  expect(await db.$count(coverageFindingsTable)).toBe(0);
  await db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, boss.id));
  await look();
  const rows = await db.select().from(coverageFindingsTable).orderBy(coverageFindingsTable.name);
  expect(rows.map(({ kind, name }) => [kind, name])).toEqual([
    ['no_queue', 'away.example'],
    ['no_queue', 'nobodys.example'],
  ]);
});

test('a customer whom nobody can reach by mail is found 90 days before, once, with the renewal that comes first', async () => {
  const { renewal, db, found, latest } = await openDesk();
  const silent = { email: null, phone: '+91 98000 00001' };
  const later = await renewal('later.example', { renewsOn: '2027-01-10', customer: silent });
  await renewal('in-90-days.example', { renewsOn: '2027-02-21', customer: silent });
  await renewal('in-91-days.example', { renewsOn: '2027-02-22', customer: silent });
  const mailed = await renewal('mailed.example', { customer: silent });
  await makeContact(db, mailed.customerId, { email: 'ravi@mailed.example' });
  const sooner = await renewal('sooner.example', { customer: silent });
  await db.update(r).set({ customerId: later.customerId }).where(eq(r.id, sooner.id));
  const ravi = await makeContact(db, later.customerId, { name: 'Without an address', phone: '+91 98000 00002' });

  expect(await found()).toEqual({ no_contact: ['Company of in-90-days.example', 'Company of later.example'] });
  const row = { kind: 'no_contact', name: 'Company of later.example', domain_name: 'sooner.example' };
  expect((await latest()).rows[1]).toEqual({ ...row, renewal_id: sooner.id });
  await db.update(contactsTable).set({ email: 'ravi@later.example' }).where(eq(contactsTable.id, ravi.id));
  expect(await found()).toEqual({ no_contact: ['Company of in-90-days.example'] });
});

test('nobody can be reached either where each address is silenced or a viewer’s, or that of the reseller is', async () => {
  const { renewal, db, found } = await openDesk();
  const silence = (address: string) =>
    db.insert(silencedAddressesTable).values({ address, cause: 'bounced', reason: 'No such mailbox' });
  const bounced = await renewal('bounced.example');
  await makeContact(db, bounced.customerId, { email: 'Ravi@bounced.example', roles: ['buyer'] });
  const viewed = await renewal('viewed.example');
  await makeContact(db, viewed.customerId, { email: 'office@viewed.example', roles: ['viewer'] });
  const [reseller] = await db
    .insert(resellersTable)
    .values({ name: 'R', companyName: 'R', email: 'r@reseller.example' })
    .returning();
  await renewal('resold.example', { customer: { email: null, resellerId: reseller?.id ?? 0 } });
  expect(await found()).toEqual({ no_contact: ['Company of viewed.example'] });
  for (const address of ['ravi@bounced.example', 'office@bounced.example', 'r@reseller.example'])
    await silence(address);
  expect(await found()).toEqual({
    no_contact: ['Company of bounced.example', 'Company of resold.example', 'Company of viewed.example'],
  });
});

test('an owner who is suspended, or without a screen of renewals, is found', async () => {
  const { renewal, server, db, found } = await openDesk();
  const owner = async (name: string) => (await server.as({ email: `${name}@desk.example`, name, ...MEMBER })).id;
  const [meera, leela] = [await owner('meera'), await owner('leela')];
  await renewal('meeras.example', { renewal: { assignedToId: meera } });
  await renewal('leelas.example', { renewal: { assignedToId: leela } });
  await renewal('closed.example', { renewal: { assignedToId: leela, state: 'closed' }, subscription: { status: 'X' } });
  await db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, meera));
  await db.delete(accountMenusTable).where(eq(accountMenusTable.accountId, leela));
  expect(await found()).toEqual({ owner_without_screen: ['leelas.example', 'meeras.example'] });
});

test('of many findings fifty come, the first ones of each kind', async () => {
  const { renewal, db, look, latest } = await openDesk();
  const { subscriptionId } = await renewal('acme.example');
  const row = { subscriptionId, renewalId: null, customerId: null };
  const many = Array.from({ length: 60 }, (_, at) => ({ ...row, kind: 'no_renewal' as const, name: `d${String(at)}` }));
  await look();
  await db.insert(coverageFindingsTable).values([...many, { ...row, kind: 'owner_without_screen', name: 'z' }]);
  const { findings, rows } = await latest();
  expect(findings.flatMap(({ kind, count }) => (count > 0 ? [[kind, count]] : []))).toEqual([
    ['no_renewal', 60],
    ['owner_without_screen', 1],
  ]);
  expect(rows).toHaveLength(50);
  expect(rows.filter(({ kind }) => kind === 'owner_without_screen')).toEqual([
    { kind: 'owner_without_screen', name: 'z', domain_name: 'acme.example', renewal_id: null },
  ]);
});

test('it looks for the first time when there is something and no sync is under way, and then once a night', async () => {
  const { server, services, db, renewal, turn } = await openDesk();
  const runs = async () => {
    await sweepCoverage(services);
    await server.work();
    return (await db.select({ state: jobRunsTable.state }).from(jobRunsTable)).map(({ state }) => state);
  };
  expect(await runs()).toEqual([]);
  await renewal('acme.example');
  await db.insert(syncRunsTable).values({ service: 'google', state: 'running' });
  expect(await runs()).toEqual([]);
  await db.update(syncRunsTable).set({ state: 'done' });
  expect(await runs()).toEqual(['done']);
  expect(await runs()).toEqual(['done']);

  turn('2026-11-23T23:09:00Z');
  expect(await runs()).toEqual(['done']);
  turn('2026-11-23T23:10:00Z');
  expect(await runs()).toEqual(['done', 'done']);
  await db.update(jobRunsTable).set({ state: 'failed' });
  turn('2026-11-24T00:10:00Z');
  expect(await runs()).toHaveLength(2);
  turn('2026-11-24T00:10:01Z');
  expect(await runs()).toHaveLength(3);
});

test('a run of the night that has lost its place in the queue gets it back', async () => {
  const { server, services, db, renewal, turn } = await openDesk();
  await renewal('acme.example');
  turn('2026-11-23T23:10:00Z');
  await db.insert(jobRunsTable).values({ job: 'coverage', state: 'queued' });
  const runs = async () => {
    await sweepCoverage(services);
    await server.work();
    return (await db.select({ state: jobRunsTable.state }).from(jobRunsTable)).map(({ state }) => state);
  };

  turn('2026-11-23T23:20:00Z');
  expect(await runs()).toEqual(['queued']);
  turn('2026-11-23T23:20:01Z');
  expect(await runs()).toEqual(['done']);
  expect(await runs()).toEqual(['done']);
});
