import type { ImportedRow } from '@desk/contract/imports';
import type { Change } from '../../platform/db/tables/audit.ts';
import { mapInChunks } from '../../platform/concurrency/chunks.ts';
import type { TypedRow } from '../../platform/files/columns/typed-rows.ts';
import { indexed, type Facts, type Index, type Known, type KnownSubscription, type Owner } from './known.ts';

/** The writes of a line, made once its file is confirmed. */
export interface Effect {
  owner: Owner;
  /** Without an id it is a new one. */
  subscription: Facts & { id: number | null; externalId: string; pricedSeats: number | null };
  /** All that the line changes, for the audit. */
  changes: Change[];
  newDomain: boolean;
  /** Null where the customer keeps what is known. */
  companyName: string | null;
  resellerId: number | null;
  contact: { id: number | null; name: string | null; email: string | null; phone: string | null } | null;
}

/** A line's result, and its writes. */
export interface Outcome<Writes = Effect> {
  verdict: 'new' | 'changed' | 'unchanged';
  reason: string | null;
  effect: Writes | null;
}

export interface Validated<Writes = Effect> {
  row: ImportedRow;
  effect: Writes | null;
}

/** A line in the work: its values, with all that they are held against. */
export interface Work<Values> {
  line: number;
  values: Values;
  index: Index;
  claimed: Claims;
}

/** A line that can be read but not taken. */
export class LineError extends Error {
  readonly column: string;
  constructor(column: string, reason: string) {
    super(reason);
    this.column = column;
  }
}

/** Contracts of the directory product are imported by a file of their own. */
export function refuseContract(known: Pick<KnownSubscription, 'source'> | undefined): void {
  if (known?.source !== 'directory') return;
  throw new LineError('Subscription Id', 'This is a contract of the directory product. Import it as one');
}

const NEWS = 'news';

/** Statements of a file's lines about the same thing: a later line that contradicts the first is wrong. */
export function claims() {
  const made = new Map<string, { value: string; line: number }>();
  return {
    /** Owners of the domains that the file has named. */
    owners: new Map<string, Owner>(),
    /** True for the first line that says so; a line that says otherwise is wrong. */
    isFirst(what: string, value: string, line: number, column: string): boolean {
      const earlier = made.get(what);
      if (earlier && earlier.value !== value) {
        throw new LineError(column, `Line ${earlier.line} says otherwise: ${earlier.value}`);
      }
      if (!earlier) made.set(what, { value, line });
      return !earlier;
    },
    /** Lines about the same thing go together only where none of them changes anything, as in an export. */
    takeOnce(
      what: 'subscription' | 'price' | 'domain' | 'organization',
      which: number | string,
      line: number,
      { column, isNews = true }: { column: string; isNews?: boolean },
    ) {
      const key = `${what} ${typeof which} ${which}`;
      const earlier = made.get(key);
      if (earlier && (isNews || earlier.value === NEWS)) {
        throw new LineError(column, `The same ${what} is in line ${earlier.line}`);
      }
      made.set(key, { value: isNews ? NEWS : '', line });
    },
  };
}
type Claims = ReturnType<typeof claims>;

const OVER = 'The renewal of this row is over: it changes nothing';
/** A row that an export made of a renewal of the past tells what was then. */
const isOver = (cells: { closedBecause?: string | undefined }): boolean => (cells.closedBecause ?? '').trim() !== '';

/** Judges the lines of a file one after the other. `subjectOf`: the cell that says what a line is about. */
export function validateLines<Values extends object, Writes>(
  rows: readonly TypedRow<Values>[],
  subjectOf: (cells: Partial<Record<keyof Values, string>>) => string | undefined,
  outcomeOf: (line: number, values: Values) => Outcome<Writes>,
): Promise<Validated<Writes>[]> {
  return mapInChunks(rows, ({ line, cells, values, wrong }): Validated<Writes> => {
    const about = { line, subject: subjectOf(cells) ?? '' };
    if (isOver(cells)) return { row: { ...about, verdict: 'unchanged', column: null, reason: OVER }, effect: null };
    if (values === null) {
      const column = wrong.map((cell) => cell.column).join(', ');
      const reason = wrong
        .map((cell) => (wrong.length > 1 ? `${cell.column}: ${cell.reason}` : cell.reason))
        .join('. ');
      return { row: { ...about, verdict: 'wrong', column, reason }, effect: null };
    }
    try {
      const { verdict, reason, effect } = outcomeOf(line, values);
      return { row: { ...about, verdict, column: null, reason }, effect };
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      return { row: { ...about, verdict: 'wrong', column: error.column, reason: error.message }, effect: null };
    }
  });
}

/** Holds the lines of a file about subscriptions against what is known, and against the lines before them. */
export function validate<Values extends { domain: unknown; subscriptionId: unknown }>(
  rows: readonly TypedRow<Values>[],
  known: Known,
  outcomeOf: (work: Work<Values>) => Outcome,
): Promise<Validated[]> {
  const index = indexed(known);
  const claimed = claims();
  return validateLines(
    rows,
    ({ domain, subscriptionId }) => domain || subscriptionId,
    (line, values) => outcomeOf({ line, values, index, claimed }),
  );
}
