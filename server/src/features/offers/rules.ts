import type { OfferRecipient, OfferedLine } from '@desk/contract/renewal-work/offers';
import type { OfferLine } from '../../platform/db/tables/offers.ts';
import type { Reachable } from '../../domain/contacts/reach.ts';
import { composeMail, type ComposedMail } from '../../platform/mail/content.ts';
import { oneLine } from '../../platform/mail/text.ts';

export const lineOnWire = (line: OfferLine): OfferedLine => ({
  renewal_id: line.renewalId,
  domain_name: line.domain,
  sku_name: line.product,
  plan_name: line.plan,
  from: line.from,
  to: line.to,
  seats: line.seats,
  used_seats: line.usedSeats,
  unit_price: line.unitPrice,
  amount: line.amount,
});

export const recipientOnWire = ({ address, name, as }: Reachable): OfferRecipient => ({ address, name, as });

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
  readonly lines: readonly OfferLine[] | null;
  readonly recipients: readonly Reachable[];
  /** Through whom the customer buys. */
  readonly reseller: string | null;
}

const named = (ones: readonly { readonly domain: string; readonly product: string }[]): string =>
  ones.map(({ domain, product }) => `${product} of ${domain}`).join(', ');

/** Why an offer cannot be sent. */
export function problemsOf({ lines, recipients, reseller }: Draft): string[] {
  const nobody =
    reseller === null
      ? 'Nobody of this customer can be reached. Enter the e-mail address of a contact first.'
      : `${reseller}, through whom this customer buys, cannot be reached by e-mail.`;
  return [
    ...(lines === null ? ['This cannot be decided any more: its last safe day has passed, or it is closed.'] : []),
    ...(recipients.length === 0 ? [nobody] : []),
  ];
}

/** What to know before an offer is sent. */
export function notesOf({ asked, lines, reseller }: Draft): string[] {
  if (lines === null) return [];
  const offered = new Set(lines.map(({ renewalId }) => renewalId));
  const askedFor = new Set(asked.map(({ id }) => id));
  const late = asked
    .filter(({ id }) => !offered.has(id))
    .map(({ domainName, skuName }) => ({ domain: domainName, product: skuName }));
  const carried = lines.filter(({ renewalId }) => !askedFor.has(renewalId));
  const unpriced = lines.filter(({ amount }) => amount === null);
  return [
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
