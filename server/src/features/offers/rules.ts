import type { OfferRecipient, OfferedLine } from '@desk/contract/renewal-work/offers';
import { composeMail, type ComposedMail } from '../../platform/mail/content.ts';
import { oneLine } from '../../platform/mail/text.ts';

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
}

const named = (ones: readonly Pick<OfferedLine, 'domain_name' | 'sku_name'>[]): string =>
  ones.map(({ domain_name, sku_name }) => `${sku_name} of ${domain_name}`).join(', ');

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
  const offered = new Set(lines.map(({ renewal_id }) => renewal_id));
  const askedFor = new Set(asked.map(({ id }) => id));
  const late = asked
    .filter(({ id }) => !offered.has(id))
    .map(({ domainName, skuName }) => ({ domain_name: domainName, sku_name: skuName }));
  const carried = lines.filter(({ renewal_id }) => !askedFor.has(renewal_id));
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
