import type { Assessment } from '../oracle/assess.ts';
import type { Measure } from '../oracle/measures/measure.ts';
import { extentWords, figureOf, verdictOf } from './table.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const verdictCell = (measure: Measure): string => (measure.holds === false ? '**fails**' : verdictOf(measure));

const rowOf = (measure: Measure): string =>
  `| ${[measure.name, measure.demand, figureOf(measure), verdictCell(measure)].map(cell).join(' | ')} |`;

/** The measures as a Markdown table, and a sentence about the run. */
export const markdownOf = ({ measures, extent }: Assessment): string =>
  [
    '| measure | demand | found | |',
    '| --- | --- | --- | --- |',
    ...measures.map(rowOf),
    '',
    extentWords(extent),
    '',
  ].join('\n');
