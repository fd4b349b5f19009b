import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, day } from '../fields.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';
import { Stage } from '../rules/standing.ts';
import { Sums } from './my-day.ts';

const text = z.nullable(z.string());

/** A renewal that stands otherwise than when the week began. Values are of a year, decimal text; null: no price is known. */
const ChangedRenewal = z.object({
  renewal_id: z.number(),
  domain_name: z.string(),
  company_name: z.string(),
  /** Who has it now; null: nobody. */
  owner: text,
  renewal_date: z.string(),
  value_before: text,
  value: text,
  currency: z.string(),
});
export type ChangedRenewal = z.infer<typeof ChangedRenewal>;

/** Renewals that went the same way; where `from` and `to` are the same, only what they are worth has changed. */
const Change = z.object({
  from: Stage,
  to: Stage,
  count: z.number(),
  /** What they are worth now; of those that only changed in value, by how much more or (negative) less. */
  sums: Sums,
  /** Those of the most value. */
  rows: z.array(ChangedRenewal),
});
export type Change = z.infer<typeof Change>;

/** So many renewals of a change come as rows. */
export const CHANGE_ROWS = 50;

export const weeklyChanges = {
  /**
   * What has changed since a week began, in money. Each Monday it is recorded how open renewals stand; on a Monday it is compared with
   * the week before. `week`: another Monday that was recorded. `account_id`: whose renewals; 0: nobody's; left out: the team's.
   */
  since: call({
    path: 'adminpanel/get_weekly_changes/',
    audience: 'staff',
    screens: RENEWAL_SCREENS,
    rows: 'all',
    body: body({
      week: z.optional(day),
      account_id: z.optional(z.int().check(z.gte(0), z.lte(2_147_483_647))),
    }),
    reply: z.object({
      /** The Mondays that were recorded, the newest first; none before the first night. */
      weeks: z.array(z.string()),
      /** That which is compared with; null: none was recorded. */
      week: text,
      /** The day on which it was recorded: a later one where the desk stood still, or began, in that week. */
      recorded_on: text,
      /** The most money first. */
      changes: z.array(Change),
    }),
    refusals: { 403: 'This is the work of somebody else.', 404: 'No Data Present' },
  }),
};
