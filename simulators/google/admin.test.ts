import { expect, test } from 'vitest';
import { renewalSettings } from './rules/plans.ts';
import { startGoogle } from './start.ts';
import { caller } from './testing/caller.ts';
import { refused, runningGoogle } from './testing/running.ts';
import type { Subscription } from './wire.ts';

const { world, running, subscriptionOn } = runningGoogle();

/** A knob, as another process turns it. */
async function admin(method: 'GET' | 'POST', path: string, body?: object) {
  const address = `${running().google.url}/__admin/${path}`;
  const response = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
const read = async (path: string) => (await running().call('GET', path)).body as Subscription;

test('licences are given and taken, never more than were bought', async () => {
  const { path, subscription } = subscriptionOn('ANNUAL', 10);
  const { subscriptionId } = subscription;
  expect(await admin('POST', 'licences', { subscriptionId, licensed: 10 })).toMatchObject({ status: 200 });
  expect((await read(path)).seats.licensedNumberOfSeats).toBe(10);
  expect(await admin('POST', 'licences', { subscriptionId, licensed: 11 })).toEqual(refused(400, 'invalid'));
  expect(await admin('POST', 'licences', { subscriptionId, licensed: -1 })).toEqual(refused(400, 'invalid'));
  expect(await admin('POST', 'licences', { subscriptionId: '1', licensed: 1 })).toEqual(refused(404, 'notFound'));
});

test('the clock is read and turned, by days or to an instant, and what falls due has happened with the answer', async () => {
  const { google } = running();
  const { path, subscription } = subscriptionOn('ANNUAL', 10, 4);
  const { subscriptionId } = subscription;
  google.state.change(subscriptionId, { renewalSettings: renewalSettings('RENEW_ON_PROPOSED_OFFER') });
  const proposal = { subscriptionId, seats: 12, pay: 'yearly' };
  expect(await admin('POST', 'proposal', { ...proposal, seats: 0 })).toEqual(refused(400, 'invalid'));
  expect(await admin('POST', 'proposal', { ...proposal, pay: 'weekly' })).toEqual(refused(400, 'invalid'));
  expect((await admin('POST', 'proposal', proposal)).status).toBe(204);

  const clock = (now: string) => ({ status: 200, body: { now, runs: false } });
  expect(await admin('GET', 'clock')).toEqual(clock('2027-03-17T06:30:00.000Z'));
  expect(await admin('POST', 'clock', { days: 365 })).toEqual(clock('2028-03-16T06:30:00.000Z'));
  expect((await read(path)).seats.numberOfSeats).toBe(10);
  expect(await admin('POST', 'clock', { now: '2028-03-17T12:00:00+05:30' })).toEqual(clock('2028-03-17T06:30:00.000Z'));
  expect(await read(path)).toMatchObject({ plan: { planName: 'ANNUAL_YEARLY_PAY' }, seats: { numberOfSeats: 12 } });

  for (const wrong of [{ now: '2028-03-17T06:29:59Z' }, { days: -1 }, { now: 'tomorrow' }, {}, { days: 'many' }]) {
    expect(await admin('POST', 'clock', wrong)).toEqual(refused(400, 'invalid'));
  }
  expect(await admin('GET', 'clock')).toEqual(clock('2028-03-17T06:30:00.000Z'));
});

test('calls of the API are told as events while somebody is registered, and handed out as it is asked for', async () => {
  const { call } = running();
  const unheard = subscriptionOn('ANNUAL', 10);
  await call('POST', `${unheard.path}/changeSeats`, { numberOfSeats: 11 });
  const { last: start } = (await admin('GET', 'events')).body as { last: string };
  await call('POST', 'resellernotify/register', { serviceAccountEmailAddress: 'watch@invented.example' });

  const { path } = subscriptionOn('ANNUAL', 10, 4);
  await call('POST', `${path}/changeSeats`, { numberOfSeats: 12 });
  await call('POST', `${path}/suspend`);
  await call('POST', `${path}/activate`);
  await call('DELETE', `${path}?deletionType=transfer_to_direct`);
  interface Events {
    notifications: { message: { data: string } }[];
    last: string;
  }
  const eventsAfter = async (after: string) => {
    const { notifications, last } = (await admin('GET', `events?after=${after}`)).body as Events;
    const data = notifications.map(
      ({ message }) => JSON.parse(Buffer.from(message.data, 'base64').toString()) as object,
    );
    return { last, data };
  };
  const { data, last } = await eventsAfter(start);
  expect(data).toMatchObject([
    { event_type: 'NEW_SUBSCRIPTION_CREATED' },
    { event_type: 'LICENSE_ASSIGNMENT_CHANGED' },
    { event_type: 'COMMITMENT_CHANGED' },
    { event_type: 'SUBSCRIPTION_SUSPENDED', subscription_suspension_reasons: ['RESELLER_INITIATED'] },
    { event_type: 'SUBSCRIPTION_SUSPENSION_REVOKED' },
    { event_type: 'SUBSCRIPTION_CANCELLED', subscription_cancellation_reason: 'TRANSFERRED_OUT' },
  ]);

  expect((await eventsAfter(last)).data).toEqual([]);
  const delivery = { seed: 3, isShuffled: true, doubled: 0, dropped: 100 };
  expect(await admin('POST', 'events', delivery)).toEqual({ status: 200, body: delivery });
  expect(await eventsAfter(start)).toEqual({ data: [], last });
  expect((await admin('POST', 'events', { dropped: 0, doubled: 100 })).body).toMatchObject({ seed: 3, dropped: 0 });
  expect((await eventsAfter(start)).data).toHaveLength(12);
  expect(await admin('POST', 'events', { dropped: 101 })).toEqual(refused(400, 'invalid'));
});

test('a clock that runs answers each call with what has become due before it', async () => {
  let real = Date.parse('2027-03-17T03:00:00Z');
  const google = await startGoogle({ world, realTime: () => real });
  try {
    const call = await caller(google);
    const [sold] = google.state.subscriptions();
    const { subscriptionId, customerId } = sold ?? expect.unreachable('the world has subscriptions');
    const commitmentInterval = { startTime: String(real - 1_000), endTime: String(real + 1_000) };
    google.state.change(subscriptionId, {
      ...{ status: 'ACTIVE', billingMethod: 'ONLINE', suspensionReasons: undefined },
      plan: { planName: 'ANNUAL', isCommitmentPlan: true, commitmentInterval },
      renewalSettings: renewalSettings('CANCEL'),
    });
    const status = async () =>
      ((await call('GET', `customers/${customerId}/subscriptions/${subscriptionId}`)).body as Subscription).status;
    expect(await status()).toBe('ACTIVE');
    real += 1_000;
    expect(await status()).toBe('SUSPENDED');
    const clock: unknown = await (await fetch(`${google.url}/__admin/clock`)).json();
    expect(clock).toEqual({ now: '2027-03-17T03:00:01.000Z', runs: true });
  } finally {
    await google.stop();
  }
});

test('a knob that is not there is not found', async () => {
  expect(await admin('GET', 'weather')).toEqual(refused(404, 'notFound'));
});
