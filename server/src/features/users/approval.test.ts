import { users } from '@desk/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { form, usersDesk } from './testing/users-desk.ts';

let desk: Awaited<ReturnType<typeof usersDesk>>;
beforeEach(async () => {
  desk = await usersDesk();
});

test('an approved user has the chosen menus, is told, and the audit names them', async () => {
  const user_id = await desk.register();

  const answer = await desk.asha.calls(users.decide, { user_id, status: 'ACTIVE', menu_id: String(desk.mapDomain) });

  expect(answer.status).toBe(200);
  expect((await desk.accountOf(user_id))?.status).toBe('ACTIVE');
  expect(await desk.menusOf(user_id)).toEqual([desk.mapDomain]);
  expect(await desk.mails()).toEqual([{ to: 'ravi@acme.example', subject: 'Test Desk: your account was approved' }]);
  const [mail] = await desk.db.select().from(outboxTable);
  expect(mail).toMatchObject({ purpose: 'notice', createdBy: desk.asha.email, state: 'queued' });
  expect(mail?.body).toContain('https://desk.example');
  expect(await desk.entries()).toMatchObject([
    {
      actor: desk.asha.email,
      action: 'user_approved',
      subject: 'account',
      subjectId: user_id,
      changes: [
        { field: 'status', old: 'PENDING', new: 'ACTIVE' },
        { field: 'menus', old: null, new: 'Mapped Domain' },
      ],
    },
  ]);
});

test('a rejected user gets no menus, whatever was sent, and is told', async () => {
  const user_id = await desk.register();

  expect((await desk.asha.calls(users.decide, { user_id, status: 'REJECTED', menu_id: [desk.mapDomain] })).status).toBe(
    200,
  );

  expect((await desk.accountOf(user_id))?.status).toBe('REJECTED');
  expect(await desk.menusOf(user_id)).toEqual([]);
  expect(await desk.mails()).toEqual([
    { to: 'ravi@acme.example', subject: 'Test Desk: your registration was declined' },
  ]);
  expect(await desk.entries()).toMatchObject([{ action: 'user_rejected' }]);
});

test('of twenty who approve and reject at once exactly one decides', async () => {
  const user_id = await desk.register();

  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      desk.asha.calls(users.decide, {
        user_id,
        status: i % 2 === 0 ? 'ACTIVE' : 'REJECTED',
        menu_id: [desk.mapDomain],
      }),
    ),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
  const won = answers.findIndex(({ status }) => status === 200);
  expect((await desk.accountOf(user_id))?.status).toBe(won % 2 === 0 ? 'ACTIVE' : 'REJECTED');
  expect(await desk.menusOf(user_id)).toHaveLength(won % 2 === 0 ? 1 : 0);
  expect(await desk.mails()).toHaveLength(1);
  expect(await desk.entries()).toHaveLength(1);
});

test.each([
  ['no menu', (): string => '', 400, 'Choose at least one menu'],
  ['a menu of staff', () => `${desk.mapDomain},${desk.ofStaff}`, 422, 'Choose from the menus of customers.'],
  ['a menu that is none', () => `${desk.mapDomain},99999`, 422, 'Choose from the menus of customers.'],
  ['what is no key', () => 'map_domain', 400, undefined],
])('with %s nothing at all is done', async (_what, menus, status, message) => {
  const user_id = await desk.register();

  const answer = await desk.asha.calls(users.decide, { user_id, status: 'ACTIVE', menu_id: menus() });

  expect(answer.status).toBe(status);
  if (message !== undefined) expect(answer.reply.message).toBe(message);
  expect((await desk.accountOf(user_id))?.status).toBe('PENDING');
  expect(await desk.menusOf(user_id)).toEqual([]);
  expect(await desk.entries()).toEqual([]);
  expect(await desk.mails()).toEqual([]);
});

test('a failure between status and menus leaves neither', async () => {
  const user_id = await desk.register();
  await desk.pool.query(`create function no_menus() returns trigger language plpgsql as $$ begin raise 'gone'; end $$;
    create trigger no_menus before insert on account_menus for each row execute function no_menus()`);

  const answer = await desk.asha.calls(users.decide, { user_id, status: 'ACTIVE', menu_id: [desk.mapDomain] });
  await desk.pool.query('drop trigger no_menus on account_menus; drop function no_menus');

  expect(answer.status).toBe(500);
  expect((await desk.accountOf(user_id))?.status).toBe('PENDING');
  expect(await desk.mails()).toEqual([]);
});

test('staff are no users: nothing here reaches them', async () => {
  const { id } = await desk.account({ email: 'vik@desk.example', status: 'PENDING' });
  const unknown = { status: 404 };
  const formData = { ...form(id), user_status: 'ACTIVE' as const };

  expect(
    await desk.asha.calls(users.decide, { user_id: id, status: 'ACTIVE', menu_id: [desk.mapDomain] }),
  ).toMatchObject(unknown);
  expect(await desk.asha.calls(users.update, { formData })).toMatchObject(unknown);
  expect(await desk.asha.calls(users.addMenus, { user_id: id, menu_id: [desk.mapDomain] })).toMatchObject(unknown);
  expect(
    await desk.asha.calls(users.setMenus, {
      user_id: id,
      menu_id: [desk.mapDomain],
      initialUserMenu: await desk.menusOf(id),
    }),
  ).toMatchObject(unknown);
  expect((await desk.asha.calls(users.pending, {})).reply.users).toEqual([]);
  expect((await desk.asha.calls(users.all, {})).reply).toEqual({ users: [], total: 0 });
});

test('who has menus already is approved without naming any, and keeps them', async () => {
  const user_id = await desk.register();
  const approve = () => desk.asha.calls(users.decide, { user_id, status: 'ACTIVE' });
  expect(await approve()).toMatchObject({ status: 400, reply: { message: 'Choose at least one menu' } });
  await desk.asha.calls(users.addMenus, { user_id, menu_id: [desk.addLicense] });

  expect((await approve()).status).toBe(200);

  expect((await desk.accountOf(user_id))?.status).toBe('ACTIVE');
  expect(await desk.menusOf(user_id)).toEqual([desk.addLicense]);
  expect(await desk.mails()).toHaveLength(1);
});
