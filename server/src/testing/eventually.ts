import { vi } from 'vitest';

const TIMEOUT_MS = 10_000;

/** What will hold soon; on a busy machine that is not within the second that Vitest allows. */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> => vi.waitFor(holds, { timeout: TIMEOUT_MS });
