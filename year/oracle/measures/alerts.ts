import {
  decisionAt,
  endingIn,
  hasEnd,
  outcomeOf,
  standingAt,
  wasKnown,
  type Alert,
  type IndexedRun,
  type Ending,
  type History,
} from '../history.ts';
import type { Calendar } from '../calendar.ts';
import type { AtProvider, Wish } from '../seen.ts';
import { dayWords, onDay, wishWords } from '../words.ts';
import { noneOf, percent, worstOf, type Finding, type Measure } from './measure.ts';
import { isCarriedOut, KNOWN_DAYS, worth } from './outcome.ts';
import { isSetFor } from './setting.ts';

/** Business days before the last safe day by which somebody must have been alerted. */
const ALERTED_DAYS = 5;
/** Business days that the product has to see that a decision is blocked, and to mail it the next morning. */
const BLOCKED_DAYS = 2;
/** Days before the last safe day from which on there is something to do about a term; what was mailed before was about another. */
const OPEN_DAYS = 60;
const MOST_NOISE = 0.05;
const DAY = 86_400_000;

const opensAt = ({ lastSafe }: Ending): number => lastSafe.startsAt - OPEN_DAYS * DAY;

/** Seats have to be freed first, whatever is set. */
const isBlocked = (wish: Wish, now: AtProvider): boolean => wish.outcome === 'renew' && wish.seats < now.licensed;

/** What was open on the day by which somebody must be alerted; undefined: nothing was. */
function openAction(history: Ending, by: string, calendar: Calendar): string | undefined {
  const decision = decisionAt(history, calendar.endOf(by) - 1);
  if (!decision) return 'undecided';
  const now = standingAt(history, calendar.endOf(by) - 1);
  const isLongAgo = calendar.dayOf(decision.at) <= calendar.back(by, BLOCKED_DAYS);
  const { wish } = decision;
  if (now === undefined || !isBlocked(wish, now) || !isLongAgo) return undefined;
  return `blocked (${wishWords(wish)}, ${now.licensed} assigned)`;
}

/** Deadlines with an open action of which no mail came early enough. */
export function lateAlerts(indexed: IndexedRun): Measure {
  const { calendar } = indexed;
  const findings = endingIn(indexed).flatMap((history): readonly Finding[] => {
    if (!wasKnown(history, KNOWN_DAYS, calendar)) return [];
    const { term, lastSafe, mails } = history;
    const by = calendar.back(lastSafe.day, ALERTED_DAYS);
    const open = openAction(history, by, calendar);
    if (open === undefined) return [];
    const mail = mails.find(({ at }) => at >= opensAt(history));
    if (mail && mail.at < calendar.endOf(by)) return [];
    const came = mail ? `first named ${onDay(mail.at, calendar)}` : 'never named';
    const sentence = `${open} on ${dayWords(by)}, ${came} in a mail; last safe day ${dayWords(lastSafe.day)}.`;
    return [{ term, sentence, weight: worth(history) }];
  });
  return noneOf('Late alert', findings);
}

/** A suspended customer is moved away some day, unless that was wanted. */
function isSuspendedUnasked(history: History, at: number): boolean {
  const isSuspended = standingAt(history, at)?.status === 'SUSPENDED';
  const wasCalledSo = history.endsAt === null && /suspen/i.test(history.movedWhy ?? '');
  return (isSuspended || wasCalledSo) && decisionAt(history, at)?.wish.outcome !== 'end';
}

/** After the end: what was decided is not there, so that somebody has to finish it. */
function isUnfinished(history: Ending, at: number): boolean {
  const decision = decisionAt(history, at);
  const now = standingAt(history, at);
  if (!decision || !now || outcomeOf(history) === undefined) return false;
  const asOfNow = { ...history, settled: [{ kind: 'settled' as const, at, term: history.term, now, isFinal: false }] };
  return !isCarriedOut(decision.wish, asOfNow);
}

/** Whether anybody could do something about it at an instant. */
function isActionable(history: History, at: number): boolean {
  if (isSuspendedUnasked(history, at)) return true;
  if (!hasEnd(history)) return false;
  if (at >= history.endsAt) return isUnfinished(history, at);
  if (at < opensAt(history)) return false;
  const decision = decisionAt(history, at);
  const now = standingAt(history, at);
  return decision === undefined || now === undefined || isBlocked(decision.wish, now) || !isSetFor(decision.wish, now);
}

const isNoise = ({ histories, hasOther, at }: Alert): boolean =>
  !hasOther && !histories.some((history) => history.knownAt <= at && isActionable(history, at));

/** Alerts about which nobody could do anything. */
export function noise(indexed: IndexedRun): Measure {
  const { alerts, calendar } = indexed;
  const noisy = alerts.filter(isNoise);
  const share = alerts.length === 0 ? 0 : noisy.length / alerts.length;
  const findings = noisy.map(({ at, to, subject, domain, histories }): Finding => ({
    ...{ term: histories.at(-1)?.term ?? domain, weight: at },
    sentence: `${domain} was in "${subject}" to ${to} on ${onDay(at, calendar)}: nothing was to be done.`,
  }));
  return {
    ...{ name: 'Noise', demand: '≤ 5 %', holds: share <= MOST_NOISE, count: noisy.length, worst: worstOf(findings) },
    ...{ figure: `${percent(share)} (${noisy.length} of ${alerts.length})`, note: null },
  };
}
