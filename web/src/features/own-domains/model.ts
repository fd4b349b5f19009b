import type { OwnRenewal } from '@desk/contract/own-renewals';
import type { OwnDomainCard, OwnOrder, OwnSubscription } from '@desk/contract/own-domains';
import { ifNothingIsDone } from '@desk/contract/rules/renewal-default';
import { isToDecide } from '@desk/contract/words/own-wish';
import { planWords } from '@desk/contract/words/plan-words';
import { businessDay, businessDayOf } from '../../kit/text/clock.ts';
import { counted, date, money, number } from '../../kit/text/format.ts';
import {
  arrangedWords,
  daysLeftWords,
  decisionWords,
  isSoon,
  lastDayWords,
  wishWords,
} from '../../parts/own/renewal-words.ts';

export const cardIdentity = {
  key: ({ domain_name }: OwnDomainCard) => domain_name,
  name: ({ domain_name }: OwnDomainCard) => domain_name,
};

const isAnnual = ({ plan_name }: OwnSubscription) => plan_name.startsWith('ANNUAL');

/** The figure of a subscription and what stands beside it: "68", "seats, 61 used". */
export function seatWords(subscription: OwnSubscription): { figure: string; words: string; share: number | undefined } {
  const { bought_seats: bought, used_seats: used } = subscription;
  if (bought === null) return { figure: number(used), words: 'seats in use', share: undefined };
  const share = used === null || bought === 0 ? undefined : Math.min(1, used / bought);
  if (!isAnnual(subscription)) return { figure: number(used), words: `seats in use, at most ${number(bought)}`, share };
  if (used === null) return { figure: number(bought), words: 'seats', share };
  return { figure: number(bought), words: used >= bought ? 'seats, all used' : `seats, ${number(used)} used`, share };
}

type Pair = readonly [label: string, words: string];

const pair = (label: string, words: string | undefined): readonly Pair[] =>
  words === undefined ? [] : [[label, words]];

/** What becomes of a renewal: what was decided, and what happens by itself until it is. */
function outcome(renewal: OwnRenewal | null): readonly Pair[] {
  if (!renewal) return [];
  const decided: readonly Pair[] = renewal.decision ? [['Your decision', decisionWords(renewal.decision)]] : [];
  const byItself: readonly Pair[] = [
    [renewal.days_left < 0 ? 'What was to happen' : 'If you do nothing', ifNothingIsDone(renewal)],
    ...pair('Last day to decide', lastDayWords(renewal, businessDay())),
  ];
  return [
    ...decided,
    ...pair('What becomes of it', wishWords(renewal)),
    ...pair('Arranged for the next term', arrangedWords(renewal)),
    ...(isToDecide(renewal) ? byItself : []),
  ];
}

/** The facts below the figure, as pairs of words. */
export function subscriptionFacts(subscription: OwnSubscription): readonly Pair[] {
  const { plan_name, renewal_date, days_left, price, currency, renewal } = subscription;
  const facts: Pair[] = [['Plan', planWords(plan_name)]];
  if (renewal_date !== null) facts.push(['Renewal date', `${date(renewal_date)} (${daysLeftWords(days_left ?? 0)})`]);
  if (price !== null) facts.push(['Price a year', money(price, currency)]);
  return [...facts, ...outcome(renewal)];
}

/** How the renewal of a subscription stands, as a badge; undefined: there is nothing to say. */
export function renewalBadge({ renewal }: OwnSubscription): { word: string; tone: 'bad' | 'attention' } | undefined {
  if (!renewal || !isToDecide(renewal)) return undefined;
  if (renewal.standing === 'late') return { word: 'Date has passed', tone: 'bad' };
  return isSoon(renewal) ? { word: 'Decision due', tone: 'attention' } : undefined;
}

/** An order in a sentence. */
export const orderWords = ({ state, added_seats, reason }: OwnOrder): string => {
  const seats = counted(added_seats, 'seat');
  switch (state) {
    case 'submitted':
      return `${seats} ordered: they are being added.`;
    case 'unknown':
      return `${seats} ordered. Google has not confirmed it yet; nothing is bought twice.`;
    case 'done':
      return `${seats} added.`;
    case 'refused':
      return `Your order of ${seats} was not carried out. ${reason ?? ''}`.trim();
  }
};

export const isUnderWay = ({ order }: OwnSubscription): boolean =>
  order?.state === 'submitted' || order?.state === 'unknown';

/** What stands on the card of a domain that is not active. */
export function waitingWords({ domain_status, timestamp }: OwnDomainCard): string {
  const asked = date(businessDayOf(timestamp));
  switch (domain_status) {
    case 'PENDING':
      return `You asked for it on ${asked}. Our staff approve each domain; then its seats and its renewal stand here.`;
    case 'REJECTED':
      return 'Our staff have turned it down. If it is yours, ask for it again.';
    case 'SUSPENDED':
      return 'It is suspended. Ask for it again, or talk to us.';
    case 'ACTIVE':
      return 'Nothing is bought for this domain yet. Talk to us about what you need.';
  }
}

/** The renewal that is to be decided first: of those that are soon or late, the one that is on top. */
export const firstToDecide = (domains: readonly OwnDomainCard[]) =>
  domains.flatMap(({ subscriptions }) => subscriptions).find((subscription) => renewalBadge(subscription) !== undefined)
    ?.renewal ?? undefined;
