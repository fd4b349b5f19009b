/** How long silence is waited for in tests, in milliseconds: what does answer has the time that a busy machine needs. */
export const SILENCE_MS = 1_000;

/** For clients of an external service with a fault of this kind. */
export const timeoutsWith = (kind: string) => (kind === 'timeout' ? { timeoutMs: SILENCE_MS } : {});
