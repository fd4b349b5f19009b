import type { SubscriptionEvent } from '../rules/events.ts';
import { RESELLER_ID } from '../notifications.ts';
import type { Subscription } from '../wire.ts';

/** What a message says, as the decoded example of Google's page has it, with the fields that only its encoded form shows. */
interface EventData {
  customer_id: string;
  customer_domain_name: string;
  event_type: SubscriptionEvent['type'];
  sku_id: string;
  subscription_id: string;
  subscription_suspension_reasons?: string[];
  subscription_cancellation_reason?: string;
  message_id: string;
  publish_time: { seconds: number; nanos: number };
  reseller_customer_id: string;
}

export interface PublishedEvent {
  /** Given in the order in which things happened: digits, a longer one is the later one. */
  id: string;
  publishTime: string;
  data: EventData;
}

const FIRST_ID = 1_000_000_000;

export function publishedEvent(
  { type, suspensionReasons, cancellationReason }: SubscriptionEvent,
  { customerId, customerDomain, skuId, subscriptionId }: Subscription,
  { number, now }: { number: number; now: number },
): PublishedEvent {
  const id = String(FIRST_ID + number);
  return {
    id,
    publishTime: new Date(now).toISOString(),
    data: {
      customer_id: customerId,
      customer_domain_name: customerDomain,
      event_type: type,
      sku_id: skuId,
      subscription_id: subscriptionId,
      ...(suspensionReasons && { subscription_suspension_reasons: suspensionReasons }),
      ...(cancellationReason && { subscription_cancellation_reason: cancellationReason }),
      message_id: id,
      publish_time: { seconds: Math.floor(now / 1_000), nanos: (now % 1_000) * 1_000_000 },
      reseller_customer_id: RESELLER_ID,
    },
  };
}

/** The subscription to the topic, which whoever listens makes at Pub/Sub. */
const PUBSUB_SUBSCRIPTION = 'projects/invented-project/subscriptions/reseller-desk';

/** The body that Pub/Sub posts to a push endpoint: the ids and the time in both spellings, the event as base64 of its JSON. */
export function notificationOf({ id, publishTime, data }: PublishedEvent) {
  return {
    message: {
      attributes: {},
      data: Buffer.from(JSON.stringify(data)).toString('base64'),
      messageId: id,
      message_id: id,
      publishTime,
      publish_time: publishTime,
    },
    subscription: PUBSUB_SUBSCRIPTION,
  };
}
