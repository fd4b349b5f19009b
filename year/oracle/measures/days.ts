import { hasEnd, type IndexedRun, type History } from '../history.ts';
import type { Listed, TermId } from '../seen.ts';
import { dayWords } from '../words.ts';
import { noneOf, type Finding, type Measure } from './measure.ts';

/** Of what is billed offline the provider ends nothing, and an end that is known since today stands in the lists tomorrow. */
function wrongDay(history: History | undefined, { lastSafeDay }: Listed, since: number): string | undefined {
  if (!history?.isOnline || !hasEnd(history) || lastSafeDay === null || history.endKnownAt >= since) return undefined;
  return lastSafeDay === history.lastSafe.day ? undefined : lastSafeDay;
}

/** Terms of which a list has shown another last safe day than theirs. */
export function lastSafeDays(indexed: IndexedRun): Measure {
  const findings = new Map<TermId, Finding>();
  for (const seen of indexed.run.seen) {
    if (seen.kind !== 'evening') continue;
    const since = indexed.calendar.startOf(seen.day);
    for (const row of seen.lists) {
      const history = indexed.histories.get(row.term);
      const shown = wrongDay(history, row, since);
      if (shown === undefined || !history?.lastSafe) continue;
      const sentence = `on ${dayWords(seen.day)} its last safe day was shown as ${dayWords(shown)}; it is ${dayWords(history.lastSafe.day)}.`;
      findings.set(row.term, { term: row.term, sentence, weight: (findings.get(row.term)?.weight ?? 0) + 1 });
    }
  }
  return noneOf('Last safe day', [...findings.values()]);
}
