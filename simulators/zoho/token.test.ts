import { expect, onTestFinished, test, vi } from 'vitest';
import { runningZoho } from './testing/running.ts';

const { zoho, askToken, authorization, say } = await runningZoho();
const TASKS = '/crm/v8/Tasks?fields=Subject';

test('a refresh token is worth an access token for an hour', async () => {
  expect(await askToken()).toEqual({
    status: 200,
    body: {
      access_token: expect.stringMatching(/^1000\.[0-9a-f]{32}$/) as string,
      expires_in: 3600,
      api_domain: zoho.url,
      token_type: 'Bearer',
    },
  });
});

test.each([
  [{ client_id: '1000.OTHER' }, 'invalid_client'],
  [{ client_secret: 'wrong' }, 'invalid_client'],
  [{ refresh_token: '1000.revoked' }, 'invalid_code'],
  [{ grant_type: 'authorization_code' }, 'invalid_code'],
])('%o is refused, with an answer that is no error', async (changed, error) => {
  expect(await askToken(changed)).toEqual({ status: 200, body: { error } });
});

test('ten tokens are given in ten minutes, the eleventh when they are over', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  for (let n = 0; n < 10; n++) expect((await askToken()).status).toBe(200);
  expect(await askToken()).toMatchObject({ status: 400, body: { error: 'Access Denied', status: 'failure' } });
  vi.setSystemTime(Date.now() + 9 * 60_000);
  expect((await askToken()).status).toBe(400);
  vi.setSystemTime(Date.now() + 60_001);
  expect((await askToken()).status).toBe(200);
});

test('a token opens the services until its end', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const headers = { authorization: await authorization() };
  vi.setSystemTime(Date.now() + 3_599_000);
  expect((await say('GET', TASKS, { headers })).status).toBe(204);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await say('GET', TASKS, { headers })).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } });
});

test.each(['', 'Zoho-oauthtoken 1000.guessed', 'Bearer'])('%j opens nothing', async (given) => {
  const token = (await authorization()).split(' ')[1] ?? '';
  const headers = { authorization: given === 'Bearer' ? `Bearer ${token}` : given };
  expect((await say('GET', TASKS, { headers })).status).toBe(401);
  expect((await say('GET', '/books/v3/contacts?organization_id=60001', { headers })).status).toBe(401);
});
