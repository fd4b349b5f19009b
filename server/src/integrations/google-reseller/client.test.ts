import { describe, expect, onTestFinished, test } from 'vitest';
import { collectGarbage } from '../../testing/collect-garbage.ts';
import { html, outage, page, quota, scriptedClient, subscription } from './testing/scripted-client.ts';
import { failure } from './testing/scripted-google.ts';

const { google, pauses, makeClient } = scriptedClient();

/** Slow machines may need seconds for a real answer; only silence is worth a shorter wait. */
const impatient = () => makeClient({ timeoutMs: 100 });

describe('a read', () => {
  test('asks for pages of 100 and hands the token of the next page through', async () => {
    const client = makeClient();
    google.answers(
      { json: { subscriptions: [subscription(5)], nextPageToken: 'Cg+Y I=' } },
      { json: { kind: 'reseller#subscriptions' } },
    );
    const first = await client.listSubscriptions({ customerNamePrefix: 'ac me' });
    expect(first.subscriptions).toHaveLength(1);
    const last = await client.listSubscriptions({ pageToken: first.nextPageToken, customerId: 'acme.example' });
    expect(last).toEqual({ subscriptions: [] });
    expect(google.calls.map(({ path }) => path)).toEqual([
      '/apps/reseller/v1/subscriptions?maxResults=100&customerNamePrefix=ac+me',
      '/apps/reseller/v1/subscriptions?maxResults=100&pageToken=Cg%2BY+I%3D&customerId=acme.example',
    ]);
  });

  test('asks for one token and uses it for many calls', async () => {
    const client = makeClient();
    google.answers(page('1'), page('2'), page('3'));
    await Promise.all([client.listSubscriptions(), client.listSubscriptions(), client.listSubscriptions()]);
    expect(google.tokenCalls()).toBe(1);
    expect(google.calls.map(({ bearer }) => bearer)).toEqual(['token-1', 'token-1', 'token-1']);
  });

  test.each([
    ['429', quota],
    ['403 quotaExceeded', failure(403, 'quotaExceeded', 'Quota exceeded')],
    ['403 dailyLimitExceeded', failure(403, 'dailyLimitExceeded', 'Daily limit exceeded')],
    ['403 rateLimitExceeded', failure(403, 'rateLimitExceeded', 'Rate limit exceeded')],
    ['403 userRateLimitExceeded', failure(403, 'userRateLimitExceeded', 'User rate limit exceeded')],
    ['500', failure(500, 'backendError', 'Internal error')],
    ['502 in HTML', html(502)],
    ['503', outage],
    ['504', html(504)],
    ['a cut connection', 'reset' as const],
    ['a page that is no JSON', html(200)],
    ['half an answer', { raw: '{"subscriptions":[{"subscr' } as const],
  ])('gets through after %s', async (_, fault) => {
    google.answers(fault, fault, page('7'));
    const { subscriptions } = await makeClient().listSubscriptions();
    expect(subscriptions.map(({ subscriptionId }) => subscriptionId)).toEqual(['7']);
    expect(pauses).toHaveLength(2);
  });

  test('waits at random up to twice as long after each try, and gives up after the sixth', async () => {
    google.answers(...Array.from({ length: 6 }, () => quota), page('7'));
    await expect(makeClient().listSubscriptions()).rejects.toMatchObject({
      name: 'GoogleProblem',
      kind: 'quota',
      status: 429,
      reason: 'quotaExceeded',
      retriable: true,
    });
    expect(google.calls).toHaveLength(6);
    expect(pauses.map((ms, i) => ms >= 0 && ms <= 5000 * 2 ** i)).toEqual([true, true, true, true, true]);
  });

  test('gives up on a server that never answers', async () => {
    google.answers(...Array.from({ length: 6 }, () => 'hang' as const));
    await expect(impatient().listSubscriptions()).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Google did not answer in time. Try again in some minutes.',
      retriable: true,
    });
  });

  test('gives up on something that is not Google after three tries', async () => {
    google.answers(html(404), html(404), html(404));
    await expect(makeClient().getCustomer('acme.example')).rejects.toMatchObject({ kind: 'bad-answer', status: 404 });
    expect(google.left()).toBe(0);
  });

  test.each([
    ['a redirect', { status: 302, raw: '', headers: { location: '/apps/reseller/v1/subscriptions' } }],
    ['an endless answer', { raw: `{${' '.repeat(9 * 1024 * 1024)}}` }],
    ['an answer of another shape', { json: { subscriptions: [{ subscriptionId: 5 }] } }],
  ] as const)('does not accept %s', async (_, answer) => {
    google.answers(answer, page('7'));
    await expect(makeClient().listSubscriptions()).rejects.toMatchObject({ kind: 'bad-answer', retriable: false });
    expect(google.left()).toBe(1);
  });

  test('names the field that it does not understand', async () => {
    google.answers({ json: { subscriptions: [subscription(5), { ...subscription(5), skuId: null }] } });
    await expect(makeClient().listSubscriptions()).rejects.toThrow(
      "Google's answer could not be understood (subscriptions.1.skuId).",
    );
  });

  test('tells in a sentence what Google refuses, at once', async () => {
    google.answers(failure(403, 'forbidden', 'Not Authorized to access\n this resource/api'));
    await expect(makeClient().listSubscriptions()).rejects.toMatchObject({
      kind: 'refused',
      status: 403,
      reason: 'forbidden',
      message: 'Google refused this. Google says: "Not Authorized to access this resource/api"',
      retriable: false,
    });
    expect(pauses).toEqual([]);
  });

  test.each(['accessNotConfigured', 'insufficientPermissions'])(
    'sends staff to the set-up at 403 %s',
    async (reason) => {
      google.answers(failure(403, reason, 'No'));
      const kind = reason === 'accessNotConfigured' ? 'configuration' : 'auth';
      await expect(makeClient().listSubscriptions()).rejects.toMatchObject({ kind, reason });
    },
  );

  test('stops when it is told to, while it waits', async () => {
    const stop = new AbortController();
    google.answers(outage, page('7'));
    const client = makeClient({
      sleep: async (_, signal) => {
        stop.abort(new Error('sync stopped'));
        await Promise.resolve(signal?.throwIfAborted());
      },
    });
    await expect(client.listSubscriptions({}, { signal: stop.signal })).rejects.toThrow('sync stopped');
    expect(google.left()).toBe(1);
  });

  test('does not sit out a pause when it is told to stop', async () => {
    const stop = new AbortController();
    google.answersOtherwise(() => outage);
    const asked = makeClient({ sleep: undefined }).listSubscriptions({}, { signal: stop.signal });
    await expect.poll(() => google.calls.length).toBeGreaterThan(0);
    stop.abort(new Error('sync stopped'));
    await expect(asked).rejects.toThrow('sync stopped');
  });

  test('is given up in time where its caller could stop it too, whatever the engine forgets meanwhile', async () => {
    google.answers(...Array.from({ length: 6 }, () => 'hang' as const));
    const deletion = setInterval(collectGarbage, 10);
    onTestFinished(() => {
      clearInterval(deletion);
    });
    const { signal } = new AbortController();
    await expect(impatient().listSubscriptions({}, { signal })).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'Google did not answer in time. Try again in some minutes.',
    });
  });

  test('stops when it is told to, while Google is silent', async () => {
    const stop = new AbortController();
    google.answers('hang');
    const asked = makeClient().listSubscriptions({}, { signal: stop.signal });
    await expect.poll(() => google.calls.length).toBe(1);
    stop.abort(new Error('sync stopped'));
    await expect(asked).rejects.toThrow('sync stopped');
    expect(pauses).toEqual([]);
  });

  test('stops when it is told to, while no token comes', async () => {
    const stop = new AbortController();
    google.tokenAnswers('hang');
    const asked = makeClient().listSubscriptions({}, { signal: stop.signal });
    await expect.poll(() => google.tokenCalls()).toBe(1);
    stop.abort(new Error('sync stopped'));
    await expect(asked).rejects.toThrow('sync stopped');
    expect(google.calls).toEqual([]);
  });
});

describe('a customer', () => {
  test('of ours comes with the address', async () => {
    google.answers({
      json: {
        customerId: 'C01',
        customerDomain: 'acme.example',
        customerType: 'domain',
        customerDomainVerified: true,
        alternateEmail: 'owner@other.example',
        postalAddress: { organizationName: 'Acme', addressLine1: '1 Ring Road', locality: 'Pune', countryCode: 'IN' },
      },
    });
    await expect(makeClient().getCustomer('acme.example')).resolves.toMatchObject({
      relation: 'managed',
      customerId: 'C01',
      isDomainVerified: true,
      organizationName: 'Acme',
      addressLines: ['1 Ring Road'],
      locality: 'Pune',
      region: null,
    });
  });

  test('of somebody else is told apart from nobody', async () => {
    google.answers(
      { json: { kind: 'reseller#customer', customerId: 'C02', customerDomain: 'b.example', customerType: 'domain' } },
      failure(404, 'notFound', 'Resource Not Found: customer'),
    );
    const client = makeClient();
    expect(await client.getCustomer('b.example')).toEqual({
      relation: 'elsewhere',
      customerId: 'C02',
      customerDomain: 'b.example',
      customerType: 'domain',
    });
    expect(await client.getCustomer('nobody.example')).toEqual({ relation: 'unknown' });
  });

  test.each(['', ' ', '.', '..'])('named %j is not asked for', async (name) => {
    await expect(makeClient().getCustomer(name)).rejects.toMatchObject({ kind: 'refused' });
    expect(google.calls).toEqual([]);
  });

  test('cannot reach another address by its name', async () => {
    google.answers(failure(404, 'notFound', 'Not found'));
    await makeClient().getCustomer('../subscriptions?x=1#y');
    expect(google.calls[0]?.path).toBe('/apps/reseller/v1/customers/..%2Fsubscriptions%3Fx%3D1%23y');
  });
});
