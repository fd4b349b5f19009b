import type { TermId } from '../seen.ts';

/** What was found of a term, in a sentence. */
export interface Story {
  readonly term: TermId;
  readonly sentence: string;
}

/** A story, and how bad it is: money a year, or days. */
export interface Finding extends Story {
  readonly weight: number;
}

export interface Measure {
  readonly name: string;
  /** What is demanded, as it is printed. */
  readonly demand: string;
  readonly holds: boolean | 'not built';
  /** What was found, as it is printed. */
  readonly figure: string;
  /** The number behind the figure; null: nothing was measured. */
  readonly count: number | null;
  /** Five at most, the worst first. */
  readonly worst: readonly Story[];
  /** What the figure does not say; null: nothing. */
  readonly note: string | null;
}

const WORST = 5;

export const worstOf = (findings: readonly Finding[]): readonly Story[] =>
  findings
    .toSorted((one, other) => other.weight - one.weight || one.term.localeCompare(other.term))
    .slice(0, WORST)
    .map(({ term, sentence }) => ({ term, sentence }));

/** Of which there must be none. */
export function noneOf(name: string, findings: readonly Finding[], note: string | null = null): Measure {
  const count = findings.length;
  return { name, demand: '0', holds: count === 0, figure: String(count), count, worst: worstOf(findings), note };
}

/** @param note names what is missing */
export const notBuilt = (name: string, demand: string, note: string): Measure => ({
  ...{ name, demand, note, holds: 'not built', figure: 'not built', count: null, worst: [] },
});

/** Where nobody looked, nothing is proven. */
export const notSeen = (name: string, demand: string, note: string): Measure => ({
  ...{ name, demand, note, holds: false, figure: 'not seen', count: null, worst: [] },
});

/** A share as `12.3 %`. */
export const percent = (share: number): string => `${(share * 100).toFixed(1).replace(/\.0$/, '')} %`;
