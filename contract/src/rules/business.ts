/** Where the reseller is, and in which money it reckons. */
export interface Business {
  /** IANA; decides which day and month it is. */
  readonly timeZone: string;
  /** ISO 4217; what an amount is in where nothing else says so. */
  readonly currency: string;
}

/** Where an installation sets nothing else. */
export const STANDARD_BUSINESS: Business = { timeZone: 'Asia/Kolkata', currency: 'INR' };

/** The page of the browser app with the business in it, where `web/src/kit/text/business.ts` reads it before anything is drawn. */
export const withBusiness = (html: string, { timeZone, currency }: Business): string =>
  html.replace(/<html\b/i, `$& data-time-zone="${timeZone}" data-currency="${currency}"`);
