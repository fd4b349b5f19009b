import type { IndexedRun } from '../history.ts';
import { percent, worstOf, type Finding, type Measure } from './measure.ts';

const FEWEST_WORDS = 4;
const NEXT_STEP =
  /\b(Approve|Ask|Assign|Call|Choose|Confirm|Finish|Free|Look|Mail|Open|Order|Place|Refuse|Renew|Restore|See|Set|Speak|Take|Try|Write)\b/;

/** Whether a red item's sentence names why it is red and what is next: whole sentences, two of them or one with a step. */
export function isHonest(sentence: string): boolean {
  const text = sentence.trim();
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length < FEWEST_WORDS || !text.endsWith('.')) return false;
  const sentences = text.split(/[.!?](?:\s+|$)/).filter((one) => one !== '');
  return sentences.length >= 2 || NEXT_STEP.test(text);
}

/** Red items whose sentence names cause and next step. */
export function honesty(indexed: IndexedRun): Measure {
  const verdicts = new Map<string, boolean>();
  const bad = new Map<string, Finding>();
  let [red, honest] = [0, 0];
  for (const seen of indexed.run.seen) {
    if (seen.kind !== 'evening') continue;
    for (const { term, daysLate, sentence } of seen.lists) {
      if (daysLate === null) continue;
      const verdict = verdicts.get(sentence) ?? isHonest(sentence);
      verdicts.set(sentence, verdict);
      red += 1;
      if (verdict) honest += 1;
      else bad.set(term, { term, sentence: `red for ${daysLate} days with: "${sentence}"`, weight: daysLate });
    }
  }
  const share = red === 0 ? 1 : honest / red;
  return {
    ...{ name: 'Honesty', demand: '100 %', holds: honest === red, count: honest, worst: worstOf([...bad.values()]) },
    ...{
      figure: honest === red ? '100 %' : percent(Math.min(share, 0.999)),
      note: `of ${red} red items on an evening`,
    },
  };
}
