import { makeGoogleReseller, type GoogleResellerOptions } from '../../integrations/google-reseller/client.ts';
import { OtherSeats } from '../../integrations/google-reseller/change-seats.ts';
import { GoogleProblem } from '../../integrations/google-reseller/problem.ts';
import type { GoogleSubscription } from '../../integrations/google-reseller/subscription.ts';
import type { Pay, PlaceOptions, Provider, ProviderSubscription, Step, SubscriptionRef } from '../port.ts';
import { NotOffered, SeatsChangedMeanwhile, StalePageToken } from '../problems.ts';
import { eventsIn } from './events.ts';
import { factsOf, renewalTypeOf } from './facts.ts';
import { planWish } from './plan.ts';

const neutral = (one: GoogleSubscription): ProviderSubscription => ({ ...one, facts: factsOf(one) });

const PLAN_NAMES: Readonly<Record<Pay, 'ANNUAL_MONTHLY_PAY' | 'ANNUAL_YEARLY_PAY'>> = {
  monthly: 'ANNUAL_MONTHLY_PAY',
  yearly: 'ANNUAL_YEARLY_PAY',
};

const inNeutralWords = (error: unknown): never => {
  throw error instanceof OtherSeats ? new SeatsChangedMeanwhile(neutral(error.now), error.message) : error;
};

/** Google does not know the token of an old listing any longer. */
const isRefusedToken = (error: unknown): error is GoogleProblem =>
  error instanceof GoogleProblem && error.kind === 'refused' && error.status === 400;

/** Google Workspace, sold through the Reseller API. */
export function makeGoogleProvider(options: GoogleResellerOptions): Provider {
  const google = makeGoogleReseller(options);

  function asked(ref: SubscriptionRef, step: Step, { signal, beforePost }: PlaceOptions): Promise<GoogleSubscription> {
    const { customerId, subscriptionId } = ref;
    const asking = { signal, beforePost: beforePost && ((now: GoogleSubscription) => beforePost(neutral(now))) };
    switch (step.do) {
      case 'set-renewal':
        return google.changeRenewalSettings(customerId, subscriptionId, renewalTypeOf(step.to), asking);
      case 'set-seats':
        return google.changeSeats(customerId, subscriptionId, { from: step.from, to: step.to }, asking);
      case 'commit': {
        const commitment = { planName: PLAN_NAMES[step.pay], seats: step.seats };
        return google.changePlan(customerId, subscriptionId, commitment, asking);
      }
    }
  }

  return {
    name: 'google',
    capabilities: {
      renewsWithSeats: false,
      resizesToAssigned: true,
      flexible: true,
      proposedOffers: true,
      addsSeats: true,
      events: true,
      answersLater: false,
    },
    customers: { customer: (idOrDomain, asking) => google.getCustomer(idOrDomain, asking) },

    page: async ({ pageToken } = {}, asking) => {
      const page = await google.listSubscriptions({ pageToken }, asking).catch((error: unknown) => {
        throw pageToken !== undefined && isRefusedToken(error) ? new StalePageToken(error) : error;
      });
      return { subscriptions: page.subscriptions.map(neutral), nextPageToken: page.nextPageToken };
    },

    read: async ({ customerId, subscriptionId }, asking) =>
      neutral(await google.getSubscription(customerId, subscriptionId, asking)),

    plan: planWish,

    place: async (ref, step, placing = {}) => {
      const subscription = await asked(ref, step, placing).catch(inNeutralWords);
      return { state: 'done', subscription: neutral(subscription) };
    },

    operation: () => Promise.reject(new NotOffered('Google answers at once: there is nothing to be asked for later.')),

    events: eventsIn,
  };
}
