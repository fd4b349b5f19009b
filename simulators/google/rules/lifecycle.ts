import { addYears, dayInIndia, midnightInIndia } from '../../world/calendar.ts';
import type { SuspensionReason } from '../../world/types.ts';
import { badRequest, conditionNotMet } from '../refusal.ts';
import type { Subscription } from '../wire.ts';
import { renewalSettings, yearFrom } from './plans.ts';

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

/** Takes back the reseller's own suspension; a commitment that ended meanwhile begins anew today. */
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

/** Google's renewal on the day a commitment ends, by its renewal settings. Without a commitment it stays as it is. */
export function renewed(subscription: Subscription): Subscription {
  const { plan, status, seats } = subscription;
  const renewalType = subscription.renewalSettings?.renewalType;
  if (!plan.commitmentInterval || !renewalType || status !== 'ACTIVE') return subscription;
  if (renewalType === 'CANCEL') return withReasons(subscription, ['RENEWAL_WITH_TYPE_CANCEL']);
  if (renewalType === 'SWITCH_TO_PAY_AS_YOU_GO') {
    const { numberOfSeats, ...others } = seats;
    return {
      ...subscription,
      plan: { planName: 'FLEXIBLE', isCommitmentPlan: false },
      seats: { ...others, maximumNumberOfSeats: numberOfSeats },
      renewalSettings: undefined,
    };
  }
  const startTime = plan.commitmentInterval.endTime;
  const endTime = String(midnightInIndia(addYears(dayInIndia(Number(startTime)), 1)));
  const paysYearly =
    renewalType === 'RENEW_ON_PROPOSED_OFFER'
      ? plan.planName === 'ANNUAL_YEARLY_PAY'
      : renewalType.endsWith('_YEARLY_PAY');
  return {
    ...subscription,
    plan: {
      planName: paysYearly ? 'ANNUAL_YEARLY_PAY' : 'ANNUAL',
      isCommitmentPlan: true,
      commitmentInterval: { startTime, endTime },
    },
    seats: renewalType.startsWith('RENEW_CURRENT_USERS')
      ? { ...seats, numberOfSeats: Math.max(1, seats.licensedNumberOfSeats) }
      : seats,
    renewalSettings: renewalSettings(renewalType),
  };
}
