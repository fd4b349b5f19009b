import { isAnnual, standingAt, type IndexedRun, type History } from '../history.ts';
import type { Seen, TermId } from '../seen.ts';
import { addDays } from '../calendar.ts';
import { dayWords } from '../words.ts';
import { noneOf, notSeen, worstOf, type Finding, type Measure } from './measure.ts';

const NO_EVENING = 'No evening was looked at.';
const MOST_UNASSIGNED = 1;

type EveningSeen = Extract<Seen, { readonly kind: 'evening' }>;

const eveningsOf = ({ run }: IndexedRun): readonly EveningSeen[] =>
  run.seen.filter((seen) => seen.kind === 'evening').toSorted((one, other) => one.at - other.at);

/** When nothing of it was open any more; Infinity: it is still. */
function closedAt({ ended, endsAt, all }: History): number {
  const moved = endsAt === null ? all.findLast(({ kind }) => kind === 'term moved')?.at : endsAt;
  return Math.min(ended?.at ?? Infinity, moved ?? Infinity);
}

/**
 * The product learns of a term in the night after it began, and where the provider could not be read in that night, in the next one. That it
 * was not read for longer excuses nothing.
 */
function knownBy({ run, calendar }: IndexedRun, { at, day }: EveningSeen): number {
  const read = run.seen.findLast((seen) => seen.kind === 'provider read' && seen.at < at);
  const atTheLatest = calendar.startOf(addDays(day, -1));
  return Math.min(calendar.startOf(day), Math.max(read?.at ?? Infinity, atTheLatest));
}

const isOpen = (history: History, closed: number, evening: EveningSeen, known: number): boolean => {
  if (history.knownAt >= known || closed <= evening.at) return false;
  const now = standingAt(history, evening.at);
  return now !== undefined && isAnnual(now) && now.status === 'ACTIVE';
};

interface Missing {
  days: number;
  first: string;
}

function missingDays(indexed: IndexedRun, evenings: readonly EveningSeen[]): ReadonlyMap<TermId, Missing> {
  const terms = [...indexed.histories.values()].map((history) => [history, closedAt(history)] as const);
  const missing = new Map<TermId, Missing>();
  for (const evening of evenings) {
    const listed = new Set(evening.lists.map(({ term }) => term));
    const known = knownBy(indexed, evening);
    for (const [history, closed] of terms) {
      if (listed.has(history.term) || !isOpen(history, closed, evening, known)) continue;
      const found = missing.get(history.term) ?? { days: 0, first: evening.day };
      found.days += 1;
      missing.set(history.term, found);
    }
  }
  return missing;
}

/** Evenings on which an open renewal was in nobody's list and not in Unassigned. */
export function orphanDays(indexed: IndexedRun): Measure {
  const evenings = eveningsOf(indexed);
  if (evenings.length === 0) return notSeen('Orphan-day', '0', NO_EVENING);
  const findings = [...missingDays(indexed, evenings)].map(([term, { days, first }]): Finding => ({
    ...{ term, weight: days },
    sentence: `in no list on ${days} ${days === 1 ? 'evening' : 'evenings'}, first ${dayWords(first)}.`,
  }));
  const days = findings.reduce((sum, { weight }) => sum + weight, 0);
  return { ...noneOf('Orphan-day', findings, `over ${evenings.length} evenings`), figure: String(days), count: days };
}

interface Waiting {
  days: number;
  since: string;
}

/** The terms that are in nobody's list but in Unassigned. */
function ownerless({ lists }: EveningSeen): readonly TermId[] {
  const owned = new Set(lists.filter(({ person }) => person !== null).map(({ term }) => term));
  return [...new Set(lists.map(({ term }) => term))].filter((term) => !owned.has(term));
}

function longestWaits({ calendar }: IndexedRun, evenings: readonly EveningSeen[]): ReadonlyMap<TermId, Waiting> {
  const longest = new Map<TermId, Waiting>();
  let running = new Map<TermId, Waiting>();
  for (const evening of evenings) {
    const step = calendar.isBusinessDay(evening.day) ? 1 : 0;
    const now = new Map<TermId, Waiting>();
    for (const term of ownerless(evening)) {
      const { days, since } = running.get(term) ?? { days: 0, since: evening.day };
      now.set(term, { days: days + step, since });
      if (days + step > (longest.get(term)?.days ?? 0)) longest.set(term, { days: days + step, since });
    }
    running = now;
  }
  return longest;
}

/** How long a renewal stood in Unassigned at most, in business days. */
export function unassigned(indexed: IndexedRun): Measure {
  const demand = '≤ 1 business day';
  const evenings = eveningsOf(indexed);
  if (evenings.length === 0) return notSeen('Unassigned', demand, NO_EVENING);
  const longest = longestWaits(indexed, evenings);
  const findings = [...longest]
    .filter(([, { days }]) => days > MOST_UNASSIGNED)
    .map(([term, { days, since }]): Finding => ({
      ...{ term, weight: days, sentence: `${days} business days in Unassigned, from ${dayWords(since)}.` },
    }));
  const most = [...longest.values()].reduce((found, { days }) => Math.max(found, days), 0);
  return {
    ...{ name: 'Unassigned', demand, holds: findings.length === 0, count: most, worst: worstOf(findings) },
    figure: `${most} ${most === 1 ? 'business day' : 'business days'}`,
    note: findings.length === 0 ? null : `${findings.length} terms stood longer`,
  };
}
