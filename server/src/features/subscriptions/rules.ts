/** When the nightly sync starts, in the business time zone. */
export const NIGHTLY_AT = '02:10';

export const SENTENCES = {
  notConfigured: 'The Google Reseller API is not configured.',
  nothingListed: 'Google listed no subscription at all. Nothing was changed. Check GOOGLE_ADMIN_SUBJECT.',
} as const;
