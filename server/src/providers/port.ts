import type { Pay } from '@desk/contract/rules/instruction';
import type { CallOptions } from '../integrations/http/json-client.ts';

/** The providers there are; a subscription's `source` names its own. */
type ProviderName = 'google';

/** Where a provider knows a subscription. Ids change on an upgrade: never a key of ours. */
export interface SubscriptionRef {
  readonly customerId: string;
  readonly subscriptionId: string;
}

/** `committed`: a number of seats for a term; `flexible`: as many as are assigned, up to a ceiling; `other`: a plan that we do not know. */
export type Plan = 'committed' | 'flexible' | 'trial' | 'free' | 'other';
export type { Pay };

/** What follows a term or a trial. `seats`: those committed now, those assigned when it ends, or those that the provider proposed. */
export type AtTermEnd =
  | { readonly then: 'renew'; readonly seats: 'committed' | 'assigned' | 'proposed'; readonly pay: Pay }
  | { readonly then: 'flexible' }
  | { readonly then: 'end' };

/** What rules decide by, in words that no provider owns. Instants are instants: whose day they are is for who asks. */
export interface Facts {
  readonly plan: Plan;
  readonly pay: Pay | null;
  readonly isSuspended: boolean;
  /** Committed seats; null for plans without a commitment. */
  readonly committed: number | null;
  /** Ceiling of a plan without a commitment. */
  readonly ceiling: number | null;
  /** Assigned to people; null where the provider did not say. */
  readonly assigned: number | null;
  readonly termEndsAt: Date | null;
  /** Null: it is not known, or nothing follows because this plan does not end. */
  readonly atTermEnd: AtTermEnd | null;
  readonly trialEndsAt: Date | null;
  /** The provider neither bills nor ends it by itself: terms are arranged by hand. */
  readonly isOffline: boolean;
}

/** What will be, if nobody acts. `seats`: null where nobody can know. */
export interface IfNobodyActs {
  readonly outcome: 'renews' | 'shrinks' | 'flexible' | 'ends' | 'suspended' | 'proposed' | 'nothing' | 'unknown';
  readonly seats: number | null;
}

/** What somebody decided about the next term. */
export type Wish =
  /**
   * Seats for the next term; with `pay` null it is paid as before. A plan without a commitment does not tell how one was
   * paid: whoever keeps a wish over the end of its term writes the payment down with it (else it is paid monthly).
   */
  | { readonly outcome: 'renew'; readonly seats: number; readonly pay: Pay | null }
  | { readonly outcome: 'flexible' }
  | { readonly outcome: 'proposed' }
  | { readonly outcome: 'end' };

/**
 * One thing to be placed at the provider: always what shall be, never a difference, so that placing it twice does nothing the second time.
 * `after`: due at once, or when the term is over.
 */
export type Step =
  | { readonly do: 'set-renewal'; readonly to: AtTermEnd; readonly after: 'now' }
  | { readonly do: 'set-seats'; readonly from: number; readonly to: number; readonly after: 'now' | 'term-end' }
  | { readonly do: 'commit'; readonly seats: number; readonly pay: Pay; readonly after: 'now' | 'term-end' };

/** Why a wish cannot be placed as things stand. Each has its sentence in `domain/instructions`. */
export type Blocked =
  | { readonly because: 'below-assigned'; readonly assigned: number; readonly wanted: number }
  | {
      readonly because:
        | 'suspended'
        | 'offline'
        | 'no-commitment'
        | 'no-term'
        /** The term has ended otherwise, and its provider cannot go back. */
        | 'over'
        | 'unknown-plan'
        /** Fewer seats are wished, and the provider did not say how many are assigned. */
        | 'assigned-unknown'
        | 'not-offered';
    };

/**
 * How a wish is brought about: steps in their order (none: it is as wanted already), or the reason why it cannot be. `fallback`: what commits
 * nobody to more than was decided where the term ends before that reason has gone (no step: it is set already); undefined: there is nothing.
 */
export type Planned =
  { readonly steps: readonly Step[] } | { readonly blocked: Blocked; readonly fallback?: readonly Step[] | undefined };

/** The state of what was placed: providers that answer later are asked with the operation's name. */
export type Operation =
  | { readonly state: 'done'; readonly subscription: ProviderSubscription }
  | { readonly state: 'running'; readonly name: string };

/** A subscription as its provider tells it: its own words, which lists show and which may be new ones, beside `facts`. */
export interface ProviderSubscription extends SubscriptionRef {
  readonly customerDomain: string | null;
  readonly skuId: string;
  /** Providers rename these: show it, key on skuId. */
  readonly skuName: string | null;
  readonly status: string | null;
  readonly billingMethod: string | null;
  readonly planName: string | null;
  /** Days of the business time zone, `YYYY-MM-DD`. */
  readonly termStartsOn: string | null;
  readonly termEndsOn: string | null;
  readonly numberOfSeats: number | null;
  readonly maximumNumberOfSeats: number | null;
  readonly licensedNumberOfSeats: number | null;
  readonly renewalType: string | null;
  readonly suspensionReasons: readonly string[];
  readonly facts: Facts;
}

export interface SubscriptionPage {
  readonly subscriptions: readonly ProviderSubscription[];
  /** Absent on the last page. */
  readonly nextPageToken?: string | undefined;
}

/** What a provider can do by itself; what it cannot, a screen says how to do by hand. */
export interface Capabilities {
  /** Renew with any number of seats in one step, set before the term ends. */
  readonly renewsWithSeats: boolean;
  /** Renew with as many seats as are assigned. */
  readonly resizesToAssigned: boolean;
  /** Go on without a commitment. */
  readonly flexible: boolean;
  readonly proposedOffers: boolean;
  /** More seats during a term. */
  readonly addsSeats: boolean;
  readonly events: boolean;
  /** What was placed may still be running; `operation` tells. */
  readonly answersLater: boolean;
}

export type EventKind = 'changed' | 'renewed' | 'suspended' | 'restored' | 'ended' | 'moved-away' | 'other';

/** A hint that something happened; what is, is read. The same message always has the same `id`. */
export interface ProviderEvent {
  readonly id: string;
  readonly kind: EventKind;
  readonly ref: SubscriptionRef;
  readonly at: Date | null;
}

export interface PlaceOptions extends CallOptions {
  /** Waited for before each question that changes something, with what the provider had a moment ago; what it throws stops the step. */
  readonly beforePost?: ((now: ProviderSubscription) => Promise<void>) | undefined;
}

/** A customer of ours, one of the provider but not ours, or nobody that the provider knows. */
export type ProviderCustomer =
  | {
      readonly relation: 'managed';
      readonly customerId: string;
      readonly customerDomain: string | null;
      readonly organizationName: string | null;
      readonly contactName: string | null;
      readonly alternateEmail: string | null;
      readonly phoneNumber: string | null;
    }
  | { readonly relation: 'elsewhere'; readonly customerId: string; readonly customerDomain: string | null }
  | { readonly relation: 'unknown' };

/** Whom a provider knows. */
export interface CustomerLookup {
  customer(idOrDomain: string, options?: CallOptions): Promise<ProviderCustomer>;
}

/**
 * Whoever sells subscriptions. What passes by itself (quota, outages, cut connections) was tried again already; what remains
 * rejects with a `ServiceProblem`, whose reason `outcomeUnknown` leaves open whether it was done. What a provider cannot do
 * (`capabilities`) rejects with `NotOffered`, a wish that it cannot bring about is blocked as `not-offered`.
 */
export interface Provider {
  readonly name: ProviderName;
  readonly capabilities: Capabilities;
  /** Undefined: it cannot be asked whom it knows. */
  readonly customers: CustomerLookup | undefined;
  /** Rejects with `StalePageToken` where it knows the token no longer. */
  page(query?: { readonly pageToken?: string | undefined }, options?: CallOptions): Promise<SubscriptionPage>;
  read(ref: SubscriptionRef, options?: CallOptions): Promise<ProviderSubscription>;
  /**
   * Pure: asks nobody. `termEndsAt`: the end of the term that the wish is about, as it was when it was decided; the facts
   * tell the next one when it is over, and then only what is still missing is planned.
   */
  plan(wish: Wish, facts: Facts, now: Date, termEndsAt?: Date | null): Planned;
  /**
   * Reads the subscription first; where it is as the step wants, nothing is asked. Rejects with `SeatsChangedMeanwhile`
   * where seats are neither those before nor those after. What it answers may bear another id than it was asked for.
   */
  place(ref: SubscriptionRef, step: Step, options?: PlaceOptions): Promise<Operation>;
  operation(name: string, options?: CallOptions): Promise<Operation>;
  /** Messages as they came, out of order and more than once; what cannot be understood is left out. */
  events(messages: readonly unknown[]): readonly ProviderEvent[];
}

/** Those that are configured. */
export type Providers = Readonly<Record<ProviderName, Provider | undefined>>;
