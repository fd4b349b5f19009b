import { domains, type DOMAIN_SORTS } from '@desk/contract/domains';
import { beforeEach, expect, test } from 'vitest';
import { makeDomain } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
beforeEach(async () => {
  desk = await domainsDesk();
});

const names = (rows: { domain_name: string }[]) => rows.map((row) => row.domain_name);

test('all domains stand ten on a page by name, with the exact total on every page', async () => {
  for (let i = 23; i >= 1; i--) await makeDomain(desk.db, { name: `d${String(i).padStart(2, '0')}.example` });

  const pages = await Promise.all([1, 2, 3, 4].map((page) => desk.asha.calls(domains.all, { page })));

  expect(pages.map(({ reply }) => [reply.domains.length, reply.total])).toEqual([
    [10, 23],
    [10, 23],
    [3, 23],
    [0, 23],
  ]);
  const seen = pages.flatMap(({ reply }) => names(reply.domains));
  expect(seen).toEqual(Array.from({ length: 23 }, (_, i) => `d${String(i + 1).padStart(2, '0')}.example`));
});

test.each(['lotus', 'TRADERS', 'us t', 'lo'])('a search for %j finds the domains of a company', async (search) => {
  const { customerId } = await makeDomain(desk.db, { name: 'one.example', customer: { companyName: 'Lotus Traders' } });
  await makeDomain(desk.db, { name: 'two.example', customerId });
  await makeDomain(desk.db, { name: 'three.example', customer: { companyName: 'Acme' } });

  const { reply } = await desk.asha.calls(domains.all, { search });

  expect([names(reply.domains), reply.total]).toEqual([['one.example', 'two.example'], 2]);
});

test('the list is sorted by each of its columns, both ways, and rows that agree stand by name', async () => {
  const since = (day: string) => ({ createdAt: new Date(`2026-07-${day}`) });
  await makeDomain(desk.db, { name: 'b.example', ...since('01'), customer: { companyName: 'acme' } });
  await makeDomain(desk.db, {
    name: 'a.example',
    ...since('02'),
    status: 'SUSPENDED',
    customer: { companyName: 'Zen' },
  });
  await makeDomain(desk.db, { name: 'c.example', ...since('03'), customer: { companyName: 'Acme' } });
  const sorted = async (sort: (typeof DOMAIN_SORTS)[number], direction: 'asc' | 'desc') =>
    names((await desk.asha.calls(domains.all, { sort, direction })).reply.domains).map(([initial]) => initial);

  expect(await sorted('domain_name', 'desc')).toEqual(['c', 'b', 'a']);
  expect(await sorted('company_name', 'asc')).toEqual(['b', 'c', 'a']);
  expect(await sorted('company_name', 'desc')).toEqual(['a', 'b', 'c']);
  expect(await sorted('domain_status', 'desc')).toEqual(['a', 'b', 'c']);
  expect(await sorted('timestamp', 'asc')).toEqual(['b', 'a', 'c']);
});

test('a domain shows the e-mail of its owner, else that of its company', async () => {
  const customer = { companyName: 'Acme International', email: 'office@acme.example' };
  const ours = await makeDomain(desk.db, { name: 'a.example', customer });
  await makeDomain(desk.db, { name: 'b.example', customerId: ours.customerId, ownerId: desk.ravi.id });
  await makeDomain(desk.db, { name: 'c.example', customer: { companyName: 'Nobody' } });

  const { reply } = await desk.asha.calls(domains.all, {});

  expect(reply.domains.map((row) => [row.company_name, row.user_email])).toEqual([
    ['Acme International', 'office@acme.example'],
    ['Acme International', desk.ravi.email],
    ['Nobody', null],
  ]);
  expect(reply.domains[0]).toMatchObject({ domain_id: ours.id, domain_status: 'ACTIVE' });
});

test.each([
  ['%', ['50%.example']],
  ['_', ['a_b.example']],
  ['\\', [String.raw`x\y.example`]],
  ['.*', []],
  ['A_B', ['a_b.example']],
  ["'--", []],
  ['acb.ex', ['acb.example']],
])('a search for %j finds just what contains it', async (search, found) => {
  for (const name of ['acb.example', 'a_b.example', '50%.example', String.raw`x\y.example`])
    await makeDomain(desk.db, { name });

  const { reply } = await desk.asha.calls(domains.all, { search });

  expect(names(reply.domains)).toEqual(found);
  expect(reply.total).toBe(found.length);
});

test('search and status together narrow the list', async () => {
  await makeDomain(desk.db, { name: 'a1.example', status: 'SUSPENDED' });
  await makeDomain(desk.db, { name: 'a2.example' });
  await makeDomain(desk.db, { name: 'b1.example', status: 'SUSPENDED' });

  const { reply } = await desk.asha.calls(domains.all, { search: 'a', status: 'SUSPENDED', page: 1 });
  expect(reply).toMatchObject({ total: 2 });
  const narrow = await desk.asha.calls(domains.all, { search: 'a1', status: 'SUSPENDED' });
  expect(names(narrow.reply.domains)).toEqual(['a1.example']);
});

test('a status is set with an audit of old and new, never to the present one', async () => {
  const domain = await makeDomain(desk.db);

  const { status, reply } = await desk.sets('acme.example', 'SUSPENDED');

  expect({ status, reply }).toEqual({ status: 200, reply: { error: false, message: 'Domain Status Updated' } });
  expect(await desk.domainOf('acme.example')).toEqual({ ...domain, status: 'SUSPENDED' });
  expect(await desk.entries()).toMatchObject([
    { action: 'domain_status_changed', changes: [{ field: 'status', old: 'ACTIVE', new: 'SUSPENDED' }] },
  ]);
  expect((await desk.sets('acme.example', 'SUSPENDED')).status).toBe(409);
  expect(await desk.entries()).toHaveLength(1);
});

test('a status is set only on the domain that was seen', async () => {
  const { id: domain_id } = await makeDomain(desk.db);
  const set = (over: object) =>
    desk.asha.calls(domains.setStatus, { domain_id, domain_name: 'acme.example', status: 'REJECTED', ...over });

  expect((await set({ domain_name: 'other.example' })).status).toBe(409);
  expect((await set({ domain_id: 4711 })).status).toBe(404);
  expect((await set({ status: 'PENDING' })).status).toBe(400);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'ACTIVE' });
});

test('of twenty who suspend at once exactly one changes it', async () => {
  await makeDomain(desk.db);

  const answers = await Promise.all(Array.from({ length: 20 }, () => desk.sets('acme.example', 'SUSPENDED')));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
  expect(await desk.entries()).toHaveLength(1);
});
