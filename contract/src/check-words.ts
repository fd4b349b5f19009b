import type { AtGoogle, MailStatus, Ours } from './checks.ts';

/** What the checkers find, in the words of the screens and of the files that they export. */
export const MAIL_WORDS: Readonly<Record<MailStatus, string>> = {
  google: 'Google Workspace',
  google_legacy: 'Google Workspace, older servers',
  google_mixed: 'Google Workspace beside other servers',
  microsoft: 'Microsoft 365',
  zoho: 'Zoho Mail',
  gateway: 'Behind a mail filter',
  other: 'Other mail servers',
  null_mx: 'Takes no mail',
  no_mx: 'No MX records',
  no_domain: 'No such domain',
  error: 'No answer',
  not_a_domain: 'Not a domain',
  duplicate: 'Named in an earlier line',
};

export const OURS_WORDS: Readonly<Record<Ours, string>> = {
  customer: 'Our customer',
  reseller_customer: "A reseller's customer",
  axima: 'Axima',
  pending: 'Waits for approval',
  nobody: 'Nobody',
};

export const GOOGLE_WORDS: Readonly<Record<AtGoogle, string>> = {
  managed: 'Managed by us',
  elsewhere: 'Managed by others',
  unknown: 'Not at Google',
  failed: 'Google did not answer',
};
