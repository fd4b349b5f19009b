import type { Subscription } from '../../simulators/google/wire.ts';
import type { AtProvider } from '../oracle/seen.ts';

/** What matters of a subscription of the provider's. */
export const atProvider = ({ plan, status, seats, renewalSettings }: Subscription): AtProvider => ({
  plan: plan.planName,
  status,
  seats: seats.numberOfSeats ?? seats.maximumNumberOfSeats ?? 0,
  licensed: seats.licensedNumberOfSeats,
  renewalType: renewalSettings?.renewalType ?? null,
});

/** The customer is with somebody else. */
export const GONE: AtProvider = { plan: 'GONE', status: 'GONE', seats: 0, licensed: 0, renewalType: null };

/** Of a running commitment that the provider renews by itself; what is billed offline is arranged by hand. */
export const endOf = ({ plan, billingMethod }: Subscription): number | undefined =>
  plan.commitmentInterval === undefined || billingMethod === 'OFFLINE'
    ? undefined
    : Number(plan.commitmentInterval.endTime);
