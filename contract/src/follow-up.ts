import * as z from 'zod/mini';
import { call } from './call.ts';
import { amount, body, day, done, id, line, paragraph } from './fields.ts';
import { NextStep } from './renewal-work/next-step.ts';
import { RENEWAL_SCREENS } from './rules/pages.ts';
import {
  AgreementStatus,
  ChurnReason,
  ChurnSubReason,
  DeploymentStatus,
  Flag,
  LossReason,
  ManagedServicePrice,
  ManagedServiceType,
  PriceType,
  RenewalStatus,
  RenewalType,
  SupportPackage,
  SupportType,
} from './words/lists.ts';

/** The statuses that show the licence, plan, price and support fields. */
export const CONFIRMING = [
  'Confirmation Received',
  'Partial Upgrade',
  'Mid Term Upgrade',
  'Confirmation received for flex',
  'Upgrade',
] as const satisfies readonly z.infer<typeof RenewalStatus>[];

export type FieldSet = 'confirmation' | 'extension' | 'lost' | 'suspended' | 'none';
/** Which fields the chosen status shows. */
export const fieldSetOf = (status: string): FieldSet => {
  if ((CONFIRMING as readonly string[]).includes(status)) return 'confirmation';
  if (status === 'Extension') return 'extension';
  if (status === 'Lost') return 'lost';
  return status === 'Suspended' ? 'suspended' : 'none';
};

/** The statuses without fields of their own: one of them can be set together with a comment. */
export const PLAIN_STATUSES = RenewalStatus.options.filter((status) => fieldSetOf(status) === 'none');
export const WHOLE_FORM = 'This status has fields of its own, in the whole form.';

/** An agreement is needed above this many added licences. */
export const AGREEMENT_ABOVE = 99;
/** Below this many seats the agreement status starts as N/A. */
export const AGREEMENT_DEFAULT_BELOW = 100;

const blank = z.literal('');
/** A form field: the empty text means not filled in. */
const maybe = <S extends z.ZodMiniType>(schema: S) => z._default(z.union([blank, schema]), '');
const SEATS_AT_RENEWAL = 'Enter a whole number of seats';
const seats = z.string().check(z.trim(), z.regex(/^\d{1,6}$/, 'Enter License Added'));

const fields = {
  highlight: maybe(Flag),
  status: maybe(RenewalStatus),
  add_lic: maybe(seats),
  /** What the next term is to have; `add_lic` is what is added now. */
  seats_at_renewal: maybe(z.string().check(z.trim(), z.regex(/^[1-9]\d{0,4}$/, SEATS_AT_RENEWAL))),
  aggrement: maybe(AgreementStatus),
  /** The show-plan checkbox: a plan must be chosen then. */
  show_plan: z._default(z.boolean(), false),
  com_plan_name: z._default(line(200), ''),
  com_next_renewal_date: maybe(day),
  renewal_type: maybe(RenewalType),
  task_status: maybe(DeploymentStatus),
  priceType: maybe(PriceType),
  price: maybe(amount),
  upto20: maybe(amount),
  above20: maybe(amount),
  supportType: maybe(SupportType),
  support_package: maybe(SupportPackage),
  support_price: maybe(amount),
  managed_service_start_date: maybe(day),
  managed_service_end_date: maybe(day),
  managed_service_price: maybe(ManagedServicePrice),
  managed_service_type: maybe(ManagedServiceType),
  extension_date: maybe(day),
  reason: maybe(ChurnReason),
  sub_reason: maybe(ChurnSubReason),
  suspend_reason: maybe(LossReason),
  suspend_reason_text: z._default(paragraph(1000), ''),
  special_comments: z._default(paragraph(2000), ''),
};
type Form = { [K in keyof typeof fields]: z.output<(typeof fields)[K]> };

/** The fields that each status has of its own; those of the others are not sent. */
export const FIELDS_OF: Record<FieldSet, readonly (keyof Form)[]> = {
  confirmation: [
    'add_lic',
    'seats_at_renewal',
    'aggrement',
    'show_plan',
    'com_plan_name',
    'com_next_renewal_date',
    'renewal_type',
    'priceType',
    'price',
    'upto20',
    'above20',
    'supportType',
    'support_package',
    'support_price',
    'managed_service_start_date',
    'managed_service_end_date',
    'managed_service_price',
    'managed_service_type',
  ],
  extension: ['extension_date'],
  lost: ['reason', 'sub_reason'],
  suspended: ['suspend_reason', 'suspend_reason_text'],
  none: [],
};

type Fault = readonly [field: keyof Form, message: string];
const blankFields = (form: Form, wanted: readonly Fault[]) => wanted.filter(([field]) => form[field] === '');

const faultsOf: Record<FieldSet, (form: Form) => readonly Fault[]> = {
  confirmation: (form) => {
    const faults = blankFields(form, [['add_lic', 'Enter License Added']]);
    if (Number(form.add_lic) > AGREEMENT_ABOVE && form.aggrement === '')
      faults.push(['aggrement', 'Aggrement cannot be Blank for more than 100 license']);
    if (form.show_plan && form.com_plan_name === '') faults.push(['com_plan_name', 'Please Select Plan Name']);
    const [from, to] = [form.managed_service_start_date, form.managed_service_end_date];
    if (from !== '' && to !== '' && from > to)
      faults.push(['managed_service_end_date', 'The service cannot end before it starts.']);
    return faults;
  },
  extension: (form) => blankFields(form, [['extension_date', 'Enter Extension Date']]),
  lost: (form) =>
    blankFields(form, [
      ['reason', 'Enter Reason'],
      ['sub_reason', 'Enter Sub Reason'],
    ]),
  suspended: () => [],
  none: () => [],
};

/** The renewal comment form; its field set is driven by the status, fields of other statuses come out empty. */
export const CommentForm = z.pipe(
  z.strictObject(fields).check((ctx) => {
    const form = ctx.value;
    const faults = [
      ...blankFields(form, [
        ['highlight', 'Highlight cannot be Blank'],
        ['status', 'Status cannot be Blank'],
      ]),
      ...faultsOf[fieldSetOf(form.status)](form),
    ];
    for (const [field, message] of faults)
      ctx.issues.push({ code: 'custom', message, path: [field], input: form[field] });
  }),
  z.transform((form: Form): Form => {
    const hidden = Object.entries(FIELDS_OF).flatMap(([set, names]) => (set === fieldSetOf(form.status) ? [] : names));
    const cleared = Object.fromEntries(hidden.map((name) => [name, name === 'show_plan' ? false : '']));
    return { ...form, ...cleared };
  }),
);
export type CommentForm = z.output<typeof CommentForm>;

/** So many characters of what was said. */
const LONGEST_COMMENT = 2000;
const staff = { audience: 'staff', screens: RENEWAL_SCREENS } as const;

const CHANGED = 'Somebody has changed this renewal meanwhile. Please check and try again.';
/** Set together with a comment. */
const plainStatus = z.strictObject({
  highlight: Flag,
  status: RenewalStatus.check(z.refine((status) => PLAIN_STATUSES.includes(status), WHOLE_FORM)),
});

export const FollowUpComment = z.object({
  comment_id: z.number(),
  followup_comment: z.string(),
  updated_by: z.string(),
  /** An instant, ISO 8601 in UTC. */
  updated_on: z.string(),
});

export const followUp = {
  /** Newest first. */
  comments: call({
    path: 'adminpanel/get_followup_comment/',
    ...staff,
    rows: 'all',
    body: body({ renewal_id: id }),
    reply: z.object({ followup_comment: z.array(FollowUpComment) }),
    refusals: { 404: 'No Data Present' },
  }),
  /**
   * `formData`: flag and status that are set with the comment, both or nothing; `version`: of the renewal that the caller saw; `next`: what is
   * next then, without it what follows from how the renewal stands.
   */
  addComment: call({
    path: 'adminpanel/insert_followup_comment/',
    ...staff,
    rows: 'all',
    body: body({
      comment: paragraph(LONGEST_COMMENT, 'Enter a comment'),
      renewal_id: id,
      formData: z.optional(plainStatus),
      version: z.optional(z.number()),
      next: z.optional(NextStep),
    }),
    reply: done,
    refusals: { 404: 'Could not save the comment. Please try refreshing the page', 409: CHANGED },
    writes: true,
  }),
  /**
   * The Add Comments dialog. `version`: of the row it was opened on; `next` as with a comment; `comment`: what was said, in front of
   * what the form says in the history.
   */
  saveStatus: call({
    path: 'adminpanel/insert_comments/',
    ...staff,
    rows: 'all',
    body: body({
      formData: CommentForm,
      comment: z.optional(paragraph(LONGEST_COMMENT)),
      renewal_id: id,
      version: z.optional(z.number()),
      next: z.optional(NextStep),
    }),
    /** The number of what the status asks its provider for, which somebody has to confirm; null: nothing. */
    reply: z.object({ instruction_id: z.nullable(z.number()) }),
    refusals: {
      404: 'Could not save the comment. Please try refreshing the page',
      409: CHANGED,
      422: 'Please Select Plan Name',
    },
    writes: true,
  }),
};
