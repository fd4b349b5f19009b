import { admins } from '@desk/contract/admins';
import { boards } from '@desk/contract/boards';
import { team } from '@desk/contract/team';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { memberTagsTable } from '../../platform/db/tables/team.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { deskWithTeam, type Tags } from './testing/team-desk.ts';

const NOBODY = 'No Team Present or Could not fetch Team';
const MANAGER = 'Choose an active colleague as the manager; nobody reports to oneself, directly or through others.';

test('the team is who has its role, and administrators with tags; nobody who left for another department', async () => {
  const { desk, members, tag, ravi } = await deskWithTeam();
  await desk.account({ email: 'boss@desk.example', name: 'Boss' });
  await desk.account({ email: 'tagged@desk.example', name: 'Tagged' });
  await desk.account({ email: 'away@desk.example', name: 'Away', role: 'RMEMBER', status: 'SUSPENDED' });
  await desk.account({ email: 'seller@desk.example', name: 'Seller', role: 'SALESC' });
  await desk.account({ email: 'buyer@acme.example', name: 'Buyer', kind: 'customer' });
  expect((await tag('tagged@desk.example', { zoneList: 'West' })).status).toBe(200);
  expect((await tag('ravi@desk.example', { zoneList: 'West' })).status).toBe(200);
  await desk.db.update(accountsTable).set({ role: 'SALESC' }).where(eq(accountsTable.id, ravi.id));

  const { customer, total } = await members();

  expect(customer.map(({ admin_name, status }) => [admin_name, status])).toEqual([
    ['Away', 'SUSPENDED'],
    ['Meera', 'ACTIVE'],
    ['Tagged', 'ACTIVE'],
  ]);
  expect(total).toBe(3);
});

test('members come ten on a page by name, and are found by a part of it', async () => {
  const { desk, members } = await deskWithTeam();
  for (let i = 10; i < 22; i += 1)
    await desk.account({ email: `m${i}@desk.example`, name: `Member 50% ${i}`, role: 'RMEMBER' });
  const names = async (ask: object) => {
    const { customer, total } = await members(ask);
    return { total, names: customer.map(({ admin_name }) => admin_name) };
  };
  const all = ['Meera', ...Array.from({ length: 12 }, (_, i) => `Member 50% ${i + 10}`), 'Ravi'];

  expect(await names({})).toEqual({ total: 14, names: all.slice(0, 10) });
  expect(await names({ page: 2 })).toEqual({ total: 14, names: all.slice(10) });
  expect(await names({ page: 3 })).toEqual({ total: 14, names: [] });
  expect(await names({ search: 'AVI' })).toEqual({ total: 1, names: ['Ravi'] });
  expect(await names({ search: '0% 1' })).toEqual({ total: 10, names: all.slice(1, 11) });
  expect(await names({ search: '_' })).toEqual({ total: 0, names: [] });
});

test('a member’s domains are the renewals of this month that the list opens, on the business calendar', async () => {
  // In Kolkata it is May already.
  const { desk, asha, members, ravi } = await deskWithTeam({ now: () => new Date('2027-04-30T20:00:00Z') });
  for (const [i, [renewsOn, state]] of [
    ['2027-04-30', 'open'],
    ['2027-05-01', 'open'],
    ['2027-05-31', 'closed'],
    ['2027-06-01', 'open'],
  ].entries())
    await makeRenewal(desk.db, {
      domain: `d${i}.example`,
      ...(renewsOn !== undefined && { renewsOn }),
      renewal: { assignedToId: ravi.id, state: state === 'open' ? 'open' : 'closed' },
    });

  const { customer } = await members();

  expect(customer.map(({ admin_name, domains }) => [admin_name, domains])).toEqual([
    ['Meera', 0],
    ['Ravi', 2],
  ]);
  const list = await asha.calls(boards.teamList, { admin_email: ravi.email, month: '2027-05' });
  expect(list.reply.total).toBe(2);
});

test('who was just invited is tagged by e-mail, each word once and in the order of the lists', async () => {
  const { desk, asha, tag, tags } = await deskWithTeam();
  const formData = { admin_name: 'Nila Rao', admin_email: 'nila@desk.example', phone_number: '9876543210' };
  expect((await asha.calls(admins.invite, { formData, role: 'RMEMBER' })).status).toBe(200);
  expect(await tags('Nila')).toEqual(['', '', null]);

  const request = { segmentList: 'Corporate, Micro,Corporate', zoneList: 'West,North', manager: 'ASHA@desk.example' };
  expect((await tag('Nila@desk.example', request)).status).toBe(200);

  expect(await tags('Nila')).toEqual(['Micro,Corporate', 'North,West', asha.email]);
  const [entry] = await desk.db.select().from(auditLogTable).where(eq(auditLogTable.action, 'member_changed'));
  expect(entry).toMatchObject({
    actor: asha.email,
    subject: 'account',
    changes: [
      { field: 'segments', old: null, new: 'Micro,Corporate' },
      { field: 'region', old: null, new: 'North,West' },
      { field: 'manager', old: null, new: asha.email },
    ],
  });
});

test('an edit changes tags, manager, name and phone together, and the record has each', async () => {
  const { desk, asha, meera, ravi, tag, edit, members } = await deskWithTeam();
  await tag(ravi.email, { segmentList: 'SMB', zoneList: 'South', manager: asha.email });

  const user_data = { admin_name: ' Ravi Iyer ', phone_number: '+91 98000 00000' };
  expect((await edit(ravi.id, { segment: 'SMB', zone: 'North', manager: meera.email, user_data })).status).toBe(200);

  expect((await members({ search: 'ravi' })).customer).toEqual([
    {
      admin_id: ravi.id,
      admin_name: 'Ravi Iyer',
      admin_email: ravi.email,
      phone_number: '+91 98000 00000',
      segments: 'SMB',
      region: 'North',
      manager: meera.email,
      status: 'ACTIVE',
      domains: 0,
    },
  ]);
  const entries = await desk.db.select().from(auditLogTable).orderBy(auditLogTable.id);
  expect(entries.map(({ subjectId }) => subjectId)).toEqual([ravi.id, ravi.id]);
  expect(entries[1]?.changes).toEqual([
    { field: 'name', old: 'Ravi', new: 'Ravi Iyer' },
    { field: 'phone', old: null, new: '+91 98000 00000' },
    { field: 'region', old: 'South', new: 'North' },
    { field: 'manager', old: asha.email, new: meera.email },
  ]);
});

test('a manager who is not named stays, an empty one goes; an edit that changes nothing is not recorded', async () => {
  const { desk, asha, ravi, tag, edit, tags } = await deskWithTeam();
  await tag(ravi.email, { manager: asha.email });

  await edit(ravi.id);
  expect(await tags('Ravi')).toEqual(['', '', asha.email]);
  expect(await desk.db.$count(auditLogTable)).toBe(1);

  for (const manager of ['', null]) {
    await edit(ravi.id, { manager });
    expect(await tags('Ravi')).toEqual(['', '', null]);
    await edit(ravi.id, { manager: asha.email });
  }
});

test.each([
  ['an unknown word', { segmentList: 'SMB,Huge' }, 400],
  ['an unknown zone', { zoneList: 'East' }, 400],
  ['oneself as the manager', { manager: 'ravi@desk.example' }, 422],
  ['a manager who is suspended', { manager: 'away@desk.example' }, 422],
  ['a manager of another department', { manager: 'seller@desk.example' }, 422],
  ['a customer as the manager', { manager: 'buyer@acme.example' }, 422],
  ['nobody we know as the manager', { manager: 'x@desk.example' }, 422],
] as [string, Tags, number][])('%s is refused, and nothing is written', async (_what, more, status) => {
  const { desk, tag, edit, ravi } = await deskWithTeam();
  await desk.account({ email: 'away@desk.example', role: 'RMEMBER', status: 'SUSPENDED' });
  await desk.account({ email: 'seller@desk.example', role: 'SALESC' });
  await desk.account({ email: 'buyer@acme.example', kind: 'customer' });

  const answer = await tag(ravi.email, more);
  expect(answer.status).toBe(status);
  if (status === 422) {
    expect(answer.reply.message).toBe(MANAGER);
    expect(await edit(ravi.id, { manager: more.manager ?? null })).toMatchObject({
      status: 422,
      reply: { message: MANAGER },
    });
  }

  expect(await desk.db.$count(memberTagsTable)).toBe(0);
  expect(await desk.db.$count(auditLogTable)).toBe(0);
});

test('whoever is not of the team is not tagged and not edited', async () => {
  const { desk, asha, tag, edit } = await deskWithTeam();
  const seller = await desk.account({ email: 'seller@desk.example', role: 'SALESC' });
  await desk.account({ email: 'buyer@acme.example', kind: 'customer' });

  const refused = { status: 404, reply: { message: NOBODY } };
  for (const email of ['seller@desk.example', 'buyer@acme.example', 'x@desk.example'])
    expect(await tag(email)).toMatchObject(refused);
  const user_data = { admin_name: 'Other', phone_number: '9876543210' };
  for (const id of [seller.id, asha.id, 99_999]) expect(await edit(id, { user_data })).toMatchObject(refused);
  expect(await desk.db.$count(auditLogTable)).toBe(0);
});

test('a manager who was suspended since stays until another is chosen', async () => {
  const { desk, meera, ravi, tag, edit, tags } = await deskWithTeam();
  await tag(ravi.email, { manager: meera.email });
  await desk.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, meera.id));

  expect((await edit(ravi.id, { zone: 'West', manager: meera.email })).status).toBe(200);
  expect(await tags('Ravi')).toEqual(['', 'West', meera.email]);
});

test('nobody reports to oneself through others', async () => {
  const { desk, meera, ravi, edit } = await deskWithTeam();
  const nila = await desk.account({ email: 'nila@desk.example', name: 'Nila', role: 'RMEMBER' });
  expect((await edit(meera.id, { manager: ravi.email })).status).toBe(200);
  expect((await edit(ravi.id, { manager: nila.email })).status).toBe(200);

  expect(await edit(nila.id, { manager: meera.email })).toMatchObject({ status: 422, reply: { message: MANAGER } });
  expect((await edit(nila.id, { manager: ravi.email })).status).toBe(422);
});

test('of changes that would close a circle together, one at least is refused', async () => {
  const { desk, edit, meera, ravi } = await deskWithTeam();
  const nila = await desk.account({ email: 'nila@desk.example', name: 'Nila', role: 'RMEMBER' });
  const ring = [meera, ravi, nila];

  const answers = await Promise.all(
    ring.map(({ id }, i) => edit(id, { manager: ring[(i + 1) % ring.length]?.email ?? '' })),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
  const { rows } = await desk.db.execute(sql`
    with recursive above (id, manager_id) as (select account_id, manager_id from member_tags
      union select above.id, t.manager_id from above join member_tags t on t.account_id = above.manager_id)
    select from above where id = manager_id`);
  expect(rows).toEqual([]);
});

test('managers are the active administrators and members', async () => {
  const { desk, asha } = await deskWithTeam();
  await desk.account({ email: 'away@desk.example', role: 'RMEMBER', status: 'SUSPENDED' });
  await desk.account({ email: 'seller@desk.example', role: 'SALESC' });

  expect((await asha.calls(team.managers, {})).reply.managers).toEqual([
    { email: asha.email, name: 'Asha' },
    { email: 'meera@desk.example', name: 'Meera' },
    { email: 'ravi@desk.example', name: 'Ravi' },
  ]);
});

test('only an administrator with the menu sees and changes the team', async () => {
  const { desk, ravi } = await deskWithTeam();
  const member = await desk.as({ email: 'nila@desk.example', role: 'RMEMBER' });
  const without = await desk.as({ email: 'boss@desk.example', menus: ['get_all_admin'] });
  for (const who of [member, without]) {
    expect((await who.calls(team.members, {})).status).toBe(403);
    const edit = { admin_id: ravi.id, segment: '', zone: '', manager: member.email };
    expect((await who.calls(team.update, edit)).status).toBe(403);
  }
});
