import { access } from '@desk/contract/access';
import { users } from '@desk/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { customerProfilesTable } from '../../platform/db/tables/accounts.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { form, usersDesk } from './testing/users-desk.ts';

let desk: Awaited<ReturnType<typeof usersDesk>>;
beforeEach(async () => {
  desk = await usersDesk();
});

test('a user is edited with an audit of what changed; an empty status keeps the present one', async () => {
  const { id } = await desk.customer();

  expect((await desk.asha.calls(users.update, { formData: form(id) })).status).toBe(200);

  expect(await desk.accountOf(id)).toMatchObject({ name: 'Ravi K Iyer', phone: '9800000001', status: 'ACTIVE' });
  const [profile] = await desk.db.select().from(customerProfilesTable);
  expect(profile).toMatchObject({ companyName: 'Acme India', industryType: 'SMB', otherContactName: 'Mira' });
  const [entry] = await desk.entries();
  expect(entry?.changes).toContainEqual({ field: 'company_name', old: 'Acme Pvt Ltd', new: 'Acme India' });
  expect(entry?.changes).toContainEqual({ field: 'name', old: 'Ravi Iyer', new: 'Ravi K Iyer' });
  expect(entry?.changes.map((change) => change.field)).not.toContain('status');
  expect(JSON.stringify(entry)).not.toContain('argon2');
});

test('of two people who change different fields both hold, and the audit names no more than each changed', async () => {
  const { id } = await desk.customer();
  const mina = await desk.as({ email: 'mina@desk.example', name: 'Mina' });
  await desk.asha.calls(users.update, { formData: form(id) });

  const [first, second, third] = await Promise.all([
    desk.asha.calls(users.update, { formData: { user_id: id, user_name: 'Ravi Kumar Iyer', user_designation: '' } }),
    mina.calls(users.update, { formData: { user_id: id, user_phoneNumber: '9800000009' } }),
    mina.calls(users.update, { formData: { user_id: id, other_contact_name: 'Leela' } }),
  ]);

  expect([first.status, second.status, third.status]).toEqual([200, 200, 200]);
  expect(await desk.accountOf(id)).toMatchObject({ name: 'Ravi Kumar Iyer', phone: '9800000009', status: 'ACTIVE' });
  const [profile] = await desk.db.select().from(customerProfilesTable);
  expect(profile).toMatchObject({
    companyName: 'Acme India',
    designation: '',
    otherContactName: 'Leela',
    otherContactPhone: '9800000002',
  });
  const changed = (await desk.entries()).slice(1).map(({ changes }) => changes.map(({ field }) => field));
  expect(changed.toSorted()).toEqual([['name', 'designation'], ['other_contact_name'], ['phone']]);
});

test('of somebody without a profile what is given is kept', async () => {
  const { id } = await desk.account({ email: 'mira@acme.example', kind: 'customer', menus: [] });

  await desk.asha.calls(users.update, { formData: { user_id: id, user_designation: 'Director' } });

  const { reply } = await desk.asha.calls(users.all, { user_id: id });
  expect(reply.users).toMatchObject([{ designation: 'Director', company_name: '', other_contact_name: '' }]);
});

test.each(['SUSPENDED', 'REJECTED', 'PENDING'] as const)(
  'who becomes %s is out at the next request, and is not back in when active again',
  async (user_status) => {
    const ravi = await desk.customer();
    expect((await ravi.calls(access.menu, {})).status).toBe(200);

    await desk.asha.calls(users.update, { formData: { ...form(ravi.id), user_status } });
    expect((await ravi.calls(access.menu, {})).status).toBe(401);
    await desk.asha.calls(users.update, { formData: { ...form(ravi.id), user_status: 'ACTIVE' } });
    expect((await ravi.calls(access.menu, {})).status).toBe(401);
  },
);

test('who stays active stays signed in', async () => {
  const ravi = await desk.customer();

  await desk.asha.calls(users.update, { formData: { ...form(ravi.id), user_status: 'ACTIVE' } });

  expect((await ravi.calls(access.menu, {})).status).toBe(200);
});

test('who waits for approval is not decided on by an edit', async () => {
  const user_id = await desk.register();
  for (const user_status of ['ACTIVE', 'SUSPENDED', 'REJECTED'] as const)
    expect((await desk.asha.calls(users.update, { formData: { ...form(user_id), user_status } })).status).toBe(412);
  const renamed = await desk.asha.calls(users.update, { formData: { user_id, user_name: 'Asha Rao Devi' } });
  expect(renamed.status).toBe(200);
  expect(await desk.accountOf(user_id)).toMatchObject({ name: 'Asha Rao Devi', status: 'PENDING' });

  const decided = await desk.asha.calls(users.decide, { user_id, status: 'ACTIVE', menu_id: [desk.mapDomain] });
  expect(decided.status).toBe(200);
});

test('an unknown user is told in the words of the list', async () => {
  const answer = await desk.asha.calls(users.update, { formData: form(4711) });
  expect(answer).toMatchObject({ status: 404, reply: { message: 'No User Available' } });
});

const setStatus = (user_id: number, user_status: 'ACTIVE' | 'SUSPENDED' | 'REJECTED', reason?: string) =>
  desk.asha.calls(users.update, { formData: { user_id, user_status }, ...(reason !== undefined && { reason }) });

test('a rejected user does not become active without menus; with menus the mail of an approval comes', async () => {
  const user_id = await desk.register('ravi@acme.example', 'REJECTED');

  expect(await setStatus(user_id, 'ACTIVE')).toMatchObject({
    status: 422,
    reply: { message: expect.stringContaining('This user has no menus.') as unknown },
  });
  expect((await desk.accountOf(user_id))?.status).toBe('REJECTED');
  expect(await desk.mails()).toEqual([]);

  await desk.asha.calls(users.addMenus, { user_id, menu_id: [desk.mapDomain] });
  expect((await setStatus(user_id, 'ACTIVE')).status).toBe(200);
  expect(await desk.mails()).toEqual([{ to: 'ravi@acme.example', subject: 'Test Desk: your account was approved' }]);
});

test.each([
  ['SUSPENDED', 'your account was suspended'],
  ['REJECTED', 'your registration was declined'],
] as const)('a person who becomes %s is told why, and when they are back', async (status, subject) => {
  const { id } = await desk.customer();

  await setStatus(id, status, 'Left the company');

  const [mail] = await desk.db.select().from(outboxTable);
  expect(mail).toMatchObject({ recipient: 'ravi@acme.example', subject: `Test Desk: ${subject}` });
  expect(mail?.body).toContain('Reason: Left the company');
  expect((await desk.entries()).at(-1)?.changes).toContainEqual({
    ...{ field: 'reason', old: null, new: 'Left the company' },
  });
  await setStatus(id, 'ACTIVE');
  const back = status === 'SUSPENDED' ? 'your account is active again' : 'your account was approved';
  expect((await desk.mails()).at(-1)?.subject).toBe(`Test Desk: ${back}`);
});

test('an edit that leaves the status mails nobody', async () => {
  const { id } = await desk.customer();
  await desk.asha.calls(users.update, { formData: form(id), reason: 'Left the company' });
  expect(await desk.mails()).toEqual([]);
  expect(JSON.stringify(await desk.entries())).not.toContain('Left the company');
});

test('of two who edit one field the second is told, and nothing is overwritten', async () => {
  const { id } = await desk.customer();
  const rename = (user_name: string) =>
    desk.asha.calls(users.update, { formData: { user_id: id, user_name }, seen: { user_name: 'Ravi Iyer' } });

  expect((await rename('Ravi K Iyer')).status).toBe(200);
  expect(await rename('R. Iyer')).toMatchObject({
    status: 409,
    reply: { message: 'Somebody has changed this user meanwhile. Please check and try again.' },
  });

  expect((await desk.accountOf(id))?.name).toBe('Ravi K Iyer');
  const other = { formData: { user_id: id, user_designation: 'Director' }, seen: { user_designation: 'Owner' } };
  expect((await desk.asha.calls(users.update, other)).status).toBe(200);
  const status = { formData: { user_id: id, user_status: 'REJECTED' as const }, seen: { user_status: 'SUSPENDED' } };
  expect((await desk.asha.calls(users.update, status)).status).toBe(409);
});
