import { access } from '@desk/contract/access';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { testServer, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor } from '../../testing/mails.ts';

const email = 'meera@acme.example';
const adminLogin = (desk: TestServer, over: Partial<{ otp: string }> = {}) =>
  desk.stranger.calls(access.adminLogin, { email, password: PASSWORD, otp: '123456', ...over });

const ends = ({ db }: TestServer, when: 'past' | 'future') => {
  const hour = when === 'past' ? sql`- interval '1 second'` : sql`+ interval '1 hour'`;
  return db.update(accountsTable).set({ passwordEndsAt: sql`now() ${hour}` });
};
test('a password that was given out lets in until its end, and then is like a wrong one', async () => {
  const desk = await testServer();
  await desk.account({ email, firstLogin: true });
  await ends(desk, 'future');
  await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
  const otp = await codeFor(desk, email);

  await ends(desk, 'past');
  expect(await adminLogin(desk, { otp })).toMatchObject({
    status: 401,
    reply: { message: 'Incorrect Username or Password..!' },
  });
  await ends(desk, 'future');
  expect(await adminLogin(desk, { otp })).toMatchObject({ status: 200, reply: { firstLogin: true, menu: [] } });
});

test('a password that was given out holds until another one is set, and then with all that it opened is over', async () => {
  const desk = await testServer();
  await desk.account({ email, firstLogin: true });
  await ends(desk, 'future');
  const enter = async () => {
    await desk.db.execute(sql`update otp_challenges set created_at = created_at - interval '2 minutes'`);
    await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD });
    return (await adminLogin(desk, { otp: await codeFor(desk, email) })).reply.token.login_token;
  };
  const [lost, held] = [await enter(), await enter()];

  const password = 'a password of my own';
  const set = (authorization: string, own: string) => {
    const formData = { email, password: own, confirmPassword: own };
    return desk.stranger.calls(access.resetAdminPassword, { formData }, { authorization });
  };
  expect((await set(held, password)).status).toBe(200);
  expect((await set(lost, 'a password of a thief')).status).toBe(403);
  expect((await adminLogin(desk)).status).toBe(401);
});

test('after the end of a password that was given out no code is sent with it', async () => {
  const desk = await testServer();
  await desk.account({ email, firstLogin: true });
  await ends(desk, 'past');
  expect((await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD })).status).toBe(200);
  expect(await codeFor(desk, email)).toBe('no code was sent');
});

test("one's own password has no end", async () => {
  const desk = await testServer();
  const asha = await desk.as({ email, firstLogin: true });
  await ends(desk, 'future');
  const formData = { email, password: 'a password of my own', confirmPassword: 'a password of my own' };
  expect((await asha.calls(access.resetAdminPassword, { formData })).status).toBe(200);

  const [account] = await desk.db.select().from(accountsTable).where(eq(accountsTable.email, email));
  expect(account).toMatchObject({ firstLogin: false, passwordEndsAt: null });
});
