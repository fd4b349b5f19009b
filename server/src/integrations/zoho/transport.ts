import type { AccessTokens } from './access-token.ts';
import { jsonOf, type HttpAnswer } from '../http/exchange.ts';
import type { JsonCall } from '../http/json-client.ts';
import { send } from './http.ts';
import { problemOfAnswer, unreadableAnswer } from './problem.ts';

/** Makes one call once: the JSON of the answer, or null where Zoho has nothing (204, 304). All else is a ZohoProblem. */
export type Transport = (call: JsonCall) => Promise<unknown>;

const NOTHING = [204, 304];

function read({ status, text, retryAfterMs }: HttpAnswer): unknown {
  if (NOTHING.includes(status)) return null;
  const body = jsonOf(text);
  if (status < 200 || status > 299) throw problemOfAnswer(status, body, retryAfterMs);
  if (body === undefined || body === null) throw unreadableAnswer(status, true);
  return body;
}

/** The token is good, but not for this: a new one would be no better, and there are ten in ten minutes for all services. */
const isOutOfScope = ({ text }: HttpAnswer) => text.includes('SCOPE_MISMATCH');

interface Connection {
  /** Ends with a slash. */
  readonly base: URL;
  readonly tokens: AccessTokens;
  readonly timeoutMs: number;
}

export function makeTransport({ base, tokens, timeoutMs }: Connection): Transport {
  const ask = (call: JsonCall, token: string) =>
    send(base, call, { authorization: `Zoho-oauthtoken ${token}` }, timeoutMs);

  return async (call) => {
    const token = await tokens.get();
    call.signal?.throwIfAborted();
    const answer = await ask(call, token);
    if (answer.status !== 401 || isOutOfScope(answer)) return read(answer);
    tokens.drop(token);
    return read(await ask(call, await tokens.get()));
  };
}
