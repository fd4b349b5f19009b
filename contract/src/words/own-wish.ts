import type { Arranged, OwnDecision, OwnRenewal, OwnWishState } from '../own-renewals.ts';
import { inSeats } from './seats.ts';

/** That there is a wish which came to nothing. */
const CAME_TO_NOTHING: readonly (string | undefined)[] = ['refused', 'replaced'];
export const cameToNothing = (wish: OwnRenewal['wish']): boolean => CAME_TO_NOTHING.includes(wish?.state);

type Stand = Pick<OwnRenewal, 'standing' | 'arranged' | 'wish'> & {
  readonly decision: Pick<OwnDecision, 'decision'> | null;
};

/**
 * Whether it goes as it does by itself until somebody decides: neither the customer nor we have. Who wants to talk first has not decided,
 * nor whose wish came to nothing.
 */
export const isToDecide = ({ standing, arranged, decision, wish }: Stand): boolean =>
  standing !== 'decided' && !arranged && (decision === null || decision.decision === 'talk' || cameToNothing(wish));

/** Of what was asked for: it stays until something else is decided. What nobody has confirmed yet is taken back by who wants to talk. */
const STANDS: readonly (string | undefined)[] = ['confirmed', 'set', 'blocked'];
/** What goes on until they decide, for who wants to talk first. */
export const untilDecided = ({ wish, arranged }: Pick<OwnRenewal, 'wish' | 'arranged'>): string =>
  `until you decide, ${arranged || STANDS.includes(wish?.state) ? 'what is arranged stays as it is' : 'it goes as it does if you do nothing'}.`;

type Dated = Pick<OwnRenewal, 'renewal_date' | 'last_safe_day' | 'if_nobody_acts'>;

/** How a day is written for who reads it, and which one it is. */
export interface DayWords {
  readonly date: (day: string) => string;
  readonly today: string;
}

/** Until when seats are to be freed: the last day on which that is safe, else the one on which the term ends; once that is over, none. */
function freeUntil({ last_safe_day, renewal_date }: Dated, { date, today }: DayWords): string {
  const day = [last_safe_day, renewal_date].find((one) => one !== null && one >= today);
  return day ? ` by ${date(day)}` : '';
}

/** Who frees seats, where, and until when; and what is so until then. */
function freeWords(free: number, renewal: Dated, days: DayWords): string {
  const words = `Free ${inSeats(free)} in the Google Admin console (Directory › Users)${freeUntil(renewal, days)}.`;
  return renewal.if_nobody_acts === 'flexible'
    ? `${words} Until that is done it goes on without a commitment, billed monthly for the seats in use.`
    : words;
}

const BECAME = {
  waits: 'We have it, and confirm it soon.',
  confirmed: 'We have confirmed it, and it is being set.',
  done: 'It is done.',
  refused: 'We could not confirm it as it is. Somebody of us gets in touch with you.',
  replaced: 'Something else was arranged since. Please talk to us if that is not what you want.',
  again: 'We look at it again. Somebody of us gets in touch with you.',
} satisfies Partial<Record<OwnWishState | 'again', string>>;

const blockedWords = (free: number | null, renewal: Dated, days: DayWords): string =>
  free === null
    ? 'Not possible yet. We look after it and get in touch with you.'
    : `Not possible yet. ${freeWords(free, renewal, days)}`;

/** What came to nothing: whether something else is there in its place, or is about to be. */
function becameOf(state: 'refused' | 'replaced', { arranged, standing }: Omit<Wished, 'wish'>): keyof typeof BECAME {
  if (arranged) return 'replaced';
  return state === 'replaced' && standing !== 'decided' ? 'again' : state;
}

type Wished = Pick<OwnRenewal, 'wish' | 'arranged' | 'standing'> & Dated;

/** What became of a wish, in a sentence; undefined: there is none. */
export function wishWords({ wish, ...renewal }: Wished, days: DayWords): string | undefined {
  if (!wish) return undefined;
  if (wish.state === 'set') return `It is set for ${days.date(renewal.renewal_date)}.`;
  if (wish.state === 'blocked') return blockedWords(wish.free, renewal, days);
  return BECAME[wish.state === 'refused' || wish.state === 'replaced' ? becameOf(wish.state, renewal) : wish.state];
}

function outcomeWords({ outcome, seats, pay }: Arranged, from: string): string {
  switch (outcome) {
    case 'renew':
      return `${inSeats(seats ?? 0)} for a year${pay === null ? '' : `, paid ${pay}`}, from ${from}.`;
    case 'flexible':
      return 'It goes on without a commitment, billed monthly for the seats in use.';
    case 'proposed':
      return 'It renews on the offer that we have proposed.';
    case 'end':
      return 'It ends, and its users lose the service.';
  }
}

/** What we have decided about the next term for who reads it, and how that stands; undefined: nothing beside their own wish. */
export function arrangedWords({ arranged, ...renewal }: Omit<Wished, 'wish'>, days: DayWords): string | undefined {
  if (!arranged) return undefined;
  const outcome = outcomeWords(arranged, days.date(renewal.renewal_date));
  return [outcome, wishWords({ ...renewal, wish: arranged }, days)].join(' ');
}
