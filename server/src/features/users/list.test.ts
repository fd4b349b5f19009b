import { users, type USER_SORTS } from '@desk/contract/users';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { usersDesk } from './testing/users-desk.ts';

let desk: Awaited<ReturnType<typeof usersDesk>>;
beforeEach(async () => {
  desk = await usersDesk();
});

test('the list shows a user as the specification names it, without a secret', async () => {
  const { id } = await desk.customer();

  const { reply } = await desk.asha.calls(users.all, {});

  expect(reply.total).toBe(1);
  expect(reply.users[0]).toEqual({
    user_id: id,
    user_name: 'Ravi Iyer',
    user_email: 'ravi@acme.example',
    status: 'ACTIVE',
    company_name: 'Acme Pvt Ltd',
    designation: 'Owner',
    user_phoneNumber: '',
    industry_type: 'SMB',
    other_contact_name: '',
    other_contact_number: '',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as unknown,
    menu_id: [desk.mapDomain],
  });
});

test('the list has ten on a page, newest first, and the exact total on every page', async () => {
  for (let i = 1; i <= 23; i++) await desk.register(`user${i}@acme.example`);
  const pageOf = async (page?: number) => (await desk.asha.calls(users.all, page === undefined ? {} : { page })).reply;
  const names = (rows: { user_email: string }[]) => rows.map((row) => row.user_email.split('@')[0]);

  const pages = [await pageOf(), await pageOf(2), await pageOf(3), await pageOf(4), await pageOf(1_000_000)];

  expect(pages.map(({ users: rows, total }) => [rows.length, total])).toEqual([
    [10, 23],
    [10, 23],
    [3, 23],
    [0, 23],
    [0, 23],
  ]);
  const seen = pages.flatMap(({ users: rows }) => names(rows));
  expect(seen).toEqual(Array.from({ length: 23 }, (_, i) => `user${23 - i}`));
  expect((await desk.asha.calls(users.all, { page: 0 })).status).toBe(400);
  const { reply } = await desk.asha.calls(users.pending, {});
  expect(names(reply.users)).toEqual(seen.toReversed());
});

test('the order is that of the time that the list shows, whatever the keys are', async () => {
  for (const [name, day] of [
    ['b', '2020-01-01'] as const,
    ['c', '2022-01-01'] as const,
    ['a', '2021-01-01'] as const,
  ]) {
    const id = await desk.register(`${name}@acme.example`);
    await desk.db.execute(sql`update accounts set created_at = ${day}::date where id = ${id}`);
  }

  const all = (await desk.asha.calls(users.all, {})).reply.users;
  const pending = (await desk.asha.calls(users.pending, {})).reply.users;

  expect(all.map((row) => row.user_email[0])).toEqual(['c', 'a', 'b']);
  expect(pending.map((row) => row.user_email[0])).toEqual(['b', 'a', 'c']);
});

test('one person is found by the key, whoever has a similar e-mail', async () => {
  const ids = [];
  for (let i = 0; i < 12; i++) ids.push(await desk.register(`${'a'.repeat(i)}ravi@acme.example`));

  const { reply } = await desk.asha.calls(users.all, { user_id: ids[0] ?? 0 });

  expect([reply.total, reply.users.map((row) => row.user_email)]).toEqual([1, ['ravi@acme.example']]);
  const staff = await desk.asha.calls(users.all, { user_id: desk.asha.id });
  expect(staff.reply).toEqual({ users: [], total: 0 });
});

test.each([
  ['a_b', ['a_b@acme.example']],
  ['%', ['50%@acme.example']],
  ['_', ['a_b@acme.example']],
  ['\\', String.raw`x\y@acme.example`.split(' ')],
  ['.*', []],
  ['ACB', ['acb@acme.example']],
  ["' or 1=1 --", []],
  ['', ['acb@acme.example', 'a_b@acme.example', '50%@acme.example', String.raw`x\y@acme.example`]],
])('a search for %j finds just what contains it', async (search, found) => {
  for (const email of [String.raw`x\y@acme.example`, '50%@acme.example', 'a_b@acme.example', 'acb@acme.example'])
    await desk.register(email);

  const { reply } = await desk.asha.calls(users.all, { search });

  expect(reply.users.map((row) => row.user_email)).toEqual(found);
  expect(reply.total).toBe(found.length);
});

test('the list is filtered by status', async () => {
  await desk.register();
  await desk.register('mira@acme.example', 'REJECTED');

  const { reply } = await desk.asha.calls(users.all, { status: 'REJECTED' });

  expect(reply.users.map((row) => row.user_email)).toEqual(['mira@acme.example']);
  expect((await desk.asha.calls(users.pending, {})).reply.users).toHaveLength(1);
});

test('the list belongs to those who have its screen: staff with another menu, and customers, are refused', async () => {
  const ravi = await desk.customer();
  const mira = await desk.as({ email: 'mira@desk.example', menus: ['approve_users'] });

  expect((await mira.calls(users.all, {})).status).toBe(403);
  expect((await mira.calls(users.pending, {})).status).toBe(200);
  await desk.db.execute(sql`delete from account_menus where account_id = ${mira.id}`);
  expect((await mira.calls(users.pending, {})).status).toBe(403);
  for (const call of [users.all, users.pending]) expect((await ravi.calls(call, {})).status).toBe(403);
});

test('the list is sorted by each of its columns, both ways, and rows that agree stay newest first', async () => {
  for (const [name, company] of [
    ['Ravi', 'Zen'],
    ['asha', 'acme'],
    ['Mina', 'Acme'],
  ] as const) {
    const id = await desk.register(`${name.toLowerCase()}@acme.example`);
    await desk.db.execute(sql`update accounts set name = ${name} where id = ${id}`);
    await desk.db.execute(sql`update customer_profiles set company_name = ${company} where account_id = ${id}`);
  }
  const sorted = async (sort: (typeof USER_SORTS)[number], direction: 'asc' | 'desc') =>
    (await desk.asha.calls(users.all, { sort, direction })).reply.users.map((row) => row.user_name);

  expect(await sorted('user_name', 'asc')).toEqual(['asha', 'Mina', 'Ravi']);
  expect(await sorted('user_email', 'desc')).toEqual(['Ravi', 'Mina', 'asha']);
  expect(await sorted('company_name', 'asc')).toEqual(['Mina', 'asha', 'Ravi']);
  expect(await sorted('company_name', 'desc')).toEqual(['Ravi', 'Mina', 'asha']);
  expect(await sorted('status', 'asc')).toEqual(['Mina', 'asha', 'Ravi']);
  expect(await sorted('timestamp', 'asc')).toEqual(['Ravi', 'asha', 'Mina']);
});

test('name and company narrow the list, each by a part, together with its total', async () => {
  for (const [name, company] of [
    ['Ravi', 'Zen Pvt Ltd'],
    ['Asha', 'Acme Pvt Ltd'],
    ['Mina', 'Acme LLP'],
  ] as const) {
    const id = await desk.register(`${name.toLowerCase()}@acme.example`);
    await desk.db.execute(sql`update accounts set name = ${name} where id = ${id}`);
    await desk.db.execute(sql`update customer_profiles set company_name = ${company} where account_id = ${id}`);
  }
  const found = async (filter: { name?: string; company?: string }) => {
    const { reply } = await desk.asha.calls(users.all, filter);
    expect(reply.total).toBe(reply.users.length);
    return reply.users.map((row) => row.user_name).toSorted();
  };

  expect(await found({ company: 'acme' })).toEqual(['Asha', 'Mina']);
  expect(await found({ company: 'pvt', name: 'sh' })).toEqual(['Asha']);
  expect(await found({ name: '%' })).toEqual([]);
  expect(await found({ company: '' })).toEqual(['Asha', 'Mina', 'Ravi']);
});
