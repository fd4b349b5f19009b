import type { NotAsked, ReachedAs, Standing } from '@desk/contract/renewal-work/contacts';
import type { ContactRole, SilencedCause } from '@desk/contract/words/reach';
import { businessDayOf } from '../../kit/text/clock.ts';
import { longDate } from '../../kit/text/format.ts';

export const ROLE_WORDS: Readonly<Record<ContactRole, string>> = {
  buyer: 'Buyer',
  payer: 'Payer',
  technician: 'Technician',
  viewer: 'Viewer',
};

/** What follows of a role, in a line. */
export const ROLE_LINES: Readonly<Record<ContactRole, string>> = {
  buyer: 'Decides, and is asked first.',
  payer: 'Gets the invoice, and is asked next.',
  technician: 'Is asked if nobody else answers.',
  viewer: 'Is told nothing.',
};

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordinal = (place: number): string => ORDINALS[place - 1] ?? `as number ${String(place)}`;

const AS: Readonly<Record<ReachedAs, string>> = {
  buyer: ' as buyer',
  payer: ' as payer',
  technician: ' as technician',
  contact: '; nobody has said what they are',
  company: ', at the company’s own address',
  reseller: ', as who sells to them',
};

export const SILENCED_WORDS: Readonly<Record<SilencedCause, string>> = {
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
};

const dayOf = (instant: string): string => longDate(businessDayOf(instant));
export const silencedWords = ({ cause, since }: NonNullable<Standing['silenced']>): string =>
  cause === 'bounced' ? `their address bounced on ${dayOf(since)}` : `they unsubscribed on ${dayOf(since)}`;

/** The same of a number. */
export const silencedNumberWords = ({ cause, since }: NonNullable<Standing['silenced']>): string =>
  cause === 'bounced' ? `it could not be reached on ${dayOf(since)}` : `they asked for no more on ${dayOf(since)}`;

const NOT: Readonly<Record<Exclude<NotAsked, 'silenced'>, string>> = {
  viewer: 'viewer',
  no_address: 'no e-mail address',
  viewers_address: 'this address is a viewer’s',
  same_address: 'somebody before them has this address',
  reseller: 'they buy through a reseller',
};

/** When somebody is asked, or why they are not. */
export function askedWords({ place, asked_as, not_asked, silenced }: Standing): string {
  if (place !== null) return `Asked ${ordinal(place)}${AS[asked_as ?? 'contact']}`;
  if (not_asked === null) return 'Not asked';
  const why = not_asked === 'silenced' ? silenced && silencedWords(silenced) : NOT[not_asked];
  return why === null ? 'Not asked' : `Not asked: ${why}`;
}
