import { beforeEach, describe, expect, test } from 'vitest';
import { zohoClient } from './testing/zoho-client.ts';
import type { TokenState } from './token-store.ts';
import { db, emptyDatabase, now, pool } from '../../testing/clone.ts';
import { sharedTokenStore, sweepServiceTokens } from './shared-token-store.ts';

const { zoho, makeClient } = await zohoClient();
const secret = Buffer.alloc(32, 7);
const storeOf = (name: string) => sharedTokenStore({ db, secret, now, name });
const node = () => makeClient({ tokenStore: storeOf('zoho:one') }).crm;
const given = () => zoho.tokens.given();
const stateOf = (name: string) => storeOf(name).change((state) => [state, state]);

beforeEach(emptyDatabase);

describe('nodes that share a database', () => {
  test('get one token, also when all ask at once', async () => {
    const nodes = [node(), node(), node(), node()];
    await Promise.all(nodes.flatMap((crm) => [crm.listTasks(), crm.listContacts()]));
    expect(given()).toBe(1);
    await node().listTasks();
    expect(given()).toBe(1);
  });

  test('replace a token that Zoho refuses by one new one', async () => {
    const nodes = [node(), node()];
    await Promise.all(nodes.map((crm) => crm.listTasks()));
    zoho.tokens.expireAll();
    await Promise.all(nodes.map((crm) => crm.listTasks()));
    expect(given()).toBe(2);
  });

  test('ask at most ten times in ten minutes, all together', async () => {
    const before = zoho.calls('token');
    for (let n = 0; n < 10; n++) {
      zoho.tokens.expireAll();
      await node().listTasks();
    }
    zoho.tokens.expireAll();
    await expect(node().listTasks()).rejects.toMatchObject({ kind: 'quota', reason: 'refreshLimit' });
    expect(zoho.calls('token') - before).toBe(10);
  });

  test('go on when one of them dies while it asks', async () => {
    const dead = (until: (now: number) => number) =>
      storeOf('zoho:one').change((state, now) => [{ ...state, claimedUntil: until(now) }, undefined]);
    await dead((now) => now + 60_000);
    let looks = 0;
    const patient = makeClient({
      tokenStore: storeOf('zoho:one'),
      sleep: async () => {
        looks += 1;
        if (looks === 3) await dead((now) => now - 1);
      },
    });
    await patient.crm.listTasks();
    expect([looks, given()]).toEqual([3, 1]);
  });

  test('go on when one of them gets no token', async () => {
    zoho.faults.next({ kind: 'refused-with-200', only: 'token' });
    await expect(node().listTasks()).rejects.toMatchObject({ kind: 'auth' });
    expect(await node().listTasks()).toEqual({ rows: [] });
  });

  test('keep the tokens of other credentials apart', async () => {
    await node().listTasks();
    await makeClient({ tokenStore: storeOf('zoho:two') }).crm.listTasks();
    expect(given()).toBe(2);
  });
});

test('a token cannot be read in the database', async () => {
  await node().listTasks();
  const { token }: TokenState = await stateOf('zoho:one');
  const { rows } = await pool.query<{ sealed: Buffer }>('select sealed from service_tokens');
  expect(token).toMatch(/^1000\.[0-9a-f]{32}$/);
  expect(rows.map(({ sealed }) => sealed.includes(token ?? ''))).toEqual([false]);
});

test('what was not used for a day is forgotten', async () => {
  await Promise.all([stateOf('zoho:one'), stateOf('zoho:two')]);
  await pool.query(`update service_tokens set changed_at = now() - interval '25 hours' where name = 'zoho:one'`);
  await sweepServiceTokens(db);
  const { rows } = await pool.query<{ name: string }>('select name from service_tokens');
  expect(rows).toEqual([{ name: 'zoho:two' }]);
});
