import { fileColumns } from '@desk/contract/words/check-words';
import { CHECKER_SCREENS, CheckKind, type CheckedDomain } from '@desk/contract/checks';

/** Of what is found, what a line keeps beside its status. */
export type Found = Omit<CheckedDomain, 'line' | 'input' | 'domain' | 'status'>;

export const NOTHING_FOUND: Found = {
  ...{ provider: null, mx: [], code: null, hint: null },
  ...{ ours: null, owner: null, google: null },
};

/** The kinds of checks whose screen somebody has. */
export const kindsFor = (menus: ReadonlySet<string>): CheckKind[] =>
  CheckKind.options.filter((kind) => menus.has(CHECKER_SCREENS[kind]));

/** Lines that are checked together; between two batches a run can be cancelled. */
export const BATCH = 20;
export const SHOWN_RUNS = 10;
export const SHOWN_LINES = 15;

export const TYPED_LIMIT = { hits: 30, windowSeconds: 60 } as const;
export const FILE_LIMIT = { hits: 10, windowSeconds: 60 } as const;
/** Files of one account that wait or are being checked. */
export const MOST_WAITING = 3;

export const SENTENCES = {
  typed: 'The domain was checked.',
  started: 'The file is being checked.',
  interrupted: 'The check was interrupted too often.',
  google: 'Google did not answer for long: of some lines it is not known whose customer they are there.',
  internal: 'The check met an error of its own. The log of the server tells more.',
} as const;

/** A line of a file before anything is asked. */
export interface ReadLine {
  line: number;
  input: string;
  domain: string | null;
  /** Null where something has to be asked. */
  status: 'not_a_domain' | 'duplicate' | null;
}

const LONGEST_INPUT = 300;
/** A cell as it is shown; half a character at the cut would not fit into the database. */
const shown = (cell: string): string => cell.slice(0, LONGEST_INPUT).replace(/\p{Cs}/gu, '');

/** Lines of a file, with the domain in each; a domain counts where it stands first. */
export function readLines(
  cells: readonly { line: number; cell: string }[],
  domains: readonly (string | undefined)[],
): ReadLine[] {
  const seen = new Set<string>();
  return cells.map(({ line, cell }, at): ReadLine => {
    const domain = domains[at] ?? null;
    const input = shown(cell);
    if (domain === null) return { line, input, domain, status: 'not_a_domain' };
    if (seen.has(domain)) return { line, input, domain, status: 'duplicate' };
    seen.add(domain);
    return { line, input, domain, status: null };
  });
}

export const TEMPLATE_HEADER = ['Domain Name'];
export const TEMPLATE_ROWS = [['acme.example'], ['vasutara.example'], ['chandranetra.example']];

/** Header and cells of export_data.csv. */
export function exported(kind: CheckKind, lines: readonly CheckedDomain[]) {
  const columns = fileColumns(kind);
  return {
    header: columns.map(([title]) => title),
    rows: lines.map((line) => columns.map(([, cell]) => cell(line))),
  };
}
