import { ownRenewals, type OwnDecision, type OwnRenewal } from '@desk/contract/own-renewals';
import { answering, showAt } from '../../../testing/show.tsx';
import { OwnRenewalsScreen } from '../own-renewals.screen.tsx';

export const renewal = (own: Partial<OwnRenewal> = {}): OwnRenewal => ({
  renewal_id: 7,
  domain_name: 'indus.example',
  sku_name: 'Business Plus',
  plan_name: 'ANNUAL',
  status: 'ACTIVE',
  renewal_date: '2026-12-14',
  days_left: 23,
  standing: 'due',
  bought_seats: 25,
  used_seats: 18,
  price: '34500.00',
  currency: 'INR',
  next_term: null,
  renewal_type: 'RENEW_CURRENT_USERS_YEARLY_PAY',
  if_nobody_acts: 'shrinks',
  seats_if_nobody_acts: 18,
  last_safe_day: null,
  may_decide: true,
  decision: null,
  wish: null,
  ...own,
});
export const decided = (own: Partial<OwnDecision> = {}): OwnDecision => ({
  decision: 'change',
  seats: 40,
  plan_name: null,
  reason: null,
  comment: '',
  by: null,
  // Half past midnight of the 12th in India, still the 11th at Greenwich.
  timestamp: '2026-11-11T19:00:00.000Z',
  ...own,
});
export type Answer = Parameters<typeof showAt>[2];
export const listed = (...renewals: OwnRenewal[]) => answering(ownRenewals.list, { renewals, total: renewals.length });
export const openRenewals = (...answers: Answer[]) => showAt('/home', <OwnRenewalsScreen />, ...answers);
export const bodies = ({ sent }: ReturnType<typeof showAt>, call: { path: string }) =>
  sent.filter(({ path }) => path === call.path).map(({ body }) => body);
