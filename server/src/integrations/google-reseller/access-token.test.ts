import { describe, expect, test } from 'vitest';
import { page, scriptedClient, unauthorized } from './testing/scripted-client.ts';
import { failure } from './testing/scripted-google.ts';

const { google, pauses, makeClient } = scriptedClient();

describe('a token', () => {
  test('that Google no longer accepts is replaced once', async () => {
    google.answers(page('1'), unauthorized, page('2'));
    const client = makeClient();
    await client.listSubscriptions();
    await client.listSubscriptions();
    expect(google.calls.map(({ bearer }) => bearer)).toEqual(['token-1', 'token-1', 'token-2']);
    expect(pauses).toEqual([]);
  });

  test('that is refused although it is fresh is a problem of the set-up', async () => {
    google.answers(unauthorized, unauthorized);
    await expect(makeClient().listSubscriptions()).rejects.toMatchObject({ kind: 'auth', status: 401 });
    expect(google.tokenCalls()).toBe(2);
  });

  test('that Google does not give to this service account is not asked for again', async () => {
    const words = 'Client is unauthorized to retrieve access tokens using this method.';
    google.tokenAnswers({ status: 401, json: { error: 'unauthorized_client', error_description: words } });
    await expect(makeClient().listSubscriptions()).rejects.toMatchObject({
      kind: 'auth',
      status: 401,
      reason: 'unauthorized_client',
      message: expect.stringContaining(words) as string,
    });
    expect(google.tokenCalls()).toBe(1);
  });

  test.each([
    ['an outage', { status: 503, raw: 'busy' }],
    ['a limit', { status: 429, json: { error: 'rate_limit_exceeded' } }],
    ['a cut connection', 'reset'],
    ['a page that is no JSON', { raw: '<html></html>' }],
    ['an answer without a token', { json: {} }],
  ] as const)('comes after %s', async (_, fault) => {
    google.tokenAnswers(fault, fault);
    google.answers(page('7'));
    await expect(makeClient().listSubscriptions()).resolves.toMatchObject({ subscriptions: [{ subscriptionId: '7' }] });
    expect(google.tokenCalls()).toBe(3);
    expect(pauses).toHaveLength(2);
  });

  test('never stands in a problem, nor does the key', async () => {
    google.answers(failure(400, 'invalid', 'Invalid'));
    const problem: unknown = await makeClient()
      .listSubscriptions()
      .catch((error: unknown) => error);
    const messages = JSON.stringify(problem, Object.getOwnPropertyNames(problem));
    expect(messages).toContain('Invalid');
    expect(messages).not.toMatch(/token-1|PRIVATE KEY|Bearer/);
  });
});

describe('a client', () => {
  const key = (private_key: string) => JSON.stringify({ client_email: 'desk@project.example', private_key });
  test.each([
    ['no JSON', { serviceAccountJson: '{' }, 'GOOGLE_SERVICE_ACCOUNT_JSON is not JSON'],
    ['no key', { serviceAccountJson: '{"client_email":"desk@project.example"}' }, 'client_email and private_key'],
    ['a damaged key', { serviceAccountJson: key('-----BEGIN PRIVATE KEY-----\nMIIE\n') }, 'is damaged'],
    ['no administrator', { subject: '' }, 'GOOGLE_ADMIN_SUBJECT must be'],
    ['no address', { baseUrl: 'reseller' }, 'GOOGLE_RESELLER_URL is not a web address'],
    ['a wrong address of tokens', { tokenUrl: 'file:///etc/token' }, 'GOOGLE_TOKEN_URL is not a web address'],
  ])('with %s is not made, and the sentence says why', (_, changed, sentence) => {
    expect(() => makeClient(changed)).toThrow(
      expect.objectContaining({ kind: 'configuration', message: expect.stringContaining(sentence) as string }),
    );
  });

  test('keeps the path of its base address', async () => {
    google.answers(page('7'));
    await makeClient({ baseUrl: `${google.options.baseUrl}/gateway` }).listSubscriptions();
    expect(google.calls[0]?.path).toMatch(/^\/gateway\/apps\/reseller\/v1\//);
  });
});
