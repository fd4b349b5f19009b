import { createBreaker, type Breaker } from '../integrations/http/breaker.ts';
import type { Provider } from './port.ts';

const breakers = new WeakMap<Provider, Breaker>();

/** Each provider, and so each node, counts for itself: in an outage its work must not keep the workers from other jobs. */
export function breakerOf(provider: Provider): Breaker {
  const breaker = breakers.get(provider) ?? createBreaker({ most: 5, restMs: 60_000 });
  breakers.set(provider, breaker);
  return breaker;
}
