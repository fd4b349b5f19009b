import { Agent, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { createShutdown } from './shutdown.ts';
import { drain } from '../http/drain.ts';
import { testServer } from '../../testing/server.ts';
import { eventually } from '../../testing/eventually.ts';

/** A way down whose end is seen instead of felt. */
function wayDown({ delay = () => Promise.resolve(), longestMs = 60_000 } = {}) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const exit = vi.fn<(code: number) => void>();
  const shutdown = createShutdown({ log, exit, delay, longestMs });
  const message = (event: string) => lines.filter((line) => line['event'] === event);
  return { shutdown, exit, logged: message };
}

test('what was begun last ends first, and jobs are told before anything else', async () => {
  const { shutdown, exit } = wayDown();
  const order: string[] = [];
  const part = (name: string) => async () => {
    order.push(`${name} begins`);
    await new Promise(setImmediate);
    order.push(`${name} has ended`);
  };
  shutdown.add('database', part('database'));
  shutdown.add('jobs', part('jobs'), { atOnce: true });
  shutdown.add('requests', part('requests'));
  await shutdown.begin('SIGTERM', 0);
  expect(order[0]).toBe('jobs begins');
  const ends = order.filter((result) => result !== 'jobs begins' && result !== 'jobs has ended');
  expect(ends).toEqual(['requests begins', 'requests has ended', 'database begins', 'database has ended']);
  expect(order.indexOf('jobs has ended')).toBeLessThan(order.indexOf('database begins'));
  expect(exit.mock.calls).toEqual([[0]]);
});

test('a part that cannot be stopped is told of, and the others are stopped', async () => {
  const { shutdown, exit, logged } = wayDown();
  const database = vi.fn();
  shutdown.add('database', database);
  shutdown.add('mail', () => {
    throw new Error('There is no mail');
  });
  await shutdown.begin('SIGTERM', 0);
  expect(logged('stop_failed')).toMatchObject([{ part: 'mail', reason: 'There is no mail' }]);
  expect(database).toHaveBeenCalledOnce();
  expect(exit.mock.calls).toEqual([[0]]);
});

test('what hangs is cut off and named', async () => {
  const { shutdown, exit, logged } = wayDown({ longestMs: 20 });
  shutdown.add('database', vi.fn());
  shutdown.add('jobs', () => new Promise(() => undefined), { atOnce: true });
  void shutdown.begin('SIGTERM', 0);
  await eventually(() => expect(exit.mock.calls).toEqual([[1]]));
  expect(logged('stop_forced')).toMatchObject([{ hanging: ['jobs'] }]);
});

test('it goes down once, however often it is asked', async () => {
  const { shutdown, exit, logged } = wayDown();
  const part = vi.fn();
  shutdown.add('database', part);
  await Promise.all([shutdown.begin('SIGTERM', 0), shutdown.begin('uncaughtException', 1)]);
  expect(part).toHaveBeenCalledOnce();
  expect(exit.mock.calls).toEqual([[0]]);
  expect(logged('stopping')).toHaveLength(1);
});

/** A listening node with a route that answers when the test says so, and a client that keeps its connection. */
async function node() {
  let isOver: () => void = () => undefined;
  const { shutdown, exit } = wayDown({ delay: () => new Promise((resolve) => (isOver = resolve)) });
  const desk = await testServer();
  const state = { isStopping: shutdown.isStopping, areJobsWorkedOn: () => true };
  const { app, events } = await buildApp(desk.services, { checkReplies: true, state });
  let answer: () => void = () => undefined;
  const asked = vi.fn();
  app.get('/slow', () => {
    asked();
    return new Promise((resolve) => (answer = () => resolve({ status: 'done' })));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  shutdown.add('requests', () => drain(app, events.endAll, 60_000));
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    await app.close();
  });
  const get = (path: string, through: Agent | undefined = agent) =>
    new Promise<{ status: number | undefined; connection: string | undefined; body: string }>((resolve, reject) => {
      const read = (response: IncomingMessage) => {
        let body = '';
        response.on('data', (bytes) => (body += String(bytes)));
        const { statusCode: status, headers } = response;
        response.on('end', () => resolve({ status, connection: headers.connection, body }));
      };
      request({ port, host: '127.0.0.1', path, agent: through }, read).on('error', reject).end();
    });
  return { shutdown, exit, get, asked, answer: () => answer(), delayIsOver: () => isOver() };
}

test('a node that stops goes on answering, asks for no more on any connection, and is not ready', async () => {
  const { shutdown, exit, get, delayIsOver } = await node();
  expect(await get('/readyz')).toMatchObject({ status: 200, connection: 'keep-alive' });
  const down = shutdown.begin('SIGTERM', 0);
  expect(await get('/readyz')).toMatchObject({ status: 503, connection: 'close', body: '{"status":"stopping"}' });
  expect(await get('/healthz')).toMatchObject({ status: 200, connection: 'close' });
  expect(exit).not.toHaveBeenCalled();
  delayIsOver();
  await down;
  await expect(get('/healthz')).rejects.toThrow('ECONNREFUSED');
});

test('what is under way when a node stops is finished', async () => {
  const { shutdown, exit, get, asked, answer, delayIsOver } = await node();
  const underWay = get('/slow');
  await eventually(() => expect(asked).toHaveBeenCalledOnce());
  const down = shutdown.begin('SIGTERM', 0);
  delayIsOver();
  await eventually(() => expect(get('/healthz', new Agent())).rejects.toThrow('ECONNREFUSED'));
  expect(exit).not.toHaveBeenCalled();
  answer();
  expect(await underWay).toMatchObject({ status: 200, connection: 'close', body: '{"status":"done"}' });
  await down;
  expect(exit.mock.calls).toEqual([[0]]);
});

test('a connection that a proxy kept answers once more after nobody can connect, and only then it ends', async () => {
  const { shutdown, exit, get, delayIsOver } = await node();
  expect(await get('/healthz')).toMatchObject({ status: 200, connection: 'keep-alive' });
  const down = shutdown.begin('SIGTERM', 0);
  delayIsOver();
  await eventually(() => expect(get('/healthz', new Agent())).rejects.toThrow('ECONNREFUSED'));
  expect(exit).not.toHaveBeenCalled();
  expect(await get('/healthz')).toMatchObject({ status: 200, connection: 'close' });
  await down;
  expect(exit.mock.calls).toEqual([[0]]);
});
