import { licences } from '@desk/contract/licences';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '../../../../simulators/google/faults.ts';
import { mailsTo } from '../../testing/mails.ts';
import { googleWithSeats, type LicencesDesk } from './testing/licences-desk.ts';

const { google, openDesk } = googleWithSeats();
const CALLS = ['subscriptions.get', 'subscriptions.changeSeats'] as const;
/** Silence alone is worth a short wait; an answer that comes too late is one try more. */
const timeoutsWith = (kind: FaultKind) => (kind === 'timeout' ? { timeoutMs: 250 } : {});

/** Lets an order try again and again until it is decided. */
async function decided(desk: LicencesDesk) {
  for (let tries = 0; tries < 20; tries++) {
    await desk.tries();
    const newest = (await desk.orders()).at(-1);
    if (newest?.finishedAt) return newest;
  }
  return expect.unreachable('the order is never decided');
}

const KINDS: FaultKind[] = [
  'quotaExceeded',
  'dailyLimitExceeded',
  'unavailable',
  'internalError',
  'unauthorized',
  'html',
  'html-200',
  'timeout',
  'reset',
  'applied-but-answer-lost',
];

test.each(KINDS)('seats are bought, once each time, however often Google fails with %s', async (kind) => {
  const desk = await openDesk(timeoutsWith(kind));
  const howOften = kind === 'timeout' ? [1, 7] : [1, 2, 4, 7, 13];
  const totals: number[] = [];
  for (const method of CALLS) {
    for (const times of howOften) {
      const known = totals.at(-1) ?? 10;
      google().faults.add({ kind, method, times });

      expect((await desk.adds(known, 5)).status).toBe(200);
      expect(await decided(desk)).toMatchObject({ state: 'done', seatsAfter: known + 5 });

      google().faults.clear();
      totals.push(known + 5);
      expect(desk.atGoogle()).toEqual({ seats: known + 5, effects: totals });
      expect(await desk.ours()).toMatchObject({ numberOfSeats: known + 5 });
    }
  }
});

describe('an order whose answer is lost while Google goes away', () => {
  test.each(['applied-but-answer-lost', 'reset'] as const)(
    '(%s) is unknown, and is done once when Google is back',
    async (kind) => {
      const desk = await openDesk();
      google().faults.add({ kind, method: 'subscriptions.changeSeats' });
      google().faults.add({ kind: 'unavailable', method: 'subscriptions.get', after: 2, times: 12 });
      await desk.adds(10, 5);

      await desk.work();
      const staffRead = (await desk.asha.calls(licences.orders, { state: 'unknown' })).reply.orders;
      expect(staffRead).toMatchObject([{ seats_after: 15, reason: expect.stringContaining('not known') as string }]);
      const { reply } = await desk.ravi.calls(licences.orders, {});
      expect(reply.orders).toMatchObject([
        { state: 'unknown', reason: 'Google has not confirmed it yet. It is tried again by itself.' },
      ]);
      expect((await desk.adds(10, 5)).status).toBe(409);
      await desk.afterThePause();
      expect(await desk.orders()).toMatchObject([{ state: 'unknown', attempts: 2 }]);

      await desk.afterThePause();

      expect(await desk.orders()).toMatchObject([{ state: 'done', reason: null }]);
      expect(desk.atGoogle()).toEqual({ seats: 15, effects: [15] });
      expect((await desk.entries()).map(({ action }) => action)).toEqual([
        'seats_ordered',
        'seats_put_off',
        'seats_added',
      ]);
      expect(await mailsTo(desk, 'ravi@acme.example')).toHaveLength(1);
    },
  );

  test('is looked at at once when staff ask for it', async () => {
    const desk = await openDesk();
    google().faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
    google().faults.add({ kind: 'unavailable', method: 'subscriptions.get', after: 2, times: 6 });
    const { reply } = await desk.adds(10, 5);
    const order_id = reply.order_id;
    const look = (id: number) => desk.asha.calls(licences.lookAgain, { order_id: id });
    await desk.work();
    expect(await desk.orders()).toMatchObject([{ state: 'unknown' }]);

    expect((await look(order_id + 1)).status).toBe(404);
    expect((await look(order_id)).status).toBe(200);
    await desk.work();

    expect(await desk.orders()).toMatchObject([{ state: 'done' }]);
    expect((await look(order_id)).status).toBe(409);
    expect(desk.atGoogle()).toEqual({ seats: 15, effects: [15] });
  });

  test('is not called refused when Google does not know the subscription for a while', async () => {
    const desk = await openDesk();
    google().faults.add({ kind: 'applied-but-answer-lost', method: 'subscriptions.changeSeats' });
    google().faults.add({ kind: 'unavailable', method: 'subscriptions.get', after: 2, times: 6 });
    await desk.adds(10, 5);
    await desk.tries();
    const bought = google().state.subscription(desk.externalId);
    google().state.remove(desk.externalId);

    await desk.tries();
    expect(await desk.orders()).toMatchObject([
      { state: 'unknown', reason: expect.stringContaining('does not know') as string, finishedAt: null },
    ]);

    google().state.store.put(bought);
    expect(await decided(desk)).toMatchObject({ state: 'done' });
    expect(desk.atGoogle()).toEqual({ seats: 15, effects: [15] });
  });

  test('is never given up, for it may have been bought', async () => {
    const desk = await openDesk();
    google().faults.add({ kind: 'reset', method: 'subscriptions.changeSeats' });
    google().faults.add({ kind: 'unavailable', method: 'subscriptions.get', after: 2, times: 12 });
    await desk.adds(10, 5);
    await desk.work();
    await desk.pool.query('update seat_orders set attempts = 1000');

    await desk.afterThePause();

    expect(await desk.orders()).toMatchObject([
      { state: 'unknown', attempts: 1_001, nextTryAt: expect.any(Date) as Date },
    ]);
  });
});

describe('an order that was not asked for yet', () => {
  test('is given up after a day, and its customer is told', async () => {
    const desk = await openDesk();
    google().faults.add({ kind: 'unavailable', times: 12 });
    await desk.adds(10, 5);
    await desk.work();
    expect(await desk.orders()).toMatchObject([{ state: 'queued', seatsAfter: null }]);
    await desk.pool.query('update seat_orders set attempts = 29');

    await desk.afterThePause();

    const reason = 'Google could not be reached for a day. Nothing was changed.';
    expect(await desk.orders()).toMatchObject([{ state: 'refused', reason }]);
    expect(await mailsTo(desk, 'ravi@acme.example')).toMatchObject([
      { text: expect.stringContaining(reason) as string },
    ]);
    expect(desk.atGoogle()).toEqual({ seats: 10, effects: [] });
  });

  test('waits while our key for Google is not accepted', async () => {
    const desk = await openDesk();
    google().faults.add({ kind: 'unauthorized', times: 2 });
    await desk.adds(10, 5);

    await desk.work();

    expect(await desk.orders()).toMatchObject([
      { state: 'queued', reason: expect.stringContaining('did not accept the service account') as string },
    ]);
    const { reply } = await desk.ravi.calls(licences.orders, {});
    expect(reply.orders[0]?.reason).not.toContain('service account');
    expect(await decided(desk)).toMatchObject({ state: 'done' });
  });

  test('leaves Google alone after five failures in a row, for a minute', async () => {
    const desk = await openDesk();
    google().faults.add({ kind: 'unavailable', method: 'subscriptions.get', times: 30 });
    await desk.adds(10, 5);
    for (let tries = 0; tries < 5; tries++) {
      await desk.pool.query('update seat_orders set next_try_at = created_at');
      await desk.work();
    }
    const asked = google().state.calls('subscriptions.get');
    await desk.pool.query('update seat_orders set next_try_at = created_at');

    await desk.work();

    expect(google().state.calls('subscriptions.get')).toBe(asked);
    expect(await desk.orders()).toMatchObject([
      {
        state: 'queued',
        attempts: 6,
        reason: 'Google failed several times in a row, so it is left alone for a minute.',
      },
    ]);
    expect(await decided(desk)).toMatchObject({ state: 'done' });
  });
});

describe('an order is refused, with the reason, and nothing is bought', () => {
  const NOT_ADDED = 'seats could not be added to';
  const ends = async (desk: LicencesDesk, reason: string, subject = `${NOT_ADDED} ${desk.domain}`) => {
    const order = await decided(desk);
    expect(order).toMatchObject({ state: 'refused', reason: expect.stringContaining(reason) as string });
    expect((await desk.ravi.calls(licences.orders, {})).reply.orders).toMatchObject([
      { state: 'refused', reason: order.reason },
    ]);
    expect(await mailsTo(desk, 'ravi@acme.example')).toMatchObject([
      {
        subject: `Test Desk: ${subject}`,
        text: expect.stringContaining(reason) as string,
      },
    ]);
    expect((await desk.entries()).map(({ action }) => action)).toEqual(['seats_ordered', 'seats_refused']);
  };

  test('in the words of Google', async () => {
    const desk = await openDesk({ plan: 'TRIAL', seats: 5 });
    await desk.adds(5, 20);
    await ends(
      desk,
      'Google says: "Invalid seats: at most 10 for plan TRIAL"',
      `your order of seats for ${desk.domain} was closed`,
    );
    expect(desk.atGoogle()).toEqual({ seats: 5, effects: [] });
  });

  test('when Google has suspended the subscription meanwhile', async () => {
    const desk = await openDesk();
    await desk.adds(10, 5);
    google().state.change(desk.externalId, { status: 'SUSPENDED' });
    await ends(desk, 'Google has suspended this subscription.');
  });

  test('when its plan is free by now', async () => {
    const desk = await openDesk();
    await desk.adds(10, 5);
    google().state.change(desk.externalId, { plan: { planName: 'FREE', isCommitmentPlan: false } });
    await ends(desk, 'The plan “Free” costs nothing');
  });

  test('when the total is more than Google sells', async () => {
    const desk = await openDesk();
    await desk.adds(10, 5);
    google().state.setSeats(desk.externalId, 49_996);
    await ends(desk, 'at most 50000 seats');
  });

  test('when Google does not know the subscription any more', async () => {
    const desk = await openDesk();
    await desk.adds(10, 5);
    google().state.remove(desk.externalId);
    await ends(desk, 'Google does not know this customer or subscription.');
  });
});
