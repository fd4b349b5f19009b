import { expect, test } from 'vitest';
import { makeWorld } from '../world/world.ts';
import { startGoogle } from './start.ts';
import { askToken, assertion, caller } from './testing/caller.ts';
import { refused, runningGoogle, today } from './testing/running.ts';

const { running } = runningGoogle();

test('a signed assertion for the right administrator gets a bearer token', async () => {
  const { google } = running();
  expect(await askToken(google, assertion(google))).toEqual({
    status: 200,
    body: { access_token: expect.stringMatching(/^ya29\./) as string, expires_in: 3_599, token_type: 'Bearer' },
  });
});

test('the wrong administrator or a scope nobody allowed is an unauthorized client', async () => {
  const { google } = running();
  for (const claims of [{ sub: 'somebody@reseller.example' }, { scope: 'https://www.googleapis.com/auth/drive' }]) {
    expect(await askToken(google, assertion(google, claims))).toEqual({
      status: 401,
      body: { error: 'unauthorized_client', error_description: expect.stringContaining('unauthorized') as string },
    });
  }
});

test('an assertion that is forged, stale, for somebody else or no assertion at all is an invalid grant', async () => {
  const { google } = running();
  const past = Math.floor(Date.now() / 1_000) - 7_200;
  const signedByOther = assertion(await startedElsewhere());
  const assertions = [
    signedByOther,
    assertion(google, { iss: 'other@invented-project.iam.gserviceaccount.example' }),
    assertion(google, { aud: google.env.GOOGLE_TOKEN_URL }),
    assertion(google, { iat: past, exp: past + 3_600 }),
    assertion(google, { exp: past + 20_000 }),
    assertion(google).slice(0, -8),
    'nothing',
    '',
  ];
  for (const signed of assertions) {
    expect(await askToken(google, signed)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  }
});

/** The same account name with another key. */
async function startedElsewhere() {
  const other = await startGoogle({ world: makeWorld({ today, customers: 1 }) });
  await other.stop();
  return other;
}

test('only the grant of service accounts is known', async () => {
  const { google } = running();
  const reply = await fetch(google.env.GOOGLE_TOKEN_URL, { method: 'POST', body: 'grant_type=password' });
  expect([reply.status, await reply.json()]).toMatchObject([400, { error: 'unsupported_grant_type' }]);
});

test('a call without a token, with an unknown one or with an expired one is refused', async () => {
  const { google } = running();
  const address = `${google.url}/apps/reseller/v1/subscriptions`;
  for (const authorization of ['', 'Bearer ya29.made-up', 'Basic eDp5']) {
    const reply = await fetch(address, { headers: { authorization } });
    const body: unknown = await reply.json();
    expect({ status: reply.status, body }).toEqual(refused(401, 'authError'));
  }
  const call = await caller(google);
  expect((await call('GET', 'subscriptions')).status).toBe(200);
  google.tokens.expireAll();
  expect(await call('GET', 'subscriptions')).toEqual(refused(401, 'authError'));
});

test('tokens live as long as they are told to', async () => {
  const { google } = running();
  const tokenAddress = `${google.url}/__admin/token`;
  await fetch(tokenAddress, { method: 'POST', body: '{"seconds":0}' });
  const shortLived = await caller(google);
  await fetch(tokenAddress, { method: 'POST', body: '{"seconds":3599}' });
  expect(await shortLived('GET', 'subscriptions')).toEqual(refused(401, 'authError'));
});

test('a token without an administrator may do nothing, and a read-only one may not write', async () => {
  const { google, call } = running();
  const alone = await caller(google, { sub: undefined });
  expect(await alone('GET', 'subscriptions')).toEqual(refused(403, 'forbidden'));

  const reader = await caller(google, { scope: 'https://www.googleapis.com/auth/apps.order.readonly' });
  expect((await reader('GET', 'subscriptions')).status).toBe(200);
  expect(await reader('POST', 'customers', {})).toEqual(refused(403, 'insufficientPermissions'));
  expect(await call('GET', 'nothing')).toEqual(refused(404, 'notFound'));
});
