import type { BodyOf } from '@desk/contract/call';
import type { RenewalRow, renewals } from '@desk/contract/renewals';
import { addMonths } from '../../calendar/days.ts';

/** The day of the next renewal for an annual term and the two longer ones. */
export const nextRenewalDates = (termEnd: string) => ({
  annual: addMonths(termEnd, 12),
  months24: addMonths(termEnd, 24),
  months36: addMonths(termEnd, 36),
});

/** Columns of data.csv in the order of the screen; of several names the first that holds anything counts. */
export const EXPORT_COLUMNS: readonly (readonly [
  label: string,
  ...names: [keyof RenewalRow, ...(keyof RenewalRow)[]],
])[] = [
  ['Customer Domain', 'domain_name'],
  ['Reseller', 'resellerType'],
  ['Company Name', 'company_name'],
  ['Plan', 'plan_name'],
  ['Status', 'status'],
  ['Users', 'licensed_seats'],
  ['Licence', 'number_of_seats'],
  ['SKU', 'sku_name'],
  ['New Business Margin', 'margin'],
  ['Renewal Date', 'renewal_date'],
  ['Zone', 'zone'],
  ['Provider Renewal Date', 'provider_renewal_date'],
  ['Price', 'price'],
  ['Currency', 'currency'],
  ['Segments', 'segments'],
  ['Follow Up Comments', 'followup_comments'],
  ['Highlighted Case', 'highlight_case'],
  ['Confirmation Status', 'confirmation_status'],
  ['Agreement Status', 'agreement_status'],
  ['Price Type', 'priceType'],
  ['Upto 20', 'upto20'],
  ['Above 20', 'above20'],
  ['Price Per User', 'price_per_user'],
  ['Special Comment', 'special_comments'],
  ['Task Status', 'task_status', 'reason'],
  ['Renewed Licence', 'renewed_lic'],
  ['Extension Date', 'extension_date'],
  ['Support Charge', 'assign'],
  ['Suspension Reason', 'suspension_reason'],
  ['Customer Email', 'customer_email'],
  ['Assigned To', 'assigned_to'],
  ['Subscription Id', 'subscription_id'],
];

/** Where people say a field otherwise than its name does, by the name without `_` in lower case. */
const SAID: Readonly<Record<string, string>> = {
  segment: 'Segments',
  highlightcase: 'Highlighted Case',
  followupcomment: 'Follow Up Comments',
  followupcomments: 'Follow Up Comments',
  aggrement: 'Agreement Status',
  upto20: 'Upto 20',
  above20: 'Above 20',
  specialcomments: 'Special Comment',
  renewedlic: 'Renewed Licence',
  addlic: 'License Added',
  plannedsku: 'Plan Name',
  complanname: 'Plan Name',
  nextrenewaldate: 'Next Renewal Date',
  comnextrenewaldate: 'Next Renewal Date',
  assign: 'Support Charge',
  suspensiontext: 'Suspension Text',
  termend: 'Renewal Date',
  skuname: 'SKU',
  numberofseats: 'Licence',
  licensedseats: 'Users',
  maximumseats: 'Maximum Licence',
  externalid: 'Subscription Id',
  resellertype: 'Reseller',
  closedbecause: 'Closed Because',
};

const words = (name: string): string[] => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').split(/[_ ]+/);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A field of an audit entry as people say it: `highlight_case` and `highlightCase` are both 'Highlighted Case'. */
export const fieldLabel = (field: string): string =>
  SAID[field.replaceAll('_', '').toLowerCase()] ?? words(field).map(capital).join(' ');

/** An action of an audit entry as people say it: `zone_changed` is 'Zone changed'. */
export const actionLabel = (action: string): string => capital(words(action).join(' ').toLowerCase());

/** A row of an uploaded assignment; cells are trimmed. */
export interface AssignmentRow {
  line: number;
  subscriptionId: string;
  renewalId: string;
  member: string;
}
/** What the database knows of what a file names. */
export interface Known {
  /** By subscription id, old ones too: its renewals in the month, none if they lie in other months. */
  bySubscription: ReadonlyMap<string, readonly number[]>;
  /** By renewal id as text: itself if it lies in the month, none if in another. */
  byRenewal: ReadonlyMap<string, readonly number[]>;
  /** By e-mail in lower case: the account to whom a renewal can be assigned. */
  members: ReadonlyMap<string, number>;
}
export interface RowError {
  line: number;
  column: string;
  reason: string;
}
interface Target {
  row: AssignmentRow;
  memberId: number;
}

export const COLUMN = { subscription: 'Subscription Id', renewal: 'Renewal Id', member: 'Assigned To' } as const;

const named = (row: AssignmentRow) =>
  row.renewalId === ''
    ? ([COLUMN.subscription, row.subscriptionId] as const)
    : ([COLUMN.renewal, row.renewalId] as const);

function renewalProblem(row: AssignmentRow, { bySubscription, byRenewal }: Known, month: string): string | undefined {
  const [column, id] = named(row);
  if (id === '') return 'Enter a subscription id';
  const found = column === COLUMN.renewal ? byRenewal.get(id) : bySubscription.get(id);
  if (found === undefined) return `'${id}' is not known`;
  if (found.length === 0) return `'${id}' does not renew in ${month}`;
  const isOther = column === COLUMN.renewal && row.subscriptionId !== '';
  if (isOther && !bySubscription.get(row.subscriptionId)?.includes(Number(found[0])))
    return 'The renewal id and the subscription id name different renewals';
  return undefined;
}

function memberProblem({ member }: AssignmentRow, { members }: Known): string | undefined {
  if (member === '') return 'Enter the e-mail of a member';
  return members.has(member.toLowerCase()) ? undefined : `'${member}' is no active member`;
}

const FORMULA = 'A formula is not taken. Enter the value itself';

/** What is wrong with one row by itself. */
function rowErrors(row: AssignmentRow, known: Known, month: string, isFormula: (cell: string) => boolean): RowError[] {
  const [column, id] = named(row);
  const inRenewal = isFormula(id) || isFormula(row.subscriptionId) ? FORMULA : renewalProblem(row, known, month);
  const inMember = isFormula(row.member) ? FORMULA : memberProblem(row, known);
  return [
    ...(inRenewal === undefined ? [] : [{ line: row.line, column, reason: inRenewal }]),
    ...(inMember === undefined ? [] : [{ line: row.line, column: COLUMN.member, reason: inMember }]),
  ];
}

const renewalsOf = (row: AssignmentRow, { bySubscription, byRenewal }: Known): readonly number[] => {
  const [column, id] = named(row);
  return (column === COLUMN.renewal ? byRenewal : bySubscription).get(id) ?? [];
};

const conflict = (row: AssignmentRow, other: AssignmentRow): RowError => ({
  line: row.line,
  column: COLUMN.member,
  reason: `Line ${other.line} assigns the same renewal to another member`,
});

/**
 * Who gets which renewal by an uploaded file, and everything that is wrong with it, by line. The same assignment twice is
 * fine; one renewal for two members is wrong in both lines.
 */
export function planAssignments(
  rows: readonly AssignmentRow[],
  known: Known,
  { month, isFormula }: { month: string; isFormula: (cell: string) => boolean },
) {
  const errors: RowError[] = [];
  const targets = new Map<number, Target>();
  for (const row of rows) {
    const wrong = rowErrors(row, known, month, isFormula);
    errors.push(...wrong);
    if (wrong.length > 0) continue;
    const memberId = known.members.get(row.member.toLowerCase()) ?? 0;
    for (const renewalId of renewalsOf(row, known)) {
      const first = targets.get(renewalId);
      if (first === undefined) targets.set(renewalId, { row, memberId });
      else if (first.memberId !== memberId) errors.push(conflict(first.row, row), conflict(row, first.row));
    }
  }
  const assignments = [...targets].map(([renewalId, { memberId }]) => ({ renewalId, memberId }));
  return { assignments, errors: errors.sort((one, other) => one.line - other.line) };
}

export type Details = NonNullable<BodyOf<typeof renewals.updateDetails>['was']>;

const sameText = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase();

/**
 * What stands after a change from `was` to `wanted` where by now it stands as in `now`: what the change left alone stays as
 * it is now. Undefined where somebody else has set anew what would be replaced.
 */
export function replaced(now: Details, { was, wanted }: { was: Details; wanted: Details }): Details | undefined {
  const fields = (['zone', 'segments', 'assigned_to'] as const).filter((field) => !sameText(was[field], wanted[field]));
  if (fields.some((field) => !sameText(now[field], was[field]) && !sameText(now[field], wanted[field])))
    return undefined;
  return { ...now, ...Object.fromEntries(fields.map((field) => [field, wanted[field]])) };
}
