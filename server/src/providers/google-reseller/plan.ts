import type { AtTermEnd, Blocked, Facts, Planned, Step, Wish } from '../port.ts';
import { isSameSetting } from './facts.ts';

type Renewing = Extract<Wish, { outcome: 'renew' }>;
type Reason = Exclude<Blocked, { because: 'below-assigned' }>['because'];

const blocked = (because: Reason): Planned => ({ blocked: { because } });
const NOTHING: Planned = { steps: [] };
const AS_IS: ReadonlySet<Facts['plan']> = new Set(['free', 'trial']);

/** Google never commits to fewer seats than are assigned, and never to none. */
function belowAssigned(seats: number, assigned: number | null): Blocked | undefined {
  const least = Math.max(1, assigned ?? 1);
  return seats < least ? { because: 'below-assigned', assigned: least, wanted: seats } : undefined;
}

const payOf = ({ pay }: Renewing, facts: Facts) => pay ?? facts.pay ?? 'monthly';

/** The setting of the renewal, where it is not set yet. */
const setting = (to: AtTermEnd, { atTermEnd }: Facts): readonly Step[] =>
  isSameSetting(atTermEnd, to) ? [] : [{ do: 'set-renewal', to, after: 'now' }];

/** The same, and what comes after the term. */
const settingThen = (to: AtTermEnd, facts: Facts, ...later: readonly Step[]): Planned => ({
  steps: [...setting(to, facts), ...later],
});

/** As long as seats are in the way the term would renew with more than was decided, or end: a flexible plan does neither, and can be committed later. */
const blockedBySeats = (because: Blocked, facts: Facts): Planned => ({
  blocked: because,
  fallback: setting({ then: 'flexible' }, facts),
});

/** Fewer seats than are committed: those assigned, or by way of a flexible plan, for Google renews with no other number. */
function shrinking(wish: Renewing, facts: Facts): Planned {
  const { seats } = wish;
  const pay = payOf(wish, facts);
  if (facts.assigned === null) return blockedBySeats({ because: 'assigned-unknown' }, facts);
  if (seats === Math.max(1, facts.assigned)) return settingThen({ then: 'renew', seats: 'assigned', pay }, facts);
  return settingThen({ then: 'flexible' }, facts, { do: 'commit', seats, pay, after: 'term-end' });
}

function renewing(wish: Renewing, facts: Facts): Planned {
  const { committed, assigned } = facts;
  if (committed === null) return blocked('unknown-plan');
  const tooFew = belowAssigned(wish.seats, assigned);
  if (tooFew) return blockedBySeats(tooFew, facts);
  if (wish.seats < committed) return shrinking(wish, facts);
  // Where both numbers are the one wished, the committed one is the safer: others may be assigned until the term ends.
  const auto: AtTermEnd = { then: 'renew', seats: 'committed', pay: payOf(wish, facts) };
  if (wish.seats === committed) return settingThen(auto, facts);
  return settingThen(auto, facts, { do: 'set-seats', from: committed, to: wish.seats, after: 'term-end' });
}

function beforeTermEnd(wish: Wish, facts: Facts): Planned {
  switch (wish.outcome) {
    case 'renew':
      return renewing(wish, facts);
    case 'flexible':
      return settingThen({ then: 'flexible' }, facts);
    case 'proposed':
      return settingThen({ then: 'renew', seats: 'proposed', pay: facts.pay ?? 'monthly' }, facts);
    case 'end':
      return settingThen({ then: 'end' }, facts);
  }
}

/** The clock says that the term is over, and Google still tells it: what was set is about to happen. */
function untilRolledOver(wish: Wish, facts: Facts): Planned {
  if (facts.atTermEnd?.then === 'flexible') return whenFlexible(wish, facts, 'term-end');
  const planned = beforeTermEnd(wish, facts);
  if ('blocked' in planned) return { blocked: planned.blocked };
  return planned.steps.some((step) => step.do === 'set-renewal') ? blocked('over') : planned;
}

/** A new commitment runs: Google takes more seats for it, and nothing else. */
function inNextTerm(wish: Wish, facts: Facts): Planned {
  if (wish.outcome === 'proposed') return NOTHING;
  const committed = facts.committed ?? 0;
  if (wish.outcome !== 'renew' || payOf(wish, facts) !== facts.pay || committed > wish.seats) return blocked('over');
  if (committed === wish.seats) return NOTHING;
  return { steps: [{ do: 'set-seats', from: committed, to: wish.seats, after: 'now' }] };
}

const DAY = 86_400_000;
/** By less an end is corrected. */
const CORRECTED_DAYS = 27;
/** Commitments are for whole years: one that ends sooner after another has not followed it. */
const SHORTEST_DAYS = 330;

/** Whether a commitment began anew, as where a product is exchanged, before the one that a wish is about was to end. */
function beganEarly(termEndsAt: Date | null, facts: Facts, now: Date): boolean {
  if (facts.termEndsAt === null || facts.plan !== 'committed') return false;
  // It was about a plan without one.
  if (termEndsAt === null) return true;
  const days = (facts.termEndsAt.getTime() - termEndsAt.getTime()) / DAY;
  return days > CORRECTED_DAYS && (termEndsAt > now || days < SHORTEST_DAYS);
}

/** What comes to the same has come about; nobody wished anything else of this term. */
function inTermBegunEarly(wish: Wish, facts: Facts): Planned {
  const isSame = wish.outcome === 'renew' && wish.seats === facts.committed && payOf(wish, facts) === facts.pay;
  return isSame ? NOTHING : blocked('over');
}

/** No commitment followed: one can be made, which is the second step of a plan of two. */
function whenFlexible(wish: Wish, facts: Facts, after: Step['after']): Planned {
  if (wish.outcome === 'flexible') return NOTHING;
  if (wish.outcome !== 'renew') return blocked('over');
  const commit: Step = { do: 'commit', seats: wish.seats, pay: payOf(wish, facts), after };
  const tooFew = belowAssigned(wish.seats, facts.assigned);
  return tooFew ? { blocked: tooFew } : { steps: [commit] };
}

function afterTermEnd(wish: Wish, facts: Facts, now: Date): Planned {
  if (facts.plan === 'flexible') return whenFlexible(wish, facts, 'now');
  if (facts.termEndsAt === null) return blocked('no-term');
  return facts.termEndsAt <= now ? untilRolledOver(wish, facts) : inNextTerm(wish, facts);
}

/** Why nothing can be placed, whatever is wished. */
function obstacle({ plan, isSuspended, isOffline }: Facts): Reason | undefined {
  if (plan === 'other') return 'unknown-plan';
  if (isSuspended) return 'suspended';
  if (isOffline) return 'offline';
  return AS_IS.has(plan) ? 'no-commitment' : undefined;
}

function inTerm(wish: Wish, facts: Facts): Planned {
  if (facts.plan === 'flexible') return wish.outcome === 'flexible' ? NOTHING : blocked('no-commitment');
  return facts.termEndsAt === null ? blocked('no-term') : beforeTermEnd(wish, facts);
}

/** A commitment that is flexible now has ended, whatever the clock says. */
const hasEnded = (termEndsAt: Date | null, { plan }: Facts, now: Date): boolean =>
  termEndsAt !== null && (termEndsAt <= now || plan === 'flexible');

/** How Google brings about what somebody decided about a term: the port's `plan`. */
export function planWish(wish: Wish, facts: Facts, now: Date, termEndsAt: Date | null = facts.termEndsAt): Planned {
  const isOver = hasEnded(termEndsAt, facts, now);
  if (wish.outcome === 'end' && facts.isSuspended && (isOver || termEndsAt === null)) return NOTHING;
  const because = obstacle(facts);
  if (because) return blocked(because);
  if (beganEarly(termEndsAt, facts, now)) return inTermBegunEarly(wish, facts);
  return isOver ? afterTermEnd(wish, facts, now) : inTerm(wish, facts);
}
