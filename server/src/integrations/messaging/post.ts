const LONGEST_ANSWER = 100_000;

export type Posted = { answered: true; status: number; body: unknown } | { answered: false; reason: string };

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
export async function post(url: URL, init: Pick<RequestInit, 'headers' | 'body'>, patience: number): Promise<Posted> {
  try {
    const signal = AbortSignal.timeout(patience);
    const response = await fetch(url, { ...init, method: 'POST', redirect: 'error', signal });
    return { answered: true, status: response.status, body: await jsonOf(response) };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    return { answered: false, reason: late ? 'did not answer in time' : 'could not be reached' };
  }
}
