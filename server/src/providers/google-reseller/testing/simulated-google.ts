import { expect } from 'vitest';
import type { FaultKind } from '../../../../../simulators/google/faults.ts';
import type { MethodName } from '../../../../../simulators/google/routes.ts';
import { startGoogle } from '../../../../../simulators/google/start.ts';
import type { Subscription } from '../../../../../simulators/google/wire.ts';
import type { PlanName } from '../../../../../simulators/world/types.ts';
import { makeWorld } from '../../../../../simulators/world/world.ts';
import { googleProvider } from '../../../testing/google.ts';
import type { Fault, Sold, SimulatedProvider } from '../../testing/simulated-provider.ts';
import { renewalTypeOf } from '../facts.ts';

const TODAY = '2026-11-21';
/** Well before a year from today, when what is committed to after it ends. */
const TERM_ENDS = '2027-04-01';
const DAY_MS = 24 * 3_600_000;
const STARTER = '1010020027';
const CLOUD_IDENTITY = '1010010001';

const PLAN_NAMES: Readonly<Record<Sold['plan'], PlanName>> = {
  committed: 'ANNUAL',
  flexible: 'FLEXIBLE',
  trial: 'TRIAL',
  free: 'FREE',
};
const FAULTS: Readonly<Record<Fault, FaultKind>> = {
  outage: 'unavailable',
  quota: 'quotaExceeded',
  'quota-as-503': 'quotaExceeded-503',
  'answer-lost': 'applied-but-answer-lost',
};
const CHANGES: readonly MethodName[] = [
  'subscriptions.changeSeats',
  'subscriptions.changeRenewalSettings',
  'subscriptions.changePlan',
];
const METHODS: Readonly<Record<'list' | 'read' | 'change', readonly MethodName[]>> = {
  list: ['subscriptions.list'],
  read: ['subscriptions.get'],
  change: CHANGES,
};
const EVENTS = { renewal: 'SUBSCRIPTION_RENEWED', 'something-new': 'SUBSCRIPTION_PAINTED_BLUE' } as const;

const setUp = ({ atTermEnd, isSuspended, isOffline }: Sold): Partial<Subscription> => ({
  ...(atTermEnd && {
    renewalSettings: { kind: 'subscriptions#renewalSettings', renewalType: renewalTypeOf(atTermEnd) },
  }),
  ...(isSuspended && { status: 'SUSPENDED', suspensionReasons: ['RESELLER_INITIATED'] }),
  ...(isOffline && { billingMethod: 'OFFLINE' }),
});

/** The adapter of Google over its simulator, for the contract suite. */
export async function simulatedGoogle(): Promise<SimulatedProvider & { readonly stop: () => Promise<void> }> {
  const world = makeWorld({ today: TODAY, customers: 120 });
  const google = await startGoogle({ world });
  const { state, faults } = google;
  const [ours, elsewhere] = [world.customers[0], world.foreignCustomers[0]];
  if (!ours || !elsewhere) return expect.unreachable('the world has both');
  let customers = 0;
  let now = state.now();

  return {
    provider: googleProvider(google.env),
    now: () => new Date(now),
    ours,
    elsewhere: elsewhere.domain,
    sold: () => state.subscriptions().map(({ subscriptionId }) => subscriptionId),
    sell(sold) {
      const [pattern] = state.accounts.all();
      if (!pattern) return expect.unreachable('the world has a customer');
      customers += 1;
      const domain = `sold-${customers}.example`;
      const customerId = `C0sold${customers}`;
      state.accounts.put({ ...pattern, customerId, customerDomain: domain });
      const { plan, seats = 10, assigned = 0 } = sold;
      const skuId = plan === 'free' ? CLOUD_IDENTITY : STARTER;
      const { subscriptionId, ...made } = state.add({
        customer: domain,
        skuId,
        planName: PLAN_NAMES[plan],
        seats,
        termEndsOn: TERM_ENDS,
      });
      state.change(subscriptionId, { seats: { ...made.seats, licensedNumberOfSeats: assigned }, ...setUp(sold) });
      return { customerId, subscriptionId };
    },
    setSeats: ({ subscriptionId }, seats) => void state.setSeats(subscriptionId, seats),
    setAssigned({ subscriptionId }, licensedNumberOfSeats) {
      const { seats } = state.subscription(subscriptionId);
      state.change(subscriptionId, { seats: { ...seats, licensedNumberOfSeats } });
    },
    suspend: ({ subscriptionId }) => void state.change(subscriptionId, setUp({ plan: 'committed', isSuspended: true })),
    cancel: ({ subscriptionId }) => state.remove(subscriptionId),
    endTerm({ subscriptionId }) {
      now = Number(state.subscription(subscriptionId).plan.commitmentInterval?.endTime) + DAY_MS;
      state.renew(subscriptionId);
    },
    fail(fault, on, times = 1, after = 0) {
      for (const method of METHODS[on]) faults.add({ kind: FAULTS[fault], method, times, after });
    },
    recover() {
      faults.clear();
      now = state.now();
    },
    changes: () => CHANGES.reduce((sum, method) => sum + state.calls(method), 0),
    message(ref, about, id) {
      const data = {
        customer_id: ref.customerId,
        customer_domain_name: 'sold.example',
        event_type: EVENTS[about],
        sku_id: STARTER,
        subscription_id: ref.subscriptionId,
        message_id: id,
        publish_time: { seconds: 1_795_000_000, nanos: 0 },
      };
      const encoded = Buffer.from(JSON.stringify(data)).toString('base64');
      return { message: { attributes: {}, data: encoded, message_id: Number(id) }, subscription: 'projects/desk' };
    },
    stop: () => google.stop(),
  };
}
