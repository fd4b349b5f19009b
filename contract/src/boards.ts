import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, line, month, page } from './fields.ts';
import { AgreementStatus, Flag, RenewalStatus, Segment } from './words/lists.ts';
import { ClosedBecause } from './rules/standing.ts';

/**
 * A key and how many renewals of the month have it. The words of a list come all, in its order, members and resellers by
 * name; last the empty key, which counts those that have none.
 */
export const BoardCount = z.object({ key: z.string(), count: z.number() });
export type BoardCount = z.infer<typeof BoardCount>;

/** A renewal in a list behind a count. */
export const BoardRow = z.object({
  renewal_id: z.number(),
  domain_name: z.string(),
  company_name: z.string(),
  plan_name: z.string(),
  sku_name: z.string(),
  /** Seats of an annual plan, licences in use of a flexible one. */
  seats: z.number(),
  renewal_date: z.string(),
  extension_date: z.nullable(z.string()),
  /** Null while its term runs. */
  closed_because: z.nullable(ClosedBecause),
  assigned_to: z.nullable(z.string()),
  segments: z.nullable(Segment),
  agreement_status: z.nullable(AgreementStatus),
  highlight_case: z.nullable(Flag),
  confirmation_status: z.nullable(RenewalStatus),
});
export type BoardRow = z.infer<typeof BoardRow>;

const none = z.literal('');
/** A company exactly as a count named it. */
const company = z.string().check(z.maxLength(1_000), z.regex(/^[^\0\p{Cs}]*$/u, 'Control characters are not allowed'));
const search = z.optional(line(253));
/** Days of the month, first and last; both or none. */
const days = {
  start_day: z.optional(z.int().check(z.gte(1), z.lte(31))),
  end_day: z.optional(z.int().check(z.gte(1), z.lte(31))),
};
export const BOTH_DAYS = 'Please select both a start and end day.';
export const DAYS_ORDER = 'Start day cannot be greater than end day.';
interface Days {
  readonly start_day?: number | undefined;
  readonly end_day?: number | undefined;
}
const inOrder = z.check<Days>((ctx) => {
  const { start_day: from, end_day: to } = ctx.value;
  const fault = (message: string) => {
    ctx.issues.push({
      code: 'custom',
      message,
      path: [from === undefined ? 'start_day' : 'end_day'],
      input: ctx.value,
    });
  };
  if ((from === undefined) !== (to === undefined)) fault(BOTH_DAYS);
  else if (from !== undefined && to !== undefined && from > to) fault(DAYS_ORDER);
});

const board = { audience: 'staff', screens: ['renewal_dashboard'], rows: 'all' } as const;
const counted = { ...board, body: body({ month }) };
/** 15 on a page, by renewal date; without a month those of the current one, as the lists behind the counts are specified. */
const listed = { month: z.optional(month), search, page };

/** The dashboards of renewals: counts of a month, and the lists behind them. Each count equals its list. */
export const boards = {
  /** By the assignee's e-mail. */
  teamCount: call({
    path: 'adminpanel/get_renewal_team_domain_count/',
    ...counted,
    reply: z.object({ domains: z.array(BoardCount) }),
  }),
  segmentCount: call({
    path: 'adminpanel/get_renewal_segment_count/',
    ...counted,
    reply: z.object({ segments: z.array(BoardCount) }),
  }),
  agreementCount: call({
    path: 'adminpanel/get_renewal_aggrement_count/',
    ...counted,
    reply: z.object({ aggrements: z.array(BoardCount) }),
  }),
  flagCount: call({
    path: 'adminpanel/get_renewal_flags_count/',
    ...counted,
    reply: z.object({ flags: z.array(BoardCount) }),
  }),
  /** By the confirmation status, which the specification calls comment. */
  statusCount: call({
    path: 'adminpanel/get_current_month_renewal_dashboard/',
    ...counted,
    reply: z.object({ flags: z.array(BoardCount) }),
  }),
  teamList: call({
    path: 'adminpanel/get_renewal_admin_domain/',
    ...board,
    screens: ['renewal_dashboard', 'manager_renewal_team'],
    body: body({ admin_email: z.union([none, line(254)]), ...listed, ...days }).check(inOrder),
    reply: z.object({ domains: z.array(BoardRow), total: z.number() }),
  }),
  /** The list of a member as export_data.csv, filtered as it is shown. */
  teamExport: call({
    path: 'adminpanel/export_renewal_admin_domain/',
    ...board,
    screens: ['renewal_dashboard', 'manager_renewal_team'],
    body: body({ admin_email: z.union([none, line(254)]), month, search, ...days }).check(inOrder),
    reply: done,
    download: 'export_data.csv',
  }),
  segmentList: call({
    path: 'adminpanel/get_renewal_segment_domain/',
    ...board,
    body: body({ segment_name: z.union([none, Segment]), ...listed }),
    reply: z.object({ domains: z.array(BoardRow), total: z.number() }),
  }),
  agreementList: call({
    path: 'adminpanel/get_renewal_aggrement_domain/',
    ...board,
    body: body({ aggrement: z.union([none, AgreementStatus]), ...listed }),
    reply: z.object({ aggrements: z.array(BoardRow), total: z.number() }),
  }),
  flagList: call({
    path: 'adminpanel/get_renewal_flag_domain/',
    ...board,
    body: body({ flag: z.union([none, Flag]), ...listed }),
    reply: z.object({ flags: z.array(BoardRow), total: z.number() }),
  }),
  statusList: call({
    path: 'adminpanel/get_current_month_renewal_domain/',
    ...board,
    body: body({ comment: z.union([none, RenewalStatus]), ...listed }),
    reply: z.object({ domains: z.array(BoardRow), total: z.number() }),
  }),

  /** The caller's own renewals of the month by confirmation status. */
  ownStatusCount: call({
    path: 'adminpanel/get_current_member_dashboard/',
    audience: 'staff',
    screens: ['renewal_member_dashboard'],
    rows: 'own',
    body: body({ month }),
    reply: z.object({ flags: z.array(BoardCount) }),
  }),
  /** The caller's own renewals of the month by the reseller's company; the empty key: sold directly. */
  ownResellerCount: call({
    path: 'adminpanel/get_reseller_renewal_dashboard/',
    audience: 'staff',
    screens: ['renewal_member_dashboard'],
    rows: 'own',
    body: body({ month }),
    reply: z.object({ domain: z.array(BoardCount) }),
  }),
  /** The list behind either: by status (`comment`), or by reseller. */
  ownList: call({
    path: 'adminpanel/get_current_month_member_domains/',
    audience: 'staff',
    screens: ['renewal_member_dashboard'],
    rows: 'own',
    body: body({
      comment: z.optional(z.union([none, RenewalStatus])),
      reseller: z.optional(company),
      ...listed,
    }),
    reply: z.object({ domains: z.array(BoardRow), total: z.number() }),
  }),
};
