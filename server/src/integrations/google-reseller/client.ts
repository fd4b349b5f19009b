import { setTimeout as wait } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { changeSeatsTo, type BeforePost, type SeatTotals } from './change-seats.ts';
import { CustomerAnswer, type ProviderCustomer } from './customer.ts';
import { GoogleProblem } from './problem.ts';
import type { Sleep } from '../http/retry.ts';
import { withRetry } from './retry.ts';
import { pageIn, subscriptionIn, type ProviderSubscription, type SubscriptionPage } from './subscription.ts';
import { makeTransport, type ApiCall, type TransportOptions } from './transport.ts';

export interface GoogleResellerOptions extends Omit<TransportOptions, 'timeoutMs'> {
  /** For one try; 20 s if not given. */
  readonly timeoutMs?: number;
  /** Waits between tries. */
  readonly sleep?: Sleep | undefined;
  /** Business time zone in which instants become days; Asia/Kolkata if not given. */
  readonly timeZone?: string;
}

interface SubscriptionQuery {
  readonly pageToken?: string | undefined;
  /** Id or primary domain of one customer. */
  readonly customerId?: string | undefined;
  readonly customerNamePrefix?: string | undefined;
}

interface CallOptions {
  /** Stops waiting and trying; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The Google Workspace Reseller API v1, as far as the desk needs it. What passes by itself (quota, outages, cut
 * connections) is tried again for up to about two and a half minutes; what remains rejects with a GoogleProblem.
 */
export interface GoogleReseller {
  /** One page of at most 100, of all customers unless the query says otherwise. */
  listSubscriptions(query?: SubscriptionQuery, options?: CallOptions): Promise<SubscriptionPage>;
  getSubscription(customerId: string, subscriptionId: string, options?: CallOptions): Promise<ProviderSubscription>;
  getCustomer(idOrDomain: string, options?: CallOptions): Promise<ProviderCustomer>;
  /**
   * Brings the subscription from one total to another (committed seats of an annual plan, else the ceiling) and is safe
   * to repeat: where it is neither of the two, nothing is changed. A problem with reason `outcomeUnknown` leaves open
   * whether Google did it.
   */
  changeSeats(
    customerId: string,
    subscriptionId: string,
    totals: SeatTotals,
    options?: CallOptions & { readonly beforePost?: BeforePost | undefined },
  ): Promise<ProviderSubscription>;
}

const PAGE_SIZE = '100';
/** The timer would reject with an error of its own instead of the signal's reason. */
const waitFor: Sleep = (ms, signal) =>
  wait(ms, undefined, { signal }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw error;
  });

/** Where the answer differs from what is known of the API, the field is named; its value is not. */
function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.');
  throw new GoogleProblem('bad-answer', `Google's answer could not be understood${field ? ` (${field})` : ''}.`);
}

const unknownIfNotFound = (error: unknown): ProviderCustomer => {
  if (error instanceof GoogleProblem && error.kind === 'not-found') return { relation: 'unknown' };
  throw error;
};

/** Throws a GoogleProblem of kind `configuration` if the service account, the subject or an address is no good. */
export function makeGoogleReseller(options: GoogleResellerOptions): GoogleReseller {
  const { sleep = waitFor, timeoutMs = 20_000, timeZone = 'Asia/Kolkata' } = options;
  const transport = makeTransport({ ...options, timeoutMs });
  const Subscription = subscriptionIn(timeZone);
  const Page = pageIn(timeZone);

  const read = <S extends z.ZodMiniType>(call: Omit<ApiCall, 'method' | 'body'>, schema: S): Promise<z.output<S>> =>
    withRetry(async () => parseAnswer(schema, await transport({ ...call, method: 'GET' })), {
      sleep,
      signal: call.signal,
    });

  const getSubscription: GoogleReseller['getSubscription'] = (customerId, subscriptionId, { signal } = {}) =>
    read({ path: ['customers', customerId, 'subscriptions', subscriptionId], signal }, Subscription);

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

    changeSeats: (customerId, subscriptionId, totals, { signal, beforePost } = {}) => {
      const path = ['customers', customerId, 'subscriptions', subscriptionId, 'changeSeats'];
      const get = () => getSubscription(customerId, subscriptionId, { signal });
      const post = async (body: Readonly<Record<string, number>>) =>
        parseAnswer(Subscription, await transport({ method: 'POST', path, body, signal }));
      return changeSeatsTo({ ...totals, get, post, beforePost }, { sleep, signal });
    },
  };
}
