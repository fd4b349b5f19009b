import { afterEach, beforeEach, vi } from 'vitest';

/** In each test of a file it is Monday 23 November 2026: a day of another year would be shown with its year. */
export function onMonday(): void {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-23T04:00:00Z'), toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());
}
