import { deadlineIn } from './deadline.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfterMs: number | undefined;
}

interface Limits {
  readonly timeoutMs: number;
  /** In bytes. */
  readonly longestAnswer: number;
  readonly signal?: AbortSignal | undefined;
}

/** There is nothing to read: no answer in time, a cut connection, or one that is `too-long`, whose `status` is known. */
export class NoAnswer extends Error {
  readonly how: 'late' | 'cut' | 'too-long';
  readonly status: number | undefined;
  constructor(how: NoAnswer['how'], { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(how, { cause });
    this.how = how;
    this.status = status;
  }
}

async function textOf(response: Response, longestAnswer: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > longestAnswer) throw new NoAnswer('too-long', { status: response.status });
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** Services give seconds, if anything. */
function retryAfterOf(response: Response): number | undefined {
  const seconds = response.headers.get('retry-after') ?? '';
  return /^\d{1,5}$/.test(seconds) ? Number(seconds) * 1_000 : undefined;
}

/**
 * One HTTP request, bounded in time and length. No redirect is followed: another address is not the one that the key is for.
 * @throws NoAnswer, or the signal's reason.
 */
export async function exchange(
  url: URL,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { timeoutMs, longestAnswer, signal }: Limits,
): Promise<HttpAnswer> {
  const deadline = deadlineIn(timeoutMs, signal);
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: deadline.signal });
    return {
      status: response.status,
      text: await textOf(response, longestAnswer),
      retryAfterMs: retryAfterOf(response),
    };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof NoAnswer) throw error;
    throw new NoAnswer(deadline.isOver() ? 'late' : 'cut', { cause: error });
  } finally {
    deadline.lift();
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
