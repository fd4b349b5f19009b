import type * as z from 'zod/mini';
import type { AccessTokens } from './access-token.ts';
import { jsonOf, type HttpAnswer } from '../http/exchange.ts';
import { exchange } from './exchange.ts';
import { problemOfAnswer, unreadableAnswer, ZohoProblem } from './problem.ts';

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Below the base of the service, one entry a path segment. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

/** Makes one call once: the JSON of the answer, or null where Zoho has nothing (204, 304). All else is a ZohoProblem. */
export type Transport = (call: ApiCall) => Promise<unknown>;

/** `.` and `..` would change the path even when they are escaped. */
function segment(text: string): string {
  if (/^\.{0,2}$/.test(text.trim())) throw new ZohoProblem('refused', 'Name the record.');
  return encodeURIComponent(text.trim());
}

function urlOf(base: URL, { path, query = {} }: ApiCall): URL {
  const url = new URL(path.map(segment).join('/'), base);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

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
  const ask = (call: ApiCall, token: string) => {
    const headers: Record<string, string> = {
      ...call.headers,
      authorization: `Zoho-oauthtoken ${token}`,
      accept: 'application/json',
    };
    if (call.body !== undefined) headers['content-type'] = 'application/json';
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    return exchange(urlOf(base, call), { method: call.method, headers, body }, { timeoutMs, signal: call.signal });
  };

  return async (call) => {
    const token = await tokens.get();
    call.signal?.throwIfAborted();
    const answer = await ask(call, token);
    if (answer.status !== 401 || isOutOfScope(answer)) return read(answer);
    tokens.drop(token);
    return read(await ask(call, await tokens.get()));
  };
}

/** Where the answer differs from what is known of the API, the field is named; its value is not. */
export function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  throw new ZohoProblem('bad-answer', `Zoho's answer could not be understood${field ? ` (${field})` : ''}.`);
}
