import type { AtProvider, Channel, TermId, Wish } from '../oracle/seen.ts';
import type { KeyedRandom } from '../keyed-random.ts';

/** How somebody comes to know what they want. */
type Knows =
  /** By themselves, so many business days before the last safe day. */
  | { readonly how: 'by itself'; readonly before: number }
  /** When they have been asked so many times. */
  | { readonly how: 'asked'; readonly times: number };

/** What hides in a customer's head about one term. */
export interface Intention {
  readonly wants: Wish | null;
  readonly isReachable: boolean;
  readonly channel: Channel;
  readonly knows: Knows;
  /** So many business days after the first word another one, which counts; and after as many again, where they return, the first one. */
  readonly changes: { readonly after: number; readonly wish: Wish; readonly returns: boolean } | null;
  /** The same is sent twice within a minute. */
  readonly isDoubled: boolean;
  /** What somebody does who wants fewer seats than are assigned and is asked to free some: at once, when asked again, never. */
  readonly frees: 'at once' | 'later' | 'never';
}

type Kind = 'same' | 'between' | 'assigned' | 'below' | 'more' | 'flexible' | 'end';
const KINDS: readonly (readonly [number, Kind])[] = [
  [40, 'same'],
  [15, 'between'],
  [12, 'assigned'],
  [6, 'below'],
  [11, 'more'],
  [7, 'flexible'],
  [9, 'end'],
];

function wishOf(kind: Kind, { seats, licensed }: AtProvider, share: number): Wish {
  const renew = (wanted: number): Wish => ({ outcome: 'renew', seats: Math.max(1, wanted) });
  switch (kind) {
    case 'same':
      return renew(seats);
    case 'between':
      return renew(licensed + Math.round((seats - licensed) * share));
    case 'assigned':
      return renew(licensed);
    case 'below':
      return renew(Math.floor(licensed * (0.4 + share / 2)));
    case 'more':
      return renew(seats + 1 + Math.floor(share * Math.max(3, seats / 4)));
    case 'flexible':
    case 'end':
      return { outcome: kind };
  }
}

const CHANNELS: readonly (readonly [number, Channel])[] = [
  [30, 'portal'],
  [25, 'link'],
  [10, 'mail'],
  [35, 'phone'],
];

/** Drawn once for each term, from what the provider had when it came to be known. */
export function intentionOf(random: KeyedRandom, term: TermId, now: AtProvider): Intention {
  const draw = (about: string) =>
    wishOf(random.weighted(KINDS, term, about), now, random.fraction(term, about, 'share'));
  const isReachable = !random.happens(0.03, term, 'nobody there');
  const channel = random.weighted(CHANNELS, term, 'channel');
  const isAsked = channel === 'phone' || channel === 'mail' || random.happens(0.3, term, 'asked');
  return {
    wants: isReachable || random.happens(0.5, term, 'knows') ? draw('wish') : null,
    isReachable,
    channel,
    knows: isAsked
      ? { how: 'asked', times: random.weighted([[70, 1], [20, 2], [10, 3]] as const, term, 'times') } // prettier-ignore
      : { how: 'by itself', before: random.between(2, 40, term, 'delay') },
    changes: random.happens(0.03, term, 'changes')
      ? {
          ...{ after: random.between(1, 8, term, 'after'), wish: draw('other wish') },
          returns: random.happens(0.5, term, 'returns'),
        }
      : null,
    isDoubled: random.happens(0.01, term, 'doubled'),
    frees: random.weighted([[50, 'at once'], [30, 'later'], [20, 'never']] as const, term, 'frees'), // prettier-ignore
  };
}
