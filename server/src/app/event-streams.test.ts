import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { access } from '@desk/contract/access';
import { admins } from '@desk/contract/admins';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from './app.ts';
import { listen } from '../platform/events/events.ts';
import { eventStreams } from '../platform/metrics/measures.ts';
import { serverUrl } from '../testing/clone.ts';
import { testServer, type TestServer } from '../testing/server.ts';
import { eventually } from '../testing/eventually.ts';

type Asha = Awaited<ReturnType<TestServer['as']>>;
type Built = Awaited<ReturnType<typeof buildApp>>;

let desk: TestServer;
let asha: Asha;
let app: Built['app'];
let events: Built['events'];
let address: AddressInfo;
beforeEach(async () => {
  // The heartbeat alone is driven by the test.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  desk = await testServer();
  asha = await desk.as();
  ({ app, events } = await buildApp(desk.services, { checkReplies: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = app.server.address() as AddressInfo;
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});
const heartbeat = () => vi.advanceTimersByTime(25_000);

/** A browser's stream: what it has heard so far, and whether it is over. */
async function updateConnection(token = asha.token ?? '') {
  const response = await fetch(`http://127.0.0.1:${address.port}/api/events`, { headers: { authorization: token } });
  const stream = { response, heard: '', over: false };
  const read = async () => {
    for await (const part of response.body ?? []) stream.heard += Buffer.from(part).toString();
    stream.over = true;
  };
  void read();
  return stream;
}

test('a stream tells what happens and carries the security headers', async () => {
  const stream = await updateConnection();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  expect(stream.response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(stream.response.headers.get('content-security-policy')).toContain("default-src 'none'");

  events.tell({ kind: 'month', month: '2027-04' });
  const answer = 'event: month\ndata: {"kind":"month","month":"2027-04"}\n\n';
  await eventually(() => expect(stream.heard).toBe(`retry: 3000\n\n${answer}`));
});

test('a stream ends with its session, the others go on', async () => {
  const meera = await desk.as({ email: 'meera@desk.example' });
  const [hers, other] = [await updateConnection(), await updateConnection(meera.token)];
  heartbeat();
  await eventually(() => expect([hers.heard, other.heard]).toEqual(Array(2).fill('retry: 3000\n\n:\n\n')));

  await desk.pool.query('delete from sessions where account_id = $1', [asha.id]);
  heartbeat();
  await eventually(() => expect(hers.over).toBe(true));
  await eventually(() => expect(other.heard).toBe('retry: 3000\n\n:\n\n:\n\n'));
  expect(other.over).toBe(false);
});

test('of eleven streams of one account the oldest ends', async () => {
  const streams: Awaited<ReturnType<typeof updateConnection>>[] = [];
  for (let nth = 0; nth < 11; nth += 1) streams.push(await updateConnection());
  await eventually(() => expect(streams[0]?.over).toBe(true));
  events.tell({ kind: 'sync' });
  await eventually(() => expect(streams.filter(({ heard }) => heard.includes('event: sync'))).toHaveLength(10));
  expect(streams.filter(({ over }) => over)).toHaveLength(1);
});

test('who does not read is hung up on before much is held for them', async () => {
  const socket = connect(address.port, '127.0.0.1');
  socket.write(`GET /api/events HTTP/1.1\r\nhost: desk.example\r\nauthorization: ${asha.token}\r\n\r\n`);
  await once(socket, 'readable');
  // From here on nothing is read.
  const gone = once(socket, 'close');
  const event = { kind: 'month', month: 'x'.repeat(60_000) } as const;
  const opened = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  let message = 0;
  for (; message < 2_000 && (await opened()) > 0; message += 1) {
    events.tell(event);
    await turn();
  }
  expect(message).toBeLessThan(2_000);
  socket.destroy();
  await gone;
});

test('a stranger and a customer hear nothing', async () => {
  const customer = await desk.as({ email: 'c@acme.example', kind: 'customer' });
  expect((await updateConnection('')).response.status).toBe(401);
  expect((await updateConnection(customer.token)).response.status).toBe(401);
});

const streamsOpen = async () => (await eventStreams.get()).values[0]?.value;

/** The next question whose session it is waits until the answer is let through. */
function holdNextLookUp() {
  let letThrough: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  const { sessionPool } = desk.services;
  const query = sessionPool.query.bind(sessionPool) as (...given: unknown[]) => Promise<unknown>;
  const late = (...given: unknown[]) => held.then(() => query(...given)) as never;
  const spy = vi.spyOn(sessionPool, 'query').mockImplementationOnce(late);
  onTestFinished(() => spy.mockRestore());
  return { spy, letThrough };
}

test('who left before it was known whose stream it is, is not kept', async () => {
  const { spy, letThrough } = holdNextLookUp();
  const socket = connect(address.port, '127.0.0.1');
  socket.write(`GET /api/events HTTP/1.1\r\nhost: desk.example\r\nauthorization: ${asha.token}\r\n\r\n`);
  await eventually(() => expect(spy).toHaveBeenCalled());
  const opened = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  socket.destroy();
  await eventually(async () => expect(await opened()).toBe(0));
  letThrough();
  const stream = await updateConnection();
  events.tell({ kind: 'sync' });
  await eventually(() => expect(stream.heard).toContain('event: sync'));
  expect(await streamsOpen()).toBe(1);
});

const suspend = async (by: Asha, who: Asha) =>
  (await by.calls(admins.update, { formData: { admin_id: who.id, status: 'SUSPENDED' } })).status;
test.each([
  ['is suspended', (meera: Asha) => suspend(meera, asha)],
  ['logs out', async () => (await asha.calls(access.logout, {})).status],
])('the streams of somebody who %s end at once, at every node, and those of the others go on', async (_how, act) => {
  const meera = await desk.as({ email: 'meera@desk.example' });
  // The heartbeat is stopped; events between nodes come through the database.
  const listener = listen(serverUrl, desk.services.log, events.tell);
  onTestFinished(() => listener.stop());
  const [one, other, hers] = [await updateConnection(), await updateConnection(), await updateConnection(meera.token)];
  await eventually(async () => {
    await desk.pool.query(`select pg_notify('desk', '{"kind":"sync"}')`);
    expect(hers.heard).toContain('event: sync');
  });

  expect(await act(meera)).toBe(200);
  await eventually(() => expect([one.over, other.over]).toEqual([true, true]));
  expect(hers.over).toBe(false);
  expect(hers.heard).not.toContain('session_ended');
});
