import { domainToASCII, domainToUnicode } from 'node:url';

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Characters of a URL, not of a name: the URL parser would ignore some of them. */
const OF_AN_ADDRESS = /[/\\:?#@%\s\p{Cc}]/u;

/**
 * Whether what claims to be encoded (xn--…) is the one encoding of something. Node 20 and 22 see to that in domainToASCII; from
 * 24 on it leaves text that is ASCII already as it is.
 */
function isDecodable(ascii: string): boolean {
  const shown = domainToUnicode(ascii);
  return !/(^|\.)xn--/.test(shown) && domainToASCII(shown) === ascii;
}

/**
 * A domain as people write it in the one form that is stored and compared: lower case ASCII (IDNA), without the final
 * dot. Undefined for what is no bare domain: an address, a port, an IP address, a single label.
 */
export function canonicalDomain(text: string): string | undefined {
  if (text.length > 254 || OF_AN_ADDRESS.test(text)) return undefined;
  const ascii = domainToASCII(text.toLowerCase()).replace(/\.$/, '');
  return ascii.length <= 253 && HOST.test(ascii) && isDecodable(ascii) ? ascii : undefined;
}
