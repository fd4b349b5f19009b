import { planWords } from '@desk/contract/words/plan-words';
import type { Issuer, offersTable, OfferLine } from '../../platform/db/tables/offers.ts';
import { dayIn } from '../../platform/time/days.ts';
import { oneLine } from '../../platform/mail/text.ts';

/** The stored columns of an offer that its document is made of. */
export type OfferContent = Pick<
  typeof offersTable.$inferSelect,
  'customerId' | 'version' | 'lines' | 'currency' | 'total' | 'addressee' | 'validUntil' | 'createdAt'
>;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const SYMBOLS: Readonly<Record<string, string>> = { INR: '₹', USD: '$', EUR: '€', GBP: '£' };

/** "1 Dec 2026"; of no library of the platform, whose words change with its version. */
export const dayInWords = (day: string): string => {
  const [year = '', month, date] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
};

/** Rupees in lakh and crore, all other money in thousands. */
const grouped = (digits: string, currency: string): string =>
  currency === 'INR' ? digits.replace(/\B(?=(\d{2})*(\d{3})$)/g, ',') : digits.replace(/\B(?=(\d{3})+$)/g, ',');

/**
 * "₹1,50,000.00", "AED 150,000.00".
 * @param amount decimal text; nothing of it is rounded away.
 */
export function moneyInWords(amount: string, currency: string): string {
  const [, sign = '', whole = '', decimals = ''] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(amount.trim()) ?? [];
  const symbol = SYMBOLS[currency] ?? `${currency} `;
  return `${sign}${symbol}${grouped(whole, currency)}.${decimals.padEnd(2, '0')}`;
}

const grouping = (count: number): string => grouped(String(count), 'INR');
/** What is said of one subscription, each in its own column. */
export interface LineText {
  readonly domain: string;
  readonly product: string;
  readonly plan: string;
  readonly from: string;
  readonly to: string;
  readonly seats: string;
  readonly used: string;
  readonly unitPrice: string;
  readonly amount: string;
}

const ON_REQUEST = 'on request';
const lineText =
  (currency: string) =>
  (line: OfferLine): LineText => ({
    domain: oneLine(line.domain),
    product: oneLine(line.product),
    plan: oneLine(planWords(line.plan)),
    from: dayInWords(line.from),
    to: `to ${dayInWords(line.to)}`,
    seats: grouping(line.seats),
    used: line.usedSeats === null ? '–' : grouping(line.usedSeats),
    unitPrice: line.unitPrice === null ? '' : moneyInWords(line.unitPrice, currency),
    amount: line.amount === null ? `price ${ON_REQUEST}` : moneyInWords(line.amount, currency),
  });

const numberOf = ({ customerId, createdAt }: OfferContent, timeZone: string): string =>
  `${dayIn(timeZone, createdAt).slice(0, 4)}-${String(customerId).padStart(6, '0')}`;

/** "2026-000123, version 2": as a quote is called on its document, and wherever it is spoken of. */
export const quoteNumber = (offer: OfferContent, timeZone: string): string =>
  `${numberOf(offer, timeZone)}, version ${offer.version}`;

/** Name of the file: `quote-2026-000123-v2.pdf`. */
export const documentName = (offer: OfferContent, { timeZone }: Pick<Issuer, 'timeZone'>): string =>
  `quote-${numberOf(offer, timeZone)}-v${offer.version}.pdf`;

/** All words of the document. Taxes are named and never computed: what is due depends on where its reader is. */
export function documentText(offer: OfferContent, issuer: Issuer) {
  const { addressee, lines, currency, total } = offer;
  const isPriced = lines.every(({ amount }) => amount !== null);
  return {
    number: quoteNumber(offer, issuer.timeZone),
    brand: oneLine(issuer.brand),
    from: [issuer.legalName, issuer.address, issuer.gstin === null ? null : `GSTIN ${issuer.gstin}`].filter(
      (text) => text !== null,
    ),
    company: oneLine(addressee.company),
    companyGstin: addressee.gstin === null ? null : `GSTIN ${oneLine(addressee.gstin)}`,
    date: dayInWords(dayIn(issuer.timeZone, offer.createdAt)),
    validUntil: dayInWords(offer.validUntil),
    lines: lines.map(lineText(currency)),
    total: total === null ? ON_REQUEST : moneyInWords(total, currency),
    tax: currency === 'INR' ? 'plus GST as applicable' : 'plus taxes as applicable',
    notes: [
      'A price per seat is for the whole term shown.',
      ...(isPriced ? [] : ['Where it says “price on request”, we tell you the price before you decide.']),
      'To accept, change or decline, use the link in the e-mail that came with this quote.',
    ],
  };
}
export type DocumentText = ReturnType<typeof documentText>;
