import { access } from '@desk/contract/access';
import { sync } from '@desk/contract/sync';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testServer } from '../testing/server.ts';
import { openSession } from './sessions.ts';

test('tokens are long, all different, and only their hash is kept', async () => {
  const desk = await testServer();
  const { id } = await desk.account();
  const options = { ip: '127.0.0.1', firstLogin: false, hours: 12 };
  const tokens = await Promise.all(Array.from({ length: 200 }, () => openSession(desk.db, id, options)));

  expect(new Set(tokens.map((token) => token.login_token)).size).toBe(200);
  const { rows } = await desk.db.execute(sql`select * from sessions`);
  expect(JSON.stringify(rows)).not.toContain(tokens[0]?.login_token);
});

test.each([
  ['an hour without a call', `seen_at = now() - interval '61 minutes'`],
  ['the end of its day', `ends_at = now() - interval '1 second'`],
])('a session ends after %s', async (_when, change) => {
  const desk = await testServer();
  const asha = await desk.as();
  await desk.db.execute(sql.raw(`update sessions set ${change}`));
  expect((await asha.calls(access.menu, {})).status).toBe(401);
});

test('asking whether the session lives does not keep it alive; asking to stay does', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  await desk.db.execute(sql`update sessions set seen_at = now() - interval '50 minutes'`);

  const before = (await asha.calls(access.checkSession, {})).reply.exp;
  const again = (await asha.calls(access.checkSession, {})).reply.exp;
  const extended = (await asha.calls(access.checkSession, { extend: true })).reply.exp;

  expect(again).toBe(before);
  expect(extended - before).toBeGreaterThan(45 * 60);
});

test('what a page asks for by itself while nobody is there does not keep the session alive', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const seenBefore = async () =>
    (
      await desk.db.execute<{ minutes: number }>(
        sql`select (extract(epoch from now() - seen_at) / 60)::int as minutes from sessions`,
      )
    ).rows[0]?.minutes;
  await desk.db.execute(sql`update sessions set seen_at = now() - interval '50 minutes'`);

  expect((await asha.calls(access.menu, {}, { 'x-unattended': '1' })).status).toBe(200);
  expect(await seenBefore()).toBe(50);
  expect((await asha.calls(access.menu, {})).status).toBe(200);
  expect(await seenBefore()).toBe(0);
});

test.each([
  ['a menu that is taken away', 'delete from account_menus', 403],
  ['a suspension', `update accounts set status = 'SUSPENDED'`, 401],
])('%s holds at the next request', async (_what, change, status) => {
  const desk = await testServer();
  const asha = await desk.as();
  expect((await asha.calls(sync.runs, {})).status).toBe(200);
  await desk.db.execute(sql.raw(change));
  expect((await asha.calls(sync.runs, {})).status).toBe(status);
});

test('people who ask at the same moment are each themselves, and who holds no session is nobody', async () => {
  const desk = await testServer();
  const people: Awaited<ReturnType<typeof desk.as>>[] = [];
  for (const n of Array.from({ length: 12 }).keys())
    people.push(await desk.as({ email: `member${n}@desk.example`, name: `Member ${n}` }));
  const nobody = 'A'.repeat(43);

  const asked = people.flatMap((person) => [
    person.calls(access.profile, {}),
    person.calls(access.profile, {}, { authorization: nobody }),
    person.calls(access.checkSession, {}),
  ]);
  const answers = await Promise.all(asked);

  expect(answers.map(({ status, reply }) => (status === 200 ? reply.email : status))).toEqual(
    people.flatMap(({ email }) => [email, 401, email]),
  );
});
