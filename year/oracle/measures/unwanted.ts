import { isAnnual, outcomeOf, type IndexedRun, type Ending } from '../history.ts';
import { onDay, standingWords, wishWords } from '../words.ts';
import { noneOf, type Finding, type Measure } from './measure.ts';
import { isOver, verdictsOf, worth } from './outcome.ts';

/** The seats that there are to be at most; undefined: any number is right. */
function mostSeats({ inTime, ended }: Ending): number | undefined {
  if (!inTime || !ended) return undefined;
  const { wish } = inTime;
  if (wish.outcome === 'flexible') return undefined;
  if (wish.outcome === 'end') return 0;
  return wish.seats < ended.before.seats ? wish.seats : undefined;
}

/** What there is more than was decided; undefined: nothing is. */
function tooMuch(history: Ending): string | undefined {
  const most = mostSeats(history);
  const now = most === 0 ? history.ended?.after : outcomeOf(history);
  if (most === undefined || now === undefined || isOver(now)) return undefined;
  // Without a commitment as many are paid for as are in use.
  if (most > 0 && !isAnnual(now)) return undefined;
  return now.seats > most ? standingWords(now) : undefined;
}

/** Renewed, or renewed larger, although the end or fewer seats were decided in time. */
export function unwantedRenewals(indexed: IndexedRun): Measure {
  const findings = verdictsOf(indexed).flatMap(([history, verdict]): readonly Finding[] => {
    const { inTime, term } = history;
    const found = tooMuch(history);
    const isExcused = verdict.kind === 'apart' && verdict.isProven;
    if (found === undefined || !inTime || isExcused) return [];
    const sentence = `decided ${onDay(inTime.at, indexed.calendar)}: ${wishWords(inTime.wish)}; found ${found}.`;
    return [{ term, sentence, weight: worth(history) }];
  });
  return noneOf('Unwanted renewal', findings);
}
