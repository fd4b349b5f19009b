import type { SuspensionReason } from '../../world/types.ts';
import { yearsOn } from '../../world/zones.ts';
import { badRequest, conditionNotMet } from '../refusal.ts';
import type { Seats, Subscription } from '../wire.ts';
import { freshPlan, yearFrom } from './plans.ts';

/** What a reseller offers for the next term, in Google's console; no answer of the API tells it. */
export interface Proposal {
  seats: number;
  pay: 'monthly' | 'yearly';
}

function withReasons(subscription: Subscription, reasons: SuspensionReason[]): Subscription {
  if (reasons.length > 0) return { ...subscription, status: 'SUSPENDED', suspensionReasons: reasons };
  return { ...subscription, status: 'ACTIVE', suspensionReasons: undefined };
}

/** Only what is active and paid for can be paused. */
export function suspended(subscription: Subscription): Subscription {
  const { status, plan, trialSettings } = subscription;
  if (status !== 'ACTIVE') throw badRequest(`Subscription ${subscription.subscriptionId} is not active`);
  if (plan.planName === 'FREE' || trialSettings.isInTrial) {
    throw conditionNotMet('Only a paid subscription can be suspended');
  }
  return withReasons(subscription, ['RESELLER_INITIATED']);
}

/** Takes back the reseller's own suspension; a commitment that ended meanwhile begins anew now. */
export function activated(subscription: Subscription, now: number): Subscription {
  const reasons = subscription.suspensionReasons ?? [];
  if (reasons.length === 0) throw badRequest(`Subscription ${subscription.subscriptionId} is not suspended`);
  if (reasons.some((reason) => reason !== 'RESELLER_INITIATED')) {
    throw conditionNotMet('The subscription is suspended for a reason that the reseller cannot lift');
  }
  const active = withReasons(subscription, []);
  const { plan } = active;
  const isOver = plan.commitmentInterval !== undefined && Number(plan.commitmentInterval.endTime) <= now;
  return isOver ? { ...active, plan: { ...plan, commitmentInterval: yearFrom(now) } } : active;
}

/** The seats of the next term. */
function seatsAfter({ renewalSettings, seats }: Subscription, proposal: Proposal | undefined): Seats {
  const { numberOfSeats = 0, licensedNumberOfSeats: licensed } = seats;
  switch (renewalSettings?.renewalType) {
    case 'RENEW_CURRENT_USERS_MONTHLY_PAY':
    case 'RENEW_CURRENT_USERS_YEARLY_PAY':
      return { ...seats, numberOfSeats: Math.max(1, licensed) };
    case 'RENEW_ON_PROPOSED_OFFER':
      // What happens where nothing was proposed is not documented: taken as a proposal of the present commitment.
      return { ...seats, numberOfSeats: Math.max(licensed, proposal?.seats ?? numberOfSeats) };
    default:
      return seats;
  }
}

function paysYearly({ renewalSettings, plan }: Subscription, proposal: Proposal | undefined): boolean {
  const renewalType = renewalSettings?.renewalType ?? '';
  if (renewalType !== 'RENEW_ON_PROPOSED_OFFER') return renewalType.endsWith('_YEARLY_PAY');
  return proposal ? proposal.pay === 'yearly' : plan.planName === 'ANNUAL_YEARLY_PAY';
}

function flexible(subscription: Subscription): Subscription {
  const { numberOfSeats, ...others } = subscription.seats;
  return {
    ...subscription,
    plan: { planName: 'FLEXIBLE', isCommitmentPlan: false },
    seats: { ...others, maximumNumberOfSeats: numberOfSeats },
    renewalSettings: undefined,
  };
}

/**
 * Google's renewal at the end of a commitment, by its renewal settings, which hold for the term after it too. Without a commitment,
 * and suspended, it stays as it is. The next term is a year, whatever the one before was.
 */
export function renewed(subscription: Subscription, proposal?: Proposal): Subscription {
  const { plan, status } = subscription;
  const renewalType = subscription.renewalSettings?.renewalType;
  if (!plan.commitmentInterval || !renewalType || status !== 'ACTIVE') return subscription;
  if (renewalType === 'CANCEL') return withReasons(subscription, ['RENEWAL_WITH_TYPE_CANCEL']);
  if (renewalType === 'SWITCH_TO_PAY_AS_YOU_GO') return flexible(subscription);
  const startTime = plan.commitmentInterval.endTime;
  return {
    ...subscription,
    plan: {
      planName: paysYearly(subscription, proposal) ? 'ANNUAL_YEARLY_PAY' : 'ANNUAL',
      isCommitmentPlan: true,
      commitmentInterval: { startTime, endTime: String(yearsOn(Number(startTime), 1)) },
    },
    seats: seatsAfter(subscription, proposal),
  };
}

/** On day 30 the plan begins that was set up for the trial; where there is none, it is suspended. */
export function trialEnded(subscription: Subscription): Subscription {
  const { plan, trialSettings, renewalSettings } = subscription;
  const ended = { ...subscription, trialSettings: { ...trialSettings, isInTrial: false } };
  if (plan.planName === 'TRIAL') return withReasons(ended, ['TRIAL_ENDED']);
  const begun = freshPlan(plan.planName, Number(trialSettings.trialEndTime));
  return { ...ended, plan: begun.plan, renewalSettings };
}
