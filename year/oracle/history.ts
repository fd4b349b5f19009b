import type { Calendar } from './calendar.ts';
import type { AtProvider, Listed, Run, Seen, TermId, Wish } from './seen.ts';

export type Of<Kind extends Seen['kind']> = Extract<Seen, { readonly kind: Kind }>;

/** A row of the evening lists that stayed the same for some evenings in a row. */
export interface Stay {
  /** Numbers of the first and of the last evening, counted from 0. */
  readonly from: number;
  readonly until: number;
  readonly person: string | null;
  readonly sentence: string;
  readonly isRed: boolean;
}

export interface Evening {
  readonly at: number;
  readonly day: string;
}

/** The day until whose end what the customer decides is in time. */
export interface LastSafe {
  readonly day: string;
  readonly startsAt: number;
  /** The first instant that is too late. */
  readonly endsAt: number;
}

/** What the provider had of a term from an instant on, and why it is known. */
export interface Standing {
  readonly at: number;
  readonly now: AtProvider;
  readonly by: Seen['kind'];
}

/** All that was seen of one term, each list by time. */
export interface History {
  readonly term: TermId;
  /** Its domain as the term was first seen. */
  readonly domain: string;
  readonly sku: string;
  /** Of a seat a year, in rupees. */
  readonly price: number;
  readonly isOnline: boolean;
  readonly wants: Wish | null;
  readonly isReachable: boolean;
  readonly knownAt: number;
  /** As it was seen last; null: the provider has nothing of it any more. */
  readonly endsAt: number | null;
  /** Since when this end is known. */
  readonly endKnownAt: number;
  /** Why it has another end, or none. */
  readonly movedWhy: string | null;
  /** Null where it has no end. */
  readonly lastSafe: LastSafe | null;
  /** The last decision that was given in time. */
  readonly inTime: Of<'decided'> | undefined;
  /** Those that were given after the last safe day. */
  readonly late: readonly Of<'decided'>[];
  readonly decided: readonly Of<'decided'>[];
  readonly spoken: readonly Of<'spoken'>[];
  readonly opened: readonly Of<'opened'>[];
  readonly askedToFree: readonly Of<'asked to free'>[];
  /** The alerts that name its domain as it was called then. */
  readonly mails: readonly Of<'mail'>[];
  readonly escalatedAt: readonly number[];
  readonly writes: readonly Of<'provider write'>[];
  readonly ended: Of<'ended'> | undefined;
  readonly settled: readonly Of<'settled'>[];
  readonly checked: Of<'last safe day'> | undefined;
  readonly reminders: readonly Of<'reminder'>[];
  readonly stops: readonly Of<'stop'>[];
  readonly shown: Of<'reminders shown'> | undefined;
  readonly standings: readonly Standing[];
  readonly stays: readonly Stay[];
  /** All of it in order, but for the evenings, which are the stays. */
  readonly all: readonly Seen[];
}

/** A domain's name in a mail to one of the staff, and the terms that the domain had then. */
export interface Alert {
  readonly at: number;
  readonly to: string;
  readonly subject: string;
  readonly domain: string;
  readonly histories: readonly History[];
  /** Something of the domain that is no committed term asked for somebody then. */
  readonly hasOther: boolean;
}

/** A run by terms. */
export interface IndexedRun {
  readonly run: Run;
  readonly calendar: Calendar;
  readonly histories: ReadonlyMap<TermId, History>;
  readonly evenings: readonly Evening[];
  readonly alerts: readonly Alert[];
  /** What was recorded of terms that were never seen, as `kind term`. */
  readonly unknown: readonly string[];
}

/** What the provider had at an instant. */
export function standingAt({ standings }: History, at: number): AtProvider | undefined {
  return standings.findLast((one) => one.at <= at)?.now;
}

/** The last decision that had been given by an instant. */
export const decisionAt = ({ decided }: History, at: number): Of<'decided'> | undefined =>
  decided.findLast((one) => one.at <= at);

/** The rows of an evening, by its number. */
export const staysOn = ({ stays }: History, evening: number): readonly Stay[] =>
  stays.filter(({ from, until }) => from <= evening && evening <= until);

export const isAnnual = ({ plan }: AtProvider): boolean => plan.startsWith('ANNUAL');

/** Whether it began as a commitment: of a trial nobody decides what follows a term. */
const isCommitted = ({ standings }: History): boolean => {
  const first = standings[0];
  return first !== undefined && isAnnual(first.now);
};

export type Ending = History & { readonly endsAt: number; readonly lastSafe: LastSafe };

export const hasEnd = (history: History): history is Ending => history.endsAt !== null && history.lastSafe !== null;

/** The commitments whose end lies within the time that counts, by their ends. */
export const endingIn = ({ run, histories }: IndexedRun): readonly Ending[] =>
  [...histories.values()]
    .filter(hasEnd)
    .filter((history) => isCommitted(history) && history.endsAt <= run.countedUntil)
    .sort((one, other) => one.endsAt - other.endsAt || one.term.localeCompare(other.term));

/** Whether the desk changed something at the provider since the term ended, until it was looked at. */
const isWrittenSince = ({ writes, ended }: History, until: number): boolean =>
  ended !== undefined && writes.some(({ at }) => at >= ended.at && at <= until);

/** Gone, suspended after the end, or had again after it was over, all in the console: the desk has brought about what was there before. */
function isByOthers(history: History, after: AtProvider, { at, now }: Of<'settled'>): boolean {
  const wasActive = after.status === 'ACTIVE';
  if (now.plan === 'GONE') return wasActive;
  return (!wasActive || now.status === 'SUSPENDED') && !isWrittenSince(history, at);
}

/**
 * What stands at the provider on the evening of the first business day after the end; undefined: nobody looked. Of who went to somebody else, was
 * suspended or had it again before that evening by no doing of the desk, what stood at the end.
 */
export function outcomeOf(history: History): AtProvider | undefined {
  const { settled, ended } = history;
  const [found] = settled;
  if (!found || !ended) return found?.now ?? ended?.after;
  return isByOthers(history, ended.after, found) ? ended.after : found.now;
}

/** Whether its end was known so many business days before its last safe day. */
export const wasKnown = ({ endKnownAt, lastSafe }: Ending, days: number, calendar: Calendar): boolean =>
  calendar.dayOf(endKnownAt) <= calendar.back(lastSafe.day, days);

/** Whether an instant comes so many business days before the last safe day, or earlier. */
export const isBefore = ({ lastSafe }: Ending, days: number, at: number, calendar: Calendar): boolean =>
  calendar.dayOf(at) <= calendar.back(lastSafe.day, days);

export const sameRow = (stay: Stay, row: Listed): boolean =>
  stay.person === row.person && stay.sentence === row.sentence && stay.isRed === (row.daysLate !== null);
