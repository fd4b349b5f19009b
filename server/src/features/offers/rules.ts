import type { BodyOf } from '@desk/contract/call';
import type { offers, OfferRecipient, OfferedLine } from '@desk/contract/renewal-work/offers';
import { composeMail, type ComposedMail } from '../../platform/mail/content.ts';
import { oneLine } from '../../platform/mail/text.ts';
import { dayMonthYear } from '../../platform/time/days.ts';

/** What is proposed, by renewal. */
export const proposalsOf = (typed: BodyOf<typeof offers.preview>['proposals']) =>
  new Map(
    (typed ?? []).map(({ renewal_id, seats, plan_name, unit_price }) => [
      renewal_id,
      { seats, plan: plan_name, unitPrice: unit_price },
    ]),
  );

/** A mail with what staff say to its reader, below the greeting. */
export function withMessage(mail: ComposedMail, message: string | undefined): ComposedMail {
  const [greeting, ...rest] = mail.letter;
  if (message === undefined || message === '' || greeting === undefined) return mail;
  return composeMail(mail.subject, greeting, message, ...rest);
}

interface Draft {
  /** The renewals that are asked for, as staff know them. */
  readonly asked: readonly { readonly id: number; readonly domainName: string; readonly skuName: string }[];
  /** Of the offer as it would be; null: nothing can be decided. */
  readonly lines: readonly OfferedLine[] | null;
  readonly recipients: readonly OfferRecipient[];
  /** Through whom the customer buys. */
  readonly reseller: string | null;
  /** Of what is proposed, what cannot be had. */
  readonly faults: readonly string[];
  /** What the customer has decided about those that are asked for. */
  readonly decided: readonly Decided[];
  readonly earlier: readonly Earlier[];
}

/** A customer's newest decision about a renewal. */
interface Decided {
  readonly domain: string;
  readonly words: string;
  readonly day: string;
}

/** A version that went out. */
interface Earlier {
  readonly version: number;
  readonly day: string;
  /** Who has a link to it. */
  readonly names: readonly string[];
  /** It says what this one says. */
  readonly isSame: boolean;
}

const named = (ones: readonly Pick<OfferedLine, 'domain_name' | 'sku_name'>[]): string =>
  ones.map(({ domain_name, sku_name }) => `${sku_name} of ${domain_name}`).join(', ');

/** Why an offer cannot be sent. */
export function problemsOf({ lines, recipients, reseller, faults }: Draft): string[] {
  const nobody =
    reseller === null
      ? 'Nobody of this customer can be reached. Enter the e-mail address of a contact first.'
      : `${reseller}, through whom this customer buys, cannot be reached by e-mail.`;
  return [
    ...(lines === null ? ['This cannot be decided any more: its last safe day has passed, or it is closed.'] : []),
    ...(recipients.length === 0 ? [nobody] : []),
    ...faults,
  ];
}

const earlierWords = ({ version, day, names, isSame }: Earlier): string => {
  const went = `Version ${version} of ${dayMonthYear(day)} went to ${names.map(oneLine).join(', ')}`;
  return isSame
    ? `${went}, and says the same: whoever gets it once more gets another link to it.`
    : `${went}: this one takes its place, and its links open nothing any more.`;
};

const decidedWords = ({ domain, words, day }: Decided): string =>
  `The customer has decided about ${domain} on ${dayMonthYear(day)}: “${words}”. It counts until they decide anew.`;

/** What to know before an offer is sent. */
export function notesOf({ asked, lines, reseller, decided, earlier }: Draft): string[] {
  if (lines === null) return [];
  const offered = new Set(lines.map(({ renewal_id }) => renewal_id));
  const askedFor = new Set(asked.map(({ id }) => id));
  const late = asked
    .filter(({ id }) => !offered.has(id))
    .map(({ domainName, skuName }) => ({ domain_name: domainName, sku_name: skuName }));
  const carried = lines.filter(({ renewal_id }) => !askedFor.has(renewal_id));
  const unpriced = lines.filter(({ amount }) => amount === null);
  return [
    ...decided.map(decidedWords),
    ...earlier.map(earlierWords),
    ...(unpriced.length > 0 ? [`No price is known for ${named(unpriced)}: the offer says “price on request”.`] : []),
    ...(late.length > 0 ? [`Not in the offer, because it cannot be decided any more: ${named(late)}.`] : []),
    ...(carried.length > 0 ? [`Stays in the offer, as in the version that this one replaces: ${named(carried)}.`] : []),
    ...(reseller === null ? [] : [`This customer buys through ${reseller}, and only ${reseller} is asked.`]),
  ];
}

/** The line in the follow-up history. */
export const sentWords = (
  version: number,
  to: readonly { readonly name: string; readonly address: string }[],
): string =>
  `Offer version ${version} sent to ${to.map(({ name, address }) => `${oneLine(name)} (${address})`).join(', ')}`;
