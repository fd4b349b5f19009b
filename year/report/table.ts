import type { Assessment, Extent } from '../oracle/assess.ts';
import type { Measure } from '../oracle/measures/measure.ts';

/** A verdict in a word. */
export function verdictOf({ holds }: Measure): string {
  if (holds === 'not built') return 'not built';
  return holds ? 'ok' : 'FAILS';
}

/** A figure, and nothing twice where it is the verdict. */
export const figureOf = ({ holds, figure }: Measure): string => (holds === 'not built' ? '–' : figure);

/** What the run was, in a sentence. */
export const extentWords = ({ ended, terms, decided, writes, mails, evenings, faults }: Extent): string =>
  `${ended} of ${terms} terms ended; ${decided} decisions, ${writes} calls that changed something, ` +
  `${mails} mails, ${evenings} evenings, ${faults} faults.`;

/** Records that nothing could be made of; empty where there are none. */
export function unknownWords({ unknown }: Extent): string {
  if (unknown.length === 0) return '';
  return `${unknown.length} records are of terms that were never seen, the first: ${unknown[0] ?? ''}.`;
}

const COLUMNS = ['measure', 'demand', 'found', ''] as const;

const cellsOf = (measure: Measure): readonly string[] => [
  measure.name,
  measure.demand,
  figureOf(measure),
  verdictOf(measure),
];

/** Of a measure that holds its note is of no use to a reader who looks for what fails. */
const below = ({ holds, note, worst }: Measure): readonly string[] => {
  if (holds === true) return [];
  return [...(note === null ? [] : [note]), ...worst.map(({ term, sentence }) => `${term}: ${sentence}`)].map(
    (line) => `    ${line}`,
  );
};

/** The measures as a table for the terminal, each that fails with its worst stories, a line each. */
export function tableOf({ measures, extent }: Assessment): string {
  const rows = measures.map(cellsOf);
  const widths = COLUMNS.map((head, n) => Math.max(head.length, ...rows.map((row) => row[n]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, n) => cell.padEnd(widths[n] ?? 0))
      .join('  ')
      .trimEnd();
  const lines = measures.flatMap((measure) => [lineOf(cellsOf(measure)), ...below(measure)]);
  const unknown = unknownWords(extent);
  return [lineOf(COLUMNS), ...lines, '', extentWords(extent), ...(unknown === '' ? [] : [unknown]), ''].join('\n');
}
