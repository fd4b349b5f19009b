import { setTimeout as pause } from 'node:timers/promises';
import type { Acknowledged } from './acknowledged-writes.ts';
import type { Answer, Probe } from './probe.ts';

/** No request may hang longer. */
const TIMEOUT_MS = 10_000;
const AGAIN_MS = 100;

const failureOf = (error: unknown): 'broken' | 'hung' =>
  error instanceof Error && error.name === 'TimeoutError' ? 'hung' : 'broken';

/** One request and its answer, whatever that is. */
export async function click(
  address: string,
  {
    path,
    body,
    token,
    key,
    headers: more = {},
  }: Pick<Acknowledged, 'path' | 'body' | 'token'> & {
    key?: string;
    headers?: Record<string, string>;
  },
): Promise<Answer> {
  const began = performance.now();
  const headers = {
    'content-type': 'application/json',
    authorization: token,
    ...(key !== undefined && { 'idempotency-key': key }),
    ...more,
  };
  try {
    const response = await fetch(`${address}/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const reply: unknown = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    const retryAfter = response.headers.get('retry-after');
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return { status: response.status, retryAfter, reply, cookie, ms: performance.now() - began };
  } catch (error) {
    return { status: failureOf(error), retryAfter: null, reply: null, cookie: '', ms: performance.now() - began };
  }
}

/** The outcome of the write is unknown: the client retries. */
const isOpen = ({ status }: Answer): boolean =>
  typeof status === 'string' || status === 425 || status === 502 || status === 503;

/**
 * Clicks, and clicks again with the same key for as long as nothing is known of the write and `goOn` says so. `who` clicks is
 * somebody of the round, else somebody new.
 */
export async function clickUntilKnown(
  address: string,
  action: Acknowledged,
  probe: Probe,
  goOn: () => boolean,
  who: string = action.key,
): Promise<void> {
  for (;;) {
    const answer = await click(address, action);
    probe.record(action.path, answer, who);
    if (answer.status === 200) action.acknowledged = true;
    if (!isOpen(answer) || !goOn()) return;
    await pause(AGAIN_MS);
  }
}
