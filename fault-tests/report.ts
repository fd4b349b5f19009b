import type { Findings } from './acknowledged-writes.ts';
import type { Round, Reported } from './round.ts';

const SHOWN = 8;

export type Line = Reported & Findings & { round: Round; acknowledged: number; barMs: number };

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A request hangs for so long before it is given up and clicked again: who did that waited longer than all together. */
const HUNG_MS = 10_000;

/** Reasons why a round fails, a line each. */
export function objections({ barMs, outageMs, personMs, lost, doubled, half, problems, acknowledged }: Line): string[] {
  return [
    ...(acknowledged === 0 ? ['nothing was acknowledged: nothing is proved'] : []),
    ...(outageMs > barMs ? [`an outage of ${seconds(outageMs)}`] : []),
    ...(personMs > barMs + HUNG_MS ? [`somebody waited for ${seconds(personMs)}`] : []),
    ...lost.map((one) => `lost: ${one}`),
    ...doubled.map((one) => `doubled: ${one}`),
    ...half.map((one) => `half: ${one}`),
    ...problems,
  ];
}

/** The rounds that did not pass, each with its reasons. */
export const failed = (lines: readonly Line[]): string[] =>
  lines
    .map((line) => [`${line.round.id} ${line.round.title}`, ...objections(line)])
    .filter(({ length }) => length > 1)
    .map((answer) => answer.join('\n'));

const HEAD = [
  'fault',
  'rounds',
  'injected',
  'acknowledged',
  'lost',
  'doubled',
  'half',
  'longest outage',
  'of one person',
  'bar',
  'held',
];

/** A Markdown table. The outages are counted from when their cause was gone. */
export function table(lines: readonly Line[]): string {
  const body = lines.map((line) => {
    const { round, lost, doubled, half } = line;
    const counts = [line.rounds, line.injected, line.acknowledged, lost.length, doubled.length, half.length];
    const held = objections(line).length === 0 ? 'yes' : '**no**';
    const cells = [
      ...counts.map((count) => count.toLocaleString('en')),
      seconds(line.outageMs),
      seconds(line.personMs),
      seconds(line.barMs),
    ];
    return row([`${round.id} ${round.title}`, ...cells, held]);
  });
  return [row(HEAD), row(HEAD.map(() => '---')), ...body].join('\n');
}

/** Why rounds did not pass, and what is worth knowing of the others. */
export function remarks(lines: readonly Line[]): string {
  return lines
    .flatMap((line) => {
      const found = objections(line);
      const more = found.length > SHOWN ? [`and ${found.length - SHOWN} more`] : [];
      const note = line.note === undefined ? [] : [line.note];
      return [...note, ...found.slice(0, SHOWN), ...more].map((one) => `${line.round.id}: ${one}`);
    })
    .join('\n');
}
