import { searchedDomain } from '../../platform/domain-names/typed.ts';

/** What somebody may have meant by a text; null: it cannot be one. */
export interface Meant {
  /** As it was typed, in lower case. */
  text: string;
  /** The domain, or the part of one. */
  domain: string;
  /** The digits of a phone number, without what stands for the country. */
  digits: string | null;
  /** The beginning of a GSTIN, in capital letters. */
  gstin: string | null;
  /** The beginning of a number of an invoice or a ticket, without its `#`, or of a subscription's id. */
  number: string | null;
  /** The same of an invoice as a regular expression, with as many zeros before its digits as there may be. */
  invoice: string | null;
  /** It may be a name that is spelt otherwise: only then is looking for likeness, which costs the most, of use. */
  isName: boolean;
}

/** Parts of names shorter than this are in too many of them. */
export const SHORTEST_PART = 3;
const FEWEST_DIGITS = 5;
/** A national number is never longer; what stands in front of it is the country's. */
const MOST_DIGITS = 10;

const PHONE = /^[+(\d][\d\s().-]*$/;
const NAME = /\p{L}{3}/u;
const GSTIN = /^\d{2}[a-z]{3}[a-z\d]{0,10}$/i;

function digitsOf(text: string): string | null {
  const digits = PHONE.test(text) ? text.replaceAll(/\D/g, '') : '';
  return digits.length < FEWEST_DIGITS ? null : digits.replace(/^0+/, '').slice(-MOST_DIGITS);
}

/** "inv-123" for what is written INV-000123. */
function invoiceOf(number: string): string | null {
  const [, prefix = '', digits = ''] = /^(.*\D)0*([1-9]\d*)$/.exec(number) ?? [];
  return digits === '' ? null : `${prefix.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)}0*${digits}`;
}

export function meant(query: string): Meant {
  const text = query.trim().toLowerCase();
  const typed = text.replace(/^#\s*/, '');
  const number = /\d/.test(typed) && !typed.includes(' ') ? typed : null;
  return {
    text,
    domain: searchedDomain(text),
    digits: digitsOf(text),
    gstin: GSTIN.test(text) ? text.toUpperCase() : null,
    number,
    invoice: number === null ? null : invoiceOf(number),
    isName: NAME.test(text),
  };
}
