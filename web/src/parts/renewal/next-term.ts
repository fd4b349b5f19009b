import { annualValue } from '@desk/contract/rules/annual-value';
import { valueWith, type IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import type { InstructionState, Outcome } from '@desk/contract/rules/instruction';
import { licencesOf, type RenewalRow } from '@desk/contract/renewals';
import { isUndecided } from '@desk/contract/rules/standing';
import { counted, due, money, number, shortDay } from '../../kit/text/format.ts';

interface Seats {
  readonly now: number;
  /** Null: nobody can know. */
  readonly next: number | null;
}

const OUTCOMES: Readonly<Record<IfNobodyActs, (seats: Seats) => string>> = {
  renews: ({ now, next }) => `Renews all ${number(next ?? now)}`,
  shrinks: ({ now, next }) => `Renews ${number(next)} of ${number(now)}`,
  flexible: ({ next }) => (next === null ? 'Flexible' : `Flexible, ${counted(next, 'seat')}`),
  ends: ({ now }) => `Ends, ${counted(now, 'seat')}`,
  suspended: () => 'Suspended',
  proposed: () => 'As proposed',
  nothing: () => 'Goes on',
  unknown: () => 'Not known',
};

const WANTED: Readonly<Record<Outcome, (seats: number | null) => string>> = {
  renew: (seats) => `${number(seats)} wanted`,
  flexible: () => 'Flexible wanted',
  proposed: () => 'Proposal wanted',
  end: () => 'End wanted',
};

const STATES: Readonly<Record<InstructionState, string>> = {
  draft: 'to approve',
  approved: 'being set',
  placed: 'being set',
  verified: 'set',
  blocked: 'blocked',
  drifted: 'changed at the provider',
  fulfilled: 'done',
  refused: 'refused',
  superseded: 'replaced',
  cancelled: 'taken back',
};
/** States in which somebody has to do something. */
const URGENT: ReadonlySet<InstructionState> = new Set(['draft', 'blocked', 'drifted']);

/** What is wanted of the next term and how that stands: "80 wanted, to approve"; null: nothing is. */
export function instructionWords({ instruction, wanted, wanted_seats: seats }: RenewalRow): string | null {
  if (!instruction || !wanted) return null;
  return `${WANTED[wanted](seats ?? null)}, ${STATES[instruction]}`;
}

/** What a year is worth less, or more, than now. */
function difference(row: RenewalRow): number | undefined {
  const { if_nobody_acts: outcome, seats_if_nobody_acts: seats } = row;
  const value = annualValue(row);
  const next = outcome === 'ends' ? 0 : valueWith({ seats: licencesOf(row), value }, seats ?? null);
  return value === undefined || next === undefined ? undefined : next - value;
}

function inMoney(row: RenewalRow): string {
  if (row.if_nobody_acts === 'flexible') return 'no commitment';
  const less = difference(row);
  if (less === undefined || row.if_nobody_acts === 'nothing') return '';
  return less < 0 ? `−${money(-less, row.currency)}` : 'nothing lost';
}

/** What the provider does by itself, in a cell of two lines; what was decided takes the place of the money. */
export function nextTerm(row: RenewalRow): {
  readonly first: string;
  readonly second: string;
  readonly isUrgent: boolean;
} {
  const { if_nobody_acts: outcome, seats_if_nobody_acts: next, instruction } = row;
  const wanted = instructionWords(row);
  const first = outcome ? OUTCOMES[outcome]({ now: licencesOf(row), next: next ?? null }) : 'By hand';
  const second = wanted ?? inMoney(row);
  const isUrgent = wanted === null ? second.startsWith('−') : URGENT.has(instruction ?? 'verified');
  return { first, second, isUrgent };
}

/** Decided by somebody: an instruction that is on its way, else the status. */
const isDecided = ({ instruction, confirmation_status: status }: RenewalRow): boolean =>
  instruction ? !URGENT.has(instruction) : !isUndecided(status);

/** What a renewal is worth less a year if nobody acts; undefined: nothing, somebody has decided, or it is not known. */
export function lossByItself(row: RenewalRow): number | undefined {
  const less = difference(row);
  return losesByItself(row) && less !== undefined && less < 0 ? less : undefined;
}

/** Nobody has decided, and the provider gives up seats, or the whole of it, by itself. */
export const losesByItself = (row: RenewalRow): boolean =>
  (row.if_nobody_acts === 'shrinks' || row.if_nobody_acts === 'ends') && !isDecided(row);

/** Until when something can safely be done, where something is to be done: "safe to 27 Nov"; undefined: nothing, or it is not known. */
export function safeUntil(
  row: RenewalRow,
  today: string,
): { readonly words: string; readonly isLate: boolean } | undefined {
  const { last_safe_day: day } = row;
  if (!day || isDecided(row)) return undefined;
  if (day < today) return { words: `safe day ${due(day, today)}`, isLate: true };
  return { words: day === today ? 'safe to today' : `safe to ${shortDay(day, today)}`, isLate: day === today };
}
