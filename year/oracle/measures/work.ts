import { endingIn, type IndexedRun } from '../history.ts';
import { worstOf, type Finding, type Measure } from './measure.ts';

const MOST_MEDIAN = 2;
const MOST_P95 = 5;

/** The smallest value that so large a share of the values does not exceed; 0 of none. @param sorted ascending */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

/** Items that a person had to open for a renewal. */
export function work(indexed: IndexedRun): Measure {
  const terms = endingIn(indexed);
  const counts = terms.map(({ opened }) => opened.length).toSorted((one, other) => one - other);
  const [median, p95] = [quantile(counts, 0.5), quantile(counts, 0.95)];
  const holds = median <= MOST_MEDIAN && p95 <= MOST_P95;
  const findings = terms
    .filter(({ opened }) => opened.length > MOST_P95)
    .map(({ term, opened }): Finding => ({
      ...{ term, weight: opened.length },
      sentence: `opened ${opened.length} times, the last time for: ${opened.at(-1)?.sentence ?? ''}`,
    }));
  return {
    ...{ name: 'Work', demand: 'median ≤ 2, ≤ 5 at p95', holds, count: median, worst: worstOf(findings) },
    ...{ figure: `median ${median}, p95 ${p95}`, note: `most ${counts.at(-1) ?? 0}, of ${counts.length} terms` },
  };
}
