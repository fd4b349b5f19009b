import { grouped, inSeats } from '@desk/contract/words/seats';
import { planWords } from '@desk/contract/words/plan-words';
import type { OfferLine } from '../../platform/db/tables/offers.ts';
import { composeMail, type Sender } from '../../platform/mail/content.ts';
import { amountOf, oneLine } from '../../platform/mail/text.ts';
import { dayMonthYear } from '../../platform/time/days.ts';

/** What a mail tells of an offer. */
export interface MailedOffer {
  readonly lines: readonly OfferLine[];
  readonly currency: string;
  readonly validUntil: string;
}

const amountWords = ({ amount }: OfferLine, currency: string): string =>
  amount === null ? 'we call you about the price' : amountOf(amount, currency);

/** "50 seats in place of 40". */
const seatsWords = ({ seats, proposed }: OfferLine): string =>
  proposed && proposed.present.seats !== seats
    ? `${inSeats(seats)} in place of ${grouped(proposed.present.seats)}`
    : inSeats(seats);

/** What is offered in place of the present, as a sentence. */
export const proposalWords = (line: OfferLine, currency: string): string =>
  `Our offer for ${oneLine(line.product)} of ${oneLine(line.domain)}: ${seatsWords(line)}, ${oneLine(planWords(line.plan))}, ${amountWords(line, currency)}${line.amount === null ? '' : ' for the term'}.`;

const usedWords = ({ usedSeats }: OfferLine): string => (usedSeats === null ? '' : `, ${grouped(usedSeats)} in use`);

const tableOf = ({ lines, currency }: MailedOffer) => ({
  head: ['Subscription', 'Renews on', 'Seats', 'For the term'],
  rows: lines.map((line) => [
    `${oneLine(line.product)} of ${oneLine(line.domain)}`,
    dayMonthYear(line.from),
    `${line.proposed ? seatsWords(line) : grouped(line.seats)}${usedWords(line)}`,
    amountWords(line, currency),
  ]),
  lines: lines.map(
    (line) =>
      `${oneLine(line.product)} of ${oneLine(line.domain)}, renews on ${dayMonthYear(line.from)}: ${seatsWords(line)}${usedWords(line)}, ${amountWords(line, currency)}`,
  ),
});

/** `acme.example`, or `3 domains`. */
const aboutWords = ({ lines }: MailedOffer): string => {
  const domains = [...new Set(lines.map(({ domain }) => oneLine(domain)))];
  return domains.length === 1 ? (domains[0] ?? '') : `${domains.length} domains`;
};

const plansWords = ({ lines }: MailedOffer): string =>
  [...new Set(lines.map(({ plan }) => oneLine(planWords(plan))))].join('; ');

const decideBy = ({ validUntil }: MailedOffer): string => `Please decide by ${dayMonthYear(validUntil)}.`;
const CARE = 'The link is yours, and needs no password: whoever has it can decide for you.';

interface Addressed {
  /** Of the reader. */
  readonly name: string;
  /** The page of their link. */
  readonly url: string;
}

/** Asks a contact what follows the terms of an offer. */
export const offerMail = (offer: MailedOffer, { name, url }: Addressed, sender: Sender) =>
  composeMail(
    `${sender.brand}: the renewal of ${aboutWords(offer)}`,
    `Hello ${oneLine(name)},`,
    `Your licences are about to renew. ${decideBy(offer)}`,
    tableOf(offer),
    `The plan: ${plansWords(offer)}. You can ${offer.lines.some(({ proposed }) => proposed) ? 'take what we offer, keep what you have' : 'keep it as it is'}, choose another number of seats or another payment, talk to us, or not renew.`,
    { button: 'Decide now', href: url },
    CARE,
  );

/** A name that somebody typed, which no mail program makes a link of: "evil. example", and "Mohd. Iqbal". */
const typedName = (name: string): string => oneLine(name).replace(/\.(?=[\p{L}\p{N}])/gu, '. ');

/** Passes an offer on to a colleague. @param by who did it: the name that they typed, and the address of their link */
export const forwardedMail = (
  offer: MailedOffer,
  { name, url, by }: Addressed & { readonly by: { readonly name: string; readonly address: string } },
  sender: Sender,
) =>
  composeMail(
    `${sender.brand}: the renewal of ${aboutWords(offer)}, from ${typedName(by.name)}`,
    `Hello ${typedName(name)},`,
    `${typedName(by.name)} (${oneLine(by.address)}) asks you to decide about these licences. ${decideBy(offer)}`,
    tableOf(offer),
    { button: 'Decide now', href: url },
    CARE,
  );

/** A new link in place of one that opens nothing any more. */
export const newLinkMail = (offer: MailedOffer, { name, url }: Addressed, sender: Sender) =>
  composeMail(
    `${sender.brand}: your new link to the renewal of ${aboutWords(offer)}`,
    `Hello ${oneLine(name)},`,
    `Somebody asked for a new link with your old one. ${decideBy(offer)}`,
    tableOf(offer),
    { button: 'Decide now', href: url },
    CARE,
  );
