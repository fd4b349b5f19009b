import { endingIn, isBefore, wasKnown, type IndexedRun, type Ending } from '../history.ts';
import { dayWords, seatWords } from '../words.ts';
import { noneOf, type Finding, type Measure } from './measure.ts';
import { KNOWN_DAYS, REACHED_DAYS } from './outcome.ts';

const NAMES_THE_FALL = /\bfalls to\b/;

/** The seats that went because the provider renewed the assigned ones only; 0: none did. */
function fallOf({ ended, inTime }: Ending): number {
  if (!ended?.before.renewalType?.startsWith('RENEW_CURRENT_USERS')) return 0;
  const fall = ended.before.seats - ended.after.seats;
  const wish = inTime?.wish;
  const isAskedFor = wish !== undefined && (wish.outcome !== 'renew' || wish.seats <= ended.after.seats);
  return isAskedFor ? 0 : Math.max(0, fall);
}

/** Whether somebody saw the forecast of it, or spoke with the customer, early enough. */
function wasSeen(history: Ending, { calendar }: IndexedRun): boolean {
  const isEarly = (at: number): boolean => isBefore(history, REACHED_DAYS, at, calendar);
  return (
    history.opened.some(({ at, sentence }) => isEarly(at) && NAMES_THE_FALL.test(sentence)) ||
    history.spoken.some(({ at, answer }) => isEarly(at) && answer !== 'nobody there') ||
    history.escalatedAt.some(isEarly)
  );
}

/** Seats that fell by the provider's default without anybody's knowledge. */
export function silentShrinks(indexed: IndexedRun): Measure {
  const findings = endingIn(indexed).flatMap((history): readonly Finding[] => {
    const fall = fallOf(history);
    if (fall === 0 || !wasKnown(history, KNOWN_DAYS, indexed.calendar) || wasSeen(history, indexed)) return [];
    const { term, price, ended, lastSafe } = history;
    const seats = `${ended?.before.seats ?? 0} to ${seatWords(ended?.after.seats ?? 0)}`;
    const sentence = `fell from ${seats}; nobody saw it ${REACHED_DAYS} business days before ${dayWords(lastSafe.day)}.`;
    return [{ term, sentence, weight: fall * price }];
  });
  return noneOf('Silent shrink', findings);
}
