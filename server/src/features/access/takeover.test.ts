import { access } from '@desk/contract/access';
import { expect, test } from 'vitest';
import { browserHeaders, testServer, cookiesOf, PASSWORD, type TestServer } from '../../testing/server.ts';
import { codeFor } from '../../testing/mails.ts';

const email = 'asha@desk.example';
const NEW = 'a password of my own';
const none = { cookie: '' };
const reset = async (desk: TestServer, headers: Record<string, string>) => {
  const formData = { email, password: NEW, confirmPassword: NEW };
  return (await desk.stranger.calls(access.resetAdminPassword, { formData }, headers)).status;
};
test('a proof of somebody who came without a cookie is not taken by the neighbour at the same address', async () => {
  const desk = await testServer();
  await desk.account({ email });
  // A tab that is older than its cookie.
  const owner = cookiesOf(await desk.stranger.calls(access.sendOtp, { email }, none));
  const otp = await codeFor(desk, email);
  expect((await desk.stranger.calls(access.verifyOtp, { email, otp }, none)).status).toBe(401);
  expect((await desk.stranger.calls(access.verifyOtp, { email, otp }, browserHeaders('thief'))).status).toBe(401);
  expect((await desk.stranger.calls(access.verifyOtp, { email, otp }, owner)).status).toBe(200);

  for (const thief of [none, browserHeaders('thief'), { cookie: 'desk_browser=' }, { cookie: 'desk_browser=ip' }])
    expect(await reset(desk, thief)).toBe(403);
  expect(await reset(desk, owner)).toBe(200);
});

test('a code of a login counts for the browser that asked for it, also where it had no cookie yet', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const owner = cookiesOf(await desk.stranger.calls(access.sendAdminOtp, { email, password: PASSWORD }, none));
  const request = { email, password: PASSWORD, otp: await codeFor(desk, email) };
  expect((await desk.stranger.calls(access.adminLogin, request, none)).status).toBe(422);
  expect((await desk.stranger.calls(access.adminLogin, request, browserHeaders('thief'))).status).toBe(422);
  expect((await desk.stranger.calls(access.adminLogin, request, owner)).status).toBe(200);
});

test('a cookie of the version before, which a browser sends first, keeps nobody from verifying a code', async () => {
  const desk = await testServer();
  await desk.account({ email });
  const former = 'desk_challenge=c9Xk2Qm7Rr1vTz0LhYpW4sNd';
  const asked = await desk.stranger.calls(access.sendOtp, { email }, { cookie: former });
  expect(String(asked.headers['set-cookie'])).toMatch(/desk_challenge=; [^,]*Path=\/api\/; Expires=Thu, 01 Jan 1970/);
  const own = cookiesOf(asked)
    .cookie.split('; ')
    .filter((one) => !one.endsWith('='));
  const both = { cookie: [former, ...own].join('; ') };
  const otp = await codeFor(desk, email);
  expect((await desk.stranger.calls(access.verifyOtp, { email, otp }, both)).status).toBe(200);
  expect(await reset(desk, both)).toBe(200);
});
