import * as z from 'zod/mini';
import { post } from './post.ts';
import { messageResultOf, type Dialect, type MessageResult } from './message-result.ts';

export interface SmsAccount {
  /**
   * Base address; what its query names is sent with every message, as the provider asks for the sender there:
   * `https://api.twilio.com/?MessagingServiceSid=MG…` or `?From=%2B1…`.
   */
  url: string;
  account: string;
  token: string;
}

const Accepted = z.object({ sid: z.string().check(z.minLength(1)) });
const Refused = z.object({ code: z.number(), message: z.string() });

const REASONS: Record<number, string> = {
  20003: 'the account or its token is wrong',
  21211: 'the number is not a phone number',
  21603: 'no sender is configured',
  21610: 'the recipient has unsubscribed',
  21614: 'the number is not a mobile number',
};

const twilio: Dialect = {
  name: 'SMS',
  later: new Set([20429]),
  reasons: (code) => REASONS[code],
  acceptedId: (body) => Accepted.safeParse(body).data?.sid,
  refusal: (body) => Refused.safeParse(body).data,
};

/** Send one SMS over a Twilio-shaped service; `to` as +91… */
export async function sendSms(
  { url, account, token }: SmsAccount,
  { to, text }: { to: string; text: string },
  timeouts: number,
): Promise<MessageResult> {
  const address = new URL(url);
  const body = new URLSearchParams(address.searchParams);
  body.set('To', to);
  body.set('Body', text);
  address.search = '';
  address.pathname = `${address.pathname.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`;
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`;
  return messageResultOf(twilio, await post(address, { headers: { authorization }, body }, timeouts));
}
