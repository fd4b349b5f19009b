import { addDays, addYears } from './calendar.ts';
import { seededRandom, type SeededRandom } from './seeded-random.ts';
import { SKUS, type Sku } from './skus.ts';
import type { PlanName, RenewalType, SuspensionReason, WorldSeats, WorldSubscription } from './types.ts';
import type { TermZone } from './zones.ts';

const TRIAL_DAYS = 30;
const TRIAL_SEATS = 10;
const FREE_SEATS = 50;
/** Sixty days after a suspension Google moves a customer away: nobody of a new world is as far. */
const LONGEST_SUSPENSION = 50;

export interface Dependencies {
  today: string;
  random: SeededRandom;
  termEnd: () => string;
  newId: () => string;
}

/** How many people a customer has: many small ones, a few up to 2,500. */
export function makeSize(random: SeededRandom): number {
  const [low, high] = random.weighted([
    [66, [3, 98]],
    [20, [100, 300]],
    [9, [301, 999]],
    [5, [1_000, 2_500]],
  ] as const);
  // By the logarithm, so that the small end of each band is the crowded one.
  return Math.round(low * (high / low) ** random.fraction());
}

/** One to three subscriptions, the first for everybody in the company. */
export function makeSubscriptions(size: number, context: Dependencies): WorldSubscription[] {
  const { random } = context;
  const plan = random.weighted<PlanName>([
    [66, 'ANNUAL'],
    [14, 'ANNUAL_YEARLY_PAY'],
    [17, 'FLEXIBLE'],
    [3, 'TRIAL'],
  ]);
  const extras = random.weighted([
    [72, 0],
    [20, 1],
    [8, 2],
  ]);
  const second = random.oneOf([SKUS.vault, SKUS.cloudIdentity, SKUS.frontlineStarter, SKUS.frontlineStandard]);
  const third = second === SKUS.vault ? SKUS.cloudIdentity : SKUS.vault;
  return [
    makeSubscription(mainSku(size, plan, random), plan, size, context),
    ...[second, third].slice(0, extras).map((sku) => {
      const planOfExtra = sku === SKUS.cloudIdentity ? 'FREE' : random.oneOf(['ANNUAL', 'FLEXIBLE'] as const);
      return makeSubscription(sku, planOfExtra, Math.max(3, Math.round(size * random.fraction())), context);
    }),
  ];
}

/** Google sells the Business editions up to 300 seats only. */
function mainSku(size: number, plan: PlanName, random: SeededRandom): Sku {
  if (plan !== 'TRIAL' && size > 300) return random.oneOf([SKUS.enterpriseStandard, SKUS.enterprisePlus]);
  return random.weighted([
    [50, SKUS.businessStarter],
    [30, SKUS.businessStandard],
    [14, SKUS.businessPlus],
    [6, SKUS.gSuiteBasic],
  ]);
}

function makeSubscription(sku: Sku, planName: PlanName, people: number, context: Dependencies): WorldSubscription {
  const { random, today } = context;
  const subscriptionId = context.newId();
  // Drawn apart from the rest: what is drawn by the id changes nothing that comes after it.
  const own = seededRandom(Number(subscriptionId));
  const dates = makeDates(planName, makeTermZone(own), context);
  const renewalType = dates.term ? makeRenewalType(planName, random) : null;
  const suspensionReasons = makeSuspension({ today, ...dates, renewalType }, random);
  return {
    subscriptionId,
    skuId: sku.skuId,
    skuName: sku.name,
    planName,
    status: suspensionReasons.length > 0 ? 'SUSPENDED' : 'ACTIVE',
    suspensionReasons,
    suspendedOn: makeSuspensionDay({ today, ...dates }, suspensionReasons, own),
    billingMethod: dates.term && random.chance(0.05) ? 'OFFLINE' : 'ONLINE',
    ...dates,
    seats: makeSeats(planName, people, random),
    renewalType,
    pricePerSeatPerYear: Math.round((sku.listPrice * random.between(86, 100)) / 1_000) * 10,
    marginPercent: sku.listPrice === 0 || random.chance(0.15) ? null : random.between(6, 36) / 2,
  };
}

type Dates = Pick<WorldSubscription, 'createdOn' | 'term' | 'trialEndsOn' | 'startedYearsAgo'>;

/** Google's instants vary: by no rule that is told. */
const makeTermZone = (own: SeededRandom) =>
  own.weighted<TermZone>([
    [4, 'Asia/Kolkata'],
    [3, 'UTC'],
    [3, 'America/Los_Angeles'],
  ]);

function makeDates(planName: PlanName, zone: TermZone, { random, today, termEnd }: Dependencies): Dates {
  if (planName === 'TRIAL') {
    const createdOn = addDays(today, -random.between(1, 40));
    return { createdOn, term: null, trialEndsOn: addDays(createdOn, TRIAL_DAYS), startedYearsAgo: 0 };
  }
  if (planName === 'FREE' || planName === 'FLEXIBLE') {
    const startedYearsAgo = random.between(0, 3);
    const createdOn = addYears(addDays(today, -random.between(1, 360)), -startedYearsAgo);
    return { createdOn, term: null, trialEndsOn: null, startedYearsAgo };
  }
  const endsOn = termEnd();
  const startsOn = addYears(endsOn, -1);
  const startedYearsAgo = random.between(0, 4);
  return {
    createdOn: addYears(startsOn, -startedYearsAgo),
    term: { startsOn, endsOn, zone },
    trialEndsOn: null,
    startedYearsAgo,
  };
}

function makeSeats(planName: PlanName, people: number, random: SeededRandom): WorldSeats {
  const used = (limit: number) => Math.max(1, Math.floor(limit * (0.6 + 0.4 * random.fraction())));
  if (planName === 'TRIAL') return { maximumNumberOfSeats: TRIAL_SEATS, licensedNumberOfSeats: used(TRIAL_SEATS) };
  if (planName === 'FREE') return { maximumNumberOfSeats: FREE_SEATS, licensedNumberOfSeats: used(FREE_SEATS) };
  if (planName === 'FLEXIBLE') return { maximumNumberOfSeats: people, licensedNumberOfSeats: used(people) };
  return { numberOfSeats: people, licensedNumberOfSeats: used(people) };
}

function makeRenewalType(planName: PlanName, random: SeededRandom): RenewalType {
  const yearly = planName === 'ANNUAL_YEARLY_PAY';
  return random.weighted([
    // What Google sets where nobody chose.
    [55, yearly ? 'RENEW_CURRENT_USERS_YEARLY_PAY' : 'RENEW_CURRENT_USERS_MONTHLY_PAY'],
    [25, yearly ? 'AUTO_RENEW_YEARLY_PAY' : 'AUTO_RENEW_MONTHLY_PAY'],
    [10, 'CANCEL'],
    [7, 'SWITCH_TO_PAY_AS_YOU_GO'],
    [3, 'RENEW_ON_PROPOSED_OFFER'],
  ]);
}

type SuspensionFacts = Pick<WorldSubscription, 'term' | 'trialEndsOn' | 'renewalType'> & { today: string };

function makeSuspension(
  { today, term, trialEndsOn, renewalType }: SuspensionFacts,
  random: SeededRandom,
): SuspensionReason[] {
  if (trialEndsOn !== null && trialEndsOn < today) return ['TRIAL_ENDED'];
  if (renewalType === 'CANCEL' && term && term.endsOn < today) return ['RENEWAL_WITH_TYPE_CANCEL'];
  if (trialEndsOn !== null || !random.chance(0.05)) return [];
  return random.weighted<SuspensionReason[]>([
    [6, ['RESELLER_INITIATED']],
    [2, ['PENDING_TOS_ACCEPTANCE']],
    [1, ['OTHER']],
    [1, ['RESELLER_INITIATED', 'OTHER']],
  ]);
}

function makeSuspensionDay(
  {
    today,
    term,
    trialEndsOn,
    createdOn,
  }: Pick<SuspensionFacts, 'today' | 'term' | 'trialEndsOn'> & Pick<Dates, 'createdOn'>,
  reasons: readonly SuspensionReason[],
  own: SeededRandom,
): string | null {
  const [reason] = reasons;
  if (reason === undefined) return null;
  if (reason === 'TRIAL_ENDED') return trialEndsOn;
  if (reason === 'RENEWAL_WITH_TYPE_CANCEL' && term) return term.endsOn;
  const day = addDays(today, -own.between(1, LONGEST_SUSPENSION));
  return day > createdOn ? day : createdOn;
}
