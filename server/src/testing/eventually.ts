import { vi } from 'vitest';

const TIMEOUT_MS = 10_000;

/** Waits for a condition; on a busy machine it takes longer than the second that Vitest allows. */
export const eventually = <T>(holds: () => T | Promise<T>): Promise<T> => vi.waitFor(holds, { timeout: TIMEOUT_MS });
