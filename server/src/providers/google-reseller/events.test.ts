import { expect, test } from 'vitest';
import { eventsIn } from './events.ts';

const notice = (changed: object = {}) => ({
  customer_id: 'C0acme',
  customer_domain_name: 'acme.example',
  event_type: 'SUBSCRIPTION_RENEWED',
  sku_id: '1010020028',
  subscription_id: '1234567',
  message_id: '8675309',
  publish_time: { seconds: 1_795_000_000, nanos: 349_000_000 },
  ...changed,
});
const encoded = (data: unknown) => Buffer.from(JSON.stringify(data)).toString('base64');
const pushed = (data: object) => ({
  message: { attributes: {}, data: encoded(data), message_id: 12 },
  subscription: 'x',
});
const pulled = (data: object) => ({ ackId: 'a', message: { data: encoded(data), messageId: '12' } });

const RENEWED = {
  id: '8675309',
  kind: 'renewed',
  ref: { customerId: 'C0acme', subscriptionId: '1234567' },
  at: new Date(1_795_000_000_000),
};

test.each([
  ['pushed', pushed(notice())],
  ['pulled', pulled(notice())],
  ['bare', { data: encoded(notice()), messageId: '12' }],
])('a message that is %s is an event', (_, message) => {
  expect(eventsIn([message])).toEqual([RENEWED]);
});

test.each([
  ['NEW_SUBSCRIPTION_CREATED', undefined, 'changed'],
  ['SUBSCRIPTION_TRIAL_ENDED', undefined, 'changed'],
  ['PRICE_PLAN_SWITCHED', undefined, 'changed'],
  ['COMMITMENT_CHANGED', undefined, 'changed'],
  ['SUBSCRIPTION_RENEWED', undefined, 'renewed'],
  ['SUBSCRIPTION_SUSPENDED', undefined, 'suspended'],
  ['SUBSCRIPTION_SUSPENSION_REVOKED', undefined, 'restored'],
  ['SUBSCRIPTION_CANCELLED', 'TRANSFERRED_OUT', 'moved-away'],
  ['SUBSCRIPTION_CANCELLED', 'RESELLER_INITIATED', 'ended'],
  ['SUBSCRIPTION_CANCELLED', undefined, 'ended'],
  ['SUBSCRIPTION_CONVERTED', undefined, 'changed'],
  ['SUBSCRIPTION_UPGRADE', undefined, 'changed'],
  ['SUBSCRIPTION_DOWNGRADE', undefined, 'changed'],
  ['LICENSE_ASSIGNMENT_CHANGED', undefined, 'changed'],
  ['SOMETHING_NEW', undefined, 'other'],
])('%s (%s) is the kind %s', (event_type, subscription_cancellation_reason, kind) => {
  const data = notice({ event_type, subscription_cancellation_reason });
  expect(eventsIn([pushed(data)])).toMatchObject([{ kind }]);
});

test('the same notice is one event, however often it comes', () => {
  const again = { ackId: 'b', message: { data: encoded(notice()), messageId: '13' } };
  expect(eventsIn([pushed(notice()), pulled(notice()), again])).toEqual([RENEWED]);
});

test("without a number of Google's own an event has that of its message, and without a time none", () => {
  const bare = notice({ message_id: undefined, publish_time: undefined });
  expect(eventsIn([pushed(bare), pulled(bare)])).toEqual([{ ...RENEWED, id: '12', at: null }]);
});

test.each([
  ['nothing', undefined],
  ['text', 'SUBSCRIPTION_RENEWED'],
  ['no data', { message: { messageId: '1' } }],
  ['data that is no JSON', { message: { data: 'bm90IGpzb24=', messageId: '1' } }],
  ['data that is no object', { message: { data: encoded([]), messageId: '1' } }],
  ['no subscription', pushed(notice({ subscription_id: undefined }))],
  ['no customer', pushed(notice({ customer_id: '' }))],
  ['no type', pushed(notice({ event_type: undefined }))],
  ['no number at all', { message: { data: encoded(notice({ message_id: undefined })) } }],
])('%s is left out, and the others are read', (_, message) => {
  expect(eventsIn([message, pushed(notice())])).toEqual([RENEWED]);
});
