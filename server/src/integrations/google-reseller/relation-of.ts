import { performance } from 'node:perf_hooks';
import { createBreaker } from '../http/breaker.ts';
import { deadlineIn } from '../http/deadline.ts';
import { limitConcurrency } from '../../platform/concurrency/limit.ts';
import { waitFor } from '../http/retry.ts';
import type { GoogleReseller } from './client.ts';
import type { ProviderCustomer } from './customer.ts';
import { GoogleProblem } from './problem.ts';

// Google publishes no quota. Ten a second leave much room for syncs and orders, and 5,000 domains take nine minutes.
const AT_ONCE = 5;
const SPACING_MS = 100;
/** With the tries after a passing fault; then the question is given up. */
const TIMEOUT_MS = 8_000;

function createPolicy() {
  let nextStart = 0;
  return {
    inTurn: limitConcurrency(AT_ONCE),
    // A circuit breaker of its own: failing lookups of other resellers' customers must not block orders.
    breaker: createBreaker({ most: 5, restMs: 60_000 }),
    pace: async (signal: AbortSignal | undefined): Promise<void> => {
      const start = Math.max(performance.now(), nextStart);
      nextStart = start + SPACING_MS;
      await waitFor(start - performance.now(), signal);
    },
  };
}
const policyByClient = new WeakMap<GoogleReseller, ReturnType<typeof createPolicy>>();
function policyOf(google: GoogleReseller) {
  const policy = policyByClient.get(google) ?? createPolicy();
  policyByClient.set(google, policy);
  return policy;
}

/** After failures in a row nobody is asked for a while: all that is asked now fails. */
export const isCircuitOpen = (google: GoogleReseller, now: Date): boolean => policyOf(google).breaker.isResting(now);

interface Asking {
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Relation to us of a domain's customer at Google, asked slowly enough for many of them; `failed` where Google does not answer in time.
 * Rejects only when the signal comes.
 */
export function relationOf(
  google: GoogleReseller,
  domain: string,
  { now, signal }: Asking,
): Promise<ProviderCustomer['relation'] | 'failed'> {
  const { inTurn, breaker, pace } = policyOf(google);
  return inTurn(async () => {
    signal?.throwIfAborted();
    if (breaker.isResting(now())) return 'failed';
    await pace(signal);
    const deadline = deadlineIn(TIMEOUT_MS, signal);
    try {
      const { relation } = await google.getCustomer(domain, { signal: deadline.signal });
      breaker.note(false, now());
      return relation;
    } catch (error) {
      signal?.throwIfAborted();
      if (!deadline.isOver() && !(error instanceof GoogleProblem)) throw error;
      breaker.note(!(error instanceof GoogleProblem && error.kind === 'refused'), now());
      return 'failed';
    } finally {
      deadline.lift();
    }
  });
}
