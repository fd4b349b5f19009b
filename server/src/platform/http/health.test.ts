import { once } from 'node:events';
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp, type AppOptions } from '../../app/app.ts';
import { connect } from '../db/connection/connect.ts';
import { databaseUrl } from '../../testing/clone.ts';
import { testServer } from '../../testing/server.ts';

const log = pino({ level: 'silent' });

/** A node whose database is at another address. */
async function nodeWith(url: string, options: Partial<AppOptions> = {}) {
  const desk = await testServer();
  const { pool } = connect(url, log, { now: () => new Date(), max: 2 });
  onTestFinished(() => pool.end());
  const { app } = await buildApp({ ...desk.services, sessionPool: pool }, { checkReplies: true, ...options });
  const ask = async (path: string) => {
    const { statusCode, body } = await app.inject(path);
    return [statusCode, body];
  };
  return { desk, pool, ask };
}
const OK = [200, '{"status":"ok"}'];
const missing = (word: string) => [503, `{"status":"${word}"}`];

/** A line to the database on which, from a moment on, nothing is heard any more. */
async function silentLine() {
  const there = new URL(databaseUrl);
  const port = Number(there.port);
  const sockets: Socket[] = [];
  let isSilent = false;
  const server = createServer((near) => {
    const far = dial(port, there.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (!isSilent) to.write(bytes);
      });
      from.on('error', () => undefined);
      sockets.push(from);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const line = new URL(databaseUrl);
  line.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: line.href, hush: () => (isSilent = true) };
}

test('a node is alive without its database, but not ready', async () => {
  const { ask, desk } = await nodeWith('postgres://desk:x@127.0.0.1:1/desk');
  const asked = vi.spyOn(desk.services.pool, 'query');
  expect(await ask('/healthz')).toEqual(OK);
  expect(await ask('/readyz')).toEqual(missing('database'));
  expect(asked).not.toHaveBeenCalled();
});

test('a database that says nothing, from the first moment or later, is one that is missing', async () => {
  const line = await silentLine();
  const { ask } = await nodeWith(line.url);
  expect(await ask('/readyz')).toEqual(OK);
  line.hush();
  await vi.waitFor(async () => expect(await ask('/readyz')).toEqual(missing('database')), { timeout: 10_000 });
  const later = await nodeWith(line.url);
  expect(await later.ask('/readyz')).toEqual(missing('database'));
});

test('however many ask, the database is asked once', async () => {
  const { ask, pool } = await nodeWith(databaseUrl);
  await ask('/readyz');
  const asked = vi.spyOn(pool, 'query');
  for (let n = 0; n < 5; n++) expect(await ask('/readyz')).toEqual(OK);
  const other = await nodeWith(databaseUrl);
  const askedOther = vi.spyOn(other.pool, 'query');
  const answers = await Promise.all(Array.from({ length: 50 }, () => other.ask('/readyz')));
  expect(answers).toEqual(Array(50).fill(OK));
  expect(asked.mock.calls.length + askedOther.mock.calls.length).toBeLessThanOrEqual(2 * 3);
});

test('a schema that is older than the program is not ready, a newer one is', async () => {
  const { desk } = await nodeWith(databaseUrl);
  const shift = (by: string) =>
    desk.pool.query(`update drizzle.__drizzle_migrations set created_at = created_at ${by}
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  for (const [there, back, answer] of [
    ['- 1', '+ 1', missing('schema')],
    ['+ 1', '- 1', OK],
  ] as const) {
    await shift(there);
    const { ask } = await nodeWith(databaseUrl);
    const answered = await ask('/readyz');
    await shift(back);
    expect(answered).toEqual(answer);
  }
});

test('a node whose workers rest, or that stops, is not ready and lives', async () => {
  const state = { isStopping: () => false, areJobsWorkedOn: () => false };
  const { ask } = await nodeWith(databaseUrl, { state });
  expect(await ask('/readyz')).toEqual(missing('jobs'));
  state.isStopping = () => true;
  expect(await ask('/readyz')).toEqual(missing('stopping'));
  expect(await ask('/healthz')).toEqual(OK);
});
