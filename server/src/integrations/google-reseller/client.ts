import type * as z from 'zod/mini';
import type { Asking, BeforePost } from './change-once.ts';
import { changePlanTo, changeRenewalTo, type Commitment, type RenewalType } from './change-renewal.ts';
import { changeSeatsTo, type SeatTotals } from './change-seats.ts';
import { CustomerAnswer, type GoogleCustomer } from './customer.ts';
import { GoogleProblem } from './problem.ts';
import { TIMEOUT_MS, type CallOptions, type ClientOptions, type JsonCall } from '../http/json-client.ts';
import { waitFor } from '../http/retry.ts';
import { parseAnswer } from './http.ts';
import { withRetry } from './retry.ts';
import { pageIn, subscriptionIn, type GooglePage, type GoogleSubscription } from './subscription.ts';
import { makeTransport, type TransportOptions } from './transport.ts';

export interface GoogleResellerOptions extends Omit<TransportOptions, 'timeoutMs'>, ClientOptions {
  /** Business time zone in which instants become days. */
  readonly timeZone: string;
}

interface SubscriptionQuery {
  readonly pageToken?: string | undefined;
  /** Id or primary domain of one customer. */
  readonly customerId?: string | undefined;
  readonly customerNamePrefix?: string | undefined;
}

interface ChangeOptions extends CallOptions {
  readonly beforePost?: BeforePost | undefined;
}

/**
 * The Google Workspace Reseller API v1, as far as the desk needs it. What passes by itself (quota, outages, cut
 * connections) is tried again for up to about two and a half minutes; what remains rejects with a GoogleProblem.
 */
export interface GoogleReseller {
  /** One page of at most 100, of all customers unless the query says otherwise. */
  listSubscriptions(query?: SubscriptionQuery, options?: CallOptions): Promise<GooglePage>;
  getSubscription(customerId: string, subscriptionId: string, options?: CallOptions): Promise<GoogleSubscription>;
  getCustomer(idOrDomain: string, options?: CallOptions): Promise<GoogleCustomer>;
  /**
   * Brings the subscription from one total to another (committed seats of an annual plan, else the ceiling) and is safe
   * to repeat: where it is neither of the two, nothing is changed. A problem with reason `outcomeUnknown` leaves open
   * whether Google did it; so it is with the other changes.
   */
  changeSeats(
    customerId: string,
    subscriptionId: string,
    totals: SeatTotals,
    options?: ChangeOptions,
  ): Promise<GoogleSubscription>;
  /** Says what follows the term of an annual plan; where that is set already, nothing is asked. */
  changeRenewalSettings(
    customerId: string,
    subscriptionId: string,
    renewalType: RenewalType,
    options?: ChangeOptions,
  ): Promise<GoogleSubscription>;
  /** Commits a flexible plan or a trial to a year; where it is that commitment already, nothing is asked. */
  changePlan(
    customerId: string,
    subscriptionId: string,
    commitment: Commitment,
    options?: ChangeOptions,
  ): Promise<GoogleSubscription>;
}

const PAGE_SIZE = '100';

const unknownIfNotFound = (error: unknown): GoogleCustomer => {
  if (error instanceof GoogleProblem && error.kind === 'not-found') return { relation: 'unknown' };
  throw error;
};

/** Throws a GoogleProblem of kind `configuration` if the service account, the subject or an address is no good. */
export function makeGoogleReseller(options: GoogleResellerOptions): GoogleReseller {
  const { sleep = waitFor, timeoutMs = TIMEOUT_MS, timeZone } = options;
  const transport = makeTransport({ ...options, timeoutMs });
  const Subscription = subscriptionIn(timeZone);
  const Page = pageIn(timeZone);

  const read = <S extends z.ZodMiniType>(call: Omit<JsonCall, 'method' | 'body'>, schema: S): Promise<z.output<S>> =>
    withRetry(async () => parseAnswer(schema, await transport(call)), {
      sleep,
      signal: call.signal,
    });

  const getSubscription: GoogleReseller['getSubscription'] = (customerId, subscriptionId, { signal } = {}) =>
    read({ path: ['customers', customerId, 'subscriptions', subscriptionId], signal }, Subscription);

  const asking = (
    [customerId, subscriptionId, method]: readonly [string, string, string],
    { signal, beforePost }: ChangeOptions,
  ): Asking => ({
    get: () => getSubscription(customerId, subscriptionId, { signal }),
    post: async (body) => {
      const path = ['customers', customerId, 'subscriptions', subscriptionId, method];
      return parseAnswer(Subscription, await transport({ method: 'POST', path, body, signal }));
    },
    beforePost,
  });

  return {
    getSubscription,

    listSubscriptions: ({ pageToken, customerId, customerNamePrefix } = {}, { signal } = {}) =>
      read(
        {
          path: ['subscriptions'],
          query: { maxResults: PAGE_SIZE, pageToken, customerId, customerNamePrefix },
          signal,
        },
        Page,
      ),

    getCustomer: (idOrDomain, { signal } = {}) =>
      read({ path: ['customers', idOrDomain], signal }, CustomerAnswer).catch(unknownIfNotFound),

    changeSeats: (customerId, subscriptionId, totals, options = {}) =>
      changeSeatsTo(totals, asking([customerId, subscriptionId, 'changeSeats'], options), { sleep, ...options }),

    changeRenewalSettings: (customerId, subscriptionId, renewalType, options = {}) => {
      const changing = asking([customerId, subscriptionId, 'changeRenewalSettings'], options);
      return changeRenewalTo(renewalType, changing, { sleep, ...options });
    },

    changePlan: (customerId, subscriptionId, commitment, options = {}) =>
      changePlanTo(commitment, asking([customerId, subscriptionId, 'changePlan'], options), { sleep, ...options }),
  };
}
