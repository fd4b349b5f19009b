import { ASSIGNMENT_COLUMNS } from '@desk/contract/rules/assignment-columns';
import { cellError, idCellError } from '../../platform/files/columns/cell-faults.ts';
import { day } from '../../platform/files/columns/cells.ts';
import { pickColumns } from '../../platform/files/columns/pick-columns.ts';
import { FileProblem } from '../../platform/files/file-problem.ts';
import { sheetNotes } from '../../platform/files/columns/file-notes.ts';
import { readTable } from '../../platform/files/read-table.ts';

/** A row of an uploaded assignment; cells are trimmed. */
export interface AssignmentRow {
  line: number;
  subscriptionId: string;
  renewalId: string;
  /** Tells the renewals of one subscription from each other; it may say anything. */
  renewalDate: string;
  member: string;
}
/** A renewal of the month. */
interface Renewal {
  id: number;
  /** `YYYY-MM-DD`. */
  date: string;
}
/** Rows of the database that a file names. */
export interface Known {
  /** By subscription id, old ones too: its renewals in the month, none if they lie in other months. */
  bySubscription: ReadonlyMap<string, readonly Renewal[]>;
  /** By renewal id as text: itself if it lies in the month, none if in another. */
  byRenewal: ReadonlyMap<string, readonly Renewal[]>;
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

const nameOf = (column: keyof typeof ASSIGNMENT_COLUMNS): string => ASSIGNMENT_COLUMNS[column][0];
const COLUMN = { subscription: nameOf('subscriptionId'), renewal: nameOf('renewalId'), member: nameOf('member') };
const SPEC = {
  subscriptionId: { names: ASSIGNMENT_COLUMNS.subscriptionId, required: false },
  renewalId: { names: ASSIGNMENT_COLUMNS.renewalId, required: false },
  renewalDate: { names: ASSIGNMENT_COLUMNS.renewalDate, required: false },
  member: { names: ASSIGNMENT_COLUMNS.member, required: true },
} as const;

/**
 * The rows of a file that name a member. Those that name none, as an export has them of what is nobody's yet, are `skipped`.
 * @throws FileProblem when the file cannot be read at all.
 */
export async function readAssignments(bytes: Buffer) {
  const table = await readTable(bytes);
  const picked = await pickColumns(table, SPEC);
  const hasId = picked.some(({ values }) => values.subscriptionId !== undefined || values.renewalId !== undefined);
  if (!hasId) {
    const column = COLUMN.subscription;
    throw new FileProblem(`The file has no column '${column}', or no rows.`, { column });
  }
  const rows = picked
    .filter(({ values }) => values.member !== '')
    .map(({ line, values: { subscriptionId = '', renewalId = '', renewalDate = '', member } }) => ({
      ...{ line, subscriptionId, renewalId, renewalDate, member },
    }));
  return { rows, skipped: picked.length - rows.length, notes: sheetNotes(table) };
}

const named = (row: AssignmentRow) =>
  row.renewalId === ''
    ? ([COLUMN.subscription, row.subscriptionId] as const)
    : ([COLUMN.renewal, row.renewalId] as const);

const SHOWN = 100;
const shown = (cell: string): string => (cell.length > SHOWN ? `${cell.slice(0, SHOWN)}…` : cell);

function renewalProblem(row: AssignmentRow, { bySubscription, byRenewal }: Known, month: string): string | undefined {
  const [column, id] = named(row);
  if (id === '') return 'Enter a subscription id';
  const found = column === COLUMN.renewal ? byRenewal.get(id) : bySubscription.get(id);
  if (found === undefined) return `'${shown(id)}' is not known`;
  if (found.length === 0) return `'${id}' does not renew in ${month}`;
  const isOther = column === COLUMN.renewal && row.subscriptionId !== '';
  const isOne = bySubscription.get(row.subscriptionId)?.some((one) => one.id === found[0]?.id);
  return isOther && !isOne ? 'The renewal id and the subscription id name different renewals' : undefined;
}

function rowErrors(row: AssignmentRow, known: Known, month: string): RowError[] {
  const [column, id] = named(row);
  const inRenewal = idCellError(id) ?? idCellError(row.subscriptionId) ?? renewalProblem(row, known, month);
  const isMember = known.members.has(row.member.toLowerCase());
  const inMember = cellError(row.member) ?? (isMember ? undefined : `'${shown(row.member)}' is no active member`);
  return [
    ...(inRenewal === undefined ? [] : [{ line: row.line, column, reason: inRenewal }]),
    ...(inMember === undefined ? [] : [{ line: row.line, column: COLUMN.member, reason: inMember }]),
  ];
}

/** A cell as a day, or undefined where it is none. */
function dayIn(cell: string): string | undefined {
  try {
    return day(cell, '');
  } catch (error) {
    if (error instanceof FileProblem) return undefined;
    throw error;
  }
}

/** Of several renewals of a subscription the one of the row's date, where the row has one of theirs; else all. */
function renewalsOf(row: AssignmentRow, { bySubscription, byRenewal }: Known): readonly Renewal[] {
  const [column, id] = named(row);
  const found = (column === COLUMN.renewal ? byRenewal : bySubscription).get(id) ?? [];
  if (found.length < 2) return found;
  const date = dayIn(row.renewalDate);
  const ofDate = found.filter((one) => one.date === date);
  return ofDate.length > 0 ? ofDate : found;
}

const conflict = (row: AssignmentRow, other: AssignmentRow): RowError => ({
  line: row.line,
  column: COLUMN.member,
  reason: `Line ${other.line} assigns the same renewal to another member`,
});

/**
 * The assignments of an uploaded file, and everything that is wrong with it, by line. The same assignment twice is
 * fine; one renewal for two members is wrong in both lines.
 */
export function planAssignments(rows: readonly AssignmentRow[], known: Known, month: string) {
  const errors: RowError[] = [];
  const targets = new Map<number, Target>();
  for (const row of rows) {
    const wrong = rowErrors(row, known, month);
    errors.push(...wrong);
    if (wrong.length > 0) continue;
    const memberId = known.members.get(row.member.toLowerCase()) ?? 0;
    for (const { id } of renewalsOf(row, known)) {
      const first = targets.get(id);
      if (first === undefined) targets.set(id, { row, memberId });
      else if (first.memberId !== memberId) errors.push(conflict(first.row, row), conflict(row, first.row));
    }
  }
  const assignments = [...targets].map(([renewalId, { memberId }]) => ({ renewalId, memberId }));
  return { assignments, errors: errors.sort((one, other) => one.line - other.line) };
}
