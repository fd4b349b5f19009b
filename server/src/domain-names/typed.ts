import { domainToUnicode } from 'node:url';
import { canonicalDomain } from './canonical.ts';

const LONGEST = 2_000;
const SCHEME = /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^mailto:/i;
const PORT = /:\d{1,5}$/;

/** Latin may stand beside the letters of China, Japan and Korea: none of them looks like it. */
const BESIDE_LATIN = '\\p{sc=Latin}\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Bopomofo}';
const OTHER_LETTER = new RegExp(`(?![${BESIDE_LATIN}])\\p{L}`, 'u');
const LATIN = /\p{sc=Latin}/u;
const CYRILLIC = /\p{sc=Cyrillic}/u;
const GREEK = /\p{sc=Greek}/u;

/** One label in letters of two alphabets: no registry gives it out, and it is there to be taken for another. */
const isMixed = (label: string): boolean =>
  (LATIN.test(label) && OTHER_LETTER.test(label)) || (CYRILLIC.test(label) && GREEK.test(label));

function hostIn(text: string): string {
  const [authority = ''] = text.replace(SCHEME, '').split(/[/?#]/, 1);
  return authority.slice(authority.lastIndexOf('@') + 1).replace(PORT, '');
}

/**
 * The domain that somebody means who typed or pasted `https://Acme.example/contact`, `asha@acme.example` or the bare name, in
 * its one form. Undefined where there is none: an IP address, a single label, alphabets mixed within a label.
 */
export function typedDomain(text: string): string | undefined {
  const typed = text.trim();
  const domain = typed.length > LONGEST ? undefined : canonicalDomain(hostIn(typed));
  return domain === undefined || domainToUnicode(domain).split('.').some(isMixed) ? undefined : domain;
}
