import { addDays } from '../../server/src/platform/time/days.ts';
import { providerDateFor } from '../../server/src/domain/renewals/terms.ts';
import { seededRandom } from '../../simulators/world/seeded-random.ts';
import type { World } from '../../simulators/world/types.ts';
import { makeContracts } from './contracts.ts';
import type { Person } from './actions.ts';
import { DAYS_SINCE_SYNC } from './differences.ts';
import { recordActions } from './recorded-actions.ts';
import { demoLogins } from './logins.ts';
import { atNight } from './office-hours.ts';
import { makePortfolio, type Holding } from './portfolio.ts';
import type { GoogleRow, RenewalRow, SyncRunRow } from './rows.ts';
import { makeStages } from './stages.ts';
import { storyOf, type Team } from './story.ts';
import type { Term } from './terms.ts';

const SEED = 24;
const NIGHTS = 6;
const PAGE = 100;

/** In the order of `demoLogins`, which numbers the accounts. */
function teamOf(staff: readonly Person[]): Team {
  const [, manager, north, west, south] = staff;
  if (!manager || !north || !west || !south) throw new RangeError('The demo needs a manager and three members');
  return { manager, members: { North: north, West: west, South: south } };
}

/** The row as the renewal engine makes it of a term. */
function renewalOf(
  { subscription, customer, domain }: Holding,
  { start, end, state, closedBecause }: Term,
): Omit<RenewalRow, 'id'> {
  const { externalId, planName, status, numberOfSeats, maximumSeats, licensedSeats, skuName, margin, price, currency } =
    subscription;
  return {
    subscriptionId: subscription.id,
    product: subscription.source === 'directory' ? 'directory' : 'licence',
    customerId: customer.id,
    termStart: start,
    termEnd: end,
    state,
    closedBecause,
    externalId,
    domainName: domain,
    resellerType: customer.resellerId ? 'Y' : 'N',
    planName,
    status,
    numberOfSeats,
    maximumSeats,
    licensedSeats,
    skuName,
    margin,
    price,
    currency,
    providerRenewalDate: providerDateFor(subscription.ownRenewalDate ?? null, end),
    googleRenewalDate: subscription.termEnd ? end : null,
    ...(state === 'open' && subscription.source === 'google' && endsItself(subscription)),
    zone: customer.zone,
    segment: customer.segment,
    createdAt: atNight(start),
    version: 1,
  };
}

const endsItself = ({ ifNobodyActs, seatsIfNobodyActs }: Holding['subscription']) => ({
  ifNobodyActs,
  seatsIfNobodyActs,
});

/** Results of the nightly syncs: the mirror of the provider's list, and their runs. */
function makeSyncs(holdings: readonly Holding[], today: string) {
  const living = holdings.filter(({ subscription }) => !subscription.endedAt);
  const runs = Array.from({ length: NIGHTS }, (_, n): SyncRunRow => {
    const startedAt = atNight(addDays(today, n + 1 - NIGHTS - DAYS_SINCE_SYNC));
    const finishedAt = new Date(startedAt.getTime() + (7 + n) * 1_000);
    const pages = Math.ceil(living.length / PAGE);
    const counted = { pages, subscriptions: living.length, changed: n % 3, attempts: 1, complete: true };
    return { id: n + 1, service: 'google', state: 'done', startedAt, finishedAt, heartbeatAt: finishedAt, ...counted };
  });
  const mirror = living.map(({ subscription, customer, domain }): GoogleRow => {
    const { externalId, skuId, skuName, planName, status, billingMethod, numberOfSeats, maximumSeats } = subscription;
    const { licensedSeats, termStart, termEnd, renewalType, suspensionReasons } = subscription;
    const { termEndAt, trialEndAt, ifNobodyActs, seatsIfNobodyActs } = subscription;
    return {
      ...{ externalId, googleCustomerId: customer.googleCustomerId ?? '', domain, skuId, skuName, planName, status },
      ...{ billingMethod, numberOfSeats, maximumSeats, licensedSeats, termStart, termEnd, renewalType },
      ...{ suspensionReasons, termEndAt, trialEndAt, ifNobodyActs, seatsIfNobodyActs },
      runId: NIGHTS,
    };
  });
  return { runs, mirror };
}

/** All rows of the demo: the same day and the same world give the same rows. */
export function makeDemo(world: World, today: string) {
  const random = seededRandom(SEED);
  const { holdings, ...portfolio } = makePortfolio(world, random);
  const staff = demoLogins.map(({ email }, n) => ({ id: n + 1, email }));
  const team = teamOf(staff);
  const stageOf = makeStages(today, random);
  const contracts = makeContracts(world, portfolio, holdings.length, today);
  const terms = [...holdings, ...contracts.holdings].flatMap((holding) =>
    holding.terms.map((term) => ({ holding, term })),
  );
  const stories = terms.map(({ holding, term }, n) => {
    const renewal: RenewalRow = { id: n + 1, ...renewalOf(holding, term) };
    const stage = stageOf(renewal, holding);
    return { renewal, actions: storyOf({ renewal, holding, stage, today, team, random }) };
  });
  const subscriptions = holdings.map(({ subscription }) => subscription);
  return { ...portfolio, subscriptions, contracts, ...makeSyncs(holdings, today), ...recordActions(staff, stories) };
}
