import { domainToUnicode } from 'node:url';
import { bareDomain, soughtPart } from '@desk/contract/words/domain-text';
import { canonicalDomain } from './canonical.ts';

const LONGEST = 2_000;

/** Latin may stand beside the letters of China, Japan and Korea: none of them looks like it. */
const BESIDE_LATIN = '\\p{sc=Latin}\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}';
const OTHER_LETTER = new RegExp(`(?![${BESIDE_LATIN}])\\p{L}`, 'u');
const LATIN = /\p{sc=Latin}/u;
const CYRILLIC = /\p{sc=Cyrillic}/u;
const GREEK = /\p{sc=Greek}/u;

/** A label that mixes letters of two alphabets: no registry assigns it, and it is there to be mistaken for another. */
const isMixed = (label: string): boolean =>
  (LATIN.test(label) && OTHER_LETTER.test(label)) || (CYRILLIC.test(label) && GREEK.test(label));

/**
 * The domain that somebody means who typed or pasted `https://www.Acme.example/contact`, `asha@acme.example` or the bare
 * name, in its one form. Undefined where there is none: an IP address, a single label, alphabets mixed within a label.
 */
export function typedDomain(text: string): string | undefined {
  const typed = text.trim();
  const domain = typed.length > LONGEST ? undefined : canonicalDomain(bareDomain(typed));
  return domain === undefined || domainToUnicode(domain).split('.').some(isMixed) ? undefined : domain;
}

/** The same where a domain is given a place or an owner: an e-mail address names a person there, not a domain. */
export const namedDomain = (text: string): string | undefined => (text.includes('@') ? undefined : typedDomain(text));

/** The domain to search for, from the typed text: a part of a name, a name, or an address. */
export function searchedDomain(text: string): string {
  const bare = soughtPart(text);
  return canonicalDomain(bare) ?? (bare === '' ? text.trim().toLowerCase() : bare);
}
