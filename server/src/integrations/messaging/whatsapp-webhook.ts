import * as z from 'zod/mini';
import { refusalReason } from './whatsapp.ts';

/** What somebody wrote to us by WhatsApp. */
export interface WhatsappText {
  /** The service's own id: `wamid.…`. */
  readonly id: string;
  /** +91… */
  readonly from: string;
  /** Our number, as the service shows it. */
  readonly to: string;
  readonly text: string;
  /** Pictures, documents and what else is no text; they are not fetched. */
  readonly attachments: number;
  /** The id of the message that it answers, where they chose one. */
  readonly answers: string | null;
  readonly at: Date;
}

/** A message of ours that was accepted, and could not be delivered after all. */
export interface WhatsappFailure {
  readonly id: string;
  readonly reason: string;
}

export interface WhatsappEvents {
  readonly texts: readonly WhatsappText[];
  readonly failures: readonly WhatsappFailure[];
}

const id = z.string().check(z.minLength(1), z.maxLength(300));
const seconds = z.string().check(z.regex(/^\d{1,11}$/));
const title = z.object({ title: z.string() });

const Message = z.object({
  id,
  from: z.string().check(z.regex(/^\d{7,15}$/)),
  timestamp: seconds,
  type: z.string(),
  context: z.optional(z.object({ id: z.optional(id) })),
  text: z.optional(z.object({ body: z.string() })),
  button: z.optional(z.object({ text: z.string() })),
  interactive: z.optional(z.object({ button_reply: z.optional(title), list_reply: z.optional(title) })),
  image: z.optional(z.object({ caption: z.optional(z.string()) })),
  video: z.optional(z.object({ caption: z.optional(z.string()) })),
  document: z.optional(z.object({ caption: z.optional(z.string()) })),
});
const Status = z.object({
  id,
  status: z.string(),
  errors: z.optional(z.array(z.object({ code: z.number(), title: z.optional(z.string()) }))),
});
const Value = z.object({
  metadata: z.optional(z.object({ display_phone_number: z.optional(z.string()) })),
  messages: z.optional(z.array(z.unknown())),
  statuses: z.optional(z.array(z.unknown())),
});
const Posted = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) })),
});

/** A reaction, and what the service says of itself, is no answer. */
const NO_ANSWER = new Set(['reaction', 'system']);
const FILES = new Set(['image', 'video', 'audio', 'voice', 'document', 'sticker', 'location', 'contacts']);
const LONGEST_TEXT = 50_000;

const clean = (text: string): string =>
  text
    .slice(0, LONGEST_TEXT)
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
    .replace(/\p{Cs}/gu, '\ufffd')
    .trim();

type Written = z.infer<typeof Message>;

const chosenIn = ({ interactive }: Written) => interactive?.button_reply?.title ?? interactive?.list_reply?.title;
const captionIn = ({ image, video, document }: Written) => image?.caption ?? video?.caption ?? document?.caption;
const writtenIn = (message: Written): string =>
  message.text?.body ?? message.button?.text ?? chosenIn(message) ?? captionIn(message) ?? '';

function textOf(message: Written, to: string): WhatsappText {
  return {
    id: message.id,
    from: `+${message.from}`,
    to,
    text: clean(writtenIn(message)),
    attachments: FILES.has(message.type) ? 1 : 0,
    answers: message.context?.id ?? null,
    at: new Date(Number(message.timestamp) * 1_000),
  };
}

/** Those that are as the service describes them; of the others nothing can be made. */
const readable = <T>(schema: z.ZodMiniType<T>, all: readonly unknown[] = []): T[] =>
  all.flatMap((one) => schema.safeParse(one).data ?? []);

function eventsOf(value: unknown): WhatsappEvents {
  const { metadata, messages, statuses } = Value.safeParse(value).data ?? {};
  const to = metadata?.display_phone_number ?? '';
  return {
    texts: readable(Message, messages)
      .filter(({ type }) => !NO_ANSWER.has(type))
      .map((message) => textOf(message, to)),
    failures: readable(Status, statuses)
      .filter(({ status }) => status === 'failed')
      .map(({ id: failed, errors: [error] = [] }) => ({ id: failed, reason: refusalReason(error) })),
  };
}

/** What the service posts to a webhook (Graph API v23.0, field `messages`); undefined: it is nothing of WhatsApp's. */
export function readWhatsappEvents(body: Buffer): WhatsappEvents | undefined {
  let posted: unknown;
  try {
    posted = JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
  const read = Posted.safeParse(posted).data;
  const all = read?.entry
    .flatMap(({ changes }) => changes)
    .filter(({ field }) => field === 'messages')
    .map(({ value }) => eventsOf(value));
  return all && { texts: all.flatMap(({ texts }) => texts), failures: all.flatMap(({ failures }) => failures) };
}
