import * as z from 'zod/mini';
import { post } from './post.ts';
import { messageResultOf, type Dialect, type MessageResult } from './message-result.ts';

const Named = z.object({ name: z.string().check(z.minLength(1)) });
const Refused = z.object({ error: z.object({ code: z.number(), message: z.string() }) });

/** Google Chat's; others who take the same body answer less, and are understood by their status. */
const webhook: Dialect = {
  name: 'Chat',
  later: new Set([429]),
  reasons: () => undefined,
  acceptedId: (body) => Named.safeParse(body).data?.name ?? 'accepted',
  refusal: (body) => Refused.safeParse(body).data?.error,
};

/** Tells one text to an incoming webhook of a chat. Its address is a secret and stands in no reason. */
export async function tellChat(address: string, text: string, timeoutMs: number): Promise<MessageResult> {
  const headers = { 'content-type': 'application/json; charset=UTF-8' };
  return messageResultOf(webhook, await post(new URL(address), { headers, body: JSON.stringify({ text }) }, timeoutMs));
}
