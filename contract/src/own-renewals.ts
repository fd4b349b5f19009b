import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, id, line, page, paragraph } from './fields.ts';
import { MOST_SEATS } from './licences.ts';
import { Decision, LeavingReason } from './words/lists.ts';

export const OwnDecision = z.object({
  decision: Decision,
  seats: z.nullable(z.number()),
  plan_name: z.nullable(z.string()),
  reason: z.nullable(LeavingReason),
  comment: z.string(),
  /** An instant. */
  timestamp: z.string(),
});
export type OwnDecision = z.infer<typeof OwnDecision>;

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
  /** Google's renewal setting, `ANNUAL` plans only; see `ifNothingIsDone`. */
  renewal_type: z.nullable(z.string()),
  /** The caller's, if nobody decided after it. */
  decision: z.nullable(OwnDecision),
});
export type OwnRenewal = z.infer<typeof OwnRenewal>;

const OUTCOMES: Readonly<Record<string, string>> = {
  AUTO_RENEW_MONTHLY_PAY: 'It renews for a year with the seats bought, billed monthly.',
  AUTO_RENEW_YEARLY_PAY: 'It renews for a year with the seats bought, billed yearly.',
  RENEW_CURRENT_USERS_MONTHLY_PAY: 'It renews for a year with the seats in use, billed monthly.',
  RENEW_CURRENT_USERS_YEARLY_PAY: 'It renews for a year with the seats in use, billed yearly.',
  RENEW_ON_PROPOSED_OFFER: 'It renews on the offer that we have proposed.',
  SWITCH_TO_PAY_AS_YOU_GO: 'It goes on without a commitment, billed monthly for the seats in use.',
  CANCEL: 'It ends, and its users lose the service.',
};
/** Once the day has passed: what was set is no promise any more, and what became of it is not known yet. */
const WAS_SET: Readonly<Record<string, string>> = {
  AUTO_RENEW_MONTHLY_PAY: 'to renew for a year with the seats bought, billed monthly',
  AUTO_RENEW_YEARLY_PAY: 'to renew for a year with the seats bought, billed yearly',
  RENEW_CURRENT_USERS_MONTHLY_PAY: 'to renew for a year with the seats in use, billed monthly',
  RENEW_CURRENT_USERS_YEARLY_PAY: 'to renew for a year with the seats in use, billed yearly',
  RENEW_ON_PROPOSED_OFFER: 'to renew on the offer that we had proposed',
  SWITCH_TO_PAY_AS_YOU_GO: 'to go on without a commitment, billed monthly for the seats in use',
  CANCEL: 'to end, and its users to lose the service',
};

/** The effect on the renewal day of taking no action; after that day, the effect it was to have. */
export const ifNothingIsDone = ({
  renewal_type,
  plan_name,
  days_left,
}: Pick<OwnRenewal, 'renewal_type' | 'plan_name' | 'days_left'>): string => {
  const isPast = days_left < 0;
  const outcome = renewal_type === null ? undefined : (isPast ? WAS_SET : OUTCOMES)[renewal_type];
  if (outcome !== undefined) {
    if (!isPast) return outcome;
    return `Its date has passed. On that day it was set ${outcome}. What became of it is not confirmed yet: please talk to us.`;
  }
  if (plan_name === 'FLEXIBLE') return 'It goes on from month to month.';
  return isPast
    ? 'Its date has passed and nothing is settled: please talk to us.'
    : 'We will get in touch before that day.';
};

/** The plans that can be asked for. */
export const WISHED_PLANS = ['ANNUAL', 'ANNUAL_YEARLY_PAY', 'FLEXIBLE'] as const;

const SEATS = 'Enter a whole number of seats';

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
   * Discussion; one that leaves stays Lost or moved where staff said so. The newest counts; a repeated one is deduplicated.
   */
  decide: call({
    path: 'decide_own_renewal/',
    ...customer,
    body: body({
      renewal_id: id,
      decision: z.enum(Decision.options, 'Choose what should happen'),
      /** Of a change: one of the two at least. */
      seats: z.optional(
        z.nullable(z.int(SEATS).check(z.positive(SEATS), z.lte(MOST_SEATS, `At most ${MOST_SEATS} seats`))),
      ),
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
    refusals: { 404: 'No Data Present', 409: 'This renewal is closed. Look at the list again.' },
    writes: true,
  }),
};
