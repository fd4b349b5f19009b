import type { OfferedLine, OfferLink, OfferRecipientKind } from '@desk/contract/renewal-work/offers';
import { counted, date, instant, money } from '../../kit/text/format.ts';
import type { Tone } from '../../kit/text/badge.tsx';

const KIND_WORDS: Readonly<Record<OfferRecipientKind, string>> = {
  buyer: 'buys',
  payer: 'pays',
  technician: 'technician',
  contact: 'contact',
  company: 'the company’s own address',
  reseller: 'reseller',
};
export const kindWords = (kind: OfferRecipientKind): string => KIND_WORDS[kind];

export const amountWords = (amount: string | null, currency: string): string =>
  amount === null ? 'price on request' : money(amount, currency);

export const termWords = ({ from, to }: Pick<OfferedLine, 'from' | 'to'>): string => `${date(from)} to ${date(to)}`;

export interface LinkStanding {
  readonly words: string;
  readonly tone: Tone;
}

/** How a link stands, in a word. */
export function linkStanding({ state, delivery, opened_at }: OfferLink): LinkStanding {
  if (state === 'revoked') return { words: 'Revoked', tone: 'quiet' };
  if (state === 'expired') return { words: 'Expired', tone: 'quiet' };
  if (state === 'used') return { words: 'Decided', tone: 'good' };
  if (opened_at !== null) return { words: 'Opened', tone: 'progress' };
  if (delivery === 'bounced') return { words: 'Bounced', tone: 'bad' };
  if (delivery === 'failed') return { words: 'Not delivered', tone: 'bad' };
  return delivery === 'queued' ? { words: 'Queued', tone: 'attention' } : { words: 'Sent', tone: 'progress' };
}

/** What happened to a link, the newest first. */
export function linkHistory(link: OfferLink): readonly string[] {
  const { created_at, opened_at, openings, used_at, forwarded_from, delivery, delivery_reason } = link;
  return [
    ...(used_at === null ? [] : [`Decided ${instant(used_at)}`]),
    ...(opened_at === null ? [] : [`Opened ${counted(openings, 'time')}, first ${instant(opened_at)}`]),
    ...((delivery === 'failed' || delivery === 'bounced') && delivery_reason !== null ? [delivery_reason] : []),
    `${forwarded_from === null ? 'Sent' : `Forwarded by ${forwarded_from}`} ${instant(created_at)}`,
  ];
}
