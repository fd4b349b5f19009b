import { Gaxios } from 'gaxios';
import { deadlineIn } from '../http/deadline.ts';
import { jsonOf } from '../http/exchange.ts';
import { makeAccessTokens, readServiceAccount, steerTokenCalls } from './access-token.ts';
import { GoogleProblem, problemOfAnswer, problemOfFailure, unreadableAnswer } from './problem.ts';

/** A full page of 100 subscriptions is about 80 kB. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

export interface ApiCall {
  readonly method: 'GET' | 'POST';
  /** Below `apps/reseller/v1`, one entry a path segment. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal | undefined;
}

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
export type Transport = (call: ApiCall) => Promise<unknown>;

function addressOf(name: string, address: string): URL {
  const folder = address.endsWith('/') ? address : `${address}/`;
  if (!/^https?:/.test(folder) || !URL.canParse(folder)) {
    throw new GoogleProblem('configuration', `${name} is not a web address.`);
  }
  return new URL(folder);
}

/** `.` and `..` would change the path even when they are escaped. */
function segment(text: string): string {
  if (/^\.{0,2}$/.test(text.trim())) throw new GoogleProblem('refused', 'Name a customer and a subscription.');
  return encodeURIComponent(text.trim());
}

function urlOf(base: URL, { path, query = {} }: ApiCall): URL {
  const url = new URL(`apps/reseller/v1/${path.map(segment).join('/')}`, base);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

function read({ status, text }: { status: number; text: string }): unknown {
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
  const base = addressOf('GOOGLE_RESELLER_URL', options.baseUrl);
  if (options.tokenUrl !== undefined) addressOf('GOOGLE_TOKEN_URL', options.tokenUrl);
  if (!/^\S+@\S+$/.test(options.subject)) {
    throw new GoogleProblem('configuration', 'GOOGLE_ADMIN_SUBJECT must be the e-mail of an administrator.');
  }
  const account = readServiceAccount(options.serviceAccountJson);
  const http = new Gaxios({
    timeout: options.timeoutMs,
    size: LONGEST_ANSWER,
    redirect: 'manual',
    noProxy: ['localhost', '127.0.0.1', '[::1]'],
  });
  steerTokenCalls(http, options.tokenUrl);
  const tokens = makeAccessTokens({ account, subject: options.subject, http });

  async function exchange(call: ApiCall, token: string) {
    const deadline = deadlineIn(options.timeoutMs, call.signal);
    try {
      const answer = await http.request<string>({
        method: call.method,
        url: urlOf(base, call),
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
        data: call.body,
        responseType: 'text',
        validateStatus: () => true,
        // The library's own would be forgotten beside a signal.
        timeout: 0,
        signal: deadline.signal,
      });
      return { status: answer.status, text: answer.data };
    } catch (error) {
      call.signal?.throwIfAborted();
      throw error instanceof GoogleProblem ? error : problemOfFailure(error);
    } finally {
      deadline.lift();
    }
  }

  return async (call) => {
    const token = await unlessAborted(tokens.get(), call.signal);
    const answer = await exchange(call, token);
    if (answer.status !== 401) return read(answer);
    tokens.drop(token);
    return read(await exchange(call, await unlessAborted(tokens.get(), call.signal)));
  };
}
