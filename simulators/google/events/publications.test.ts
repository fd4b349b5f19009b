import { expect, test } from 'vitest';
import { stillGoogle } from '../testing/still.ts';
import { handedOut } from './delivery.ts';

const account = { serviceAccountEmailAddress: 'watch@invented.example' };
const nothing = new URLSearchParams();

test('an event is posted as Pub/Sub posts it, and says what the page on push notifications says', () => {
  const { state, sold } = stillGoogle();
  const { customerId, customerDomain, subscriptionId, skuId } = sold({ renewalType: 'CANCEL' });
  const seen = state.publications.delivered().last;
  state.advanceTo(Number(state.subscription(subscriptionId).plan.commitmentInterval?.endTime));

  const { notifications, last } = state.publications.delivered(seen);
  const publishTime = '2028-03-17T06:30:00.000Z';
  expect(notifications).toEqual([
    {
      message: {
        ...{ attributes: {}, data: expect.any(String) as string },
        ...{ messageId: last, message_id: last, publishTime, publish_time: publishTime },
      },
      subscription: 'projects/invented-project/subscriptions/reseller-desk',
    },
  ]);
  const data: unknown = JSON.parse(Buffer.from(notifications[0]?.message.data ?? '', 'base64').toString());
  expect(data).toEqual({
    customer_id: customerId,
    customer_domain_name: customerDomain,
    event_type: 'SUBSCRIPTION_SUSPENDED',
    sku_id: skuId,
    subscription_id: subscriptionId,
    subscription_suspension_reasons: ['RENEWAL_WITH_TYPE_CANCEL'],
    message_id: last,
    publish_time: { seconds: Date.parse(publishTime) / 1_000, nanos: 0 },
    reseller_customer_id: 'C0reseller',
  });
  expect(state.events(seen)).toEqual([{ id: last, publishTime, data }]);
  expect(state.publications.delivered(last)).toEqual({ notifications: [], last });
});

test('nothing is published while no service account is registered', () => {
  const { state, sold, news } = stillGoogle();
  const { subscriptionId } = sold();
  state.notifications.unregister(nothing, account);
  news();
  state.setLicensed(subscriptionId, 1);
  expect(news()).toEqual([]);
  state.notifications.register(nothing, account);
  state.setLicensed(subscriptionId, 2);
  expect(news()).toEqual(['LICENSE_ASSIGNMENT_CHANGED']);
});

const messages = Array.from({ length: 1_000 }, (_, n) => ({ id: String(1_000_000_001 + n) }));
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('delivery is faithful until it is told otherwise', () => {
  const faithful = { seed: 1, isShuffled: false, doubled: 0, dropped: 0 };
  expect(handedOut(messages, faithful)).toEqual(messages);
  expect(handedOut([], { ...faithful, isShuffled: true })).toEqual([]);
});

test('messages are shuffled, doubled and dropped, the same ones for the same seed', () => {
  const delivery = { seed: 7, isShuffled: true, doubled: 20, dropped: 30 };
  const out = ids(handedOut(messages, delivery));
  expect(out).toEqual(ids(handedOut(messages, delivery)));
  expect(out).not.toEqual(ids(handedOut(messages, { ...delivery, seed: 8 })));
  expect(out).not.toEqual([...out].sort());
  const different = new Set(out);
  expect(Math.abs(different.size - 700)).toBeLessThan(60);
  expect(Math.abs(out.length - different.size - 140)).toBeLessThan(50);
  expect(out.length).toBe([...different].reduce((sum, id) => sum + out.filter((one) => one === id).length, 0));
});

test('what becomes of a message does not depend on where the reader goes on', () => {
  const delivery = { seed: 7, isShuffled: false, doubled: 20, dropped: 30 };
  expect([...handedOut(messages.slice(0, 321), delivery), ...handedOut(messages.slice(321), delivery)]).toEqual(
    handedOut(messages, delivery),
  );
});
