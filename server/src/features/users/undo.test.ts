import { access } from '@desk/contract/access';
import { users } from '@desk/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { usersDesk } from './testing/users-desk.ts';

let desk: Awaited<ReturnType<typeof usersDesk>>;
beforeEach(async () => {
  desk = await usersDesk();
});

const undo = (decision_id: number) => desk.asha.calls(users.undo, { decision_id });
const decide = async (user_id: number, status: 'ACTIVE' | 'REJECTED') =>
  (await desk.asha.calls(users.decide, { user_id, status, menu_id: [desk.mapDomain] })).reply.decision_id;

test.each(['ACTIVE', 'REJECTED'] as const)(
  'who became %s waits again with the menus of before, and no mail leaves',
  async (status) => {
    const user_id = await desk.register();
    await desk.asha.calls(users.addMenus, { user_id, menu_id: [desk.addLicense] });
    const waiting = (await desk.asha.calls(users.pending, {})).reply;
    const decision = await decide(user_id, status);

    expect((await undo(decision)).status).toBe(200);

    expect((await desk.accountOf(user_id))?.status).toBe('PENDING');
    expect(await desk.menusOf(user_id)).toEqual([desk.addLicense]);
    expect((await desk.asha.calls(users.pending, {})).reply).toEqual(waiting);
    const action = status === 'ACTIVE' ? 'user_approved_undone' : 'user_rejected_undone';
    expect((await desk.entries()).at(-1)).toMatchObject({ actor: desk.asha.email, action, subjectId: user_id });
    expect(await desk.db.select().from(outboxTable)).toMatchObject([{ state: 'failed' }]);
    expect((await undo(decision)).status).toBe(410);
  },
);

test('who logged in meanwhile is out, and is told that the approval was taken back', async () => {
  const user_id = await desk.register();
  const decision = await decide(user_id, 'ACTIVE');
  await desk.db.update(outboxTable).set({ state: 'sent' });
  const login = { email: 'ravi@acme.example', password: 'correct horse battery' };
  const { login_token } = (await desk.stranger.calls(access.login, login)).reply.token;

  await undo(decision);

  expect((await desk.stranger.calls(access.menu, {}, { authorization: login_token })).status).toBe(401);
  expect((await desk.mails()).at(-1)).toEqual({
    ...{ to: 'ravi@acme.example', subject: 'Test Desk: your registration is looked at again' },
  });
});

test.each([
  [
    'the status',
    (user_id: number) => desk.asha.calls(users.update, { formData: { user_id, user_status: 'SUSPENDED' } }),
  ],
  ['the menus', (user_id: number) => desk.asha.calls(users.addMenus, { user_id, menu_id: [desk.addLicense] })],
])('what was done with %s since is not undone', async (_what, since) => {
  const user_id = await desk.register();
  const decision = await decide(user_id, 'ACTIVE');
  await since(user_id);
  const menus = await desk.menusOf(user_id);
  const { status } = (await desk.accountOf(user_id)) ?? {};

  expect((await undo(decision)).status).toBe(409);

  expect(await desk.menusOf(user_id)).toEqual(menus);
  expect((await desk.accountOf(user_id))?.status).toBe(status);
});

test('who was decided on lately is listed', async () => {
  const decision_id = await decide(await desk.register(), 'REJECTED');

  expect((await desk.asha.calls(users.decisions, {})).reply.decisions).toMatchObject([
    {
      ...{ decision_id, action: 'user_rejected', name: 'ravi@acme.example', person: 'Ravi Iyer' },
      ...{ decided_by: desk.asha.email, undone_by: null },
    },
  ]);
});
