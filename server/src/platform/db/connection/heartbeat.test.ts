import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { startFaultyConnection } from '../../../../../fault-tests/faulty-connection.ts';
import { databaseUrl as url } from '../../../testing/clone.ts';
import { connect } from './connect.ts';
import { listen } from '../../events/events.ts';
import { isTransient } from './is-transient.ts';
import { startHeartbeat } from './heartbeat.ts';

const log = pino({ level: 'silent' });
const eventually = <T>(ask: () => T) => expect.poll(ask, { timeout: 15_000 });

/** A desk's connections over a line that can go dead. */
async function overALine() {
  const line = await startFaultyConnection(() => Number(new URL(url).port));
  const over = Object.assign(new URL(url), { port: String(line.port) }).href;
  const watched = startHeartbeat(over, log, { look: 20, timeoutMs: 3_000 });
  const { pool } = connect(over, log, { now: () => new Date(), max: 2, line: watched });
  onTestFinished(async () => {
    await line.become('pass');
    await watched.stop();
    await pool.end();
    await line.stop();
  });
  const silences: boolean[] = [];
  watched.follow((isSilent) => silences.push(isSilent));
  // Servers that other tests run watch their own databases.
  const watching = `select from pg_stat_activity
    where datname = current_database() and application_name = 'reseller-desk watch' and query like 'select extract%'`;
  await eventually(async () => (await pool.query(watching)).rowCount).toBe(1);
  return { line, over, watched, pool, silences };
}
type Lines = Awaited<ReturnType<typeof overALine>>;

let desk: Lines;
beforeEach(async () => {
  desk = await overALine();
});

test('what waits on a line that went dead is told, and so is who asks after that, until the line is back', async () => {
  const { line, pool, silences } = desk;
  const working = await pool.connect();
  onTestFinished(() => working.release());
  const underWay = working.query('select pg_sleep(60)').catch((error: unknown) => error);
  const asking = pool.query('select pg_sleep(60)').catch((error: unknown) => error);
  const queueing = pool.query('select 2').catch((error: unknown) => error);
  await line.become('silent');

  for (const outcome of [underWay, asking, queueing]) expect(isTransient(await outcome)).toBe(true);
  await eventually(() => silences).toEqual([true]);
  const late = await pool.query('select 3').catch((error: unknown) => error);
  expect(isTransient(late)).toBe(true);
  expect(silences).toEqual([true]);

  await line.become('pass');
  await eventually(() => silences).toEqual([true, false]);
  expect((await pool.query('select 4')).rowCount).toBe(1);
});

test('a database that is merely busy, or gone in so many words, is not taken for a dead line', async () => {
  const { line, pool, silences } = desk;
  await pool.query('select pg_sleep(1)');
  await line.become('refuse');
  await expect(pool.query('select 1')).rejects.toThrow();
  await line.become('pass');
  await expect
    .poll(() =>
      pool
        .query('select 1')
        .then(({ rowCount }) => rowCount)
        .catch(() => 0),
    )
    .toBe(1);
  expect(silences).toEqual([]);
});

test('events are heard again after the line was dead', async () => {
  const { line, over, watched, silences } = desk;
  const received: unknown[] = [];
  const listener = listen(over, log, (event) => received.push(event), 20);
  onTestFinished(() => listener.stop());
  watched.follow((isSilent) => isSilent && listener.reopen());
  const teller = new pg.Client(url);
  await teller.connect();
  onTestFinished(() => teller.end());
  const isHeard = async () => {
    await teller.query(`notify desk, '{"kind":"sync"}'`);
    return received.length > 0;
  };
  await eventually(isHeard).toBe(true);

  await line.become('silent');
  await eventually(() => silences).toEqual([true]);
  await line.become('pass');
  received.length = 0;
  await eventually(isHeard).toBe(true);
});

test('a connection that only listens and died alone is replaced', async () => {
  const line = await startFaultyConnection(() => Number(new URL(url).port));
  const over = Object.assign(new URL(url), { port: String(line.port) }).href;
  const events: unknown[] = [];
  const subscription = listen(over, log, (event) => events.push(event), 20, 100);
  onTestFinished(async () => {
    await subscription.stop();
    await line.stop();
  });
  const isHeard = async (kind: string) => {
    await desk.pool.query(`select pg_notify('desk', $1)`, [JSON.stringify({ kind })]);
    return events.some((event) => (event as { kind: string }).kind === kind);
  };
  await eventually(async () => isHeard('before')).toBe(true);
  line.forsake();
  await eventually(async () => isHeard('after')).toBe(true);
  line.forsake();
  // A caller that stops meanwhile does not wait for an answer either.
});

/** A hang is what these tests look for: the driver itself gives up after 35 seconds. */
const LONG_BEFORE_THE_DRIVER = 20_000;

/** A pool whose connections can die while the one that watches lives on. */
async function alone() {
  const line = await startFaultyConnection(() => Number(new URL(url).port));
  const watched = startHeartbeat(url, log, { look: 20 });
  const { pool } = connect(Object.assign(new URL(url), { port: String(line.port) }).href, log, {
    now: () => new Date(),
    max: 2,
    line: watched,
  });
  onTestFinished(async () => {
    await watched.stop();
    await line.stop();
    await pool.end();
  });
  return { line, pool };
}

test(
  'a connection that died alone is found while an answer is waited for, and what is worked on is left alone',
  async () => {
    const { line, pool } = await alone();
    const client = await pool.connect();
    onTestFinished(() => client.release(true));
    await client.query('select 1');
    line.forsake();
    const unheard = client.query('select 2').catch((error: unknown) => error);
    const lively = pool.query('select pg_sleep(5)');
    expect(isTransient(await unheard)).toBe(true);
    expect((await lively).rowCount).toBe(1);
  },
  LONG_BEFORE_THE_DRIVER,
);

test(
  'connections that died while nobody used them are asked before they are handed out, and replaced',
  async () => {
    const { line, pool } = await alone();
    const before = await Promise.all([1, 2].map(() => pool.connect()));
    before.forEach((client) => client.release());
    line.forsake();
    await pause(1_100);
    expect((await pool.query('select 1')).rowCount).toBe(1);
    expect((await pool.query('select 2')).rowCount).toBe(1);
    await expect.poll(() => pool.totalCount).toBe(1);
  },
  LONG_BEFORE_THE_DRIVER,
);

test(
  'a line on which no connection can be opened any more is dead, too',
  async () => {
    const { line, pool, silences } = desk;
    const working = await pool.connect();
    onTestFinished(() => working.release(true));
    const waiting = working.query('select pg_sleep(60)').catch((error: unknown) => error);
    const watch = new pg.Client(url);
    await watch.connect();
    onTestFinished(() => watch.end());
    await line.become('silent');
    await watch.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'reseller-desk watch'`,
    );
    expect(isTransient(await waiting)).toBe(true);
    await eventually(() => silences).toEqual([true]);
  },
  LONG_BEFORE_THE_DRIVER,
);
