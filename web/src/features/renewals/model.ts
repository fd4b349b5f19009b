import { ASSIGNMENT_COLUMNS } from '@desk/contract/rules/assignment-columns';

const FIRST_BYTES = 4;
const ZIP = 'PK\u0003\u0004';

/** A file for bulk assignment, inspected before it is sent. */
export interface InspectedFile {
  /** Lines below the header; unknown for a workbook. */
  readonly rows?: number;
  readonly problem?: string;
  /** The outcome of the file before. */
  readonly done?: string;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
const { subscriptionId, renewalId, member } = ASSIGNMENT_COLUMNS;

function headerProblem(line: string): string | undefined {
  const names = new Set(line.split(/[,;\t|]/).map(plain));
  const hasOneOf = (known: readonly string[]) => known.some((name) => names.has(plain(name)));
  if (!hasOneOf([...subscriptionId, ...renewalId]))
    return 'The first line names no column Subscription Id or Renewal Id.';
  return hasOneOf(member) ? undefined : 'The first line names no column Assigned To.';
}

/** By which Excel learns how the cells are separated. */
const isHint = (line: string) => /^"?sep=.?"?$/i.test(line.trim());

/** Looks at the header of a CSV file, so that a wrong one is told before it is sent. A workbook is looked at by the server. */
export async function inspectFile(file: File): Promise<InspectedFile> {
  if ((await file.slice(0, FIRST_BYTES).text()) === ZIP) return {};
  const text = await file.text();
  // UTF-16 and other surprises are the server's to read.
  if (text.includes('\u0000') || text.includes('\ufffd')) return {};
  const [header = '', ...lines] = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '' && !isHint(line));
  const problem = headerProblem(header);
  return problem === undefined ? { rows: lines.length } : { problem };
}
