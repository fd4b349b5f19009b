import type { Unsent } from '../mail/problem.ts';
import type { Posted } from './post.ts';

/** `providerId` is the provider's own id of the message. `retry` and `failed` as of a mail. */
export type MessageResult = { outcome: 'sent'; providerId: string } | Unsent;

/** How one provider speaks. */
export interface Dialect {
  name: 'SMS' | 'WhatsApp';
  /** Codes of limits and outages: the message may go through later. */
  later: ReadonlySet<number>;
  /** Codes that staff meet, in words; the rest speak for themselves. */
  reasons: (code: number) => string | undefined;
  acceptedId: (body: unknown) => string | undefined;
  refusal: (body: unknown) => { code: number; message: string } | undefined;
}

const notUnderstood = (status: number) => `the service gave an answer that was not understood (${status})`;

const inWords = ({ code, message }: { code: number; message: string }, reasons: Dialect['reasons']) =>
  `${reasons(code) ?? message.slice(0, 150)} (${code})`;

function notAccepted({ name, later, reasons, refusal }: Dialect, status: number, body: unknown): Unsent {
  const refused = refusal(body);
  if (status === 429 || status >= 500 || later.has(refused?.code ?? 0)) {
    return { outcome: 'retry', reason: `${name}: the service is busy (${refused?.code ?? status})` };
  }
  return { outcome: 'failed', reason: `${name}: ${refused ? inWords(refused, reasons) : notUnderstood(status)}` };
}

/** What an answer means for the message. Decided on codes, never on texts. */
export function verdict(dialect: Dialect, posted: Posted): MessageResult {
  const { name, acceptedId } = dialect;
  if (!posted.answered) return { outcome: 'retry', reason: `${name}: the service ${posted.reason}` };
  const { status, body } = posted;
  const providerId = status < 300 ? acceptedId(body) : undefined;
  return providerId === undefined ? notAccepted(dialect, status, body) : { outcome: 'sent', providerId };
}
