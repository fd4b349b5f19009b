import { activated, suspended } from '../../simulators/google/rules/lifecycle.ts';
import type { State } from '../../simulators/google/state.ts';
import type { Subscription } from '../../simulators/google/wire.ts';
import { SKUS } from '../../simulators/world/skus.ts';
import type { KeyedRandom } from '../keyed-random.ts';
import type { Seen } from '../oracle/seen.ts';
import type { Watch } from '../watch/provider.ts';

const DAYS_OF_YEAR = 365;
/** Of 5,000 domains in a year. */
const UPGRADED = 200 / 6_500;
const RENAMED = 60 / 5_000;
const MOVED_IN = 80 / 5_000;
const MOVED_OUT = 50 / 5_000;
/** Seats are given to people and taken back. */
const USED_OTHERWISE = 0.4;
/** Somebody sets in the console what should follow the term. */
const SET_BY_HAND = 0.01;
/** What is not paid for is suspended in the console, for some days. */
const SUSPENDED = 0.03;
const SUSPENSION = { least: 5, most: 25 } as const;
/** None of it happens this close to the end of a term: what customers decided then stands. */
const QUIET_DAYS = 12;
const DAY = 86_400_000;

interface Dependencies {
  readonly random: KeyedRandom;
  readonly watch: Watch;
  readonly note: (seen: Seen) => void;
  readonly domains: number;
}

const isNear = ({ plan }: Subscription, now: number, days = QUIET_DAYS): boolean =>
  Number(plan.commitmentInterval?.endTime ?? Number.POSITIVE_INFINITY) - now < days * DAY;

const isSuspendedByReseller = ({ suspensionReasons }: Subscription): boolean =>
  suspensionReasons?.every((reason) => reason === 'RESELLER_INITIATED') ?? false;

/** What customers do at the provider, or somebody in its console, on one day of the run. */
export function customerEvents({ random, watch, note, domains }: Dependencies) {
  const once = (probability: number, about: string, subject: string, day: number): boolean =>
    random.happens(probability, about, subject) && random.between(0, DAYS_OF_YEAR - 1, about, subject, 'day') === day % DAYS_OF_YEAR; // prettier-ignore

  function useOtherwise(google: State, sold: Subscription, day: number): void {
    const most = sold.seats.numberOfSeats ?? sold.seats.maximumNumberOfSeats ?? 0;
    const share = 0.5 + 0.5 * random.fraction('use', sold.subscriptionId, day);
    google.setLicensed(sold.subscriptionId, Math.max(1, Math.round(most * share)));
  }

  /** It is over before the term ends. */
  function suspend(google: State, sold: Subscription, day: number): void {
    const { subscriptionId: id, status, plan } = sold;
    const isFar = !isNear(sold, google.now(), QUIET_DAYS + SUSPENSION.most);
    if (status === 'ACTIVE' && isFar && plan.planName.startsWith('ANNUAL') && once(SUSPENDED, 'suspended', id, day))
      google.change(id, suspended(sold));
    const lasts = random.between(SUSPENSION.least, SUSPENSION.most, 'suspended', id, 'for');
    if (isSuspendedByReseller(sold) && once(SUSPENDED, 'suspended', id, day - lasts))
      google.change(id, activated(sold, google.now()));
  }

  function ofSubscription(google: State, sold: Subscription, day: number): void {
    const { subscriptionId: id, skuId, status, plan } = sold;
    suspend(google, sold, day);
    if (status !== 'ACTIVE') return;
    if (once(USED_OTHERWISE, 'used otherwise', id, day)) useOtherwise(google, sold, day);
    if (isNear(sold, google.now())) return;
    if (
      skuId === SKUS.businessStarter.skuId &&
      plan.planName.startsWith('ANNUAL') &&
      once(UPGRADED, 'upgraded', id, day)
    )
      google.upgrade(id, SKUS.businessStandard.skuId);
    else if (plan.planName === 'ANNUAL' && once(SET_BY_HAND, 'set by hand', id, day))
      google.change(id, { renewalSettings: { ...sold.renewalSettings, renewalType: 'CANCEL' } as never });
  }

  function ofCustomer(google: State, customerId: string, day: number): void {
    const sold = google.store.of(customerId);
    const [first] = sold;
    if (first === undefined || sold.some((one) => isNear(one, google.now()))) return;
    if (once(RENAMED, 'renamed', customerId, day)) {
      const [from, to] = [first.customerDomain, `new-${first.customerDomain}`];
      google.accounts.put({ ...google.accounts.managed(customerId), customerDomain: to });
      note({ kind: 'renamed', at: google.now(), from, to });
      for (const one of sold) google.change(one.subscriptionId, { customerDomain: to });
    } else if (once(MOVED_OUT, 'moved out', customerId, day)) {
      for (const one of sold) google.store.remove(one.subscriptionId, 'TRANSFERRED_OUT');
    }
  }

  /** A customer of somebody else's comes with a year that begins anew. */
  function moveIn(google: State, n: number): void {
    const [pattern] = google.accounts.all();
    if (pattern === undefined) return;
    const name = `moved-in-${String(n).padStart(4, '0')}`;
    google.accounts.put({ ...pattern, customerId: `C0in${n}`, customerDomain: `${name}.example` });
    const seats = random.between(3, 80, name, 'seats');
    const bought = google.add({
      customer: `${name}.example`,
      skuId: SKUS.businessStarter.skuId,
      planName: 'ANNUAL',
      seats,
    });
    google.setLicensed(bought.subscriptionId, Math.ceil(seats * 0.8));
  }

  return (google: State, day: number): void =>
    watch.inConsole(() => {
      for (const sold of google.subscriptions()) ofSubscription(google, sold, day);
      for (const { customerId } of google.accounts.all()) ofCustomer(google, customerId, day);
      const expected = Math.round(domains * MOVED_IN);
      for (let n = 0; n < expected; n += 1)
        if (random.between(0, DAYS_OF_YEAR - 1, 'moved in', n) === day % DAYS_OF_YEAR) moveIn(google, day * 1_000 + n);
    });
}
