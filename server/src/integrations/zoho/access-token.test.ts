import { describe, expect, test } from 'vitest';
import { timeoutsWith } from '../../testing/silence.ts';
import { zohoClient } from './testing/zoho-client.ts';

const { zoho, makeClient } = await zohoClient();

describe('a token of Zoho', () => {
  test('serves many calls, also those that come at once', async () => {
    const { crm } = makeClient();
    await Promise.all([crm.listContacts(), crm.listTasks(), crm.listContacts()]);
    await crm.listContacts();
    expect(zoho.tokens.given()).toBe(1);
  });

  test('is replaced shortly before its end', async () => {
    let minute = 0;
    const { crm } = makeClient({ now: () => minute * 60_000 });
    await crm.listTasks();
    minute = 54;
    await crm.listTasks();
    expect(zoho.tokens.given()).toBe(1);
    minute = 56;
    await crm.listTasks();
    expect(zoho.tokens.given()).toBe(2);
  });

  test('that ends on the way is replaced once, and the call goes through', async () => {
    const { crm } = makeClient();
    await crm.listContacts();
    zoho.tokens.expireAll();
    expect((await crm.listContacts()).rows).not.toEqual([]);
    expect(zoho.tokens.given()).toBe(2);
  });

  test('that is refused twice in a row ends the call', async () => {
    zoho.faults.next({ kind: 'unauthorized', times: 2, only: 'contacts.list' });
    const asked = zoho.calls('contacts.list');
    await expect(makeClient().crm.listContacts()).rejects.toMatchObject({ kind: 'auth', reason: 'INVALID_TOKEN' });
    expect(zoho.calls('contacts.list') - asked).toBe(2);
  });

  test('that is good, but not for this call, is kept', async () => {
    const { crm } = makeClient();
    await crm.listContacts();
    const given = zoho.tokens.given();
    zoho.faults.next({ kind: 'out-of-scope', times: 2, only: 'contacts.list' });
    await expect(crm.listContacts()).rejects.toMatchObject({ kind: 'auth', reason: 'OAUTH_SCOPE_MISMATCH' });
    zoho.faults.clear();
    await crm.listContacts();
    expect(zoho.tokens.given()).toBe(given);
  });

  test.each([
    [{ refreshToken: '1000.revoked' }, 'invalid_code'],
    [{ clientSecret: 'wrong' }, 'invalid_client'],
  ])('is not given for %o, although the answer is 200', async (changed, reason) => {
    await expect(makeClient(changed).crm.listContacts()).rejects.toMatchObject({
      kind: 'auth',
      status: 200,
      reason,
      retriable: false,
      message: expect.not.stringContaining('wrong') as string,
    });
  });

  test.each(['throttled', 'unavailable', 'html', 'html-200', 'timeout', 'reset', 'applied-but-answer-lost'] as const)(
    'is asked for again after %s',
    async (kind) => {
      zoho.faults.next({ kind, only: 'token' });
      const client = makeClient(timeoutsWith(kind));
      expect((await client.crm.listContacts()).rows).not.toEqual([]);
    },
  );

  test('is asked for at most ten times in ten minutes, then not at all until they are over', async () => {
    let minute = 0;
    const { crm } = makeClient({ now: () => minute * 60_000 });
    const before = zoho.calls('token');
    for (let n = 0; n < 10; n++) {
      zoho.tokens.expireAll();
      await crm.listTasks();
    }
    zoho.tokens.expireAll();
    await expect(crm.listTasks()).rejects.toMatchObject({ kind: 'quota', reason: 'refreshLimit', retriable: true });
    expect(zoho.calls('token') - before).toBe(10);
    minute = 10;
    zoho.tokens.forgetGiven();
    expect(await crm.listTasks()).toEqual({ rows: [] });
  });

  test('that Zoho itself has given too often is not asked for again in the same breath', async () => {
    for (let n = 0; n < 10; n++) await makeClient().crm.listTasks();
    const before = zoho.calls('token');
    await expect(makeClient().crm.listTasks()).rejects.toMatchObject({ kind: 'quota', reason: 'refreshLimit' });
    expect(zoho.calls('token') - before).toBe(1);
  });
});
