import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startPostgres, type Postgres } from '../../../../../launcher/postgres/postgres.ts';
import { makeStandby } from '../../../../../launcher/postgres/standby.ts';
import { addressesOf, hostsOf } from '../../../database-address.ts';
import { silentLog } from '../../../testing/recorded-log.ts';
import { Client, reaching } from './client.ts';
import { connect } from './connect.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-standby-'));
const dataDirOf = (name: string) => join(folder, name);
const start = (name: string) => startPostgres({ dataDir: dataDirOf(name), log: () => undefined, temporary: true });
let [primary, standby]: (Postgres | undefined)[] = [];

/** The address of both, the standby first. */
function both(): string {
  const url = standby?.url ?? '';
  return url.replace(hostsOf(url), `${hostsOf(url)},${hostsOf(primary?.url ?? '')}`);
}

beforeAll(async () => {
  primary = await start('one');
  await makeStandby({ primary: { dataDir: dataDirOf('one'), url: primary.url }, dataDir: dataDirOf('two'), log: () => undefined }); // prettier-ignore
  standby = await start('two');
});
afterAll(async () => {
  await Promise.all([primary?.stop(), standby?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const portOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ port: string }>("select current_setting('port') as port");
  return Number(rows[0]?.port);
};
async function reached(url: string): Promise<number> {
  const client = new Client({ ...reaching(url), connectionTimeoutMillis: 3_000 });
  await client.connect();
  return portOf(client).finally(() => client.end());
}
const portIn = (url = ''): number => Number(new URL(url).port);

test('of several hosts the one that takes writes is reached, however they are named', async () => {
  expect(await reached(both())).toBe(portIn(primary?.url));
  const [one, other] = addressesOf(both());
  const turned = (other ?? '').replace(`:${portIn(other)}`, `:${portIn(other)},127.0.0.1:${portIn(one)}`);
  expect(await reached(turned)).toBe(portIn(primary?.url));
});

test('a refused password is told, and that none of them takes writes', async () => {
  const wrong = both().replace(/:[^:@/]+@/, ':wrong@');
  await expect(reached(wrong)).rejects.toMatchObject({ code: '28P01' });
  const [, port] = addressesOf(both()).map(portIn);
  const gone = both().replace(`:${String(port)}/`, ':1/');
  await expect(reached(gone)).rejects.toThrow(/is a standby|ECONNREFUSED/);
});

test('when the standby takes over, a pool finds it with its next connection', async () => {
  const { pool } = connect(both(), silentLog(), { now: () => new Date(), max: 2 });
  onTestFinished(() => pool.end());
  const port = async () => Number((await pool.query<{ port: string }>("select current_setting('port') as port")).rows[0]?.port); // prettier-ignore
  expect(await port()).toBe(portIn(primary?.url));
  await pool.query('create table written (n int)');
  await pool.query('insert into written values (1)');
  const other = new pg.Client(standby?.url);
  await other.connect();
  onTestFinished(() => other.end());
  await expect
    .poll(async () => (await other.query('select from written').catch(() => ({ rowCount: 0 }))).rowCount)
    .toBe(1);
  await primary?.crash();
  await other.query('select pg_promote(true, 20)');
  await expect.poll(() => port().catch(() => 0)).toBe(portIn(standby?.url));
  expect((await pool.query('insert into written values (2) returning n')).rows).toEqual([{ n: 2 }]);
});
