import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { buildApp } from '../../app/app.ts';
import { requestsInFlight } from '../metrics/measures.ts';
import { eventually } from '../../testing/eventually.ts';
import { testServer } from '../../testing/server.ts';
import { onResponseEnd } from './response-end.ts';

const inFlight = async () => (await requestsInFlight.get()).values[0]?.value ?? 0;
const asked = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: desk.example\r\n\r\n`;

/** A server with answers that do not end and answers that come late, what it logs, and somebody who asks and goes. */
async function deskWithAbortedCall() {
  const desk = await testServer();
  const statuses: unknown[] = [];
  const receive = (line: string) => {
    const { event, status } = JSON.parse(line) as Record<string, unknown>;
    if (event === 'request') statuses.push(status);
  };
  const { app } = await buildApp({ ...desk.services, log: pino({}, { write: receive }) }, { checkReplies: true });
  const made: Readable[] = [];
  const make = () => {
    const endless = new Readable({ read: () => undefined });
    made.push(endless);
    return endless;
  };
  const late: (() => void)[] = [];
  app.get('/endless', make);
  app.get('/late', () => new Promise((resolve) => late.push(() => resolve(make()))));
  app.get('/late-words', () => new Promise((resolve) => late.push(() => resolve('too late'))));
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const before = await inFlight();
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const goes = async () => {
    client.destroy();
    await eventually(async () => expect(await connections()).toBe(0));
  };
  return { client, goes, made, late, statuses, underWay: async () => (await inFlight()) - before };
}

test('of answers that were asked for in a row, all are let go of when nobody listens any more', async () => {
  const desk = await deskWithAbortedCall();
  desk.client.write(asked('/endless').repeat(20));
  await eventually(() => expect(desk.made).toHaveLength(20));
  expect(await desk.underWay()).toBe(20);

  await desk.goes();

  await eventually(() => expect(desk.made.filter((one) => !one.destroyed)).toEqual([]));
  expect(desk.statuses).toEqual(Array(20).fill(499));
  expect(await desk.underWay()).toBe(0);
});

test('an answer that is made after whoever asked has gone is let go of, and is no answer in the log', async () => {
  const desk = await deskWithAbortedCall();
  desk.client.write(asked('/late') + asked('/late') + asked('/late-words'));
  await eventually(() => expect(desk.late).toHaveLength(3));
  await desk.goes();

  for (const answer of desk.late) answer();

  await eventually(() => expect(desk.made.map((one) => one.destroyed)).toEqual([true, true]));
  expect(desk.statuses).toEqual([499, 499, 499]);
  expect(await desk.underWay()).toBe(0);
});

test('an answer is listened to once, however many want to know that it is over, and each is told once', () => {
  const raw = new ServerResponse(new IncomingMessage(new Socket()));
  const message: boolean[] = [];
  for (let n = 0; n < 3; n += 1) onResponseEnd(raw, (isWhole) => message.push(isWhole));
  expect([raw.listenerCount('finish'), raw.listenerCount('close')]).toEqual([1, 1]);
  raw.emit('finish');
  raw.emit('close');
  expect(message).toEqual([true, true, true]);
});
