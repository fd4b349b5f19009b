import { exchange, jsonOf, NoAnswer } from '../http/exchange.ts';

const LONGEST_ANSWER = 100_000;

/** Without an answer: `sent` tells whether the provider may have the request all the same. */
export type Posted =
  { answered: true; status: number; body: unknown } | { answered: false; sent: boolean; reason: string };

/** The line was never there: nothing of the request left this machine. */
const NO_LINE = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A name with several addresses fails with an error of its own for each. */
const hadNoConnection = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.every(hadNoConnection);
  if (!(error instanceof Error)) return false;
  return NO_LINE.has((error as NodeJS.ErrnoException).code ?? '') || hadNoConnection(error.cause);
};

/** Result of a request without an answer, or with one that is too long to be read. */
function unanswered({ how, status, cause }: NoAnswer): Posted {
  if (status !== undefined) return { answered: true, status, body: undefined };
  if (how === 'late') return { answered: false, sent: true, reason: 'did not answer in time' };
  if (hadNoConnection(cause)) return { answered: false, sent: false, reason: 'could not be reached' };
  return { answered: false, sent: true, reason: 'broke the connection off' };
}

/** One request to a provider: bounded in time and length, no redirects; `body` is undefined where it was no JSON. */
export async function post(url: URL, init: Pick<RequestInit, 'headers' | 'body'>, timeoutMs: number): Promise<Posted> {
  try {
    const limits = { timeoutMs, longestAnswer: LONGEST_ANSWER };
    const { status, text } = await exchange(url, { ...init, method: 'POST' }, limits);
    return { answered: true, status, body: jsonOf(text) };
  } catch (error) {
    return unanswered(error instanceof NoAnswer ? error : new NoAnswer('cut', { cause: error }));
  }
}
