import { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { access } from '@desk/contract/access';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from './app.ts';
import { connect } from '../platform/db/connection/connect.ts';
import { listen, createAnnouncer } from '../platform/events/events.ts';
import { databaseUrl } from '../testing/clone.ts';
import { eventually } from '../testing/eventually.ts';
import { testServer } from '../testing/server.ts';

// Whatever throws: it is logged, who asked is told in general words, and the process lives. Jobs and sweeps are in
// worker.test.ts, what nobody catches in signals.test.ts.

const unheard: unknown[] = [];
const receive = (error: unknown) => void unheard.push(error);
beforeEach(() => {
  process.on('uncaughtException', receive).on('unhandledRejection', receive);
});
afterEach(() => {
  process.off('uncaughtException', receive).off('unhandledRejection', receive);
  vi.restoreAllMocks();
  expect(unheard.splice(0)).toEqual([]);
});

async function node() {
  const desk = await testServer();
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const services = { ...desk.services, log };
  const { app, events } = await buildApp(services, { checkReplies: true });
  onTestFinished(() => app.close());
  const messages = (event: string) => lines.filter((line) => line['event'] === event);
  const brand = () =>
    app.inject({ method: 'POST', url: `/api/${access.brand.path}`, payload: '{}', headers: JSON_BODY });
  return { desk, services, log, app, events, logged: messages, brand };
}
const JSON_BODY = { 'content-type': 'application/json' };
const BROKEN = 'Broken inside';
const fail = () => {
  throw new Error(BROKEN);
};

test.each(['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend'] as const)(
  'a hook that throws (%s) is a failed request of its own',
  async (hook) => {
    const { app, logged, brand } = await node();
    let left = 1;
    const hooked = () => (left-- > 0 ? Promise.reject(new Error(BROKEN)) : Promise.resolve());
    app.get('/object', () => ({ status: 'ok' }));
    app.addHook(hook as 'onRequest', hooked);
    const broken = await app.inject('/object');
    expect(broken.statusCode).toBe(500);
    const { request_id, ...rest } = broken.json<{ request_id: string }>();
    expect(rest).toEqual({ error: true, message: 'Something went wrong' });
    expect(broken.headers['x-content-type-options']).toBe('nosniff');
    expect(logged('request_failed')).toMatchObject([{ request_id, reason: BROKEN }]);
    expect((await brand()).statusCode).toBe(200);
  },
);

test('a hook that throws when the answer has gone keeps nobody from the next one', async () => {
  const { app, brand } = await node();
  app.addHook('onResponse', () => Promise.reject(new Error(BROKEN)));
  expect((await brand()).statusCode).toBe(200);
  expect((await brand()).statusCode).toBe(200);
});

const circle: { self?: unknown } = {};
circle.self = circle;
test.each([
  ['a handler that throws', fail],
  ['a handler that throws later', () => Promise.reject(new Error(BROKEN))],
  ['an answer that cannot be written', () => circle],
  ['a rejection that is no error', () => Promise.reject(BROKEN as unknown as Error)],
])('%s is a failed request with its number in the log', async (_, handler) => {
  const { app, logged, brand } = await node();
  app.get('/api/broken', handler);
  const { statusCode, body } = await app.inject('/api/broken');
  expect(statusCode).toBe(500);
  const { request_id, ...rest } = JSON.parse(body) as { request_id: string };
  expect(rest).toEqual({ error: true, message: 'Something went wrong' });
  expect(logged('request_failed')).toMatchObject([{ request_id, reason: expect.any(String) as string }]);
  expect(logged('request')).toMatchObject([{ request_id, method: 'GET', route: '/api/broken', status: 500 }]);
  expect((await brand()).statusCode).toBe(200);
});

/** Browsers that listen; what each has heard. */
async function listeners({ app, desk }: Awaited<ReturnType<typeof node>>, count: number) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const { token = '' } = await desk.as();
  const received: string[] = Array<string>(count).fill('');
  const updateConnection = async (n: number) => {
    const { body } = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: { authorization: token } });
    const read = async () => {
      for await (const part of body ?? []) received[n] = `${received[n] ?? ''}${Buffer.from(part).toString()}`;
    };
    void read().catch(() => undefined);
    await eventually(() => expect(received[n]).toContain('retry'));
  };
  for (let n = 0; n < count; n++) await updateConnection(n);
  return received;
}

test('a stream that cannot be written to is given up, the other browsers are told', async () => {
  const desk = await node();
  const heard = await listeners(desk, 2);
  vi.spyOn(ServerResponse.prototype, 'write').mockImplementationOnce(fail);
  desk.events.tell({ kind: 'sync' });
  await eventually(() => expect(heard[1]).toContain('event: sync'));
  desk.events.tell({ kind: 'licences' });
  await eventually(() => expect(heard[1]).toContain('event: licences'));
  expect(heard[0]).not.toContain('event:');
  expect(desk.logged('event_stream_broken')).toMatchObject([{ reason: BROKEN }]);
});

test('a heartbeat that fails is not the last one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const desk = await node();
  const heard = await listeners(desk, 1);
  const { sessionPool } = desk.services;
  vi.spyOn(sessionPool, 'query').mockImplementationOnce(fail);
  vi.advanceTimersByTime(25_000);
  await eventually(() => expect(desk.logged('event_stream_check_failed')).toMatchObject([{ reason: BROKEN }]));
  vi.advanceTimersByTime(25_000);
  await eventually(() => expect(heard[0]).toContain(':\n\n'));
});

test('an event that cannot be told, or read, is not the last one', async () => {
  const { desk, log, logged } = await node();
  const heard: unknown[] = [];
  const listener = listen(databaseUrl, log, (event) => {
    if (event.kind === 'crm') fail();
    heard.push(event);
  });
  onTestFinished(listener.stop);
  const print = (payload: string) => desk.pool.query('select pg_notify($1, $2)', ['desk', payload]);
  await eventually(async () => {
    await print('{"kind":"sync"}');
    expect(heard).not.toEqual([]);
  });
  await print('{"kind":"crm"}');
  await print('no JSON');
  await print('{"kind":"licences"}');
  await eventually(() => expect(heard).toContainEqual({ kind: 'licences' }));
  expect(logged('event_delivery_failed')).toMatchObject([
    { reason: BROKEN },
    { reason: expect.stringContaining('JSON') as string },
  ]);
});

test('an announcement that the database does not take is logged, and the next one is tried', async () => {
  const { log, logged } = await node();
  const { pool } = connect('postgres://desk:x@127.0.0.1:1/desk', log, { now: () => new Date(), max: 1 });
  const announcer = createAnnouncer(pool, log);
  for (const nth of [1, 2]) {
    announcer.announce({ kind: 'sync' });
    await eventually(() => expect(logged('event_publish_failed')).toHaveLength(nth));
  }
  await announcer.stop();
  await pool.end();
});
