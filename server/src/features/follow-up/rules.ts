import { AGREEMENT_DEFAULT_BELOW, fieldSetOf, type CommentForm, type FieldSet } from '@desk/contract/follow-up';
import { NO_STATUS_FIELDS } from '@desk/contract/rules/status-fields';
import { LONGEST_REASON } from '@desk/contract/renewal-work/next-step';
import { spelled } from '@desk/contract/words/lists';
import { addMonths, dayMonthYear } from '../../platform/time/days.ts';

type Filled<Field extends keyof CommentForm> = Exclude<CommentForm[Field], '' | boolean> | null;

/** A renewal's fields of the comment form; amounts as text with two decimals, days as ISO text. */
export interface Work {
  highlightCase: Filled<'highlight'>;
  confirmationStatus: Filled<'status'>;
  taskStatus: Filled<'task_status'>;
  specialComments: string | null;
  addedLicences: number | null;
  renewedLicences: number | null;
  agreementStatus: Filled<'aggrement'>;
  plannedSku: string | null;
  nextRenewalDate: string | null;
  renewalType: Filled<'renewal_type'>;
  priceType: Filled<'priceType'>;
  pricePerUser: string | null;
  upto20: string | null;
  above20: string | null;
  supportCharge: string | null;
  extensionDate: string | null;
  reason: Filled<'reason'>;
  subReason: Filled<'sub_reason'>;
  suspensionReason: Filled<'suspend_reason'>;
  suspensionText: string | null;
}

/** Fields of the renewal that the rule needs. */
export interface RenewalFacts {
  termEnd: string;
  skuName: string;
  numberOfSeats: number | null;
  licensedSeats: number | null;
  maximumSeats: number | null;
  agreementStatus: Work['agreementStatus'];
}

export const IS_CLOSED = 'This renewal is closed: nothing is next on it.';

/** Why something is next, in one line: the words of the comment, as far as there is room. */
export function reasonIn(words: string): string {
  const one = words.replace(/\s+/g, ' ').trim();
  return one.length > LONGEST_REASON ? `${one.slice(0, LONGEST_REASON - 1)}…` : one;
}

/** What stands in the history: what was said, and below it what the form says. */
export const withComment = (comment: string, sentence: string): string =>
  comment === '' ? sentence : `${comment}\n${sentence}`;

const filled = <Text extends string>(text: Text): Exclude<Text, ''> | null =>
  text === '' ? null : (text as Exclude<Text, ''>);
const money = (amount: string): string | null => (amount === '' ? null : Number(amount).toFixed(2));

const currentSeats = ({ numberOfSeats, licensedSeats }: RenewalFacts): number => numberOfSeats ?? licensedSeats ?? 0;

/** The default compares the seats that were bought; `add_lic` decides only whether an agreement is needed. */
const agreementDefault = (renewal: RenewalFacts): Work['agreementStatus'] =>
  (renewal.maximumSeats ?? currentSeats(renewal)) < AGREEMENT_DEFAULT_BELOW ? 'N/A' : renewal.agreementStatus;

const TERM_MONTHS: Partial<Record<CommentForm['renewal_type'], number>> = { '24 months': 24, '36 months': 36 };
const nextRenewal = ({ renewal_type }: CommentForm, { termEnd }: RenewalFacts): string =>
  addMonths(termEnd, TERM_MONTHS[renewal_type] ?? 12);

const priceOf = ({ priceType, price, upto20, above20 }: CommentForm): Partial<Work> => {
  if (priceType === 'price') return { priceType, pricePerUser: money(price) };
  return priceType === 'split_price' ? { priceType, upto20: money(upto20), above20: money(above20) } : {};
};

const chargeOf = ({ supportType, support_price, managed_service_price }: CommentForm): string | null => {
  if (supportType === 'support') return money(support_price);
  return supportType === 'managed_service' ? filled(managed_service_price) : null;
};

/** What the customer will have: as many as were typed, or what is there and what is added. */
const renewedSeats = ({ seats_at_renewal: typed, add_lic }: CommentForm, renewal: RenewalFacts): number =>
  typed === '' ? currentSeats(renewal) + Number(add_lic) : Number(typed);

const workOf: Record<FieldSet, (form: CommentForm, renewal: RenewalFacts) => Partial<Work>> = {
  confirmation: (form, renewal) => ({
    addedLicences: Number(form.add_lic),
    renewedLicences: renewedSeats(form, renewal),
    agreementStatus: filled(form.aggrement) ?? agreementDefault(renewal),
    plannedSku: filled(form.com_plan_name) ?? renewal.skuName,
    nextRenewalDate: filled(form.com_next_renewal_date) ?? nextRenewal(form, renewal),
    renewalType: filled(form.renewal_type),
    supportCharge: chargeOf(form),
    ...priceOf(form),
  }),
  extension: ({ extension_date }) => ({ extensionDate: filled(extension_date) }),
  lost: ({ reason, sub_reason }) => ({ reason: filled(reason), subReason: filled(sub_reason) }),
  suspended: ({ suspend_reason, suspend_reason_text }) => ({
    suspensionReason: filled(suspend_reason),
    suspensionText: filled(suspend_reason_text),
  }),
  none: () => ({}),
};

/** The fields after the form was saved: those of its status, and nothing of another one. */
export const workAfter = (form: CommentForm, renewal: RenewalFacts): Work => ({
  highlightCase: filled(form.highlight),
  confirmationStatus: filled(form.status),
  taskStatus: filled(form.task_status),
  specialComments: filled(form.special_comments),
  ...NO_STATUS_FIELDS,
  ...workOf[fieldSetOf(form.status)](form, renewal),
});

const licences = (count: number): string => (count === 1 ? '1 licence added' : `${count} licences added`);
const shownDay = (what: string, day: string | null) => (day === null ? null : `${what} ${dayMonthYear(day)}`);

/** What is kept in the history alone: the renewal has a column for its charge. */
function supportWords(form: CommentForm): readonly (string | null)[] {
  if (form.supportType === 'support') return [form.support_package && `support ${spelled(form.support_package)}`];
  if (form.supportType !== 'managed_service') return [];
  return [
    form.managed_service_type && `managed service ${spelled(form.managed_service_type)}`,
    shownDay('from', filled(form.managed_service_start_date)),
    shownDay('to', filled(form.managed_service_end_date)),
  ];
}

type InWords = (work: Work, form: CommentForm) => readonly (string | null)[];
const wordsOf: Record<FieldSet, InWords> = {
  confirmation: (work, form) => [
    licences(work.addedLicences ?? 0),
    form.seats_at_renewal === '' ? null : `${form.seats_at_renewal} at renewal`,
    work.plannedSku,
    shownDay('next renewal', work.nextRenewalDate),
    ...supportWords(form),
  ],
  extension: (work) => [shownDay('until', work.extensionDate)],
  lost: (work) => [work.reason, work.subReason],
  suspended: (work) => [work.suspensionReason && spelled(work.suspensionReason), work.suspensionText],
  none: () => [],
};

/** The follow-up history's line for a saved form: "Lost: Move to other vendor, Price Issue". */
export function sentenceOf(work: Work, form: CommentForm): string {
  const status = work.confirmationStatus ?? '';
  const words = wordsOf[fieldSetOf(status)](work, form).filter((word) => word !== null && word !== '');
  const sentence = words.length === 0 ? status : `${status}: ${words.join(', ')}`;
  return work.specialComments === null ? sentence : `${sentence} – ${work.specialComments}`;
}
