import { expect, test } from 'vitest';
import type { AtTermEnd, Capabilities, Plan, Provider, ProviderSubscription, SubscriptionRef } from '../port.ts';

/** A subscription as a case wants it; what is left out is up to the simulated provider. */
export interface Sold {
  readonly plan: Exclude<Plan, 'other'>;
  /** Committed seats, or the ceiling. */
  readonly seats?: number;
  readonly assigned?: number;
  readonly atTermEnd?: AtTermEnd;
  readonly isSuspended?: boolean;
  readonly isOffline?: boolean;
}

export type Fault = 'outage' | 'quota' | 'quota-as-503' | 'answer-lost';

/** A provider over its simulator, and what may happen behind its back. */
export interface SimulatedProvider {
  readonly provider: Provider;
  /** The provider's time; each case begins with the same. */
  now(): Date;
  /** Sells a subscription that no other case knows. */
  sell(sold: Sold): SubscriptionRef;
  /** Ids of all that is sold. */
  sold(): readonly string[];
  /** Domain and id of a customer that is ours, and the domain of one that is somebody else's. */
  readonly ours: { readonly customerId: string; readonly domain: string };
  readonly elsewhere: string;
  setSeats(ref: SubscriptionRef, seats: number): void;
  setAssigned(ref: SubscriptionRef, assigned: number): void;
  suspend(ref: SubscriptionRef): void;
  cancel(ref: SubscriptionRef): void;
  /** It is the day after the end of the term, and the provider has done what is set. */
  endTerm(ref: SubscriptionRef): void;
  /** Calls of a kind fail, the first ones excepted. */
  fail(fault: Fault, on: 'list' | 'read' | 'change', times?: number, after?: number): void;
  /** Nothing fails any longer, and it is the first day again. */
  recover(): void;
  /** How often the provider was asked to change something. */
  changes(): number;
  /** A message about a subscription as it comes: of a renewal, or of a type that nobody knows. */
  message(ref: SubscriptionRef, about: 'renewal' | 'something-new', id: string): unknown;
}

/** What the cases of one provider are made with. */
export interface Suite {
  readonly capabilities: Capabilities;
  readonly at: () => SimulatedProvider;
}

/** Seats and people of most cases: three numbers that cannot be mistaken for each other. */
export const COMMITTED = 15;
export const ASSIGNED = 10;
export const annual = (changed: Partial<Sold> = {}): Sold => ({
  plan: 'committed',
  seats: COMMITTED,
  assigned: ASSIGNED,
  atTermEnd: { then: 'renew', seats: 'committed', pay: 'monthly' },
  ...changed,
});

/** Waits for what a provider does after it has answered. */
export const ended = (provider: Provider, name: string): Promise<void> =>
  expect.poll(async () => (await provider.operation(name)).state).toBe('done');

/** Sells and reads. */
export async function readOf({ at }: Suite, sold: Sold): Promise<{ ref: SubscriptionRef; one: ProviderSubscription }> {
  const ref = at().sell(sold);
  return { ref, one: await at().provider.read(ref) };
}

/** That nothing is asked of the provider meanwhile. */
export async function asksNothing({ at }: Suite, work: () => Promise<unknown>): Promise<void> {
  const before = at().changes();
  await work();
  expect(at().changes() - before).toBe(0);
}

/** A case of something that not every provider can do: who declares that it cannot, must say so when it is asked. */
export function caseOf(
  { capabilities }: Suite,
  /** One of them suffices; none: everybody can do it. */
  needed: readonly (keyof Capabilities)[],
  name: string,
  check: { readonly works: () => Promise<void>; readonly isRefused: () => Promise<void> },
): void {
  if (needed.length === 0 || needed.some((capability) => capabilities[capability])) test(name, check.works);
  else test(`${name}: declared as not offered (${needed.join(', ')})`, check.isRefused);
}
