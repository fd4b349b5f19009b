import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, day, done, line, page } from '../fields.ts';
import { DeadlineKind, DeadlineState, DeadlineStep, AlertStep } from '../rules/deadline.ts';
import { IfNobodyActs } from '../rules/if-nobody-acts.ts';
import { IndianState } from '../rules/indian-states.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';

const text = z.nullable(z.string());
const count = z.nullable(z.number());

/** A day until which something can be done. Days are ISO; amounts decimal text in `currency`. */
export const DeadlineRow = z.object({
  deadline_id: z.number(),
  kind: DeadlineKind,
  state: DeadlineState,
  /** Why it is no longer open. */
  cause: text,
  /** When the provider acts, an instant, and the day of it. */
  at: z.string(),
  day: z.string(),
  last_safe_day: z.string(),
  domain_name: z.string(),
  company_name: z.string(),
  /** Null: of a trial that nobody renews. */
  renewal_id: count,
  /** What can be done about it; null of one that is over. */
  step: z.nullable(DeadlineStep),
  /** Why the wish about it cannot be placed. */
  reason: text,
  /** What happens by itself: `whatIsLost` says it in words. */
  if_nobody_acts: IfNobodyActs,
  seats_if_nobody_acts: count,
  seats: count,
  wished_seats: count,
  /** Of a year; null: no price is known. */
  value: text,
  currency: z.string(),
  /** On which steps somebody was told. */
  alerted: z.array(AlertStep),
  owner: z.nullable(z.object({ email: z.string(), name: z.string() })),
});
export type DeadlineRow = z.infer<typeof DeadlineRow>;

/** The caller's own and those of whom the caller covers today, or everybody's. */
export const DeadlinesOf = z.enum(['mine', 'team']);
export type DeadlinesOf = z.infer<typeof DeadlinesOf>;

/**
 * Open ones about which something is still to be done, with their last safe day by today, within a week, within thirty days; those
 * whose wish cannot be placed; those of this month that were met, and of this year that were missed.
 */
export const DeadlineList = z.enum(['today', 'week', 'month', 'blocked', 'met', 'missed']);
export type DeadlineList = z.infer<typeof DeadlineList>;

export const DEADLINES_PAGE = 50;

const Tile = z.object({
  count: z.number(),
  /** What is at stake, in the currency of the business. */
  value: z.string(),
});

export const Holiday = z.object({ day: z.string(), name: z.string() });
export type Holiday = z.infer<typeof Holiday>;

/** A holiday that counts by itself, unless the business works on it. */
export const PublicDay = z.extend(Holiday, { is_worked: z.boolean() });
export type PublicDay = z.infer<typeof PublicDay>;

/** The rules of this installation. */
export const RenewalRules = z.strictObject({
  /** Business days before the end of a term that approving and placing may take. */
  lead_business_days: z.int().check(z.gte(1, 'At least 1 day'), z.lte(30, 'At most 30 days')),
  /** Its public holidays count beside those of all India; null: those alone. */
  holiday_state: z.nullable(IndianState),
  /** From where on a wish needs the word of a second person. */
  approval_limits: z.strictObject({
    fallPercent: z.int().check(z.gte(0, 'At least 0 percent'), z.lte(100, 'At most 100 percent')),
    value: z.number().check(z.gte(0, 'At least 0'), z.lte(1_000_000_000_000, 'At most 1,000,000,000,000')),
  }),
});
export type RenewalRules = z.infer<typeof RenewalRules>;

const staff = { audience: 'staff', screens: RENEWAL_SCREENS } as const;
const administrators = { ...staff, roles: ['ADMIN'] } as const;
const CHANGED = 'Somebody has changed this meanwhile. Please check and try again.';

/** Until when something can still be done about a renewal, and who was told of it. */
export const deadlines = {
  /** 50 a page; the first last safe day first, and of one day what is worth the most. Of what is over the newest first. */
  list: call({
    path: 'adminpanel/get_deadlines/',
    ...staff,
    rows: 'all',
    body: body({ of: DeadlinesOf, show: DeadlineList, page }),
    reply: z.object({ deadlines: z.array(DeadlineRow), total: z.number() }),
  }),
  /** `days`: how many last safe days fall on each business day of the next thirty days; on the first of them those that have passed. */
  counts: call({
    path: 'adminpanel/get_deadline_counts/',
    ...staff,
    rows: 'all',
    body: body({ of: DeadlinesOf }),
    reply: z.object({
      today: z.string(),
      /** The last days of a week and of thirty days. */
      week: z.string(),
      month: z.string(),
      /** `overdue`: those of `today` whose last safe day has passed. */
      tiles: z.object({ overdue: Tile, today: Tile, week: Tile, month: Tile, blocked: Tile, met: Tile, missed: Tile }),
      /** Of this year, met and missed. */
      over: z.number(),
      days: z.array(z.object({ day: z.string(), count: z.number() })),
      lead_business_days: z.number(),
      /** The chat of the team is told too. */
      has_chat: z.boolean(),
    }),
  }),
  /** The own ones that are listed, and the public ones of this year and the next. */
  holidays: call({
    path: 'adminpanel/get_holidays/',
    ...staff,
    body: body({}),
    reply: z.object({ holidays: z.array(Holiday), public: z.array(PublicDay) }),
  }),
  /** One that is listed already gets the new name. Last safe days move at once. */
  addHolidays: call({
    path: 'adminpanel/add_holidays/',
    ...administrators,
    body: body({
      holidays: z
        .array(z.strictObject({ day, name: line(80, 'Enter a name') }))
        .check(z.minLength(1, 'Enter a holiday'), z.maxLength(100)),
    }),
    reply: done,
    refusals: { 422: 'There are too many holidays. Please remove those that have passed.' },
    writes: true,
  }),
  removeHoliday: call({
    path: 'adminpanel/remove_holiday/',
    ...administrators,
    body: body({ day }),
    reply: done,
    refusals: { 404: 'This holiday is not listed any more.' },
    writes: true,
  }),
  /** Whether the business works on a public holiday. Last safe days move at once. */
  setWorkedDay: call({
    path: 'adminpanel/set_worked_day/',
    ...administrators,
    body: body({ day, is_worked: z.boolean() }),
    reply: done,
    refusals: { 422: 'This is no public holiday of this year or the next.' },
    writes: true,
  }),
  rules: call({
    path: 'adminpanel/get_renewal_rules/',
    ...staff,
    body: body({}),
    reply: z.object({ rules: RenewalRules }),
  }),
  /** Last safe days move at once. `seen`: what the form was opened on; where a colleague has set other values since, 409. */
  setRules: call({
    path: 'adminpanel/set_renewal_rules/',
    ...administrators,
    body: body({ rules: RenewalRules, seen: z.optional(RenewalRules) }),
    reply: done,
    refusals: { 409: CHANGED },
    writes: true,
  }),
  /** Since when the caller's calendar has an address; null: it has none. The address itself is told once. */
  feed: call({
    path: 'adminpanel/get_calendar_feed/',
    ...staff,
    rows: 'own',
    body: body({}),
    reply: z.object({ since: text }),
  }),
  /** The address under which a calendar reads the caller's deadlines; one that was there before is revoked. */
  createFeed: call({
    path: 'adminpanel/create_calendar_feed/',
    ...staff,
    rows: 'own',
    body: body({}),
    reply: z.object({ url: z.string() }),
    writes: true,
    secretReply: true,
  }),
  revokeFeed: call({
    path: 'adminpanel/revoke_calendar_feed/',
    ...staff,
    rows: 'own',
    body: body({}),
    reply: done,
    refusals: { 404: 'There is no calendar feed.' },
    writes: true,
  }),
};
