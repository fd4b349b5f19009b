import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addressesOf, hostsOf } from '../../../database-address.ts';
import { startPrimaryAndStandby } from '../../../testing/primary-and-standby.ts';
import { silentLog } from '../../../testing/recorded-log.ts';
import { Client, clientConfig } from './client.ts';
import { connect } from './connect.ts';

let servers: Awaited<ReturnType<typeof startPrimaryAndStandby>>;
beforeAll(async () => {
  servers = await startPrimaryAndStandby();
});
afterAll(() => servers.stop());

/** The address of both, the standby first. */
const both = (): string => {
  const { url } = servers.standby;
  return url.replace(hostsOf(url), `${hostsOf(url)},${hostsOf(servers.primary.url)}`);
};
const portOf = async (client: Pick<pg.Pool, 'query'>): Promise<number> => {
  const { rows } = await client.query<{ port: string }>("select current_setting('port') as port");
  return Number(rows[0]?.port);
};
async function reached(url: string): Promise<number> {
  const client = new Client({ ...clientConfig(url), connectionTimeoutMillis: 3_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ port: string }>("select current_setting('port') as port");
    return Number(rows[0]?.port);
  } finally {
    await client.end();
  }
}
const portIn = (url = ''): number => Number(new URL(url).port);

test('of several hosts the one that takes writes is reached, however they are named', async () => {
  expect(await reached(both())).toBe(portIn(servers.primary.url));
  const [one, other] = addressesOf(both());
  const turned = (other ?? '').replace(`:${portIn(other)}`, `:${portIn(other)},127.0.0.1:${portIn(one)}`);
  expect(await reached(turned)).toBe(portIn(servers.primary.url));
});

test('a refused password is told, and that none of them takes writes', async () => {
  const wrong = both().replace(/:[^:@/]+@/, ':wrong@');
  await expect(reached(wrong)).rejects.toMatchObject({ code: '28P01' });
  const gone = both().replace(`:${portIn(servers.primary.url)}/`, ':1/');
  await expect(reached(gone)).rejects.toThrow(/is a standby|ECONNREFUSED/);
});

test('a client that is ended while the primary is looked for opens nothing', async () => {
  const { url } = servers.primary;
  const unknown = url.replace(hostsOf(url), `${hostsOf(url)},127.0.0.1:1`);
  const client = new Client(clientConfig(unknown));
  const connecting = client.connect();
  await client.end();
  await expect(connecting).rejects.toThrow('Connection terminated');
  // It is known now, and the next one reaches it.
  expect(await reached(unknown)).toBe(portIn(url));
});

test('an error before anybody listens ends nothing', () => {
  expect(() => new Client(clientConfig(servers.primary.url)).emit('error', new Error('gone'))).not.toThrow();
});

test('when the standby takes over, a pool finds it with its next connection', async () => {
  const { pool } = connect(both(), silentLog(), { now: () => new Date(), max: 2 });
  onTestFinished(() => pool.end());
  expect(await portOf(pool)).toBe(portIn(servers.primary.url));
  await pool.query('create table written (n int)');
  await pool.query('insert into written values (1)');
  const other = new pg.Client(servers.standby.url);
  await other.connect();
  onTestFinished(() => other.end());
  const copied = async () => (await other.query('select from written').catch(() => ({ rowCount: 0 }))).rowCount;
  await expect.poll(copied).toBe(1);
  await servers.primary.crash();
  await other.query('select pg_promote(true, 20)');
  await expect.poll(() => portOf(pool).catch(() => 0)).toBe(portIn(servers.standby.url));
  expect((await pool.query('insert into written values (2) returning n')).rows).toEqual([{ n: 2 }]);
});
