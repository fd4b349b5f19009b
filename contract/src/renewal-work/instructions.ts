import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body, id, line, page, paragraph } from '../fields.ts';
import { SEATS_MISSING, wishedSeats } from '../licences.ts';
import { ApprovalReason } from '../rules/approval.ts';
import { INSTRUCTIONS_PATH, InstructionState, Outcome, Pay, WishSource } from '../rules/instruction.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';

const text = z.nullable(z.string());
const count = z.nullable(z.number());

/** What is wanted of the next term. `seats` and `pay` belong to `renew` alone; without `pay` it is paid as before. */
export const wishShape = {
  outcome: z.enum(Outcome.options, 'Choose what should happen'),
  seats: z.optional(z.nullable(wishedSeats)),
  pay: z.optional(z.nullable(Pay)),
};
interface Wished {
  readonly outcome: Outcome;
  readonly seats?: number | null | undefined;
}
const seatsAreNamed = z.check<Wished>((ctx) => {
  const { outcome, seats } = ctx.value;
  if (outcome === 'renew' && (seats ?? null) === null)
    ctx.issues.push({ code: 'custom', message: SEATS_MISSING, path: ['seats'], input: ctx.value });
});

/** What a wish comes to. Amounts are decimal text of a year, in `currency`; null: no price is known. */
export const Consequence = z.object({
  seats_now: count,
  /** Of the next term; null: it has no fixed number. */
  seats: count,
  /** Seats that people have, as last listed. */
  in_use: z.optional(count),
  value_now: text,
  value: text,
  currency: z.string(),
  /** The day on which the term ends, and the last one on which this can safely be set. */
  renewal_date: z.string(),
  last_safe_day: text,
  approval_reasons: z.array(ApprovalReason),
});
export type Consequence = z.infer<typeof Consequence>;

export const PlannedStep = z.object({
  do: z.enum(['set-renewal', 'set-seats', 'commit']),
  after: z.enum(['now', 'term-end']),
  /** In words: `Switch to flexible when the term ends`. */
  text: z.string(),
});
export type PlannedStep = z.infer<typeof PlannedStep>;

export const InstructionPlan = z.extend(Consequence, {
  /** In their order; none: it is as wanted already. Null: the provider cannot be asked now, or the wish is blocked. */
  steps: z.nullable(z.array(PlannedStep)),
  /** Why it cannot be placed as things stand, or why it is not known; null: it can. */
  problem: text,
  /** It is set to go on as a flexible plan at once, as long as that is in its way. */
  goes_on: z.optional(z.boolean()),
  /** What the provider does by itself if nothing is placed, in words. */
  at_provider: text,
  /** Where Workspace and its add-ons at this domain would come apart, in sentences. */
  differences: z.array(z.string()),
});
export type InstructionPlan = z.infer<typeof InstructionPlan>;

export const Instruction = z.extend(Consequence, {
  instruction_id: z.number(),
  renewal_id: z.number(),
  domain_name: z.string(),
  company_name: text,
  sku_name: z.string(),
  outcome: Outcome,
  pay: z.nullable(Pay),
  source: WishSource,
  state: InstructionState,
  /** Why it is blocked, refused, or was not placed yet. */
  reason: text,
  requested_by: z.string(),
  /** Instants. */
  requested_at: z.string(),
  approved_by: text,
  approved_at: text,
  /** When the provider was last read for it. */
  read_back_at: text,
  /** Whether the caller may confirm or approve it, and whether that takes a code by mail, because nobody else could. */
  may_approve: z.boolean(),
  needs_code: z.boolean(),
});
export type Instruction = z.infer<typeof Instruction>;

const staff = { audience: 'staff', screens: RENEWAL_SCREENS, rows: 'all' } as const;
const wish = { renewal_id: id, ...wishShape };
const one = body({ instruction_id: id });
const GONE = 'This was decided meanwhile. Look at it again.';
const NO_RENEWAL = 'No Data Present';
const reply = z.object({ instruction: Instruction });

export const instructions = {
  /** Dry: what a wish comes to and how it would be brought about, from what the provider says now. Writes nothing. */
  plan: call({
    path: 'adminpanel/plan_renewal_instruction/',
    ...staff,
    body: body(wish).check(seatsAreNamed),
    reply: z.object({ plan: InstructionPlan }),
    refusals: {
      404: NO_RENEWAL,
      409: 'This renewal is closed. Look at the list again.',
      422: 'This renewal is arranged by hand: no provider can be told.',
    },
  }),
  /**
   * Asks for it, in place of what was asked for before. It is placed at once where nobody else has to approve it; else it waits
   * as a draft. `seen`: how it stood when the form was opened, as `list` says; where somebody has decided something else since, 409.
   */
  place: call({
    path: 'adminpanel/place_renewal_instruction/',
    ...staff,
    body: body({ ...wish, seen: z.optional(z.string().check(z.maxLength(40))) }).check(seatsAreNamed),
    reply,
    refusals: {
      404: NO_RENEWAL,
      409: 'This was decided meanwhile, or the renewal is closed. Look at it again.',
      422: 'This renewal is arranged by hand: no provider can be told.',
    },
    writes: true,
  }),
  /** Confirms a draft, which is then placed. `code`: of the mail, where nobody but who asked for it could approve it. */
  approve: call({
    path: 'adminpanel/approve_renewal_instruction/',
    ...staff,
    body: body({
      instruction_id: id,
      code: z.optional(z.string().check(z.trim(), z.regex(/^\d{6}$/, 'OTP Does Not Match'))),
    }),
    reply,
    refusals: {
      401: 'OTP Does Not Match',
      404: NO_RENEWAL,
      409: GONE,
      422: 'Somebody else has to approve this: an administrator, or the manager of who has the renewal.',
      429: 'OTP Does Not Match',
    },
    writes: true,
  }),
  /** Mails the caller the code that an approval of the own wish takes where nobody else could approve it. */
  sendCode: call({
    path: 'adminpanel/send_approval_code/',
    ...staff,
    body: one,
    reply: z.object({ already_sent: z.boolean() }),
    refusals: { 404: NO_RENEWAL, 409: GONE, 422: 'No code is needed for this.', 429: 'Failed to send OTP' },
    sendsCode: true,
  }),
  /** The renewal is undecided again. */
  refuse: call({
    path: 'adminpanel/refuse_renewal_instruction/',
    ...staff,
    body: body({ instruction_id: id, reason: paragraph(500, 'Enter Reason') }),
    reply,
    refusals: {
      404: NO_RENEWAL,
      409: GONE,
      422: 'Somebody else has to decide on this: an administrator, or the manager of who has the renewal.',
    },
    writes: true,
  }),
  /** Takes back what was asked for. What the provider was told already stays as it is there. */
  cancel: call({
    path: 'adminpanel/cancel_renewal_instruction/',
    ...staff,
    body: body({ instruction_id: id, reason: z._default(line(200), '') }),
    reply,
    refusals: { 404: NO_RENEWAL, 409: GONE },
    writes: true,
  }),
  /** Has it looked at now; one that was changed at the provider is placed again. */
  retry: call({
    path: 'adminpanel/retry_renewal_instruction/',
    ...staff,
    body: one,
    reply,
    refusals: { 404: NO_RENEWAL, 409: GONE },
    writes: true,
  }),
  /**
   * Of a renewal all of them, newest first, and in `seen` how it stands; without one those that wait for approval, first to end
   * first. Ten on a page.
   */
  list: call({
    path: INSTRUCTIONS_PATH,
    ...staff,
    body: body({ renewal_id: z.optional(id), page }),
    reply: z.object({ instructions: z.array(Instruction), total: z.number(), seen: z.optional(z.string()) }),
  }),
};
