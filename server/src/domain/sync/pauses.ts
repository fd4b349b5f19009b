const PAUSES_MS = [30_000, 60_000, 120_000, 240_000];
/** However often a worker died over a run; more than that is no accident. */
const MOST_ATTEMPTS = 10;

/** How long a run rests after its `attempt`-th try failed in a way that may pass; undefined: it is given up. */
export const pauseAfter = (attempt: number): number | undefined => PAUSES_MS[attempt - 1];

export const isGivenUp = (attempt: number): boolean => attempt > MOST_ATTEMPTS;
export const isLastTry = (attempt: number): boolean => attempt >= MOST_ATTEMPTS;
