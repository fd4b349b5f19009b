import { access } from '@desk/contract/access';
import { MOST_AT_ONCE, userApprovals } from '@desk/contract/approvals';
import { users } from '@desk/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { usersDesk } from './testing/users-desk.ts';

let desk: Awaited<ReturnType<typeof usersDesk>>;
beforeEach(async () => {
  desk = await usersDesk();
});

const DECIDED = 'This user was already decided on. The list shows how it stands.';
const register = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, i) => desk.register(`person${String(i)}@acme.example`)));
const approve = (ids: readonly number[], by = desk.asha) =>
  by.calls(userApprovals.decide, {
    status: 'ACTIVE',
    users: ids.map((user_id) => ({ user_id, menu_id: [desk.mapDomain] })),
  });
const idsOf = (decided: readonly { decision_id: number }[]) => decided.map(({ decision_id }) => decision_id);
const undo = (decision_ids: number[]) => desk.asha.calls(userApprovals.undo, { decision_ids });
const statuses = async (ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await desk.accountOf(id))?.status));

test('fifty are approved in one call as each alone: menus, mail, decision and audit entry', async () => {
  const ids = await register(50);

  const { status, reply } = await approve(ids);

  expect(status).toBe(200);
  expect(reply.left).toEqual([]);
  expect(reply.decided.map(({ id }) => id)).toEqual(ids);
  expect(new Set(await statuses(ids))).toEqual(new Set(['ACTIVE']));
  for (const id of ids) expect(await desk.menusOf(id)).toEqual([desk.mapDomain]);
  expect(await desk.mails()).toHaveLength(50);
  expect((await desk.db.select().from(outboxTable)).every(({ nextTryAt }) => nextTryAt !== null)).toBe(true);
  const entries = await desk.entries();
  expect(entries.map(({ action, subjectId }) => [action, subjectId])).toEqual(ids.map((id) => ['user_approved', id]));
  const listed = (await desk.asha.calls(users.decisions, {})).reply.decisions;
  expect(listed.map(({ decision_id }) => decision_id).toSorted((x, y) => x - y)).toEqual(idsOf(reply.decided));
});

test('each gets the menus that were chosen for them', async () => {
  const [first = 0, second = 0] = await register(2);

  await desk.asha.calls(userApprovals.decide, {
    status: 'ACTIVE',
    users: [
      { user_id: first, menu_id: [desk.mapDomain] },
      { user_id: second, menu_id: [desk.mapDomain, desk.addLicense] },
    ],
  });

  expect(await desk.menusOf(first)).toEqual([desk.mapDomain]);
  expect(await desk.menusOf(second)).toEqual([desk.mapDomain, desk.addLicense].toSorted((x, y) => x - y));
});

test('who cannot be decided on is left as they were, with the reason, and keeps no other back', async () => {
  const [good = 0, decided = 0, without = 0, staffs = 0] = await register(4);
  await approve([decided]);
  const { id: colleague } = await desk.account({ email: 'vik@desk.example', status: 'PENDING' });

  const { status, reply } = await desk.asha.calls(userApprovals.decide, {
    status: 'ACTIVE',
    users: [
      { user_id: 4711, menu_id: [desk.mapDomain] },
      { user_id: decided, menu_id: [desk.mapDomain] },
      { user_id: without },
      { user_id: staffs, menu_id: [desk.ofStaff] },
      { user_id: colleague, menu_id: [desk.mapDomain] },
      { user_id: good, menu_id: [desk.mapDomain] },
      { user_id: good, menu_id: [desk.addLicense] },
    ],
  });

  expect(status).toBe(200);
  expect(reply.decided.map(({ id }) => id)).toEqual([good]);
  expect(reply.left).toEqual([
    { id: 4711, message: 'No Pending User for Approval' },
    { id: decided, message: DECIDED },
    { id: without, message: 'Choose at least one menu' },
    { id: staffs, message: 'Choose from the menus of customers.' },
    { id: colleague, message: 'No Pending User for Approval' },
    { id: good, message: DECIDED },
  ]);
  expect(await statuses([good, without, staffs])).toEqual(['ACTIVE', 'PENDING', 'PENDING']);
  expect(await desk.menusOf(good)).toEqual([desk.mapDomain]);
  expect(await desk.menusOf(staffs)).toEqual([]);
  expect(await desk.mails()).toHaveLength(2);
});

test('many are rejected without menus, and told', async () => {
  const ids = await register(3);

  const { reply } = await desk.asha.calls(userApprovals.decide, {
    status: 'REJECTED',
    users: ids.map((user_id) => ({ user_id })),
  });

  expect(reply.decided).toHaveLength(3);
  expect(await statuses(ids)).toEqual(['REJECTED', 'REJECTED', 'REJECTED']);
  expect((await desk.mails()).map(({ subject }) => subject)).toEqual(
    ids.map(() => 'Test Desk: your registration was declined'),
  );
});

test('of two who approve the same people at once, in opposite orders, each person has one approval', async () => {
  const ids = await register(30);
  const ravi = await desk.as({ email: 'ravi@desk.example' });

  const answers = await Promise.all([approve(ids), approve(ids.toReversed(), ravi)]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const decided = answers.flatMap(({ reply }) => reply.decided.map(({ id }) => id));
  expect(decided.toSorted((x, y) => x - y)).toEqual(ids.toSorted((x, y) => x - y));
  const left = answers.flatMap(({ reply }) => reply.left);
  expect(left).toHaveLength(30);
  expect(new Set(left.map(({ message }) => message))).toEqual(new Set([DECIDED]));
  expect(await desk.mails()).toHaveLength(30);
  expect(await desk.entries()).toHaveLength(30);
});

test('while many are decided on, others decide singly and take back, and nobody is kept waiting for good', async () => {
  const ids = await register(20);
  const earlier = idsOf((await approve(ids.slice(0, 10))).reply.decided);

  const answers = await Promise.all([
    approve(ids.toReversed()),
    undo(earlier.toReversed()),
    ...ids.map((user_id) => desk.asha.calls(users.decide, { user_id, status: 'REJECTED' })),
    ...earlier.map((decision_id) => desk.asha.calls(users.undo, { decision_id })),
  ]);

  expect(answers.every(({ status }) => [200, 409, 410].includes(status))).toBe(true);
});

test('the same call twice with one key is made once', async () => {
  const ids = await register(3);
  const body = { status: 'ACTIVE' as const, users: ids.map((user_id) => ({ user_id, menu_id: [desk.mapDomain] })) };
  const key = { 'idempotency-key': '0f0e0d0c-0000-4000-8000-000000000001' };

  const first = await desk.asha.calls(userApprovals.decide, body, key);
  const second = await desk.asha.calls(userApprovals.decide, body, key);

  expect(second).toMatchObject({ status: 200, reply: first.reply });
  expect(await desk.mails()).toHaveLength(3);
});

test.each([
  ['nobody', 0, 'Choose at least one'],
  ['too many', MOST_AT_ONCE + 1, 'At most 200 at once. Decide on the first 200, then on the others.'],
])('%s is refused in words', async (_what, count, message) => {
  const ids = Array.from({ length: count }, (_, i) => i + 1);

  const answer = await approve(ids);

  expect(answer).toMatchObject({ status: 400, reply: { message } });
  expect(await desk.entries()).toEqual([]);
});

test('many approvals are taken back before anybody is told', async () => {
  const ids = await register(5);
  const waiting = (await desk.asha.calls(users.pending, {})).reply;
  const { decided } = (await approve(ids)).reply;

  const { reply } = await undo(idsOf(decided));

  expect(reply).toEqual({ undone: idsOf(decided), left: [] });
  expect((await desk.asha.calls(users.pending, {})).reply).toEqual(waiting);
  const sent = await desk.db.select().from(outboxTable);
  expect(sent).toHaveLength(5);
  expect(sent.every(({ state }) => state === 'failed')).toBe(true);
});

test('who has logged in since stays, and the answer says so; the others are taken back', async () => {
  const [inside = 0, outside = 0] = await register(2);
  const [first = 0, second = 0] = idsOf((await approve([inside, outside])).reply.decided);
  const login = { email: 'person0@acme.example', password: 'correct horse battery' };
  const { login_token } = (await desk.stranger.calls(access.login, login)).reply.token;

  const { reply } = await undo([first, second, 4711]);

  expect(reply).toEqual({
    undone: [second],
    left: [
      {
        id: first,
        message:
          'person0@acme.example has logged in since, so that the approval stands. It can still be taken back under Decided.',
      },
      { id: 4711, message: 'This decision can no longer be taken back: its time is over.' },
    ],
  });
  expect(await statuses([inside, outside])).toEqual(['ACTIVE', 'PENDING']);
  expect((await desk.stranger.calls(access.menu, {}, { authorization: login_token })).status).toBe(200);
  expect((await desk.asha.calls(users.undo, { decision_id: first })).status).toBe(200);
});

test('what is known of somebody stands beside them', async () => {
  const held = await makeRenewal(desk.db, {
    ...{ domain: 'acme.example', company: 'Acme Pumps' },
    customer: { segment: 'Education' },
  });
  await makeContact(desk.db, held.customerId, { phone: '+91 98000 00000' });
  const ravi = await desk.register();
  const mira = await desk.register('mira@gmail.com');
  await desk.register('old@acme.example', 'REJECTED');
  await desk.account({ email: 'leela@acme.example', kind: 'customer', status: 'ACTIVE', name: 'Leela' });
  await desk.pool.query(`update accounts set phone = '098000-00000' where id = $1`, [ravi]);

  const pending = (await desk.asha.calls(users.pending, {})).reply.users;

  expect(pending.find(({ user_id }) => user_id === ravi)).toMatchObject({
    customer: {
      ...{ company_name: 'Acme Pumps', by: 'domain', domain_name: 'acme.example', segment: 'Education' },
      ...{ customer_id: held.customerId, subscriptions: 1 },
    },
    ...{ segment: 'Education', is_public_mail: false, phone_fits: true, colleagues: 1, rejected_colleagues: 1 },
    domains_waiting: 0,
  });
  const usual = pending.find(({ user_id }) => user_id === ravi)?.usual_menus;
  expect(usual).toContain(desk.mapDomain);
  expect(usual).not.toContain(desk.addLicense);
  expect(pending.find(({ user_id }) => user_id === mira)).toMatchObject({
    ...{ customer: null, is_public_mail: true, phone_fits: false },
  });
});
