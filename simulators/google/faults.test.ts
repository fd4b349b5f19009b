import { afterEach, expect, test } from 'vitest';
import type { Fault } from './faults.ts';
import { askToken, assertion } from './testing/caller.ts';
import { refused, runningGoogle } from './testing/running.ts';

const { running, subscriptionOn } = runningGoogle();
afterEach(() => {
  running().google.faults.clear();
});

const list = () => running().call('GET', 'subscriptions?maxResults=1');
const statuses = async (count: number) => {
  const seen: number[] = [];
  for (let n = 0; n < count; n += 1) seen.push((await list()).status);
  return seen;
};

test.each([
  ['quotaExceeded', 429, 'quotaExceeded'],
  ['quotaExceeded-503', 503, 'quotaExceeded'],
  ['dailyLimitExceeded', 403, 'dailyLimitExceeded'],
  ['unavailable', 503, 'backendError'],
  ['internalError', 500, 'internalError'],
  ['unauthorized', 401, 'authError'],
] as const)('%s is answered as often as asked for, and then the call goes well again', async (kind, status, reason) => {
  running().google.faults.add({ kind, times: 2 });
  expect(await list()).toEqual(refused(status, reason));
  expect(await statuses(2)).toEqual([status, 200]);
});

test('an HTML page comes as an error or as a success', async () => {
  running().google.faults.add({ kind: 'html' });
  running().google.faults.add({ kind: 'html-200' });
  for (const status of [502, 200]) {
    expect(await list()).toEqual({ status, body: expect.stringMatching(/^<!DOCTYPE html>/) as string });
  }
});

test('a fault waits for the calls before it and for its method', async () => {
  const { faults } = running().google;
  const { path } = subscriptionOn('ANNUAL');
  faults.add({ kind: 'unavailable', method: 'subscriptions.list', after: 2 });
  expect((await running().call('GET', path)).status).toBe(200);
  expect(await statuses(4)).toEqual([200, 200, 503, 200]);
});

test('faults in line come one after the other', async () => {
  const { faults } = running().google;
  faults.add({ kind: 'quotaExceeded' });
  faults.add({ kind: 'internalError' });
  expect(await statuses(3)).toEqual([429, 500, 200]);
});

test('the token endpoint fails only when it is named', async () => {
  const { google } = running();
  google.faults.add({ kind: 'unavailable' });
  expect((await askToken(google, assertion(google))).status).toBe(200);
  google.faults.add({ kind: 'unavailable', method: 'token' });
  expect((await askToken(google, assertion(google))).status).toBe(503);
});

test('a call that is never answered changes nothing', async () => {
  const { google } = running();
  const { path, subscription } = subscriptionOn('ANNUAL', 10);
  google.faults.add({ kind: 'timeout' });
  const address = `${google.url}/apps/reseller/v1/${path}/changeSeats`;
  const given = new AbortController();
  const asked = fetch(address, { method: 'POST', body: '{"numberOfSeats":20}', signal: given.signal });
  while (google.state.calls('subscriptions.changeSeats') === 0) await new Promise(setImmediate);
  given.abort();
  await expect(asked).rejects.toThrow('aborted');
  expect(google.state.subscription(subscription.subscriptionId).seats.numberOfSeats).toBe(10);
});

test('a connection is cut before the call is done, or after it', async () => {
  const { google, call } = running();
  const { path, subscription } = subscriptionOn('ANNUAL', 10);
  const seats = () => google.state.subscription(subscription.subscriptionId).seats.numberOfSeats;
  const grow = () => call('POST', `${path}/changeSeats`, { numberOfSeats: 20 });

  google.faults.add({ kind: 'reset' });
  await expect(grow()).rejects.toThrow();
  expect(seats()).toBe(10);

  google.faults.add({ kind: 'applied-but-answer-lost' });
  await expect(grow()).rejects.toThrow();
  expect(seats()).toBe(20);
});

test('a change is answered and not made', async () => {
  const { google, call } = running();
  const { path, subscription } = subscriptionOn('ANNUAL', 10);
  google.faults.add({ kind: 'answered-but-not-applied' });
  const grow = () => call('POST', `${path}/changeSeats`, { numberOfSeats: 20 });
  expect(await grow()).toMatchObject({ status: 200, body: { seats: { numberOfSeats: 20 } } });
  expect(google.state.subscription(subscription.subscriptionId).seats.numberOfSeats).toBe(10);
  await grow();
  expect(google.state.subscription(subscription.subscriptionId).seats.numberOfSeats).toBe(20);
});

test('another process switches faults and reads the state over HTTP', async () => {
  const { google } = running();
  const address = `${google.url}/__admin/fault`;
  const before = google.state.calls('subscriptions.list');
  const fault: Fault = { kind: 'quotaExceeded', times: 3, method: 'subscriptions.list' };
  expect((await fetch(address, { method: 'POST', body: JSON.stringify(fault) })).status).toBe(200);
  expect(await statuses(2)).toEqual([429, 429]);

  const state: unknown = await (await fetch(`${google.url}/__admin/state`)).json();
  expect(state).toMatchObject({
    calls: { 'subscriptions.list': before + 2 },
    faults: [{ ...fault, times: 1 }],
    subscriptions: { length: google.state.subscriptions().length },
  });

  expect((await fetch(address, { method: 'DELETE' })).status).toBe(204);
  expect(await statuses(1)).toEqual([200]);
});

test('a fault that does not exist is refused', async () => {
  const address = `${running().google.url}/__admin/fault`;
  for (const body of ['{"kind":"earthquake"}', '{"kind":"html","method":"subscriptions.explode"}', '{']) {
    expect((await fetch(address, { method: 'POST', body })).status).toBe(400);
  }
  expect(running().google.faults.waiting()).toEqual([]);
});
