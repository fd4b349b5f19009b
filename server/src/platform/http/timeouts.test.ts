import { once } from 'node:events';
import { connect, Socket, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { access } from '@desk/contract/access';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { testServer } from '../../testing/server.ts';
import { TIMEOUTS } from './timeouts.ts';
import { eventually } from '../../testing/eventually.ts';

/** More than the kernels on both ends take without a reader. */
const LARGE = 30 * 1024 * 1024;
const PIECE = 64 * 1024;
const HURRIED = { head: 1_000, request: 1_500, look: 100, reading: 100, answer: 60_000 };

/** A server with short timeouts and two large answers, and a client that says what it likes. */
async function hurried(retryContext = HURRIED) {
  const desk = await testServer();
  const { app } = await buildApp(desk.services, { checkReplies: true, timeouts: retryContext });
  app.get('/large', () => Buffer.alloc(LARGE));
  app.get('/words', () => 'x'.repeat(LARGE));
  app.get('/in-pieces', () => Readable.from(Array.from({ length: LARGE / PIECE }, () => Buffer.alloc(PIECE))));
  app.get('/some', () => Buffer.alloc(100_000));
  let madeLater: Readable | undefined;
  app.get('/slow-to-come', () => (madeLater = new Readable({ read: () => undefined })));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const dial = async () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    return socket;
  };
  const open = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const served = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/api/${access.brand.path}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json', connection: 'close' },
    });
    return response.status;
  };
  return { dial, open, served, later: () => madeLater };
}
type Client = Awaited<ReturnType<Awaited<ReturnType<typeof hurried>>['dial']>>;
async function everythingFrom(socket: Client) {
  let received = '';
  socket.on('data', (bytes) => (received += bytes.toString()));
  await once(socket, 'close');
  return received;
}
const POST = `POST /api/${access.brand.path} HTTP/1.1\r\nhost: desk.example\r\ncontent-type: application/json\r\n`;

test.each([
  ['says nothing', ''],
  ['never ends its head', `${POST}x-more: `],
  ['never ends its body', `${POST}content-length: 1000\r\n\r\n{"a":`],
])('of two hundred clients one that %s is cut, with others served meanwhile', async (_, result) => {
  // Those who are served come over the same busy loop.
  const desk = await hurried({ ...HURRIED, head: 3_000, request: 4_000 });
  const clients = await Promise.all(Array.from({ length: 200 }, desk.dial));
  const ends = clients.map(everythingFrom);
  for (const client of clients) client.write(result);
  expect(await desk.served()).toBe(200);
  for (const events of await Promise.all(ends)) {
    const [head = '', body = ''] = events.split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(head).toContain("script-src 'self'");
    expect(JSON.parse(body)).toEqual({
      error: true,
      message: 'The request took too long.',
      request_id: expect.any(String) as string,
    });
  }
  expect(await desk.served()).toBe(200);
});

/**
 * For a reader on this same busy loop: that something was taken is seen in steps of up to two megabytes, which the kernels hold
 * between the two, and that is thirty bits.
 */
const ROOM = { ...HURRIED, reading: 2_000 };

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: desk.example\r\n\r\n`;
test.each([
  ['asks for much', get('/large'), ''],
  ['asks for something and then for much', get('/some') + get('/large'), ''],
  ['asks for much, and says something all the time,', get('/large'), '\r\n'],
])('who %s and does not read is cut off, and nothing is held', async (_, asked, output) => {
  const reset = vi.spyOn(Socket.prototype, 'resetAndDestroy');
  onTestFinished(() => reset.mockRestore());
  const desk = await hurried();
  const client = await desk.dial();
  client.write(asked);
  await once(client, 'readable');
  // From here on nothing is read.
  const saying = setInterval(() => client.write(output), 20);
  onTestFinished(() => clearInterval(saying));
  expect(await desk.served()).toBe(200);
  await vi.waitFor(async () => expect(await desk.open()).toBe(0), { timeout: 15_000 });
  // Closed in order, the system would keep what it has taken to hand it over.
  expect(reset).toHaveBeenCalledTimes(1);
  client.destroy();
});

/** Takes all of a large answer, with a pause after each bit. */
async function readsBitByBit(client: Client, path: string, betweenBits: (taken: number) => void = () => undefined) {
  client.write(`GET ${path} HTTP/1.1\r\nhost: desk.example\r\nconnection: close\r\n\r\n`);
  let taken = 0;
  client.on('data', (bytes) => {
    taken += bytes.length;
    client.pause();
    betweenBits(taken);
    setTimeout(() => client.resume(), 5);
  });
  await once(client, 'close');
  return taken;
}

test.each(['/large', '/words'])('who reads all of %s bit by bit gets it', async (path) => {
  const desk = await hurried(ROOM);
  expect(await readsBitByBit(await desk.dial(), path)).toBeGreaterThan(LARGE);
});

test('while the server itself stands still, nobody is taken for slow', async () => {
  const desk = await hurried(ROOM);
  let stoodStill = false;
  const stand = (taken: number) => {
    if (stoodStill || taken < LARGE / 3) return;
    stoodStill = true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_000);
  };
  expect(await readsBitByBit(await desk.dial(), '/large', stand)).toBeGreaterThan(LARGE);
  expect(stoodStill).toBe(true);
});

test('who reads on, however little at a time, gets no longer than the longest time', async () => {
  const desk = await hurried({ ...HURRIED, reading: 60_000, answer: 300 });
  const client = await desk.dial();
  client.write(get('/in-pieces'));
  let taken = 0;
  const sip = setInterval(() => (taken += (client.read(1_000) as Buffer | null)?.length ?? 0), 5);
  onTestFinished(() => clearInterval(sip));
  await vi.waitFor(async () => expect(await desk.open()).toBe(0), { timeout: 15_000 });
  expect(taken).toBeLessThan(LARGE);
  client.destroy();
});

test('who waits for what we have not made yet is no slow reader', async () => {
  const desk = await hurried();
  const client = await desk.dial();
  client.write('GET /slow-to-come HTTP/1.1\r\nhost: desk.example\r\nconnection: close\r\n\r\n');
  const lines = everythingFrom(client);
  await eventually(() => expect(desk.later()).toBeDefined());
  desk.later()?.push('begun ');
  // Much longer than a reader may take.
  await new Promise((resolve) => setTimeout(resolve, 500));
  desk.later()?.push('ended');
  desk.later()?.push(null);
  expect(await lines).toMatch(/begun [^]*ended/);
});

test('a head that is too large, and one that is none, are answered like any other problem', async () => {
  const desk = await hurried({ ...HURRIED, head: 8_000, request: 8_000 });
  for (const [request, status, message] of [
    [`${POST}x-much: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'The request is too large.'],
    ['HOW ARE YOU\r\n\r\n', 400, 'The request could not be read.'],
  ] as const) {
    const client = await desk.dial();
    const heard = everythingFrom(client);
    client.write(request);
    const [head = '', body = ''] = (await heard).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('x-content-type-options: nosniff');
    expect(JSON.parse(body)).toMatchObject({ error: true, message });
  }
});

test('nobody has to wait for a slow client longer than fifteen seconds', () => {
  const { head, request, look, reading } = TIMEOUTS;
  expect(Math.max(head, request) + look).toBeLessThanOrEqual(15_000);
  expect(reading + 2 * look).toBeLessThanOrEqual(15_000);
});
