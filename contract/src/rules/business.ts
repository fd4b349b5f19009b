import { STANDARD_ACCENT } from './accent.ts';
import { LOGO_PATH } from './logo.ts';

/** Where the reseller is, in which money it reckons, and how it looks. */
export interface Business {
  /** IANA; decides which day and month it is. */
  readonly timeZone: string;
  /** ISO 4217; what an amount is in where nothing else says so. */
  readonly currency: string;
  /** The name on every screen. */
  readonly brand: string;
  /** The colour of what is chosen and of the next step, `#rrggbb`. */
  readonly accent: string;
  /** What customers are to call, as it is dialled; undefined: none is told. */
  readonly phone?: string | undefined;
  /** Whether it has a logo of its own, at `LOGO_PATH`. */
  readonly hasLogo: boolean;
}

/** A link that dials. */
export const telephoneUrl = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

/** Where an installation sets nothing else. */
export const STANDARD_BUSINESS: Business = {
  timeZone: 'Asia/Kolkata',
  currency: 'INR',
  brand: 'Reseller Desk',
  accent: STANDARD_ACCENT,
  hasLogo: false,
};

/** Where the server answers the stylesheet of an accent that is not the standard one; the page may have no styles of its own. */
export const ACCENT_PATH = '/brand.css';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

/** The page of the browser app with the business in it, where `web/src/kit/text/business.ts` reads it before anything is drawn. */
export const withBusiness = (html: string, { timeZone, currency, brand, accent, phone, hasLogo }: Business): string => {
  const name = escaped(brand);
  const attributes = [
    ['time-zone', timeZone],
    ['currency', currency],
    ['brand', name],
    ['phone', phone === undefined ? undefined : escaped(phone)],
    ['mark', hasLogo ? LOGO_PATH : undefined],
  ].flatMap(([key, value]) => (value === undefined ? [] : [`data-${key}="${value}"`]));
  const styles = accent === STANDARD_ACCENT ? '' : `<link rel="stylesheet" href="${ACCENT_PATH}">`;
  return html
    .replace(/<html\b/i, (tag) => `${tag} ${attributes.join(' ')}`)
    .replace(/<title>[^<]*<\/title>/i, () => `<title>${name}</title>${styles}`);
};
