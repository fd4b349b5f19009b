import {
  AGREEMENT_DEFAULT_BELOW,
  CommentForm,
  FIELDS_OF,
  fieldSetOf,
  followUp,
  type CommentForm as Filled,
} from '@desk/contract/follow-up';
import { dateFaults } from '@desk/contract/rules/comment-dates';
import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import { DeploymentStatus, RenewalStatus } from '@desk/contract/words/lists';
import { licencesOf } from '@desk/contract/renewals';
import * as z from 'zod/mini';
import type { ValuesOf } from '../../kit/form/form.ts';
import type { Wanted } from '../instructions/instruction-words.ts';
import { renewingWith } from '../instructions/instructions.ts';
import type { RenewalDetails } from './renewal-loader.tsx';

/** The values of the comment form. */
export type CommentValues = ValuesOf<typeof CommentForm>;
type Name = keyof Filled;

/** What of a renewal decides which fields its form has. */
type Bought = Pick<RenewalDetails, 'number_of_seats'>;

/** Whether the next term is asked for with a number of seats: not where none are bought by number now. */
const hasSeatsAtRenewal = ({ status }: CommentValues, { number_of_seats }: Bought): boolean =>
  number_of_seats !== null && statusLeadsTo(RenewalStatus.safeParse(status).data ?? null) === 'renew';

/** Fields that need more than their status to be shown. */
const WANTED: Partial<Record<Name, (values: CommentValues, details: Bought) => boolean>> = {
  seats_at_renewal: hasSeatsAtRenewal,
  com_plan_name: (values) => values.show_plan,
  price: (values) => values.priceType === 'price',
  upto20: (values) => values.priceType === 'split_price',
  above20: (values) => values.priceType === 'split_price',
  support_package: (values) => values.supportType === 'support',
  support_price: (values) => values.supportType === 'support',
  managed_service_start_date: (values) => values.supportType === 'managed_service',
  managed_service_end_date: (values) => values.supportType === 'managed_service',
  managed_service_price: (values) => values.supportType === 'managed_service',
  managed_service_type: (values) => values.supportType === 'managed_service',
};

/** The fields that the status, and what was chosen since, brings into the form. */
export const addedFields = (values: CommentValues, details: Bought): readonly Name[] =>
  FIELDS_OF[fieldSetOf(values.status)].filter((name) => WANTED[name]?.(values, details) ?? true);

function withoutHidden(values: CommentValues, details: Bought): z.input<typeof CommentForm> {
  const added = new Set<string>(addedFields(values, details));
  const hidden = Object.values(FIELDS_OF)
    .flat()
    .filter((name) => !added.has(name));
  const cleared = Object.fromEntries(hidden.map((name) => [name, name === 'show_plan' ? false : '']));
  return { ...values, ...cleared } as z.input<typeof CommentForm>;
}

/** The contract's form; what is hidden is neither checked nor sent, however it was filled in before. */
const commentSchema = (details: Bought) =>
  z.pipe(
    z.transform((values: CommentValues) => withoutHidden(values, details)),
    CommentForm,
  );

/** The same with its dates measured by the renewal on the business day. */
export const commentSchemaFor = (details: Bought & Pick<RenewalDetails, 'renewal_date'>, today: string) =>
  commentSchema(details).check(
    z.check<Filled>((ctx) => {
      for (const fault of dateFaults(ctx.value, { renewal_date: details.renewal_date, today }))
        ctx.issues.push({ ...fault, code: 'custom', input: ctx.value });
    }),
  );

/** What was said, and beside it the form: the faults of both stand at their own fields. */
export const withWords = <Schema extends z.core.$ZodType<unknown, object>>(schema: Schema) =>
  z.pipe(
    z.custom<z.input<Schema> & { words: string }>(),
    z.transform(({ words, ...values }, ctx) => {
      const [form, comment] = [z.safeParse(schema, values), z.safeParse(Words, { words })];
      for (const { error } of [form, comment])
        for (const { path, message } of error?.issues ?? [])
          ctx.issues.push({ code: 'custom', path: [...path], message, input: values });
      return { formData: form.data as z.output<Schema>, comment: comment.data?.words };
    }),
  );
const Words = z.object({ words: followUp.saveStatus.body.shape.comment });

/** The seats of the next term where nobody says otherwise: those bought now, and what is added. */
export function usualSeats(details: RenewalDetails, added: string): string {
  const more = /^\d+$/.test(added.trim()) ? Number(added) : 0;
  return details.number_of_seats === null ? '' : String(details.number_of_seats + more);
}

/** What the form asks of the next term; undefined: nothing that a provider could be told. */
export function wantedIn(values: CommentValues, details: RenewalDetails): Wanted | undefined {
  const leadsTo = statusLeadsTo(RenewalStatus.safeParse(values.status).data ?? null);
  if (leadsTo === 'end') return { outcome: 'end', seats: null, pay: null };
  if (details.number_of_seats === null) return undefined;
  if (leadsTo === 'flexible') return { outcome: 'flexible', seats: null, pay: null };
  return leadsTo === 'renew' ? renewingWith(values.seats_at_renewal) : undefined;
}

/** Whether the agreement starts as N/A. */
export const isSmall = (details: RenewalDetails): boolean =>
  (details.maxSeats ?? licencesOf(details)) < AGREEMENT_DEFAULT_BELOW;

/** The next renewal date that a renewal type stands for. */
export function nextDateOf(details: RenewalDetails, renewalType: string): string {
  const { annual, months24, months36 } = details.next_renewal_dates;
  if (renewalType === '24 months') return months24;
  return renewalType === '36 months' ? months36 : annual;
}

const NOTHING: CommentValues = {
  highlight: '',
  status: '',
  add_lic: '',
  seats_at_renewal: '',
  aggrement: '',
  show_plan: false,
  com_plan_name: '',
  com_next_renewal_date: '',
  renewal_type: '',
  task_status: '',
  priceType: '',
  price: '',
  upto20: '',
  above20: '',
  supportType: '',
  support_package: '',
  support_price: '',
  managed_service_start_date: '',
  managed_service_end_date: '',
  managed_service_price: '',
  managed_service_type: '',
  extension_date: '',
  reason: '',
  sub_reason: '',
  suspend_reason: '',
  suspend_reason_text: '',
  special_comments: '',
};

/**
 * A new comment begins empty but for the defaults, for the two notes that stay until somebody changes them, and for the seats that
 * are asked for of the next term already.
 */
export const commentStart = (details: RenewalDetails, wanted?: Wanted): CommentValues => ({
  ...NOTHING,
  seats_at_renewal: wanted?.outcome === 'renew' ? String(wanted.seats ?? '') : usualSeats(details, ''),
  aggrement: isSmall(details) ? 'N/A' : '',
  com_next_renewal_date: nextDateOf(details, ''),
  task_status: DeploymentStatus.safeParse(details.task_status).success ? (details.task_status ?? '') : '',
  special_comments: details.special_comments ?? '',
});
