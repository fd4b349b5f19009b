export const SENTENCES = {
  notConfigured: 'The Google Reseller API is not configured.',
  nothingListed: 'Google listed no subscription at all. Nothing was changed. Check GOOGLE_ADMIN_SUBJECT.',
} as const;
