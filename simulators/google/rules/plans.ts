import type { PlanName, RenewalType } from '../../world/types.ts';
import { yearsOn } from '../../world/zones.ts';
import { choice, part, text, type Fields } from '../fields.ts';
import { badRequest, conditionNotMet, invalid } from '../refusal.ts';
import type { Plan, Subscription } from '../wire.ts';
import { isAnnual, refuseShrinking, seatsForPlan } from './seats.ts';

const PLANS_IN_ORDERS = ['ANNUAL_MONTHLY_PAY', 'ANNUAL', 'ANNUAL_YEARLY_PAY', 'FLEXIBLE', 'TRIAL', 'FREE'] as const;
const RENEWAL_TYPES: readonly RenewalType[] = [
  'AUTO_RENEW_MONTHLY_PAY',
  'AUTO_RENEW_YEARLY_PAY',
  'RENEW_CURRENT_USERS_MONTHLY_PAY',
  'RENEW_CURRENT_USERS_YEARLY_PAY',
  'RENEW_ON_PROPOSED_OFFER',
  'SWITCH_TO_PAY_AS_YOU_GO',
  'CANCEL',
];
const TRIAL = 30 * 86_400_000;

/** The plan that an order names, as answers name it: ANNUAL_MONTHLY_PAY comes back as ANNUAL. */
export function planNameOf(fields: Fields): PlanName {
  const asked = choice(fields, 'planName', PLANS_IN_ORDERS);
  return asked === 'ANNUAL_MONTHLY_PAY' ? 'ANNUAL' : asked;
}

export const renewalSettings = (renewalType: RenewalType) => ({
  kind: 'subscriptions#renewalSettings' as const,
  renewalType,
});

/** Google's default is not neutral: nobody's choice is the number of people who hold a licence when the term ends. */
const defaultRenewal = (planName: PlanName) =>
  renewalSettings(
    planName === 'ANNUAL_YEARLY_PAY' ? 'RENEW_CURRENT_USERS_YEARLY_PAY' : 'RENEW_CURRENT_USERS_MONTHLY_PAY',
  );

/** A commitment of one year from this very instant, as Google's examples have it. */
export const yearFrom = (now: number): NonNullable<Plan['commitmentInterval']> => ({
  startTime: String(now),
  endTime: String(yearsOn(now, 1)),
});

/** Fields of a plan that begins now. */
export function freshPlan(
  planName: PlanName,
  now: number,
): Pick<Subscription, 'plan' | 'renewalSettings' | 'trialSettings'> {
  if (isAnnual(planName)) {
    return {
      plan: { planName, isCommitmentPlan: true, commitmentInterval: yearFrom(now) },
      renewalSettings: defaultRenewal(planName),
      trialSettings: { isInTrial: false },
    };
  }
  const trialEndTime = String(now + TRIAL);
  return {
    plan: { planName, isCommitmentPlan: false },
    trialSettings: planName === 'TRIAL' ? { isInTrial: true, trialEndTime } : { isInTrial: false },
  };
}

/** The buyer's own references; a field that the order leaves out is left out here too. */
export function references(order: Fields): Pick<Subscription, 'purchaseOrderId' | 'dealCode'> {
  const purchaseOrderId = text(order, 'purchaseOrderId', 80);
  const dealCode = text(order, 'dealCode', 100);
  return { ...(purchaseOrderId && { purchaseOrderId }), ...(dealCode && { dealCode }) };
}

function refuseUnlessActive({ status, subscriptionId }: Subscription): void {
  if (status !== 'ACTIVE') throw badRequest(`Subscription ${subscriptionId} is not active`);
}

export function withSeats(subscription: Subscription, order: Fields): Subscription {
  refuseUnlessActive(subscription);
  const { plan, seats } = subscription;
  const changed = seatsForPlan(plan.planName, order, seats.licensedNumberOfSeats);
  refuseShrinking(seats, changed);
  return { ...subscription, seats: changed };
}

/** A trial keeps running, with the plan to follow it; which one that is can be changed as often as needed. */
function withPlanAfterTrial(subscription: Subscription, order: Fields, planName: PlanName): Subscription {
  if (!isAnnual(planName) && planName !== 'FLEXIBLE') throw invalid(`No trial is followed by plan ${planName}`);
  const isCommitmentPlan = isAnnual(planName);
  return {
    ...subscription,
    ...references(order),
    plan: { planName, isCommitmentPlan },
    renewalSettings: isCommitmentPlan ? defaultRenewal(planName) : undefined,
    seats: seatsForPlan(planName, part(order, 'seats'), subscription.seats.licensedNumberOfSeats),
  };
}

/** Flexible to annual, and of a trial what follows it. */
export function withPlan(subscription: Subscription, order: Fields, now: number): Subscription {
  refuseUnlessActive(subscription);
  const { plan, seats, trialSettings } = subscription;
  const planName = planNameOf(order);
  if (trialSettings.isInTrial) return withPlanAfterTrial(subscription, order, planName);
  if (isAnnual(plan.planName)) throw invalid('The plan of an annual commitment cannot be changed');
  if (plan.planName === 'FREE' || !isAnnual(planName))
    throw invalid(`Cannot change plan ${plan.planName} to ${planName}`);
  return {
    ...subscription,
    ...references(order),
    ...freshPlan(planName, now),
    seats: seatsForPlan(planName, part(order, 'seats'), seats.licensedNumberOfSeats),
  };
}

export function withRenewalType(subscription: Subscription, order: Fields): Subscription {
  refuseUnlessActive(subscription);
  if (!isAnnual(subscription.plan.planName)) throw conditionNotMet('Renewal settings apply to annual plans only');
  return { ...subscription, renewalSettings: renewalSettings(choice(order, 'renewalType', RENEWAL_TYPES)) };
}

/** Ends the trial at once and begins the plan that was set up for it. */
export function withPaidService(subscription: Subscription, now: number): Subscription {
  refuseUnlessActive(subscription);
  const { plan, trialSettings } = subscription;
  if (!trialSettings.isInTrial) throw conditionNotMet('The subscription is not in trial');
  if (plan.planName === 'TRIAL') throw conditionNotMet('No payment plan has been set up for this trial');
  return { ...subscription, ...freshPlan(plan.planName, now), renewalSettings: subscription.renewalSettings };
}
