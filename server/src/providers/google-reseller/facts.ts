import type { RenewalType } from '../../integrations/google-reseller/change-renewal.ts';
import type { GoogleSubscription } from '../../integrations/google-reseller/subscription.ts';
import type { AtTermEnd, Facts, Pay, Plan } from '../port.ts';

/** Google's plans that are known, in neutral words. */
const PLANS = new Map<string | null, { readonly plan: Plan; readonly pay: Pay | null }>([
  ['ANNUAL', { plan: 'committed', pay: 'monthly' }],
  ['ANNUAL_MONTHLY_PAY', { plan: 'committed', pay: 'monthly' }],
  ['ANNUAL_YEARLY_PAY', { plan: 'committed', pay: 'yearly' }],
  ['FLEXIBLE', { plan: 'flexible', pay: null }],
  ['TRIAL', { plan: 'trial', pay: null }],
  ['FREE', { plan: 'free', pay: null }],
]);
const UNKNOWN = { plan: 'other', pay: null } as const;

const SETTINGS: readonly (readonly [RenewalType, AtTermEnd])[] = [
  ['AUTO_RENEW_MONTHLY_PAY', { then: 'renew', seats: 'committed', pay: 'monthly' }],
  ['AUTO_RENEW_YEARLY_PAY', { then: 'renew', seats: 'committed', pay: 'yearly' }],
  ['RENEW_CURRENT_USERS_MONTHLY_PAY', { then: 'renew', seats: 'assigned', pay: 'monthly' }],
  ['RENEW_CURRENT_USERS_YEARLY_PAY', { then: 'renew', seats: 'assigned', pay: 'yearly' }],
  // How the proposal is paid is not told: one setting, whatever the payment.
  ['RENEW_ON_PROPOSED_OFFER', { then: 'renew', seats: 'proposed', pay: 'monthly' }],
  ['RENEW_ON_PROPOSED_OFFER', { then: 'renew', seats: 'proposed', pay: 'yearly' }],
  ['SWITCH_TO_PAY_AS_YOU_GO', { then: 'flexible' }],
  ['CANCEL', { then: 'end' }],
];

const wordOf = (one: AtTermEnd): string => (one.then === 'renew' ? `${one.seats} ${one.pay}` : one.then);
const TYPES: ReadonlyMap<string, RenewalType> = new Map(SETTINGS.map(([type, to]) => [wordOf(to), type]));

/** Google's word for what shall follow a term. */
export function renewalTypeOf(to: AtTermEnd): RenewalType {
  const type = TYPES.get(wordOf(to));
  if (!type) throw new TypeError(`Google has no word for ${wordOf(to)}`);
  return type;
}

export const isSameSetting = (set: AtTermEnd | null, wanted: AtTermEnd): boolean =>
  set !== null && renewalTypeOf(set) === renewalTypeOf(wanted);

/** What follows a term; null for a type that we do not know. */
function afterTerm(renewalType: string | null, pay: Pay): AtTermEnd | null {
  const to = SETTINGS.find(([type]) => type === renewalType)?.[1] ?? null;
  return to?.then === 'renew' && to.seats === 'proposed' ? { ...to, pay } : to;
}

/** A trial ends, or the plan that was set up for it follows. */
function afterTrial(plan: Plan, pay: Pay | null): AtTermEnd | null {
  if (plan === 'committed') return { then: 'renew', seats: 'committed', pay: pay ?? 'monthly' };
  if (plan === 'flexible') return { then: 'flexible' };
  return plan === 'trial' ? { then: 'end' } : null;
}

/** A subscription in neutral words. */
export function factsOf(one: GoogleSubscription): Facts {
  const { plan, pay } = PLANS.get(one.planName) ?? UNKNOWN;
  const isTrial = one.isInTrial || plan === 'trial';
  const isCommitted = plan === 'committed';
  return {
    plan: isTrial ? 'trial' : plan,
    pay,
    isSuspended: one.status === 'SUSPENDED',
    committed: isCommitted ? one.numberOfSeats : null,
    ceiling: isCommitted ? null : one.maximumNumberOfSeats,
    assigned: one.licensedNumberOfSeats,
    termEndsAt: one.termEndsAt,
    atTermEnd: isTrial ? afterTrial(plan, pay) : isCommitted ? afterTerm(one.renewalType, pay ?? 'monthly') : null,
    trialEndsAt: isTrial ? one.trialEndsAt : null,
    isOffline: one.billingMethod === 'OFFLINE',
  };
}
