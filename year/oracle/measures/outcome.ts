import {
  endingIn,
  isAnnual,
  isBefore,
  outcomeOf,
  standingAt,
  wasKnown,
  type IndexedRun,
  type Ending,
  type Of,
} from '../history.ts';
import type { AtProvider, Wish } from '../seen.ts';
import { dayWords, onDay, standingWords, wishWords } from '../words.ts';

/** Why a term that is not as decided is not lost. */
export type Apart = 'own no' | 'blocked' | 'outgrown' | 'nobody reachable' | 'too late' | 'by hand';

export type Verdict =
  | { readonly kind: 'as decided' | 'never decided' }
  | { readonly kind: 'lost'; readonly sentence: string }
  | { readonly kind: 'apart'; readonly why: Apart; readonly isProven: boolean; readonly sentence: string };

/** Business days before the last safe day by which somebody must have been reached, and from which on a term counts as known. */
export const REACHED_DAYS = 5;
export const KNOWN_DAYS = 10;
/** Days before the last safe day by which a manager must see whom nobody reaches. */
const ESCALATED_DAYS = 14;
/** Times that a customer is asked to free seats. */
const NOTICES = 2;
const DAY = 86_400_000;

const ABOUT_ASSIGNED = /\b(free|assigned|blocked)\b/i;
const ABOUT_BY_HAND = /\bby hand\b/i;

const NOTHING_SEEN = 'nothing was seen of its end';

/** A commitment for so many seats. */
export const isAnnualWith = (seats: number, now: AtProvider): boolean =>
  isAnnual(now) && now.status === 'ACTIVE' && now.seats === seats;

/** Nothing of it goes on. */
export const isOver = ({ plan, status }: AtProvider): boolean => status === 'SUSPENDED' || plan === 'GONE';

function isAsDecided(wish: Wish, now: AtProvider): boolean {
  switch (wish.outcome) {
    case 'renew':
      return isAnnualWith(wish.seats, now);
    case 'flexible':
      return now.plan === 'FLEXIBLE';
    case 'end':
      return isOver(now);
  }
}

/** What is there instead of what was decided; undefined: it is as decided. */
function foundInstead(wish: Wish, history: Ending): string | undefined {
  const now = wish.outcome === 'end' ? history.ended?.after : outcomeOf(history);
  if (now === undefined) return NOTHING_SEEN;
  return isAsDecided(wish, now) ? undefined : standingWords(now);
}

/** Whether the provider has it as was decided. */
export const isCarriedOut = (wish: Wish, history: Ending): boolean => foundInstead(wish, history) === undefined;

const decidedWords = ({ at, wish, channel }: Of<'decided'>, { calendar }: IndexedRun): string =>
  `decided ${onDay(at, calendar)} by ${channel}: ${wishWords(wish)}`;

function setWords({ writes }: Ending, { at }: Of<'decided'>, { calendar }: IndexedRun): string {
  const write = writes.find((one) => one.at >= at);
  return write ? `set ${onDay(write.at, calendar)} (${write.method})` : 'nothing was set';
}

const dueWords = ({ lastSafe }: Ending): string => `last safe day ${dayWords(lastSafe.day)}`;

const isBelow = (wish: Wish, now: AtProvider | undefined): boolean =>
  wish.outcome === 'renew' && now !== undefined && wish.seats < now.licensed;

/** Fewer seats than are assigned cannot be renewed. */
const isBlocked = (wish: Wish, history: Ending): boolean =>
  isBelow(wish, history.checked?.now ?? standingAt(history, history.lastSafe.endsAt - 1));

/** The customer's own people came after the last safe day: nobody can be asked to free seats before the end. */
const isOutgrown = (wish: Wish, history: Ending): boolean => isBelow(wish, standingAt(history, history.endsAt - 1));

/** It goes on, and nobody is committed to what was not decided. */
const isUncommitted = (history: Ending): boolean => {
  const now = outcomeOf(history);
  return now?.plan === 'FLEXIBLE' && now.status === 'ACTIVE';
};
const withoutCommitment = (history: Ending): string =>
  isUncommitted(history) ? 'goes on without a commitment' : `found ${foundWords(history)}`;
const foundWords = (history: Ending): string => {
  const now = outcomeOf(history);
  return now === undefined ? NOTHING_SEEN : standingWords(now);
};

const isListedFrom = (history: Ending, { at }: Of<'decided'>, words: RegExp, { evenings }: IndexedRun): boolean =>
  history.stays.some(({ until, sentence }) => words.test(sentence) && (evenings[until]?.at ?? 0) >= at);

function blocked(history: Ending, decision: Of<'decided'>, indexed: IndexedRun): Verdict {
  const asked = history.askedToFree.filter(({ at }) => at < history.endsAt).length;
  const isListed = isListedFrom(history, decision, ABOUT_ASSIGNED, indexed);
  const proof = `asked to free seats ${asked} times, ${isListed ? 'with' : 'without'} an item in a list`;
  return {
    ...{ kind: 'apart', why: 'blocked', isProven: isListed && asked >= NOTICES && isUncommitted(history) },
    sentence: `${decidedWords(decision, indexed)}; more are assigned; ${proof}; ${withoutCommitment(history)}.`,
  };
}

/** By a mail in the week after. */
const NOTIFIED_DAYS = 7;
function outgrown(history: Ending, decision: Of<'decided'>, indexed: IndexedRun): Verdict {
  const { mails, lastSafe, endsAt } = history;
  const isNotified = mails.some(({ at }) => at >= lastSafe.endsAt && at <= endsAt + NOTIFIED_DAYS * DAY);
  const proof = `${isNotified ? 'told' : 'not told'} to somebody; ${withoutCommitment(history)}`;
  return {
    ...{ kind: 'apart', why: 'outgrown', isProven: isNotified && isUncommitted(history) },
    sentence: `${decidedWords(decision, indexed)}; more were assigned after the ${dueWords(history)}; ${proof}.`,
  };
}

/** Nothing is set at the provider of what is billed offline: an item says so to a person. */
function byHand(history: Ending, decision: Of<'decided'>, indexed: IndexedRun): Verdict {
  const isProven = isListedFrom(history, decision, ABOUT_BY_HAND, indexed);
  const proof = isProven ? 'an item says that it is arranged by hand' : 'no item says that it is arranged by hand';
  const sentence = `${decidedWords(decision, indexed)}; billed offline; ${proof}.`;
  return { kind: 'apart', why: 'by hand', isProven, sentence };
}

function ofDecided(history: Ending, decision: Of<'decided'>, indexed: IndexedRun): Verdict {
  const found = foundInstead(decision.wish, history);
  const words = `${decidedWords(decision, indexed)}, ${setWords(history, decision, indexed)}, ${dueWords(history)}`;
  if (found === undefined) {
    if (decision.wish.outcome !== 'end') return { kind: 'as decided' };
    return { kind: 'apart', why: 'own no', isProven: true, sentence: `${words}; it ended so.` };
  }
  if (!history.isOnline) return byHand(history, decision, indexed);
  const later = history.late.findLast(({ wish }) => isCarriedOut(wish, history));
  if (later) {
    const sentence = `${words}; changed after it and carried out: ${decidedWords(later, indexed)}.`;
    return { kind: 'apart', why: 'too late', isProven: true, sentence };
  }
  if (isBlocked(decision.wish, history)) return blocked(history, decision, indexed);
  if (isOutgrown(decision.wish, history)) return outgrown(history, decision, indexed);
  return { kind: 'lost', sentence: `${words}; found ${found}.` };
}

function nobodyReachable(history: Ending, indexed: IndexedRun): Verdict {
  const { calendar } = indexed;
  const { lastSafe, endKnownAt, escalatedAt } = history;
  const by = lastSafe.startsAt - ESCALATED_DAYS * DAY;
  const first = escalatedAt[0];
  const isKnownLate = endKnownAt > by;
  const seen = first === undefined ? 'no manager saw it' : `a manager saw it ${onDay(first, calendar)}`;
  const known = isKnownLate ? `, its end known only ${onDay(endKnownAt, calendar)}` : '';
  return {
    ...{ kind: 'apart', why: 'nobody reachable', isProven: isKnownLate || (first ?? Infinity) <= by },
    sentence: `nobody is reachable, ${dueWords(history)}${known}; ${seen}.`,
  };
}

function ofUndecided(history: Ending, indexed: IndexedRun): Verdict {
  const { calendar } = indexed;
  if (!history.isReachable) return nobodyReachable(history, indexed);
  const reached = history.spoken.find(({ answer }) => answer !== 'nobody there');
  const isReached = reached !== undefined && isBefore(history, REACHED_DAYS, reached.at, calendar);
  const isKnown = wasKnown(history, KNOWN_DAYS, calendar);
  if (history.wants !== null && !isReached && isKnown) {
    const when = reached ? `first reached ${onDay(reached.at, calendar)}` : 'nobody reached the customer';
    return { kind: 'lost', sentence: `wants to ${wishWords(history.wants)}; ${when}, ${dueWords(history)}.` };
  }
  const [late] = history.late;
  if (late === undefined) return { kind: 'never decided' };
  const why = isReached ? `reached ${onDay(reached.at, calendar)}` : `known ${onDay(history.endKnownAt, calendar)}`;
  const sentence = `${decidedWords(late, indexed)}, after the ${dueWords(history)}; ${why}.`;
  return { kind: 'apart', why: 'too late', isProven: true, sentence };
}

/** By the provider, since all was suspended for too long: who is active leaves by an own wish. */
function isMovedAway({ settled, standings }: Ending): boolean {
  const last = settled.find(({ isFinal }) => isFinal)?.now;
  const before = standings.findLast(({ now }) => now.plan !== 'GONE')?.now;
  return last?.plan === 'GONE' && before?.status === 'SUSPENDED';
}

/** Moved away though the customer wanted to stay. */
function movedAway(history: Ending): Verdict | undefined {
  const wish = history.inTime?.wish ?? history.late.at(-1)?.wish ?? history.wants;
  if (!isMovedAway(history) || wish === null || wish.outcome === 'end') return undefined;
  return { kind: 'lost', sentence: `wants to ${wishWords(wish)}; moved away by the provider after a suspension.` };
}

/** Nobody of the customer could be reached, and it was told again and again while the clock of its suspension ran. */
const isHeldUpByThem = (verdict: Verdict, { mails, endsAt }: Ending): boolean =>
  verdict.kind === 'apart' &&
  verdict.why === 'nobody reachable' &&
  verdict.isProven &&
  mails.filter(({ at }) => at > endsAt).length >= NOTICES;

function verdictOn(history: Ending, indexed: IndexedRun): Verdict {
  const verdict = history.inTime ? ofDecided(history, history.inTime, indexed) : ofUndecided(history, indexed);
  return isHeldUpByThem(verdict, history) ? verdict : (movedAway(history) ?? verdict);
}

const verdicts = new WeakMap<IndexedRun, readonly (readonly [Ending, Verdict])[]>();

/** Each commitment that ended in the time that counts, and what became of it. */
export function verdictsOf(indexed: IndexedRun): readonly (readonly [Ending, Verdict])[] {
  const made =
    verdicts.get(indexed) ?? endingIn(indexed).map((history) => [history, verdictOn(history, indexed)] as const);
  verdicts.set(indexed, made);
  return made;
}

/** What a term is worth a year, as the weight of a finding. */
export const worth = ({ price, standings }: Ending): number => price * (standings[0]?.now.seats ?? 0);
