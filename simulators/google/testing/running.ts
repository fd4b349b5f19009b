import { afterAll, beforeAll, expect } from 'vitest';
import { SKUS } from '../../world/skus.ts';
import type { PlanName } from '../../world/types.ts';
import { makeWorld } from '../../world/world.ts';
import { startGoogle } from '../start.ts';
import { caller, type Google } from './caller.ts';

export const today = '2027-03-17';

/** A running Google for the tests of one file, over a world of 60 customers. */
export function runningGoogle() {
  const running: { google?: Google; call?: Awaited<ReturnType<typeof caller>> } = {};
  const world = makeWorld({ today, customers: 60, resellers: 5 });
  beforeAll(async () => {
    running.google = await startGoogle({ world });
    running.call = await caller(running.google);
  });
  afterAll(() => running.google?.stop());
  const google = () => {
    if (!running.google || !running.call) throw new Error('Google has not started');
    return { google: running.google, call: running.call };
  };

  let customers = 0;
  /** A customer of our own making with one subscription on this plan, so that tests do not meet. */
  function subscriptionOn(planName: PlanName, seats = 10, licensed = 0) {
    const { state } = google().google;
    customers += 1;
    const domain = `fresh-${customers}.example`;
    const [pattern] = state.accounts.all();
    if (!pattern) throw new Error('The world is empty');
    state.accounts.put({ ...pattern, customerId: `C0fresh${customers}`, customerDomain: domain });
    const { skuId } = planName === 'FREE' ? SKUS.cloudIdentity : SKUS.businessStarter;
    const bought = state.add({ customer: domain, skuId, planName, seats });
    const subscription = state.change(bought.subscriptionId, {
      seats: { ...bought.seats, licensedNumberOfSeats: licensed },
    });
    return { domain, subscription, path: `customers/${domain}/subscriptions/${subscription.subscriptionId}` };
  }
  return { world, subscriptionOn, running: google };
}

/** Google's envelope with this status and reason, whatever it says. */
export const refused = (status: number, reason: string) => ({
  status,
  body: {
    error: {
      code: status,
      message: expect.any(String) as string,
      errors: [{ domain: 'global', reason, message: expect.any(String) as string }],
    },
  },
});
