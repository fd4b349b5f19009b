import { describe, expect, test } from 'vitest';
import { SILENCE_MS } from '../../testing/silence.ts';
import { html, outage, quota, scriptedClient, subscription, unauthorized } from './testing/scripted-client.ts';
import { failure, type Answer } from './testing/scripted-google.ts';

const { google, pauses, makeClient } = scriptedClient();

describe('changing seats', () => {
  const now = (seats: number, planName?: string): Answer => ({ json: subscription(seats, planName) });
  const posts = () => google.calls.filter(({ method }) => method === 'POST');
  const change = (to: number, client = makeClient(), from = 10) => client.changeSeats('C01', '345', { from, to });

  test.each([
    ['ANNUAL', { numberOfSeats: 15 }],
    ['ANNUAL_YEARLY_PAY', { numberOfSeats: 15 }],
    ['FLEXIBLE', { maximumNumberOfSeats: 15 }],
  ])('sends the one total that applies to %s', async (planName, body) => {
    google.answers(now(10, planName), now(15, planName));
    expect(await change(15)).toMatchObject(body);
    expect(posts()).toMatchObject([{ path: '/apps/reseller/v1/customers/C01/subscriptions/345/changeSeats', body }]);
  });

  test('asks nothing of Google when the seats are there already', async () => {
    google.answers(now(15));
    expect(await change(15)).toMatchObject({ numberOfSeats: 15 });
    expect(posts()).toEqual([]);
  });

  test.each([0, -1, 2.5, Number.NaN])('does not take %d seats', async (seats) => {
    await expect(change(seats)).rejects.toMatchObject({ kind: 'refused' });
    expect(google.calls).toEqual([]);
  });

  test('is refused for a free plan', async () => {
    google.answers(now(15, 'FREE'));
    await expect(change(16, makeClient(), 15)).rejects.toThrow('The seats of the plan “Free” cannot be changed.');
  });

  test('is not repeated when Google refuses', async () => {
    google.answers(now(15), failure(400, 'invalid', 'Seats of an annual plan cannot be reduced'));
    await expect(change(10, makeClient(), 15)).rejects.toMatchObject({
      kind: 'refused',
      status: 400,
      reason: 'invalid',
    });
    expect(google.calls).toHaveLength(2);
  });

  test.each([
    ['cut', 'reset'],
    ['a page that is no JSON', html(200)],
    ['of another shape', { json: { done: true } }],
    ['an outage', outage],
  ] as const)('is not repeated when it was done but the answer is %s', async (_, lost) => {
    google.answers(now(10), lost, now(15));
    expect(await change(15)).toMatchObject({ numberOfSeats: 15 });
    expect(posts()).toHaveLength(1);
  });

  test('is not repeated when it was done but the answer never comes', async () => {
    google.answersOtherwise((method) => (method === 'POST' ? 'hang' : now(posts().length === 0 ? 10 : 15)));
    expect(await change(15, makeClient({ timeoutMs: SILENCE_MS }))).toMatchObject({ numberOfSeats: 15 });
    expect(posts()).toHaveLength(1);
  });

  test('asks nothing of Google when it has neither the one total nor the other', async () => {
    google.answers(now(40));
    await expect(change(15)).rejects.toThrow('Somebody else has changed the seats meanwhile.');
    expect(posts()).toEqual([]);
  });

  test('is asked for again when it was not done', async () => {
    google.answers(now(10), quota, now(10), 'reset', now(10), now(15));
    expect(await change(15)).toMatchObject({ numberOfSeats: 15 });
    expect(posts()).toHaveLength(3);
    expect(pauses).toHaveLength(2);
  });

  test('gets a fresh token without asking twice for the seats', async () => {
    google.answers(now(10), unauthorized, now(15));
    expect(await change(15)).toMatchObject({ numberOfSeats: 15 });
    expect(posts().map(({ bearer }) => bearer)).toEqual(['token-1', 'token-2']);
  });

  test('tells what Google has before each time that it asks, and does not ask where that fails', async () => {
    const message: unknown[] = [];
    const beforePost = ({ numberOfSeats }: { numberOfSeats: number | null }) => {
      message.push([numberOfSeats, posts().length]);
      return message.length === 3 ? Promise.reject(new Error('the order is lost')) : Promise.resolve();
    };
    google.answers(now(10), quota, now(10), quota, now(10));

    const changing = makeClient().changeSeats('C01', '345', { from: 10, to: 15 }, { beforePost });

    await expect(changing).rejects.toThrow('the order is lost');
    expect(message).toEqual([
      [10, 0],
      [10, 1],
      [10, 2],
    ]);
    expect(posts()).toHaveLength(2);
  });

  test('stops when somebody else has changed them meanwhile', async () => {
    google.answers(now(10), 'reset', now(40));
    await expect(change(15)).rejects.toMatchObject({ kind: 'refused', now: { numberOfSeats: 40 } });
    expect(posts()).toHaveLength(1);
  });

  test('says so when it is not known whether it was done', async () => {
    google.answers(now(10), 'reset', ...Array.from({ length: 6 }, () => outage));
    await expect(change(15)).rejects.toMatchObject({
      kind: 'unavailable',
      reason: 'outcomeUnknown',
      retriable: true,
    });
    expect(posts()).toHaveLength(1);
  });

  test('gives up after six tries, sure that nothing was done', async () => {
    google.answers(now(10), ...Array.from({ length: 6 }, () => [quota, now(10)]).flat());
    await expect(change(15)).rejects.toMatchObject({ kind: 'quota', reason: 'quotaExceeded' });
    expect(posts()).toHaveLength(6);
  });
});
