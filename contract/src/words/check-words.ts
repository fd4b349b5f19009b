import type { AtGoogle, CheckedDomain, CheckKind, MailStatus, Ours } from '../checks.ts';

/** Findings of the checkers, in the words of the screens and of the files that they export. */
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

type Column = readonly [title: string, cell: (line: CheckedDomain) => string | number | null];
const MAIL_COLUMNS: readonly Column[] = [
  ['Line', ({ line }) => line],
  ['As Written', ({ input }) => input],
  ['Domain Name', ({ domain }) => domain],
  ['Status', ({ status }) => MAIL_WORDS[status]],
  ['Provider', ({ provider }) => provider],
  ['MX Records', ({ mx }) => mx.map(({ priority, exchange }) => `${priority} ${exchange || '.'}`).join('; ')],
  ['Hint', ({ hint }) => hint],
  ['Error', ({ code }) => code],
];
const DOMAIN_COLUMNS: readonly Column[] = [
  ['Whose', ({ ours }) => ours && OURS_WORDS[ours]],
  ['Owner', ({ owner }) => owner],
  ['Google', ({ google }) => google && GOOGLE_WORDS[google]],
];

/** The columns of export_data.csv, of a file's lines as of a typed domain. */
export const fileColumns = (kind: CheckKind): readonly Column[] =>
  kind === 'mail' ? MAIL_COLUMNS : [...MAIL_COLUMNS, ...DOMAIN_COLUMNS];
