import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPrimaryAndStandby } from '../../../testing/primary-and-standby.ts';
import { csvCopy } from '../export/csv-copy.ts';
import { longReads } from './standby.ts';

let servers: Awaited<ReturnType<typeof startPrimaryAndStandby>>;
let primary: pg.Client;
let standby: pg.Client;
beforeAll(async () => {
  servers = await startPrimaryAndStandby();
  [primary, standby] = [new pg.Client(servers.primary.url), new pg.Client(servers.standby.url)];
  await Promise.all([primary.connect(), standby.connect()]);
  await primary.query('create table written (n int)');
});
afterAll(async () => {
  await Promise.all([primary.end(), standby.end()]);
  await servers.stop();
});

/** What an export has, and the port of where it was read. */
async function exported(standbyUrl: string | undefined): Promise<string> {
  const file = csvCopy({
    database: { DATABASE_URL: servers.primary.url, STANDBY_DATABASE_URL: standbyUrl },
    header: ['N', 'Port'],
    select: "select max(n), current_setting('port') from written",
    finished: () => Promise.resolve(),
  });
  let text = '';
  for await (const chunk of file) text += String(chunk);
  return text.split('\r\n')[1] ?? '';
}
const portOf = (url: string): string => new URL(url).port;
const counted = async (from: string): Promise<number> =>
  (await longReads.get()).values.find(({ labels }) => labels['from'] === from)?.value ?? 0;

test('an export is read from the standby, with what was written just before it', async () => {
  const before = await counted('standby');
  for (let n = 1; n <= 20; n += 1) {
    await primary.query('insert into written values ($1)', [n]);
    expect(await exported(servers.standby.url)).toBe(`${n},${portOf(servers.standby.url)}`);
  }
  expect((await counted('standby')) - before).toBe(20);
});

test('without a standby it is read from the primary', async () => {
  expect(await exported(undefined)).toMatch(new RegExp(`,${portOf(servers.primary.url)}$`));
});

test('a standby that is too far behind is left out, as is one that does not answer or has become a primary of its own', async () => {
  const before = await counted('left_out');
  await standby.query('select pg_wal_replay_pause()');
  await primary.query('insert into written values (100)');
  expect(await exported(servers.standby.url)).toBe(`100,${portOf(servers.primary.url)}`);
  await standby.query('select pg_wal_replay_resume()');
  expect(await exported(servers.standby.url)).toBe(`100,${portOf(servers.standby.url)}`);

  const nowhere = Object.assign(new URL(servers.standby.url), { port: '1' }).href;
  expect(await exported(nowhere)).toBe(`100,${portOf(servers.primary.url)}`);
  await standby.query('select pg_promote(true, 20)');
  expect(await exported(servers.standby.url)).toBe(`100,${portOf(servers.primary.url)}`);
  expect((await counted('left_out')) - before).toBe(3);
});
