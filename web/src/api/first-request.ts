declare global {
  interface Window {
    /** What `first/main.ts` has sent before the product's scripts were there. */
    firstRequest?: { path: string; body: string; token: string; at: number; response: Promise<Response> } | undefined;
  }
}

/** What is older was answered before the page could hear of changes. */
const LONGEST_MS = 5_000;

interface Asked {
  readonly path: string;
  readonly body: string;
  readonly token: string | undefined;
}

/** The answer that is on its way already to just this request; it is taken once, and by the first request alone that could. */
export function takeFirstRequest({ path, body, token }: Asked): Promise<Response> | undefined {
  const sent = window.firstRequest;
  if (sent?.path !== path) return undefined;
  window.firstRequest = undefined;
  return sent.body === body && sent.token === token && Date.now() - sent.at < LONGEST_MS ? sent.response : undefined;
}
