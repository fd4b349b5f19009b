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

/** What befell a request without an answer. */
function unanswered(error: unknown): Posted {
  if (error instanceof Error && error.name === 'TimeoutError')
    return { answered: false, sent: true, reason: 'did not answer in time' };
  if (hadNoConnection(error)) return { answered: false, sent: false, reason: 'could not be reached' };
  return { answered: false, sent: true, reason: 'broke the connection off' };
}

async function jsonOf(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > LONGEST_ANSWER) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** One request to a provider: bounded in time and length, no redirects; `body` is undefined where it was no JSON. */
export async function post(url: URL, init: Pick<RequestInit, 'headers' | 'body'>, timeouts: number): Promise<Posted> {
  try {
    const signal = AbortSignal.timeout(timeouts);
    const response = await fetch(url, { ...init, method: 'POST', redirect: 'manual', signal });
    return { answered: true, status: response.status, body: await jsonOf(response) };
  } catch (error) {
    return unanswered(error);
  }
}
