import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, id, line, page } from './fields.ts';

const text = z.nullable(z.string());

/** Where the mail of a domain goes, or why that is not known. Every line of a file has exactly one of them. */
export const MailStatus = z.enum([
  'google',
  'google_legacy',
  /** Google beside a server of somebody else: mail may be lost. */
  'google_mixed',
  'microsoft',
  'zoho',
  /** A filter in front: the mailboxes behind it do not show. */
  'gateway',
  'other',
  /** Takes no mail, and says so. */
  'null_mx',
  'no_mx',
  'no_domain',
  /** No answer that says anything: `code` tells silence (ETIMEOUT) from a refusal. */
  'error',
  /** The line is no domain and was not asked for. */
  'not_a_domain',
  /** The file names the domain in an earlier line. */
  'duplicate',
]);
export type MailStatus = z.infer<typeof MailStatus>;

/** The owner of the domain here; `customer` buys from us, `reseller_customer` through one of our resellers. */
export const Ours = z.enum(['customer', 'reseller_customer', 'axima', 'pending', 'nobody']);
export type Ours = z.infer<typeof Ours>;
/** `managed`: Google has it under us. `elsewhere`: Google has it, not under us. `failed`: Google could not be asked. */
export const AtGoogle = z.enum(['managed', 'elsewhere', 'unknown', 'failed']);
export type AtGoogle = z.infer<typeof AtGoogle>;

export const CheckedDomain = z.object({
  /** In the file, the header counted; 1 for a typed domain. */
  line: z.number(),
  /** As it was written. */
  input: z.string(),
  /** In the one form that is compared; null where it is none. */
  domain: text,
  status: MailStatus,
  /** By the servers' names: `Google Workspace`, `Proofpoint`. */
  provider: text,
  /** In the order of their priority. */
  mx: z.array(z.object({ priority: z.number(), exchange: z.string() })),
  /** The resolver's, of a failed lookup. */
  code: text,
  /** The mailbox provider behind a gateway, from other records. */
  hint: text,
  /** The domain checker's own: null in the record checker. */
  ours: z.nullable(Ours),
  /** Its owner: the company, with the reseller where there is one. */
  owner: text,
  google: z.nullable(AtGoogle),
});
export type CheckedDomain = z.infer<typeof CheckedDomain>;

export const CheckKind = z.enum(['domains', 'mail']);
export type CheckKind = z.infer<typeof CheckKind>;

export const CheckRun = z.object({
  run_id: z.number(),
  kind: CheckKind,
  file_name: z.string(),
  started_by: z.string(),
  started_at: z.string(),
  finished_at: text,
  state: z.enum(['queued', 'running', 'done', 'cancelled', 'failed']),
  lines: z.number(),
  checked: z.number(),
  error: text,
});
export type CheckRun = z.infer<typeof CheckRun>;

/** Lines of a file at most. */
export const MOST_LINES = 5_000;
export const NEITHER = 'Enter a domain or upload a file';
export const NO_FILE = 'Enter upload a file';
const BAD_FILE = 'There is an issue with the file. Please try again...!';
export const CHECKER_SCREENS = { domains: 'domain_checker', mail: 'mx_records' } as const satisfies Record<
  CheckKind,
  string
>;

const staff = { audience: 'staff', rows: 'all' } as const;
const both = { ...staff, screens: Object.values(CHECKER_SCREENS) } as const;
const domain = z.optional(line(300));
/**
 * A typed domain is answered at once in `domains`; a file becomes a run. Both, or a file as well: the file. `notes` are
 * sentences about what of the file is not read.
 */
const answer = z.object({
  error: z.literal(false),
  message: z.string(),
  notes: z.array(z.string()),
  domains: z.array(CheckedDomain),
  run: z.nullable(CheckRun),
});
const refusals = {
  400: NEITHER,
  409: 'Three of your files are waiting. Cancel one or wait for it.',
  413: 'The file is too large.',
  422: BAD_FILE,
  429: 'Nothing was checked.',
};

/**
 * A file is refused whole, with `errors` ({ line, column, reason }), when it cannot be read, has no column of domains or
 * more than `MOST_LINES` lines. A run is shown to all who have its screen; it is forgotten after 30 days.
 */
export const checks = {
  domains: call({
    path: 'domain_checker/',
    ...staff,
    screens: [CHECKER_SCREENS.domains],
    body: body({ domain }),
    reply: answer,
    refusals,
    upload: 'optional',
    writes: true,
  }),
  mail: call({
    path: 'adminpanel/checkMXRecords/',
    ...staff,
    screens: [CHECKER_SCREENS.mail],
    body: body({ domain }),
    reply: answer,
    refusals: { ...refusals, 400: NO_FILE },
    upload: 'optional',
    writes: true,
  }),
  /** The ten newest. */
  runs: call({
    path: 'adminpanel/get_check_runs/',
    ...both,
    body: body({ kind: CheckKind }),
    reply: z.object({ runs: z.array(CheckRun) }),
    refusals: { 404: 'No Data Present' },
  }),
  /** Fifteen checked lines on a page in the order of the file, those of one status where it is named. */
  run: call({
    path: 'adminpanel/get_check_run/',
    ...both,
    body: body({
      run_id: id,
      status: z.optional(MailStatus),
      page,
    }),
    reply: z.object({
      run: CheckRun,
      /** By status, in the order of `MailStatus`; they add up to `checked`. */
      counts: z.array(z.object({ status: MailStatus, count: z.number() })),
      domains: z.array(CheckedDomain),
      total: z.number(),
    }),
    refusals: { 404: 'No Data Present' },
  }),
  /** Lines that are checked already stay. */
  cancel: call({
    path: 'adminpanel/cancel_check_run/',
    ...both,
    body: body({ run_id: id }),
    reply: done,
    refusals: { 404: 'No Data Present', 409: 'This check is over already.' },
    writes: true,
  }),
  /** export_data.csv: every checked line. */
  exportRun: call({
    path: 'adminpanel/export_check_run/',
    ...both,
    body: body({ run_id: id, status: z.optional(MailStatus) }),
    reply: done,
    refusals: { 404: 'No Data Present' },
    download: 'export_data.csv',
  }),
  /** template.csv: sample domains. */
  template: call({
    path: 'adminpanel/export_checker_template/',
    audience: 'staff',
    screens: Object.values(CHECKER_SCREENS),
    body: body({}),
    reply: done,
    download: 'template.csv',
  }),
};
