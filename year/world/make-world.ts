import { addDays, addYears } from '../../simulators/world/calendar.ts';
import { SKUS, type Sku } from '../../simulators/world/skus.ts';
import type { RenewalType, World, WorldCustomer, WorldSubscription } from '../../simulators/world/types.ts';
import { TERM_ZONES } from '../../simulators/world/zones.ts';
import type { KeyedRandom } from '../keyed-random.ts';

/** The first Monday of a year with a 29 February, so that the shortest run has one too. */
export const FIRST_DAY = '2028-01-03';
/** More terms than elsewhere end in these days of the run. */
const PEAK = { from: 58, to: 88 } as const;
const PEAK_SHARE = 0.25;
const DAYS_OF_YEAR = 365;

const BASE: readonly (readonly [number, Sku])[] = [
  [50, SKUS.businessStarter],
  [30, SKUS.businessStandard],
  [12, SKUS.businessPlus],
  [8, SKUS.enterpriseStandard],
];
const ADDED: readonly (readonly [number, Sku])[] = [
  [60, SKUS.frontlineStarter],
  [40, SKUS.vault],
];
/** So many of a hundred customers have a second subscription: 6,500 at 5,000 domains. */
const SECOND = 0.3;

const PLANS = [
  [70, 'ANNUAL'],
  [15, 'ANNUAL_YEARLY_PAY'],
  [12, 'FLEXIBLE'],
  [3, 'TRIAL'],
] as const;

type Setting = 'current' | 'auto' | 'switch' | 'cancel' | 'proposed';
const SETTINGS: readonly (readonly [number, Setting])[] = [
  [55, 'current'],
  [25, 'auto'],
  [12, 'switch'],
  [5, 'cancel'],
  [3, 'proposed'],
];
const renewalTypeOf = (setting: Setting, pay: 'MONTHLY' | 'YEARLY'): RenewalType => {
  switch (setting) {
    case 'current':
      return `RENEW_CURRENT_USERS_${pay}_PAY`;
    case 'auto':
      return `AUTO_RENEW_${pay}_PAY`;
    case 'switch':
      return 'SWITCH_TO_PAY_AS_YOU_GO';
    case 'cancel':
      return 'CANCEL';
    case 'proposed':
      return 'RENEW_ON_PROPOSED_OFFER';
  }
};

const SIZES: readonly (readonly [number, readonly [number, number]])[] = [
  [40, [1, 9]],
  [35, [10, 60]],
  [20, [61, 300]],
  [5, [301, 900]],
];

const CITIES = [
  ['North', 'Delhi', 'Delhi', '110001'],
  ['West', 'Mumbai', 'Maharashtra', '400001'],
  ['South', 'Bengaluru', 'Karnataka', '560001'],
] as const;

/** What a subscription's term is, where it has one: 29 February once in a hundred, two and three years now and then. */
function termOf(random: KeyedRandom, id: string): NonNullable<WorldSubscription['term']> {
  const isPeak = random.happens(PEAK_SHARE, id, 'peak');
  const [low, high] = isPeak ? [PEAK.from, PEAK.to] : [3, DAYS_OF_YEAR - 1];
  const drawn = addDays(FIRST_DAY, random.between(low, high, id, 'end'));
  const endsOn = random.happens(0.01, id, 'leap') ? '2028-02-29' : drawn;
  const years = random.weighted([[94, 1], [4, 2], [2, 3]] as const, id, 'years'); // prettier-ignore
  const zone = random.weighted(TERM_ZONES.map((one) => [1, one] as const), id, 'zone'); // prettier-ignore
  return { startsOn: addYears(endsOn, -years), endsOn, zone };
}

const seatsOf = (isAnnual: boolean, size: number, licensed: number): WorldSubscription['seats'] =>
  isAnnual
    ? { numberOfSeats: size, licensedNumberOfSeats: licensed }
    : { maximumNumberOfSeats: size, licensedNumberOfSeats: licensed };

function subscriptionOf(random: KeyedRandom, id: string, sku: Sku, size: number): WorldSubscription {
  const planName = random.weighted(PLANS, id, 'plan');
  const isAnnual = planName === 'ANNUAL' || planName === 'ANNUAL_YEARLY_PAY';
  const used = Math.round(size * (0.55 + 0.45 * random.fraction(id, 'used')));
  const setting = random.weighted(SETTINGS, id, 'setting');
  const term = isAnnual ? termOf(random, id) : null;
  return {
    subscriptionId: id,
    ...{ skuId: sku.skuId, skuName: sku.name, planName },
    ...{ status: 'ACTIVE', suspensionReasons: [], suspendedOn: null },
    billingMethod: isAnnual && random.happens(0.02, id, 'offline') ? 'OFFLINE' : 'ONLINE',
    createdOn: term?.startsOn ?? addDays(FIRST_DAY, -random.between(1, 25, id, 'created')),
    term,
    trialEndsOn: planName === 'TRIAL' ? addDays(FIRST_DAY, random.between(1, 29, id, 'trial')) : null,
    seats: seatsOf(isAnnual, size, Math.min(size, Math.max(1, used))),
    renewalType: isAnnual ? renewalTypeOf(setting, planName === 'ANNUAL' ? 'MONTHLY' : 'YEARLY') : null,
    ...{ pricePerSeatPerYear: sku.listPrice, marginPercent: null, startedYearsAgo: 0 },
  };
}

function customerOf(random: KeyedRandom, n: number): WorldCustomer {
  const name = `firm-${String(n).padStart(5, '0')}`;
  const domain = `${name}.example`;
  const [low, high] = random.weighted(SIZES, domain, 'band');
  const size = random.between(low, high, domain, 'size');
  const base = random.weighted(BASE, domain, 'base');
  const added = random.happens(SECOND, domain, 'second') ? [random.weighted(ADDED, domain, 'added')] : [];
  const [zone, city, state, postalCode] = random.weighted(CITIES.map((one) => [1, one] as const), domain, 'city'); // prettier-ignore
  return {
    customerId: `C0${name.replace('-', '')}`,
    companyName: `Firm ${n} Pvt Ltd`,
    domain,
    alternateEmail: `office@${name}.mailbox.example`,
    addressLine: `${n} Main Road`,
    ...{ city, state, postalCode, zone },
    gstNumber: '',
    segment: size < 20 ? 'Micro' : 'SMB',
    currency: 'INR',
    resellerId: null,
    contacts: [{ name: `Owner ${n}`, role: 'Owner', email: `owner@${domain}`, phone: '+916000000000' }],
    subscriptions: [base, ...added].map((sku, nth) =>
      subscriptionOf(
        random,
        String(2_000_000_000 + n * 10 + nth),
        sku,
        nth === 0 ? size : Math.max(1, Math.round(size / 3)),
      ),
    ),
  };
}

/** Everything that the provider knows on the first day; the same seed is the same world. */
export const makeWorld = (random: KeyedRandom, domains: number): World => ({
  today: FIRST_DAY,
  resellers: [],
  foreignCustomers: [],
  customers: Array.from({ length: domains }, (_, n) => customerOf(random, n + 1)),
});
