import { performance } from 'node:perf_hooks';
import { createBreaker } from '../integrations/http/breaker.ts';
import { deadlineIn } from '../integrations/http/deadline.ts';
import { waitFor } from '../integrations/http/retry.ts';
import { ServiceProblem } from '../integrations/http/service-problem.ts';
import { limitConcurrency } from '../platform/concurrency/limit.ts';
import type { CustomerLookup, ProviderCustomer } from './port.ts';

// Google publishes no quota of these. Ten a second leave much room for syncs and orders, and 5,000 domains take nine minutes.
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
const policyByLookup = new WeakMap<CustomerLookup, ReturnType<typeof createPolicy>>();
function policyOf(customers: CustomerLookup) {
  const policy = policyByLookup.get(customers) ?? createPolicy();
  policyByLookup.set(customers, policy);
  return policy;
}

/** After failures in a row nobody is asked for a while: all that is asked now fails. */
export const isCircuitOpen = (customers: CustomerLookup, now: Date): boolean =>
  policyOf(customers).breaker.isResting(now);

interface Asking {
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Relation to us of a domain's customer at a provider, asked slowly enough for many of them; `failed` where it does not answer in time.
 * Rejects only when the signal comes.
 */
export function relationOf(
  customers: CustomerLookup,
  domain: string,
  { now, signal }: Asking,
): Promise<ProviderCustomer['relation'] | 'failed'> {
  const { inTurn, breaker, pace } = policyOf(customers);
  return inTurn(async () => {
    signal?.throwIfAborted();
    if (breaker.isResting(now())) return 'failed';
    await pace(signal);
    const deadline = deadlineIn(TIMEOUT_MS, signal);
    try {
      const { relation } = await customers.customer(domain, { signal: deadline.signal });
      breaker.note(false, now());
      return relation;
    } catch (error) {
      signal?.throwIfAborted();
      if (!deadline.isOver() && !(error instanceof ServiceProblem)) throw error;
      breaker.note(!(error instanceof ServiceProblem && error.kind === 'refused'), now());
      return 'failed';
    } finally {
      deadline.lift();
    }
  });
}
