import { calendarOf, type Calendar } from './calendar.ts';
import {
  sameRow,
  type Alert,
  type IndexedRun,
  type Evening,
  type History,
  type LastSafe,
  type Of,
  type Standing,
  type Stay,
} from './history.ts';
import type { Listed, Run, Seen, TermId } from './seen.ts';

type Growing<Type> = { -readonly [Key in keyof Type]: Type[Key] extends readonly (infer One)[] ? One[] : Type[Key] };
type OpenStay = { -readonly [Key in keyof Stay]: Stay[Key] };

/** A mail may name a domain as it was called until the product has read its new name: so many business days. */
const OLD_NAME_DAYS = 1;

/** What a person is alerted by; other mails confirm something, and one that says that deadlines are off asks for nothing. */
const ALERTS = /\bdeadlines?\b(?! less$)/;

interface Name {
  readonly domain: string;
  readonly from: number;
  until: number;
}

class Fold {
  readonly calendar: Calendar;
  readonly histories = new Map<TermId, Growing<History>>();
  readonly evenings: Evening[] = [];
  readonly alerts: Alert[] = [];
  readonly unknown = new Set<string>();
  /** Rows that may go on the next evening. */
  readonly openStays = new Map<TermId, OpenStay[]>();
  /** By the name as it was first seen: which names the domain has had, and which terms. */
  readonly names = new Map<string, Name[]>();
  readonly byDomain = new Map<string, Growing<History>[]>();
  /** By the first name: what else of the domain asks for somebody. */
  readonly others = new Map<string, Set<string>>();
  /** From any name to the first one. */
  readonly firstName = new Map<string, string>();

  constructor(run: Run) {
    this.calendar = calendarOf(run);
  }

  of(seen: Seen & { readonly term: TermId }): Growing<History> | undefined {
    const history = this.histories.get(seen.term);
    if (history) history.all.push(seen);
    else this.unknown.add(`${seen.kind} ${seen.term}`);
    return history;
  }

  stands(history: Growing<History> | undefined, seen: Seen, now: Standing['now']): void {
    history?.standings.push({ at: seen.at, now, by: seen.kind });
  }

  /** The first name of a domain that is called so at an instant; undefined: none is. */
  called(domain: string, at: number): string | undefined {
    const first = this.firstName.get(domain);
    const isName = this.names
      .get(first ?? '')
      ?.some((one) => one.domain === domain && one.from <= at && at < one.until);
    return isName ? first : undefined;
  }
}

function begin({ term, domain, sku, price, isOnline, wants, isReachable, endsAt, at }: Of<'term'>): Growing<History> {
  return {
    ...{ term, domain, sku, price, isOnline, wants, isReachable, endsAt },
    ...{ knownAt: at, endKnownAt: at, movedWhy: null, lastSafe: null, inTime: undefined, ended: undefined },
    ...{ late: [], decided: [], spoken: [], opened: [], askedToFree: [], mails: [], escalatedAt: [], writes: [] },
    ...{ settled: [], checked: undefined, standings: [], stays: [], all: [] },
    ...{ reminders: [], stops: [], shown: undefined },
  };
}

function nameFor(fold: Fold, { domain, at }: Of<'term' | 'other deadline'>): string {
  const first = fold.firstName.get(domain);
  if (first !== undefined) return first;
  fold.firstName.set(domain, domain);
  fold.names.set(domain, [{ domain, from: at, until: Infinity }]);
  return domain;
}

function take(fold: Fold, seen: Of<'term'>): void {
  const first = nameFor(fold, seen);
  const history = fold.histories.get(seen.term) ?? begin(seen);
  if (!fold.histories.has(seen.term)) {
    fold.histories.set(seen.term, history);
    fold.byDomain.set(first, [...(fold.byDomain.get(first) ?? []), history]);
  } else if (history.endsAt !== seen.endsAt) {
    history.endsAt = seen.endsAt;
    history.endKnownAt = seen.at;
  }
  history.all.push(seen);
  fold.stands(history, seen, seen.now);
}

function move(fold: Fold, seen: Of<'term moved'>): void {
  const history = fold.of(seen);
  if (!history) return;
  history.endsAt = seen.endsAt;
  history.endKnownAt = seen.at;
  history.movedWhy = seen.why;
}

function note(fold: Fold, seen: Of<'other deadline'>): void {
  const first = nameFor(fold, seen);
  const others = fold.others.get(first) ?? new Set();
  fold.others.set(first, others);
  if (seen.isOpen) others.add(seen.what);
  else others.delete(seen.what);
  for (const history of fold.byDomain.get(first) ?? []) history.all.push(seen);
}

function rename(fold: Fold, seen: Of<'renamed'>): void {
  const first = fold.firstName.get(seen.from);
  // Of a domain of which nothing was seen nothing is to be found under any name.
  if (first === undefined) return;
  const { calendar } = fold;
  let last = calendar.dayOf(seen.at);
  for (let left = OLD_NAME_DAYS; left > 0;) {
    last = calendar.dayOf(calendar.endOf(last));
    if (calendar.isBusinessDay(last)) left -= 1;
  }
  const names = fold.names.get(first) ?? [];
  for (const name of names) name.until = Math.min(name.until, calendar.endOf(last));
  names.push({ domain: seen.to, from: seen.at, until: Infinity });
  fold.firstName.set(seen.to, first);
  for (const history of fold.byDomain.get(first) ?? []) history.all.push(seen);
}

function deliver(fold: Fold, seen: Of<'mail'>): void {
  const { at, to, subject } = seen;
  for (const domain of new Set(seen.domains)) {
    const first = fold.called(domain, at);
    const histories = first === undefined ? [] : (fold.byDomain.get(first) ?? []);
    const hasOther = (fold.others.get(first ?? '')?.size ?? 0) > 0;
    for (const history of histories) history.all.push(seen);
    if (!ALERTS.test(subject)) continue;
    fold.alerts.push({ at, to, subject, domain, histories, hasOther });
    for (const history of histories) history.mails.push(seen);
  }
}

function listRow(fold: Fold, row: Listed, evening: number, open: Map<TermId, OpenStay[]>): void {
  const history = fold.histories.get(row.term);
  // What has no commitment is listed as well.
  if (!history) return;
  let stay = fold.openStays.get(row.term)?.find((one) => sameRow(one, row));
  if (stay) stay.until = evening;
  else {
    const { person, sentence, daysLate } = row;
    stay = { from: evening, until: evening, person, sentence, isRed: daysLate !== null };
    history.stays.push(stay);
  }
  open.set(row.term, [...(open.get(row.term) ?? []), stay]);
}

function list(fold: Fold, { at, day, lists }: Of<'evening'>): void {
  const evening = fold.evenings.push({ at, day }) - 1;
  const open = new Map<TermId, OpenStay[]>();
  for (const row of lists) listRow(fold, row, evening, open);
  fold.openStays.clear();
  for (const [term, stays] of open) fold.openStays.set(term, stays);
}

function escalate(fold: Fold, seen: Of<'escalated'>): void {
  for (const term of new Set(seen.terms)) {
    const history = fold.histories.get(term);
    history?.escalatedAt.push(seen.at);
    history?.all.push(seen);
  }
}

const TAKE: { readonly [Kind in Seen['kind']]: (fold: Fold, seen: Of<Kind>) => void } = {
  term: take,
  'term moved': move,
  'other deadline': note,
  renamed: rename,
  decided: (fold, seen) => fold.of(seen)?.decided.push(seen),
  spoken: (fold, seen) => fold.of(seen)?.spoken.push(seen),
  opened: (fold, seen) => fold.of(seen)?.opened.push(seen),
  'asked to free': (fold, seen) => {
    const history = fold.of(seen);
    const before = history?.standings.at(-1)?.now;
    history?.askedToFree.push(seen);
    if (before && seen.licensed !== null) fold.stands(history, seen, { ...before, licensed: seen.licensed });
  },
  mail: deliver,
  'provider write': (fold, seen) => {
    const history = fold.of(seen);
    history?.writes.push(seen);
    fold.stands(history, seen, seen.after);
  },
  console: (fold, seen) => fold.stands(fold.of(seen), seen, seen.after),
  ended: (fold, seen) => {
    const history = fold.of(seen);
    if (history) history.ended = seen;
    fold.stands(history, seen, seen.after);
  },
  settled: (fold, seen) => {
    const history = fold.of(seen);
    history?.settled.push(seen);
    fold.stands(history, seen, seen.now);
  },
  'last safe day': (fold, seen) => {
    const history = fold.of(seen);
    if (history) history.checked = seen;
    fold.stands(history, seen, seen.now);
  },
  reminder: (fold, seen) => {
    for (const term of new Set(seen.terms)) {
      const history = fold.histories.get(term);
      history?.reminders.push(seen);
      history?.all.push(seen);
    }
  },
  stop: (fold, seen) => fold.of(seen)?.stops.push(seen),
  'reminders shown': (fold, seen) => {
    const history = fold.of(seen);
    if (history) history.shown = seen;
  },
  evening: list,
  escalated: escalate,
  // It happens to everybody; what it does to a term is seen of the term.
  'provider read': () => undefined,
  fault: () => undefined,
};

function lastSafeOf(endsAt: number, calendar: Calendar): LastSafe {
  const day = calendar.lastSafeDay(endsAt);
  return { day, startsAt: calendar.startOf(day), endsAt: calendar.endOf(day) };
}

/** What is in time is known once all of its moves are. */
function finish(history: Growing<History>, calendar: Calendar): void {
  if (history.endsAt === null) return;
  const lastSafe = lastSafeOf(history.endsAt, calendar);
  history.lastSafe = lastSafe;
  history.inTime = history.decided.findLast(({ at }) => at < lastSafe.endsAt);
  history.late = history.decided.filter(({ at }) => at >= lastSafe.endsAt);
}

const indexedRuns = new WeakMap<Run, IndexedRun>();

/** The run by terms, by time. Made once for a run. */
export function indexRun(run: Run): IndexedRun {
  const made = indexedRuns.get(run);
  if (made) return made;
  const fold = new Fold(run);
  for (const seen of run.seen.toSorted((one, other) => one.at - other.at))
    (TAKE[seen.kind] as (fold: Fold, seen: Seen) => void)(fold, seen);
  for (const history of fold.histories.values()) finish(history, fold.calendar);
  const { calendar, histories, evenings, alerts, unknown } = fold;
  const indexed = { run, calendar, histories, evenings, alerts, unknown: [...unknown] };
  indexedRuns.set(run, indexed);
  return indexed;
}
