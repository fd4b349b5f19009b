import * as z from 'zod/mini';
import type { EventKind, ProviderEvent } from '../port.ts';

const id = z.pipe(z.union([z.string().check(z.minLength(1)), z.int()]), z.transform(String));
const seconds = z.pipe(z.union([z.string().check(z.regex(/^\d{1,12}$/)), z.int()]), z.transform(Number));

/** A message as Pub/Sub gives it to who pulls; who is pushed to gets it in an envelope. */
const Message = z.object({ data: z.string(), messageId: z.optional(id), message_id: z.optional(id) });
const Delivered = z.union([
  z.pipe(
    z.object({ message: Message }),
    z.transform(({ message }) => message),
  ),
  Message,
]);

const Notice = z.object({
  event_type: z.string(),
  customer_id: z.string().check(z.minLength(1)),
  subscription_id: id,
  message_id: z.optional(id),
  publish_time: z.optional(z.object({ seconds })),
  subscription_cancellation_reason: z.optional(z.string()),
});
type NoticeData = z.output<typeof Notice>;

const KINDS: ReadonlyMap<string, EventKind> = new Map([
  ['NEW_SUBSCRIPTION_CREATED', 'changed'],
  ['SUBSCRIPTION_TRIAL_ENDED', 'changed'],
  ['PRICE_PLAN_SWITCHED', 'changed'],
  ['COMMITMENT_CHANGED', 'changed'],
  ['SUBSCRIPTION_RENEWED', 'renewed'],
  ['SUBSCRIPTION_SUSPENDED', 'suspended'],
  ['SUBSCRIPTION_SUSPENSION_REVOKED', 'restored'],
  ['SUBSCRIPTION_CANCELLED', 'ended'],
  ['SUBSCRIPTION_CONVERTED', 'changed'],
  ['SUBSCRIPTION_UPGRADE', 'changed'],
  ['SUBSCRIPTION_DOWNGRADE', 'changed'],
  ['LICENSE_ASSIGNMENT_CHANGED', 'changed'],
]);

function kindOf({ event_type, subscription_cancellation_reason: reason }: NoticeData): EventKind {
  const kind = KINDS.get(event_type) ?? 'other';
  return kind === 'ended' && reason === 'TRANSFERRED_OUT' ? 'moved-away' : kind;
}

function dataIn(data: string): unknown {
  try {
    return JSON.parse(Buffer.from(data, 'base64').toString('utf8'));
  } catch {
    return undefined;
  }
}

function eventOf(message: unknown): ProviderEvent[] {
  const delivered = Delivered.safeParse(message);
  if (!delivered.success) return [];
  const { data, messageId, message_id } = delivered.data;
  const parsed = Notice.safeParse(dataIn(data));
  if (!parsed.success) return [];
  const notice = parsed.data;
  // Pub/Sub may number one notice anew when it is published twice; Google's own number stays.
  const known = notice.message_id ?? messageId ?? message_id;
  if (known === undefined) return [];
  const ref = { customerId: notice.customer_id, subscriptionId: notice.subscription_id };
  const at = notice.publish_time ? new Date(notice.publish_time.seconds * 1_000) : null;
  return [{ id: known, kind: kindOf(notice), ref, at }];
}

/** Notifications of the Reseller API, each once; types that are new are kept as `other`. */
export function eventsIn(messages: readonly unknown[]): readonly ProviderEvent[] {
  const events = new Map(messages.flatMap(eventOf).map((event) => [event.id, event]));
  return [...events.values()];
}
