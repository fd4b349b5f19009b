import { Gaxios } from 'gaxios';
import { jsonOf, type HttpAnswer } from '../http/exchange.ts';
import type { JsonCall } from '../http/json-client.ts';
import { makeAccessTokens, readServiceAccount, steerTokenCalls } from './access-token.ts';
import { addressOf, LONGEST_ANSWER, send } from './http.ts';
import { GoogleProblem, problemOfAnswer, unreadableAnswer } from './problem.ts';

export interface TransportOptions {
  readonly baseUrl: string;
  /** Only where Google's own address is not meant. */
  readonly tokenUrl?: string | undefined;
  readonly serviceAccountJson: string;
  /** E-mail of the administrator of the reseller's domain for whom the service account acts. */
  readonly subject: string;
  readonly timeoutMs: number;
}

/** Makes one call once and gives the JSON of the answer; everything else is a GoogleProblem. */
export type Transport = (call: JsonCall) => Promise<unknown>;

function read({ status, text }: HttpAnswer): unknown {
  const body = jsonOf(text);
  if (status < 200 || status > 299) throw problemOfAnswer(status, body);
  if (body === undefined) throw unreadableAnswer(status, { retriable: true });
  return body;
}

/** Lets go of work that others share when this caller no longer wants it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const done = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { signal: done.signal });
  });
  return Promise.race([aborted, work]).finally(() => done.abort());
}

export function makeTransport(options: TransportOptions): Transport {
  const base = new URL('apps/reseller/v1/', addressOf('GOOGLE_RESELLER_URL', options.baseUrl));
  if (options.tokenUrl !== undefined) addressOf('GOOGLE_TOKEN_URL', options.tokenUrl);
  if (!/^\S+@\S+$/.test(options.subject)) {
    throw new GoogleProblem('configuration', 'GOOGLE_ADMIN_SUBJECT must be the e-mail of an administrator.');
  }
  const account = readServiceAccount(options.serviceAccountJson);
  /** For the tokens alone, which the library asks for. */
  const http = new Gaxios({
    timeout: options.timeoutMs,
    // oxlint-disable-next-line typescript/no-deprecated -- the only limit of an answer that it has
    size: LONGEST_ANSWER,
    redirect: 'manual',
    noProxy: ['localhost', '127.0.0.1', '[::1]'],
  });
  steerTokenCalls(http, options.tokenUrl);
  const tokens = makeAccessTokens({ account, subject: options.subject, http });

  const ask = (call: JsonCall, token: string) =>
    send(base, call, { authorization: `Bearer ${token}` }, options.timeoutMs);

  return async (call) => {
    const token = await unlessAborted(tokens.get(), call.signal);
    const answer = await ask(call, token);
    if (answer.status !== 401) return read(answer);
    tokens.drop(token);
    return read(await ask(call, await unlessAborted(tokens.get(), call.signal)));
  };
}
