import { createHash } from 'node:crypto';
import { endingIn, isAnnual, outcomeOf, type Ending } from './history.ts';
import type { AtProvider, Run, TermId } from './seen.ts';
import { indexRun } from './terms.ts';
import { wishWords } from './words.ts';

/** A term's outcome, in a run or in one in which nobody acts. */
export interface Outcome {
  readonly term: TermId;
  readonly after: AtProvider;
}

/** What the next term is worth. */
export interface Priced {
  readonly after: AtProvider;
  /** Of a seat a year, in rupees. */
  readonly price: number;
}

const UNSEEN = { plan: 'UNSEEN', status: 'UNSEEN', seats: 0 };

function rowOf(history: Ending, dayOf: (at: number) => string): string {
  const { plan, seats, status } = outcomeOf(history) ?? UNSEEN;
  const decision = history.inTime ?? history.late.at(-1);
  const wish = decision ? wishWords(decision.wish) : '-';
  const isInTime = decision === undefined ? '-' : history.inTime ? 'in time' : 'late';
  return [history.term, dayOf(history.endsAt), plan, seats, status, wish, isInTime].join('|');
}

/** One row a term that ended, as `term|day of its end|plan|seats|status|decided|in time, late or -`, sorted. */
export function outcomeRows(run: Run): readonly string[] {
  const indexed = indexRun(run);
  return endingIn(indexed)
    .map((history) => rowOf(history, indexed.calendar.dayOf))
    .sort();
}

/** SHA-256 of the rows, in hexadecimal: the same seed gives the same one. */
export const hashOf = (rows: readonly string[]): string => createHash('sha256').update(rows.join('\n')).digest('hex');

/** What a year of it is worth in rupees: of a commitment all seats, without one the assigned, of what is suspended nothing. */
function yearOf({ after, price }: Priced): number {
  if (after.status !== 'ACTIVE' || after.plan === 'GONE') return 0;
  return price * (isAnnual(after) ? after.seats : Math.min(after.licensed, after.seats));
}

/** What all of it is worth a year, in rupees. */
export const valueOf = (outcomes: readonly Priced[]): number =>
  outcomes.reduce((sum, priced) => sum + yearOf(priced), 0);

interface MonthValue {
  /** `yyyy-mm` of the ends. */
  readonly month: string;
  /** In rupees a year. */
  readonly decided: number;
  readonly nobodyActs: number;
}

export interface Value {
  /** In rupees a year: what the product has, less what there is if nobody acts. */
  readonly rupees: number;
  /** Of terms that are worth more than if nobody had acted. */
  readonly saved: number;
  /** Of terms that are worth less, since their customers wanted less: what nobody wanted to pay. */
  readonly unwanted: number;
  readonly byMonth: readonly MonthValue[];
  /** Terms that ended in one of both runs only, and are not counted. */
  readonly unmatched: number;
}

/** What became of the terms of a run: of one in which everybody slept, what nobody's acts give. */
export const outcomesOf = (run: Run): readonly Outcome[] =>
  endingIn(indexRun(run)).flatMap((history) => {
    const after = outcomeOf(history);
    return after ? [{ term: history.term, after }] : [];
  });

/** What the product is worth beside a run of the same seed in which nobody acts. */
export function valueKept(run: Run, baseline: readonly Outcome[]): Value {
  const { calendar, ...indexed } = indexRun(run);
  const byItself = new Map(baseline.map(({ term, after }) => [term, after]));
  const endings = endingIn({ calendar, ...indexed });
  const terms = endings.flatMap((history) => {
    const [mine, other] = [outcomeOf(history), byItself.get(history.term)];
    if (!mine || !other) return [];
    const value = (after: AtProvider): number => valueOf([{ after, price: history.price }]);
    return [{ month: calendar.dayOf(history.endsAt).slice(0, 7), decided: value(mine), nobodyActs: value(other) }];
  });
  const months = [...new Set(terms.map(({ month }) => month))].sort();
  const sumOf = (rows: typeof terms, of: (row: (typeof terms)[number]) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0);
  const byMonth = months.map((month) => {
    const rows = terms.filter((row) => row.month === month);
    return { month, decided: sumOf(rows, (row) => row.decided), nobodyActs: sumOf(rows, (row) => row.nobodyActs) };
  });
  return {
    rupees: sumOf(terms, ({ decided, nobodyActs }) => decided - nobodyActs),
    saved: sumOf(terms, ({ decided, nobodyActs }) => Math.max(0, decided - nobodyActs)),
    unwanted: sumOf(terms, ({ decided, nobodyActs }) => Math.max(0, nobodyActs - decided)),
    ...{ byMonth, unmatched: endings.length - terms.length },
  };
}
