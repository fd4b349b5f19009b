interface FirstRequest {
  readonly path: string;
  readonly body: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly response: Promise<Response>;
  /** Its body, once it is here. */
  text?: string;
}

declare global {
  interface Window {
    /** What `first/main.ts` has sent before the product's scripts were there. */
    firstRequest?: FirstRequest | undefined;
  }
}

/** What is older is asked for anew. */
const LONGEST_MS = 5_000;
/** Of what is older than this the page may have missed a change, as it could not hear of any yet. */
const STALE_AFTER_MS = 1_000;

let mayHaveMissed = false;

/** Whether what is shown was answered well before the page could hear of changes; told once, to whoever hears of them. */
export function takeMissed(): boolean {
  const missed = mayHaveMissed;
  mayHaveMissed = false;
  return missed;
}

interface Asked {
  readonly path: string;
  readonly body: string;
  readonly token: string | undefined;
}

/** It is taken once, and by the first request alone that could. */
function take({ path, body, token }: Asked): FirstRequest | undefined {
  const sent = window.firstRequest;
  if (sent?.path !== path) return undefined;
  window.firstRequest = undefined;
  const age = Date.now() - sent.at;
  if (sent.body !== body || sent.token !== token || age >= LONGEST_MS) return undefined;
  mayHaveMissed = age > STALE_AFTER_MS;
  return sent;
}

/** The answer that is on its way already to just this request. */
export const takeFirstRequest = (asked: Asked): Promise<Response> | undefined => take(asked)?.response;

/** The body of that answer, if it is here before anything was drawn. */
export const takeFirstText = (asked: Asked): string | undefined =>
  window.firstRequest?.text === undefined ? undefined : take(asked)?.text;
