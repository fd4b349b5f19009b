import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, id, line, page, paragraph } from './fields.ts';
import { wishedSeats } from './licences.ts';
import { IfNobodyActs } from './rules/if-nobody-acts.ts';
import { Outcome, Pay } from './rules/instruction.ts';
import { Decision, LeavingReason } from './words/lists.ts';

export const OwnDecision = z.object({
  decision: Decision,
  seats: z.nullable(z.number()),
  plan_name: z.nullable(z.string()),
  reason: z.nullable(LeavingReason),
  comment: z.string(),
  /** Who decided by a link that they were sent, as they gave their name; null: the caller, here. */
  by: z.nullable(z.string()),
  /** An instant. */
  timestamp: z.string(),
});
export type OwnDecision = z.infer<typeof OwnDecision>;

/**
 * What became of a customer's own wish, with nothing of what staff say among themselves.
 * - `waits`: for our confirmation. `confirmed`: about to be set. `set`, `done`: as wanted.
 * - `blocked`: not possible as things stand. `refused`: somebody gets in touch. `replaced`: by something else.
 */
export const OwnWishState = z.enum(['waits', 'confirmed', 'set', 'done', 'blocked', 'refused', 'replaced']);
export type OwnWishState = z.infer<typeof OwnWishState>;

/** What we have decided for a customer about the next term, and how that stands. `free`: so many seats have to be freed before it is possible. */
export const Arranged = z.object({
  outcome: Outcome,
  seats: z.nullable(z.number()),
  pay: z.nullable(Pay),
  state: OwnWishState,
  free: z.nullable(z.number()),
});
export type Arranged = z.infer<typeof Arranged>;

/** What the next term costs: decimal text before taxes, in the currency of the renewal; other numbers in proportion (`amountForSeats`). */
export const NextTerm = z.object({
  seats: z.number(),
  amount: z.string(),
  /** A number that is offered at a sum of its own. */
  offered: z.nullable(z.object({ seats: z.number(), amount: z.string() })),
  is_year: z.boolean(),
  /** Its last day. */
  to: z.string(),
});
export type NextTerm = z.infer<typeof NextTerm>;

/** A renewal as a customer sees it, without the internal comments of staff. */
export const OwnRenewal = z.object({
  renewal_id: z.number(),
  domain_name: z.string(),
  sku_name: z.string(),
  plan_name: z.string(),
  status: z.string(),
  renewal_date: z.string(),
  /** Business days of the calendar until then; negative: it has passed. */
  days_left: z.number(),
  /** Whether something is still to be decided, and whether its day has passed; what staff noted stays with them. */
  standing: z.enum(['due', 'late', 'decided']),
  bought_seats: z.nullable(z.number()),
  used_seats: z.nullable(z.number()),
  /** Of the whole subscription, decimal text in `currency`. */
  price: z.nullable(z.string()),
  currency: z.string(),
  /** Null: no price is known, or it is not for the caller. */
  next_term: z.optional(z.nullable(NextTerm)),
  /** Google's renewal setting, `ANNUAL` plans only; see `ifNothingIsDone`. */
  renewal_type: z.nullable(z.string()),
  /** What the provider does by itself when the term ends; `unknown`: see `renewal_type`. */
  if_nobody_acts: IfNobodyActs,
  seats_if_nobody_acts: z.nullable(z.number()),
  /** Until the end of which it can be decided; null: until it is closed. */
  last_safe_day: z.nullable(z.string()),
  /** That day has not passed. */
  may_decide: z.boolean(),
  /** The caller's or that of somebody who has a link to it, if nobody decided after it. */
  decision: z.nullable(OwnDecision),
  /** What became of it; null: nothing that could be set follows from it. `free`: so many seats have to be freed before it is possible. */
  wish: z.nullable(z.object({ state: OwnWishState, free: z.nullable(z.number()) })),
  /** What stands without having been asked for by the caller; null: nothing, or `wish` tells of it. */
  arranged: z.optional(z.nullable(Arranged)),
});
export type OwnRenewal = z.infer<typeof OwnRenewal>;

/** The plans that can be asked for. */
export const WISHED_PLANS = ['ANNUAL', 'ANNUAL_YEARLY_PAY', 'FLEXIBLE'] as const;

const customer = { audience: 'customer', screens: ['my_renewals'], rows: 'own' } as const;

export const ownRenewals = {
  /** Open renewals of the caller's domains, the next first; ten on a page. */
  list: call({
    path: 'get_own_renewals/',
    ...customer,
    body: body({
      search: z.optional(line(253)),
      page,
    }),
    reply: z.object({ renewals: z.array(OwnRenewal), total: z.number() }),
  }),
  /**
   * The customer's decision. It becomes a comment on the renewal and its status: Confirmation Received for `renew`, else In
   * Discussion; one that leaves stays Lost or moved where staff said so. The newest counts; a repeated one is deduplicated. Seats that
   * cannot be had are refused with 422 too, in the sentence of `whyNotSeats`, which `fields` has at `seats`.
   */
  decide: call({
    path: 'decide_own_renewal/',
    ...customer,
    body: body({
      renewal_id: id,
      decision: z.enum(Decision.options, 'Choose what should happen'),
      /** Of a change: one of the two at least. */
      seats: z.optional(z.nullable(wishedSeats)),
      plan_name: z.optional(z.nullable(z.enum(WISHED_PLANS))),
      /** Why not. */
      reason: z.optional(z.nullable(LeavingReason)),
      comment: z._default(paragraph(1_000), ''),
    }).check((ctx) => {
      const { decision, seats, plan_name, reason } = ctx.value;
      const fault = (path: string, message: string) =>
        ctx.issues.push({ code: 'custom', message, path: [path], input: ctx.value });
      if (decision === 'change' && (seats ?? null) === null && (plan_name ?? null) === null)
        fault('seats', 'Enter the seats or choose the plan that you want');
      if (decision === 'do_not_renew' && (reason ?? null) === null) fault('reason', 'Choose a reason');
    }),
    reply: done,
    refusals: {
      404: 'No Data Present',
      409: 'This renewal is closed. Look at the list again.',
      422: 'The last day to decide has passed. Please call us.',
    },
    writes: true,
  }),
};
