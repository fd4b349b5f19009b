import { unreadableAnswer, ZohoProblem } from './problem.ts';

/** A full page of 200 records is about 200 kB. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LONGEST_ANSWER) throw unreadableAnswer(response.status, false);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Zoho gives seconds, if anything. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** One HTTP request: bounded in time and length, no redirects followed. Without an answer it is a ZohoProblem. */
export async function exchange(
  url: URL,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
): Promise<HttpAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    return { status: response.status, text: await textOf(response), retryAfterMs: retryAfterOf(response) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ZohoProblem) throw error;
    const how = timeout.aborted ? 'Zoho did not answer in time.' : 'The connection to Zoho failed.';
    throw new ZohoProblem('unavailable', `${how} Try again in some minutes.`);
  }
}

/** The JSON of a text, or undefined where it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
