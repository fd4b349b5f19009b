import { expect } from 'vitest';
import { addMonths } from '../../../platform/time/days.ts';
import { planTerm, type KnownTerm, type TermFacts } from '../terms.ts';

export const NOTHING: TermFacts = { termStart: null, termEnd: null, ownDate: null, alive: true };
/** A commitment at the provider, for a year where nothing is said. */
export const google = (termEnd: string, termStart: string | null = addMonths(termEnd, -12)): TermFacts => ({
  ...NOTHING,
  termStart,
  termEnd,
});
/** The reseller's own date. */
export const own = (ownDate: string): TermFacts => ({ ...NOTHING, ownDate });

export interface Kept extends KnownTerm {
  /** Stands for what staff wrote. */
  work: string;
}

/** Does what the plan says, as the database would: with its rules. */
export function kept(known: readonly Kept[], facts: TermFacts, today: string): Kept[] {
  const rows = known.map((row) => ({ ...row }));
  const rowOf = (id: number) => rows.find((row) => row.id === id) ?? expect.unreachable(`no renewal ${id}`);
  for (const step of planTerm(facts, known, today)) {
    if (step.kind === 'close') {
      Object.assign(rowOf(step.id), { state: 'closed', closedBecause: step.because });
    } else if (step.kind === 'over') {
      Object.assign(rowOf(step.id), { closedBecause: step.because });
    } else if (step.kind === 'move') {
      const { termStart, termEnd } = step;
      Object.assign(rowOf(step.id), { state: 'open', closedBecause: null, termStart, termEnd });
    } else {
      const { termStart, termEnd, closedBecause } = step;
      const state = closedBecause === null ? ('open' as const) : ('closed' as const);
      const blank = { confirmationStatus: null, instructionState: null, nextRenewalDate: null, renewalType: null };
      rows.push({ id: rows.length + 1, termStart, termEnd, state, closedBecause, ...blank, work: '' });
    }
  }
  expect(rows.filter((row) => row.state === 'open').length).toBeLessThanOrEqual(1);
  expect(new Set(rows.map((row) => row.termEnd)).size).toBe(rows.length);
  return rows;
}
/** What is kept after somebody looked on these days. */
export const after = (...facts: [TermFacts, string][]) =>
  facts.reduce<Kept[]>((known, [fact, today]) => kept(known, fact, today), []);
/** `yyyy-mm-dd` of each end, and what became of it. */
export const answer = (rows: Kept[]) =>
  rows
    .map(({ termEnd, state, closedBecause }) =>
      [termEnd, closedBecause, state === 'open' && 'open'].filter(Boolean).join(' '),
    )
    .sort();
