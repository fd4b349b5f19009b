/* eslint max-lines: ['error', { max: 280, skipBlankLines: true, skipComments: true }] -- all calls of the one noun, with their rows */
import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, day, id, line, month, page, sorting } from './fields.ts';
import { AgreementStatus, Flag, LicenceBand, PriceType, RenewalStatus, Segment, Zone } from './words/lists.ts';
import { IfNobodyActs } from './rules/if-nobody-acts.ts';
import { InstructionState, Outcome } from './rules/instruction.ts';
import { ClosedBecause, Decided } from './rules/standing.ts';

const text = z.nullable(z.string());
const count = z.nullable(z.number());
/** Of our own, beside the specification's: left out where it is null, as it is in most rows. */
const seldom = <Value extends z.ZodMiniType>(value: Value) => z.optional(z.nullable(value));

/** One renewal on the long lists. Dates are ISO days; amounts are decimal text in `currency`. */
export const RenewalRow = z.object({
  renewal_id: z.number(),
  domain_name: z.string(),
  resellerType: z.enum(['Y', 'N']),
  company_name: z.string(),
  plan_name: z.string(),
  status: z.string(),
  licensed_seats: count,
  number_of_seats: count,
  maxSeats: count,
  sku_name: z.string(),
  margin: text,
  renewal_date: z.string(),
  provider_renewal_date: text,
  google_renewal_date: text,
  zone: z.nullable(Zone),
  price: text,
  /** ISO 4217; of the subscription, INR where no imported file said otherwise. */
  currency: z.string(),
  segments: z.nullable(Segment),
  followup_comments: text,
  highlight_case: z.nullable(Flag),
  confirmation_status: z.nullable(RenewalStatus),
  agreement_status: z.nullable(AgreementStatus),
  priceType: z.nullable(PriceType),
  upto20: text,
  above20: text,
  price_per_user: text,
  special_comments: text,
  task_status: text,
  reason: text,
  renewed_lic: count,
  add_lic: count,
  extension_date: text,
  /** Null while its term runs. */
  closed_because: seldom(ClosedBecause),
  /** Shown as support charge. */
  assign: text,
  suspension_reason: text,
  customer_email: text,
  assigned_to: text,
  subscription_id: text,
  zoho_customer_id: text,
  /** The last notification in one word: queued, sent, failed; null when none was sent. */
  notification: seldom(z.string()),
  /** How many months the term has, where they are not twelve. */
  term_months: seldom(z.number()),
  /** When the newest comment was written. */
  followed_up_at: seldom(z.string()),
  /** The last day on which what follows its term can safely be changed. */
  last_safe_day: seldom(z.string()),
  /** What its provider does by itself when the term ends, and with how many seats. */
  if_nobody_acts: seldom(IfNobodyActs),
  seats_if_nobody_acts: seldom(z.number()),
  /** The state of what was decided about the next term, what it is, and its seats. */
  instruction: seldom(InstructionState),
  wanted: seldom(Outcome),
  wanted_seats: seldom(z.number()),
  /** Grows with each write; a writer who saw an older one is refused with 409. */
  version: z.number(),
});
export type RenewalRow = z.infer<typeof RenewalRow>;

/** The licences of each band, first and last; every count lies in exactly one. */
export const LICENCE_BANDS: Record<z.infer<typeof LicenceBand>, readonly [from: number, to: number]> = {
  '< 99': [0, 99],
  '100-300': [100, 300],
  '301-999': [301, 999],
  '1000+': [1000, 2_147_483_647],
};
/** The count that the bands are about: seats of an annual plan, licences in use of a flexible one. */
export const licencesOf = (row: Pick<RenewalRow, 'number_of_seats' | 'licensed_seats'>): number =>
  row.number_of_seats ?? row.licensed_seats ?? 0;

/** Products for sale, by Google's names; a renewal may be planned with one that nobody has yet. */
export const SOLD_PRODUCTS = [
  'Google Workspace Business Starter',
  'Google Workspace Business Standard',
  'Google Workspace Business Plus',
  'Google Workspace Enterprise Essentials',
  'Google Workspace Enterprise Standard',
  'Google Workspace Enterprise Plus',
  'Google Workspace Frontline Starter',
  'Google Workspace Frontline Standard',
  'Google Workspace for Education Plus',
  'Google Vault',
  'Cloud Identity Premium',
] as const;

const STAFF_SCREENS = ['get_monthly_renewal', 'get_renewal_data', 'my_renewal_domain'] as const;
/** Work on one renewal, of whichever product. */
const staff = { audience: 'staff', screens: [...STAFF_SCREENS, '{directory_product}_renewal_data'] } as const;
/** Calls of the comment form, on every screen that opens it. */
const commenting = { audience: 'staff', screens: [...staff.screens, 'renewal_reseller'] } as const;

/** In the place of a value: the field has none. */
export const NONE = 'none';
const BANDS = `Choose one of: ${LicenceBand.options.join(', ')}`;
const severalBands = z
  .string(BANDS)
  .check(z.regex(/^(< 99|100-300|301-999|1000\+)(,(100-300|301-999|1000\+)){0,3}$/, BANDS));
/** The bands of a filter that names some. */
export const bandsIn = (text: string): readonly (readonly [from: number, to: number])[] =>
  LicenceBand.options.filter((band) => text.split(',').includes(band)).map((band) => LICENCE_BANDS[band]);

/** Filters of a list of renewals. All given conditions hold together. */
const filter = {
  domain: z.optional(line(253)),
  month: z.optional(month),
  start_date: z.optional(day),
  end_date: z.optional(day),
  /** A member's e-mail; the empty text finds the unassigned. */
  assigned_to: z.optional(line(254)),
  /** A band, or several with commas between: any of them. */
  licence: z.optional(z.union([LicenceBand, severalBands])),
  segment: z.optional(Segment),
  zone: z.optional(z.enum([...Zone.options, NONE])),
  flag: z.optional(z.enum([...Flag.options, NONE])),
  agreement: z.optional(z.enum([...AgreementStatus.options, NONE])),
  /** The oldest first; what is decided the newest first. */
  decided: z.optional(Decided),
};
export const RENEWAL_SORTS = ['renewal_date', 'domain_name', 'company_name', 'number_of_seats', 'price'] as const;
/** Rows on a page, as a reader may choose them; each list has a size of its own without. */
export const PAGE_SIZES = [10, 20, 25, 50, 100] as const;
const paging = { page, size: z.optional(z.literal(PAGE_SIZES)), ...sorting(RENEWAL_SORTS) };

/** Fields of Update Domain Details. */
const details = { segments: z.nullable(Segment), zone: z.nullable(Zone), assigned_to: z.nullable(line(254)) };

const byFile = {
  audience: 'staff',
  screens: ['get_monthly_renewal'],
  rows: 'all',
  body: body({ month }),
  reply: z.object({
    updated: z.number(),
    unchanged: z.number(),
    skipped: z.number(),
    notes: z.array(z.string()),
  }),
  refusals: { 422: 'Please check the subscription Id uploaded.', 413: 'The file is too large.' },
  upload: true,
} as const;

const Member = z.object({ email: z.string(), name: z.string() });

export const renewals = {
  /** One page of 10 of all renewals, with the total that match. */
  all: call({
    path: 'adminpanel/get_renewal_data/',
    audience: 'staff',
    screens: ['get_renewal_data'],
    rows: 'all',
    body: body({ ...filter, ...paging }),
    reply: z.object({ customer: z.array(RenewalRow), total: z.number() }),
  }),
  /** All renewals of a month. Who names the `revision` it has gets `unchanged: true` and no rows while nothing changed. */
  monthly: call({
    path: 'adminpanel/get_monthly_renewal_data/',
    audience: 'staff',
    screens: ['get_monthly_renewal'],
    rows: 'all',
    body: body({ month, revision: z.optional(line(40)) }),
    reply: z.object({ customer: z.array(RenewalRow), revision: z.string(), unchanged: z.optional(z.boolean()) }),
  }),
  /** One page of 20 of the caller's own renewals. */
  mine: call({
    path: 'adminpanel/get_my_domain/',
    audience: 'staff',
    screens: ['my_renewal_domain'],
    rows: 'own',
    body: body({ ...filter, ...paging }),
    reply: z.object({ domains: z.array(RenewalRow), total: z.number() }),
  }),
  /** data.csv: a month (all of it, filtered, or those that were chosen), or everything that the filter finds; as JSON a month, else the current one. */
  exportMonthly: call({
    path: 'adminpanel/get_export_monthly_renewal_data/',
    audience: 'staff',
    screens: STAFF_SCREENS,
    rows: 'all',
    body: body({
      ...filter,
      mine: z.optional(z.boolean()),
      renewal_ids: z.optional(z.array(id).check(z.maxLength(5_000))),
    }),
    reply: z.object({ customer: z.array(RenewalRow) }),
    download: 'data.csv',
    orJson: true,
  }),
  setZone: call({
    path: 'adminpanel/update_zone/',
    ...staff,
    rows: 'all',
    body: body({ zone: Zone, renewal_id: id, was: z.optional(z.nullable(Zone)) }),
    reply: z.object({ version: z.number() }),
    refusals: {
      404: 'Failed to Update Zone. Please try refreshing the page',
      409: 'Failed to Update Zone. Please try refreshing the page',
    },
    writes: true,
  }),
  setSegment: call({
    path: 'adminpanel/update_segments/',
    ...staff,
    rows: 'all',
    body: body({ segments: Segment, renewal_id: id, was: z.optional(z.nullable(Segment)) }),
    reply: z.object({ version: z.number() }),
    refusals: {
      404: 'Failed to Update Segment. Please try refreshing the page',
      409: 'Failed to Update Segment. Please try refreshing the page',
    },
    writes: true,
  }),
  /** `emailid` is the member's e-mail; the empty text takes the assignment away. */
  setAssignee: call({
    path: 'adminpanel/update_assignto_member/',
    ...staff,
    rows: 'all',
    body: body({ renewalid: id, emailid: line(254), was: z.optional(z.nullable(line(254))) }),
    reply: z.object({ version: z.number() }),
    refusals: {
      404: 'Failed to Update Assigned To. Please try refreshing the page',
      409: 'Failed to Update Assigned To. Please try refreshing the page',
      422: 'Failed to Update Assigned To. Please try refreshing the page',
    },
    writes: true,
  }),
  /**
   * The Update Domain Details dialog: segment, zone and assignee in one transaction. The caller names the `version` that was
   * seen; or, to take a change back, the values that are replaced (`was`): then only what differs from them is written.
   */
  updateDetails: call({
    path: 'adminpanel/update_renewal_details/',
    ...staff,
    rows: 'all',
    body: body({
      renewal_id: id,
      version: z.optional(z.number()),
      was: z.optional(z.strictObject(details)),
      ...details,
    }).check(
      z.refine(({ version, was }) => version !== undefined || was !== undefined, {
        error: 'Send the version that you saw, or the values that you replace.',
        path: ['version'],
      }),
    ),
    reply: z.object({ version: z.number() }),
    refusals: {
      404: 'Failed to Update Domain Details. Please try refreshing the page',
      409: 'Somebody has changed this renewal meanwhile. Please check and try again.',
      422: 'Failed to Update Assigned To. Please try refreshing the page',
    },
    writes: true,
  }),
  /**
   * Columns: Subscription Id (or Renewal Id) and Assigned To; see `ASSIGNMENT_COLUMNS`. A row whose Assigned To is blank is
   * `skipped`, as an export has it of what is nobody's yet. All others or none: with the refusal come `errors` ({ line?,
   * column?, reason }, at most 1,000) and `error_count`. `notes` are sentences about what of the file was not read.
   */
  bulkAssign: call({ path: 'adminpanel/bulk_update_assignto_member/', ...byFile, writes: true }),
  /** Dry run of `bulkAssign` with the same file: it is checked in the same way, and nothing is written. */
  checkBulkAssign: call({ path: 'adminpanel/check_bulk_assignment/', ...byFile }),
  /** Initial values of the comment form. */
  details: call({
    path: 'adminpanel/get_renewal_domain_details/',
    ...commenting,
    rows: 'all',
    body: body({ renewal_id: id }),
    reply: z.object({
      domain: z.array(
        z.object({
          ...RenewalRow.shape,
          skuName: z.string(),
          customerDomain: z.string(),
          zoho_contact_id: text,
          /** One calendar year on; 24 and 36 months on for those renewal types. */
          next_renewal_dates: z.object({ annual: z.string(), months24: z.string(), months36: z.string() }),
        }),
      ),
    }),
    refusals: { 404: 'No Domain Found' },
  }),
  /** Those to whom a renewal can be assigned, and who has open ones and can be given none any more. */
  members: call({
    path: 'adminpanel/get_assigement_members_emails/',
    ...staff,
    body: body({}),
    reply: z.object({ members: z.array(Member), former: z.array(Member) }),
  }),
  /** Products that a renewal may be planned with: the names of its own product; without one those of licences. */
  products: call({
    path: 'adminpanel/get_all_products/',
    ...commenting,
    body: body({ renewal_id: z.optional(id) }),
    reply: z.object({ products: z.array(z.object({ productname: z.string() })) }),
  }),
  /** Every write on a renewal: who, when, what, old and new value. Newest first. */
  history: call({
    path: 'adminpanel/get_renewal_history/',
    ...staff,
    rows: 'all',
    body: body({ renewal_id: id }),
    reply: z.object({
      history: z.array(
        z.object({
          entry_id: z.number(),
          at: z.string(),
          by: z.string(),
          action: z.string(),
          changes: z.array(z.object({ field: z.string(), old: text, new: text })),
        }),
      ),
    }),
    refusals: { 404: 'No Data Present' },
  }),
};
