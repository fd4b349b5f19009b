import * as z from 'zod/mini';
import { post } from './post.ts';
import { messageResultOf, type Dialect, type MessageResult } from './message-result.ts';

export interface WhatsappAccount {
  /** Base address with the version: `https://graph.facebook.com/v23.0`. */
  url: string;
  token: string;
  phoneId: string;
}

interface TemplateMessage {
  to: string;
  template: string;
  language: string;
  parameters: readonly string[];
}

const Accepted = z.object({ messages: z.tuple([z.object({ id: z.string().check(z.minLength(1)) })]) });
const Refused = z.object({ error: z.object({ code: z.number(), message: z.string() }) });

const NO_PERMISSION = 'the access token lacks the permission';

const REASONS: Record<number, string> = {
  10: NO_PERMISSION,
  100: 'a value of the message was not accepted',
  190: 'the access token is not valid',
  368: 'the account is blocked for a breach of policy',
  131026: 'the number cannot receive WhatsApp messages',
  131047: 'the customer has not written for more than 24 hours',
  131048: 'the account has reached its spam limit',
  132000: 'the template takes another number of values',
  132001: 'the template does not exist in this language',
  132015: 'the template is paused',
};

const cloudApi: Dialect = {
  name: 'WhatsApp',
  // Unknown, service, application limit, account limit, throughput, outage (twice), pair rate.
  later: new Set([1, 2, 4, 80007, 130429, 131000, 131016, 131056]),
  reasons: (code) => (code >= 200 && code <= 299 ? NO_PERMISSION : REASONS[code]),
  acceptedId: (body) => Accepted.safeParse(body).data?.messages[0].id,
  refusal: (body) => Refused.safeParse(body).data?.error,
};

/** Why a message that was accepted could not be delivered, in words. */
export const refusalReason = (error: { code: number; title?: string | undefined } | undefined): string =>
  error === undefined
    ? 'WhatsApp: the message could not be delivered'
    : `WhatsApp: ${REASONS[error.code] ?? error.title?.slice(0, 150) ?? 'the message could not be delivered'} (${error.code})`;

/** Meta takes no empty value, no line break, no tab and no run of spaces in a parameter. */
const parameter = (text: string) => ({ type: 'text', text: text.replace(/[\s\p{Cc}]+/gu, ' ').trim() || '-' });

const bodyOf = ({ to, template, language, parameters }: TemplateMessage) => ({
  messaging_product: 'whatsapp',
  recipient_type: 'individual',
  to: to.replace('+', ''),
  type: 'template',
  template: {
    name: template,
    language: { code: language },
    ...(parameters.length === 0 ? {} : { components: [{ type: 'body', parameters: parameters.map(parameter) }] }),
  },
});

/** Send one template message over the Cloud API; `to` as +91… */
export async function sendWhatsapp(
  { url, token, phoneId }: WhatsappAccount,
  message: TemplateMessage,
  timeouts: number,
): Promise<MessageResult> {
  const address = new URL(`${url.replace(/\/$/, '')}/${encodeURIComponent(phoneId)}/messages`);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return messageResultOf(cloudApi, await post(address, { headers, body: JSON.stringify(bodyOf(message)) }, timeouts));
}
