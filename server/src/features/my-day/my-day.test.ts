import { handOver } from '@desk/contract/renewal-work/hand-over';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { renewalCommentsTable, renewalsTable } from '../../platform/db/tables/renewals.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { deskOnMonday, MONDAY } from './testing/desk-on-monday.ts';

test('each sees the own open renewals, by when they are to be done, the most urgent first', async () => {
  const { tarun, ids, renewal, domains, list, server } = await deskOnMonday();
  await renewal('small.example', ids.tarun, { price: '1000.00' });
  await renewal('large.example', ids.tarun, { price: '90000.00' });
  await renewal('far.example', ids.tarun, { renewsOn: '2027-05-01' });
  await renewal('others.example', ids.meenal);
  await renewal('decided.example', ids.tarun, { status: 'Confirmation Received' });
  await server.db.update(renewalsTable).set({ createdAt: new Date('2026-01-01T00:00:00Z') });

  expect(await domains(tarun)).toEqual({
    today: ['large.example', 'small.example', 'decided.example'],
    later: ['far.example'],
  });
  const { count, sums, groups } = await list(tarun);
  expect([count, sums]).toEqual([3, [{ currency: 'INR', value: '92000.00' }]]);
  expect(groups[1]?.items[0]).toMatchObject({
    ...{ kind: 'call', value: '90000.00', days_late: null, company_name: 'Acme Pvt Ltd' },
    sentence: 'Never contacted in this term. It renews on 10 Dec.',
    owner: { account_id: ids.tarun, name: 'Tarun' },
  });
});

test('what was said comes next overrides the policy, until somebody has spoken; a promise that passed is overdue', async () => {
  const { tarun, ids, renewal, list, on, server } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const next = { kind: 'purchase_order', day: '2026-11-25', time: '10:00', reason: 'PO promised for Wednesday' };

  const { reply } = await tarun.calls(myDay.setNext, { renewal_id: id, next } as never);
  expect(reply.was).toBeNull();
  const item = async () => {
    const found = (await list(tarun)).groups.flatMap(({ items }) => items)[0];
    return [found?.group, found?.kind, found?.day, found?.time, found?.days_late, found?.sentence];
  };
  expect(await item()).toEqual(['week', 'purchase_order', '2026-11-25', '10:00', null, next.reason]);

  await on('2026-11-27');
  expect(await item()).toEqual([
    'overdue',
    'purchase_order',
    '2026-11-25',
    '10:00',
    2,
    `${next.reason}. Never contacted in this term. It renews on 10 Dec.`,
  ]);

  await server.db.update(renewalsTable).set({ followupComment: 'PO has come' });
  const comment = { renewalId: id, comment: 'PO has come', updatedBy: 'tarun@desk.example' };
  await server.db.insert(renewalCommentsTable).values({ ...comment, updatedOn: new Date('2026-11-27T05:00:00Z') });
  expect((await item()).slice(0, 3)).toEqual(['later', 'call', '2026-12-04']);

  const entries = await server.db.select().from(auditLogTable);
  expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual([['next_action_set', id]]);
});

test('what was said is taken back by what stood there before', async () => {
  const { tarun, ids, renewal } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const first = { kind: 'call', day: '2026-11-25', time: null, reason: 'Call on Wednesday' } as const;
  const second = { kind: 'wait', day: '2026-11-30', time: null, reason: 'Away until Monday' } as const;
  await tarun.calls(myDay.setNext, { renewal_id: id, next: first });
  expect((await tarun.calls(myDay.setNext, { renewal_id: id, next: second })).reply.was).toEqual(first);
  expect((await tarun.calls(myDay.setNext, { renewal_id: id, next: null })).reply.was).toEqual(second);
  expect((await tarun.calls(myDay.setNext, { renewal_id: id, next: null })).reply.was).toBeNull();
});

test.each([
  ['a day that has passed', { day: '2026-11-22' }, 422],
  ['a day in more than a year', { day: '2027-12-01' }, 422],
  ['no reason', { reason: ' ' }, 400],
  ['a time that is none', { time: '25:00' }, 400],
])('%s is refused', async (_, change, status) => {
  const { tarun, ids, renewal, server } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const next = { kind: 'call' as const, day: MONDAY, time: null, reason: 'Call', ...change };
  expect((await tarun.calls(myDay.setNext, { renewal_id: id, next })).status).toBe(status);
  expect(await server.db.$count(auditLogTable)).toBe(0);
});

test('nothing is said about a renewal that is closed, or that is not there', async () => {
  const { tarun, ids, renewal, server } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  await server.db.update(renewalsTable).set({ state: 'closed', closedBecause: 'renewed' });
  const next = { kind: 'call', day: MONDAY, reason: 'Call' } as const;
  expect((await tarun.calls(myDay.setNext, { renewal_id: id, next })).status).toBe(409);
  expect((await tarun.calls(myDay.setNext, { renewal_id: 99_999, next })).status).toBe(404);
});

test('on leave the cover has the work under the name of its owner, and it returns afterwards', async () => {
  const { server, asha, tarun, meenal, ids, renewal, domains, list, on } = await deskOnMonday();
  await renewal('meenals.example', ids.meenal);
  await renewal('taruns.example', ids.tarun);
  const leave = { accountId: ids.meenal, coverId: ids.tarun, from: MONDAY, to: '2026-11-24', createdById: ids.asha };
  await server.db.insert(leavesTable).values(leave);

  expect(await domains(tarun)).toEqual({ today: ['taruns.example'] });
  expect(await domains(tarun, { scope: 'covering', account_id: ids.meenal })).toEqual({ today: ['meenals.example'] });
  expect((await list(tarun)).covering).toEqual([{ account_id: ids.meenal, name: 'Meenal', count: 1 }]);
  expect(await domains(meenal)).toEqual({});
  expect((await list(meenal)).away).toEqual({ to: '2026-11-24', cover: 'Tarun' });
  expect((await list(asha)).unassigned).toBe(0);

  await on('2026-11-25');
  expect(await domains(meenal)).toEqual({ today: ['meenals.example'] });
  expect((await list(tarun)).covering).toEqual([]);
});

test('what is nobody’s, and of whom nobody covers, is Unassigned, for who has the team', async () => {
  const { server, asha, tarun, meenal, ids, renewal, domains, list } = await deskOnMonday();
  await renewal('nobodys.example', null);
  await renewal('gone.example', ids.meenal);
  await server.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, ids.meenal));

  expect((await list(asha)).unassigned).toBe(2);
  expect(await domains(asha, { scope: 'team', account_id: 0 })).toEqual({ today: ['nobodys.example', 'gone.example'] });
  expect((await list(tarun)).unassigned).toBeNull();
  expect((await tarun.calls(myDay.list, { scope: 'team' })).status).toBe(403);
  expect((await meenal.calls(myDay.list, {})).status).toBe(401);
});

test('a manager sees the work of who reports to them, by person, and that of nobody else', async () => {
  const { server, asha, tarun, meenal, ids, renewal, domains } = await deskOnMonday();
  await server.db.insert(memberTagsTable).values({ accountId: ids.meenal, managerId: ids.tarun });
  await renewal('meenals.example', ids.meenal, { price: '500.00' });
  await renewal('ashas.example', ids.asha);
  await renewal('nobodys.example', null);

  expect(await domains(tarun, { scope: 'team', account_id: ids.meenal })).toEqual({ today: ['meenals.example'] });
  expect((await tarun.calls(myDay.list, { scope: 'team', account_id: ids.asha })).status).toBe(403);
  const people = async (who: typeof asha) =>
    (await who.calls(myDay.people, {})).reply.people.map(({ account, count, sums, oldest }) => [
      account?.name ?? null,
      count,
      sums[0]?.value ?? null,
      oldest,
    ]);
  expect(await people(tarun)).toEqual([
    [null, 1, '1000.00', MONDAY],
    ['Meenal', 1, '500.00', MONDAY],
    ['Tarun', 0, null, null],
  ]);
  expect((await people(asha)).map(([name, count]) => [name, count])).toEqual([
    [null, 1],
    ['Asha', 1],
    ['Meenal', 1],
    ['Tarun', 0],
  ]);
  expect((await meenal.calls(myDay.people, {})).status).toBe(403);
});

test('by person it is said whose renewals the caller may hand over: nobody’s only where they look after all', async () => {
  const { server, asha, tarun, meenal, ids, renewal } = await deskOnMonday();
  await server.db.insert(memberTagsTable).values({ accountId: ids.meenal, managerId: ids.tarun });
  await renewal('meenals.example', ids.meenal);
  await renewal('nobodys.example', null);
  const away = { from: MONDAY, to: '2026-11-27', coverId: ids.tarun, createdById: ids.asha };
  await server.db.insert(leavesTable).values({ accountId: ids.meenal, ...away });
  const mayHandOver = async (who: typeof asha) => {
    const { people } = (await who.calls(myDay.people, {})).reply;
    return Object.fromEntries(people.map(({ account, may_hand_over }) => [account?.name ?? 'nobody', may_hand_over]));
  };

  expect(await mayHandOver(tarun)).toEqual({ nobody: false, Meenal: true, Tarun: false });
  expect(await mayHandOver(asha)).toEqual({ nobody: true, Meenal: true, Tarun: false });
  const [own] = (await tarun.calls(handOver.list, {})).reply.owners;
  expect(own?.name).toBe('Meenal');
  expect((await meenal.calls(handOver.list, {})).status).toBe(403);
});

test('what is not due this week stands among all that somebody has open, and not among what is to be done', async () => {
  const { asha, tarun, ids, renewal, list } = await deskOnMonday();
  const { id } = await renewal('acme.example', ids.tarun);
  const next = { kind: 'call', day: '2026-12-01', time: null, reason: 'Call in December' } as const;
  await tarun.calls(myDay.setNext, { renewal_id: id, next });
  await renewal('indus.example', ids.tarun);
  const groups = (await list(asha, { scope: 'team', account_id: ids.tarun })).groups;
  const { people } = (await asha.calls(myDay.people, {})).reply;
  const own = people.find(({ account }) => account?.account_id === ids.tarun);
  expect(own?.all).toBe(groups.reduce((sum, { count }) => sum + count, 0));
  expect([own?.all, own?.count]).toEqual([2, 1]);
});

test('of many the first page comes, and more of a group when it is asked for', async () => {
  const { server, tarun, ids, renewal, list } = await deskOnMonday();
  for (let i = 10; i < 40; i += 1) await renewal(`d${i}.example`, ids.tarun, { price: String(100_000 - i) });
  const [, first] = (await list(tarun)).groups;
  const more = (await list(tarun, { group: 'today', from: 25 })).groups;

  expect([first?.count, first?.items.length]).toEqual([30, 25]);
  expect(more.map(({ group, count, items }) => [group, count, items.length])).toEqual([['today', 30, 5]]);
  const seen = [...(first?.items ?? []), ...(more[0]?.items ?? [])].map(({ domain_name }) => domain_name);
  expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => `d${i + 10}.example`));
  expect(await server.db.$count(renewalsTable)).toBe(30);
});
