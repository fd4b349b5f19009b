import { access } from '@desk/contract/access';
import { users } from '@desk/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { usersDesk } from './testing/users-desk.ts';

let desk: Awaited<ReturnType<typeof usersDesk>>;
beforeEach(async () => {
  desk = await usersDesk();
});

test('a menu that is taken away is gone at the next request', async () => {
  const ravi = await desk.customer();
  const replace = { user_id: ravi.id, menu_id: [desk.addLicense], initialUserMenu: [desk.mapDomain] };

  expect((await desk.asha.calls(users.setMenus, replace)).status).toBe(200);

  const { reply } = await ravi.calls(access.menu, {});
  expect(reply.menu.map((item) => item.menu_id)).toEqual([desk.addLicense]);
  const [entry] = await desk.entries();
  expect(entry).toMatchObject({ action: 'user_menus_changed', subject: 'account', subjectId: ravi.id });
  expect(entry?.changes).toMatchObject([{ field: 'menus', old: 'Mapped Domain' }]);
});

test('of twenty edits of the same menus at once exactly one is saved', async () => {
  const { id } = await desk.customer();
  const edits = Array.from({ length: 20 }, (_, i) =>
    i % 2 === 0 ? [desk.addLicense] : [desk.mapDomain, desk.addLicense],
  );

  const answers = await Promise.all(
    edits.map((menu_id) =>
      desk.asha.calls(users.setMenus, { user_id: id, menu_id, initialUserMenu: [desk.mapDomain] }),
    ),
  );

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(19).fill(409)]);
  const won = edits[answers.findIndex(({ status }) => status === 200)] ?? [];
  expect(await desk.menusOf(id)).toEqual(won.toSorted((one, next) => one - next));
  expect(await desk.entries()).toHaveLength(1);
});

test.each([
  ['nothing', (): number[] => []],
  ['one more', () => [desk.mapDomain, desk.ofStaff]],
  ['another one', () => [desk.ofStaff]],
])('who saw %s must look again', async (_what, initial) => {
  const { id } = await desk.customer();

  const answer = await desk.asha.calls(users.setMenus, {
    user_id: id,
    menu_id: [desk.mapDomain],
    initialUserMenu: initial(),
  });

  expect(answer.status).toBe(409);
});

test.each(['PENDING', 'REJECTED'] as const)('a %s user has menus given too, and stays so', async (status) => {
  const user_id = await desk.register('mira@acme.example', status);

  const given = await desk.asha.calls(users.setMenus, { user_id, menu_id: [desk.mapDomain], initialUserMenu: '' });

  expect(given.status).toBe(200);
  expect(await desk.menusOf(user_id)).toEqual([desk.mapDomain]);
  expect((await desk.accountOf(user_id))?.status).toBe(status);
});

test('menus are added to those that are there, twice is once', async () => {
  const { id } = await desk.customer();

  for (let i = 0; i < 2; i++)
    await desk.asha.calls(users.addMenus, { user_id: id, menu_id: [desk.mapDomain, desk.addLicense, desk.addLicense] });

  expect(await desk.menusOf(id)).toEqual([desk.mapDomain, desk.addLicense].toSorted((one, next) => one - next));
});

test('no customer gets a menu of staff, by any of the calls', async () => {
  const { id } = await desk.customer();
  const menu_id = [desk.mapDomain, desk.ofStaff];

  expect((await desk.asha.calls(users.addMenus, { user_id: id, menu_id })).status).toBe(422);
  const set = await desk.asha.calls(users.setMenus, { user_id: id, menu_id, initialUserMenu: [desk.mapDomain] });
  expect(set.status).toBe(422);
  expect((await desk.asha.calls(users.addMenus, { user_id: id, menu_id: [] })).status).toBe(400);
  expect(await desk.menusOf(id)).toEqual([desk.mapDomain]);
});
