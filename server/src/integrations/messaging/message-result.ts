import type { Unsent } from '../mail/problem.ts';
import type { Posted } from './post.ts';

/** `providerId` is the provider's own id of the message. `retry` and `failed` as of a mail. */
export type MessageResult = { outcome: 'sent'; providerId: string } | Unsent;

/** How one provider speaks. */
export interface Dialect {
  name: 'SMS' | 'WhatsApp' | 'Chat';
  /** Codes of limits and outages: the message may go through later. */
  later: ReadonlySet<number>;
  /** Codes that staff meet, in words; the rest speak for themselves. */
  reasons: (code: number) => string | undefined;
  acceptedId: (body: unknown) => string | undefined;
  refusal: (body: unknown) => { code: number; message: string } | undefined;
}

/** There is no key by which a provider would know a message again: such a one is not sent a second time by itself. */
const UNKNOWN = 'it is not known whether it arrived';

const notUnderstood = (status: number) => `the service gave an answer that was not understood (${status})`;

const inWords = ({ code, message }: { code: number; message: string }, reasons: Dialect['reasons']) =>
  `${reasons(code) ?? message.slice(0, 150)} (${code})`;

/** An answer that is not in the provider's words. A 5xx is that of a proxy, which may have handed the message on. */
function notOfTheProvider(name: Dialect['name'], status: number): Unsent {
  if (status === 429) return { outcome: 'retry', reason: `${name}: the service is busy (${status})` };
  const what = status >= 500 ? `the service is disturbed (${status}), ${UNKNOWN}` : notUnderstood(status);
  return { outcome: 'failed', reason: `${name}: ${what}` };
}

function notAccepted({ name, later, reasons, refusal }: Dialect, status: number, body: unknown): Unsent {
  const refused = refusal(body);
  if (!refused) return notOfTheProvider(name, status);
  if (status === 429 || status >= 500 || later.has(refused.code))
    return { outcome: 'retry', reason: `${name}: the service is busy (${refused.code})` };
  return { outcome: 'failed', reason: `${name}: ${inWords(refused, reasons)}` };
}

/** The message's result by the answer. Decided on codes, never on texts. */
export function messageResultOf(dialect: Dialect, posted: Posted): MessageResult {
  const { name, acceptedId } = dialect;
  if (!posted.answered) {
    const reason = `${name}: the service ${posted.reason}`;
    return posted.sent ? { outcome: 'failed', reason: `${reason}, ${UNKNOWN}` } : { outcome: 'retry', reason };
  }
  const { status, body } = posted;
  const providerId = status < 300 ? acceptedId(body) : undefined;
  return providerId === undefined ? notAccepted(dialect, status, body) : { outcome: 'sent', providerId };
}
