import type { IndexedRun, Ending } from '../history.ts';
import { noneOf, notSeen, worstOf, type Finding, type Measure } from './measure.ts';
import { verdictsOf, worth, type Apart, type Verdict } from './outcome.ts';

/** What was decided and did not happen is lost where the exception has no proof; whom nobody can reach has decided nothing. */
const isLost = (verdict: Verdict): boolean =>
  verdict.kind === 'lost' || (verdict.kind === 'apart' && !verdict.isProven && verdict.why !== 'nobody reachable');

const findingOf = (history: Ending, sentence: string): Finding => ({
  ...{ term: history.term, sentence, weight: worth(history) },
});

/** Outcomes that differ from what was decided in time, and customers whom nobody asked. */
export function lostRenewals(indexed: IndexedRun): Measure {
  if (verdictsOf(indexed).length === 0) return notSeen('Lost renewal', '0', 'No term ended in the time that counts.');
  const findings = verdictsOf(indexed).flatMap(([history, verdict]) =>
    isLost(verdict) && 'sentence' in verdict ? [findingOf(history, verdict.sentence)] : [],
  );
  return noneOf('Lost renewal', findings, `of ${verdictsOf(indexed).length} terms that ended`);
}

const WORDS: Readonly<Record<Apart, string>> = {
  'own no': 'own no',
  blocked: 'blocked',
  outgrown: 'outgrown after the last safe day',
  'nobody reachable': 'nobody reachable',
  'too late': 'after the last safe day',
  'by hand': 'by hand',
};
const KINDS = Object.keys(WORDS) as Apart[];

/** What differs and is not lost, each with its proof. */
export function notLost(indexed: IndexedRun): Measure {
  const apart = verdictsOf(indexed).flatMap(([history, verdict]) =>
    verdict.kind === 'apart' ? [{ ...verdict, ...findingOf(history, verdict.sentence) }] : [],
  );
  const unproven = apart.filter(({ isProven }) => !isProven);
  const counts = KINDS.map((kind) => [WORDS[kind], apart.filter(({ why }) => why === kind).length] as const);
  const parts = counts.filter(([, count]) => count > 0).map(([words, count]) => `${words} ${count}`);
  return {
    ...{ name: 'Not lost', demand: 'each with its proof', holds: unproven.length === 0, count: apart.length },
    figure: parts.length === 0 ? '0' : `${apart.length}: ${parts.join(', ')}`,
    worst: worstOf(unproven),
    note: unproven.length === 0 ? null : `${unproven.length} without proof`,
  };
}
