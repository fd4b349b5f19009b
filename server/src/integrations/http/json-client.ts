import type * as z from 'zod/mini';
import { exchange, NoAnswer, type HttpAnswer } from './exchange.ts';
import type { Sleep } from './retry.ts';
import { problemsOf, type ServiceProblem, type Voice } from './service-problem.ts';

/** Options of every client of a service. */
export interface ClientOptions {
  /** For one try; 20 s if not given. */
  readonly timeoutMs?: number;
  /** Waits between tries. */
  readonly sleep?: Sleep | undefined;
}
export const TIMEOUT_MS = 20_000;

export interface CallOptions {
  /** Stops waiting and trying; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** A request of which the method may be left out: it reads. */
export interface JsonCall extends CallOptions {
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Below the base of the service, one entry a path segment. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Limits extends CallOptions {
  readonly timeoutMs: number;
}

interface Wording {
  /** Said where a segment of a path is empty. */
  readonly unnamed: string;
  /** In bytes. */
  readonly longestAnswer: number;
}

/** Shared behaviour of all clients of JSON services over HTTP; a failure is a problem of the service. */
export function createJsonClient<P extends ServiceProblem>(voice: Voice<P>, { unnamed, longestAnswer }: Wording) {
  const { name, Problem } = voice;
  const problemOf = problemsOf(voice);

  /** A base address, which ends with a slash. `setting` is where it comes from. */
  function addressOf(setting: string, address: string): URL {
    const folder = address.endsWith('/') ? address : `${address}/`;
    if (!/^https?:/.test(folder) || !URL.canParse(folder)) {
      throw new Problem('configuration', `${setting} is not a web address.`);
    }
    return new URL(folder);
  }

  /** `.` and `..` would change the path even when they are escaped. */
  function segment(text: string): string {
    if (/^\.{0,2}$/.test(text.trim())) throw new Problem('refused', unnamed);
    return encodeURIComponent(text.trim());
  }

  function urlOf(base: URL, { path, query = {} }: JsonCall): URL {
    const url = new URL(path.map(segment).join('/'), base);
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, value);
    return url;
  }

  function problemOfSilence({ how, status }: NoAnswer): P {
    if (how === 'too-long') return problemOf('bad-answer', { status, retriable: false });
    const what = how === 'late' ? `${name} did not answer in time.` : `The connection to ${name} failed.`;
    return new Problem('unavailable', `${what} Try again in some minutes.`);
  }

  /** One HTTP request; rejects where there is no answer, or with the signal's reason. */
  const ask = (
    url: URL,
    init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
    { timeoutMs, signal }: Limits,
  ): Promise<HttpAnswer> =>
    exchange(url, init, { timeoutMs, signal, longestAnswer }).catch((error: unknown) => {
      throw error instanceof NoAnswer ? problemOfSilence(error) : error;
    });

  /** The same with a body of JSON, below a base. @param authorization the headers that say who asks. */
  const send = async (
    base: URL,
    call: JsonCall,
    authorization: Readonly<Record<string, string>>,
    timeoutMs: number,
  ): Promise<HttpAnswer> => {
    const { method = 'GET', headers, body, signal } = call;
    const json: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const init = {
      method,
      headers: { ...headers, ...authorization, ...json, accept: 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    };
    return ask(urlOf(base, call), init, { timeoutMs, signal });
  };

  /** Where an answer differs from what is known of the API, the field is named; its value is not. */
  function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    const field = parsed.error.issues[0]?.path.join('.');
    throw new Problem('bad-answer', `${name}'s answer could not be understood${field ? ` (${field})` : ''}.`);
  }

  return { addressOf, ask, send, parseAnswer, problemOfSilence };
}
