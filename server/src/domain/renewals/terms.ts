import { isUndecided } from '@desk/contract/rules/standing';
import { LEFT } from '@desk/contract/words/lists';
import { addDays, addMonths, daysBetween } from '../../platform/time/days.ts';

/** The subscription's facts today; days are `yyyy-mm-dd`. */
export interface TermFacts {
  /** Google's running commitment; null where there is none. */
  termStart: string | null;
  termEnd: string | null;
  /** The reseller's own renewal date. */
  ownDate: string | null;
  alive: boolean;
  /**
   * The term is over and goes on without a commitment, and what was wanted of it has not come about, or was taken back and nobody has decided
   * since: its renewal is not over.
   */
  awaitsCommitment?: boolean;
  /**
   * Somebody planned an invoice, an order or something else for the open renewal, its customer asked to talk, or what they wanted was refused,
   * and nobody has answered it.
   */
  isUnfinished?: boolean;
  /** The status of the open renewal asks for something, and nobody has told of it since its term ended. */
  isLeftByStatus?: boolean;
  /** Its end was decided on and has come; the provider still tells of it for a while. */
  endedAsDecided?: boolean;
  /** The open term is over, and goes on without a commitment as it was decided: on the very day on which it ends too. */
  becameFlexible?: boolean;
  /** As the provider calls them. */
  planName?: string;
  status?: string;
}

/** A renewal that the subscription has already. */
export interface KnownTerm {
  id: number;
  termStart: string | null;
  termEnd: string;
  state: 'open' | 'closed';
  /** Of one that is open: its term is over, and something is planned for it. */
  closedBecause: string | null;
  confirmationStatus: string | null;
  /** Of what is wanted of it and not over; null: nothing. */
  instructionState: string | null;
  nextRenewalDate: string | null;
  renewalType: string | null;
}
type Because = 'renewed' | 'passed' | 'ended';

interface Opening {
  kind: 'open';
  termStart: string | null;
  termEnd: string;
  /** Of a term that is over when it becomes known. */
  closedBecause: Because | null;
}
export type Step =
  | Opening
  /** The same renewal, staff's work on it included, on another day; one that was closed as ended is open again. */
  | { kind: 'move'; id: number; termStart: string | null; termEnd: string }
  | { kind: 'close'; id: number; because: Because }
  /** Its term is over, and it stays open for what is planned. */
  | { kind: 'over'; id: number; because: Because };

const MONTHS: Readonly<Record<string, number>> = { '24 months': 24, '36 months': 36 };

const isLeapDay = (day: string) => day.endsWith('-02-29');

/**
 * The same day `months` (whole years) later. A yearly date on 29 February rests on the 28th and comes back in leap
 * years: `anchors` are days of the same series that may still show the 29th.
 */
function later(day: string, months: number, anchors: readonly string[]): string {
  const hidden = `${day.slice(0, 8)}29`;
  const rests = day.endsWith('-02-28') && anchors.some(isLeapDay) && addMonths(hidden, 0) === day;
  return addMonths(rests ? hidden : day, months);
}

const opened = (termStart: string | null, termEnd: string, closedBecause: Because | null = null): Opening => ({
  kind: 'open',
  termStart,
  termEnd,
  closedBecause,
});

/** Ends, each the start of the next; all but the last are over. */
const openedInARow = (start: string | null, ends: readonly string[]): Step[] =>
  ends.map((end, at) => opened(ends[at - 1] ?? start, end, at < ends.length - 1 ? 'passed' : null));

/** The open renewal is always the last one. */
const lastOf = (known: readonly KnownTerm[]): KnownTerm | undefined =>
  known.find((term) => term.state === 'open') ??
  known.reduce<KnownTerm | undefined>((last, term) => (last && last.termEnd > term.termEnd ? last : term), undefined);

const isOpen = (term: KnownTerm) => term.state === 'open';
/** Open, or closed only because the subscription was gone for a while. */
const isCurrent = (term: KnownTerm) => isOpen(term) || term.closedBecause === 'ended';

const endOfFebruary = /-02-2[89]$/;
const sameAnniversary = (one: string, other: string): boolean =>
  one === other || (one.slice(0, 7) === other.slice(0, 7) && endOfFebruary.test(one) && endOfFebruary.test(other));

/** Year by year from one end to the start of a term that was seen later; none where the days do not line up. */
function missedEnds(from: string, start: string, anchors: readonly string[]): string[] {
  const ends: string[] = [];
  for (let end = later(from, 12, anchors); end.slice(0, 7) <= start.slice(0, 7); end = later(end, 12, anchors)) {
    ends.push(end);
  }
  const last = ends.pop();
  return last !== undefined && sameAnniversary(last, start) ? [...ends, start] : [];
}

/** Whether a term is the one after another that ends on `end`, not a correction of it. */
const follows = (end: string, { termStart, termEnd }: Opening): boolean =>
  end < termEnd && (termStart === null ? addMonths(end, 12) <= termEnd : termStart >= end);

/** Days of a term are corrected by a few of them; what starts a month later is another term. */
const LEAST_MONTHS_LATER = 1;

/** Somebody has said what becomes of it: that says nothing about another year's end. */
const hasDecision = ({ confirmationStatus, instructionState }: KnownTerm): boolean =>
  !isUndecided(confirmationStatus) || instructionState !== null;

/** Of one on a date of our own a year before its end: until somebody has decided it, what the provider tells corrects that date. */
const beginningOf = (term: KnownTerm): string | null =>
  term.termStart ?? (hasDecision(term) ? addMonths(term.termEnd, -12) : null);

/**
 * Whether a term took the place of one that had not ended, as where a product is exchanged: what was decided about that end says nothing
 * about the later one.
 */
function replaces(last: KnownTerm, { termStart, termEnd }: Opening): boolean {
  const before = beginningOf(last);
  if (termStart === null || before === null) return false;
  return addMonths(before, LEAST_MONTHS_LATER) <= termStart && termStart < last.termEnd && last.termEnd < termEnd;
}

/** Google's commitment says when the term ends. */
function planCommitment(running: Opening, known: readonly KnownTerm[]): Step[] {
  const { termStart, termEnd } = running;
  const last = lastOf(known);
  if (!last) return [running];
  if (!isCurrent(last)) return last.termEnd < termEnd ? [running] : [];
  if (isOpen(last) && last.termEnd === termEnd) return [];
  if (follows(last.termEnd, running) || replaces(last, running))
    return isOpen(last) ? renewedInto(last, running, known) : [running];
  if (known.some((term) => term !== last && term.termEnd >= termEnd)) return [];
  return [{ kind: 'move', id: last.id, termStart, termEnd }];
}

function renewedInto(last: KnownTerm, running: Opening, known: readonly KnownTerm[]): Step[] {
  const start = running.termStart ?? addMonths(running.termEnd, -12);
  const anchors = known.map((term) => term.termEnd);
  const missed = missedEnds(last.termEnd, start, anchors);
  const between = missed.map((end, at) => opened(missed[at - 1] ?? last.termEnd, end, 'renewed'));
  // That it was gone in between stays known: what was decided before is not placed on the term with which it came back.
  const because = last.closedBecause === 'ended' ? 'ended' : 'renewed';
  return [{ kind: 'close', id: last.id, because }, ...between, running];
}

function endAfter(term: KnownTerm, anchors: readonly string[]): string {
  const { termEnd, nextRenewalDate, renewalType } = term;
  if (nextRenewalDate !== null && nextRenewalDate > termEnd) return nextRenewalDate;
  return later(termEnd, MONTHS[renewalType ?? ''] ?? 12, anchors);
}

/** Yearly from `first` on, up to the first day that is not over. */
function yearlyUntil(today: string, first: string, anchors: readonly string[] = []): string[] {
  const ends = [first];
  for (let end = first; end < today;) {
    end = later(end, 12, [first, ...anchors]);
    ends.push(end);
  }
  return ends;
}

/**
 * The ends that follow what is known, the last one open, and the end that the own date asks for if no term has ended on
 * it or after it. What has passed is counted on first, so that it does not matter when somebody looks.
 */
function ownEnds(
  ownDate: string,
  known: readonly KnownTerm[],
  today: string,
): { ends: string[]; wished: string | undefined } {
  const last = lastOf(known);
  const anchors = [ownDate, ...known.map((term) => term.termEnd)];
  const isOver = last !== undefined && last.termEnd < today;
  const closed = known.filter((term) => term !== last || isOver || !isCurrent(term)).map((term) => term.termEnd);
  const goesOn = isOver && !LEFT.has(last.confirmationStatus);
  const ends = !last ? yearlyUntil(today, ownDate) : [];
  if (goesOn) ends.push(...yearlyUntil(today, endAfter(last, anchors), anchors));
  const over = [...closed, ...ends.slice(0, -1)].reduce((latest, end) => (end > latest ? end : latest), '');
  const wished = ownDate > over ? yearlyUntil(today, ownDate).at(-1) : undefined;
  return { ends, wished };
}

/** By so much or more a date that was decided about is not corrected: the new one is that of the next term. */
const YEAR_IN_MONTHS = 11;
const isNextYear = (last: KnownTerm, termEnd: string): boolean =>
  hasDecision(last) && addMonths(last.termEnd, YEAR_IN_MONTHS) <= termEnd;

/** Of a term that is not over. */
function withinTerm(last: KnownTerm, termEnd: string): Step[] {
  if (isOpen(last) && termEnd === last.termEnd) return [];
  // A year may be mistyped: what was decided keeps its own day, and the next one opens when that is over.
  if (isOpen(last) && isNextYear(last, termEnd)) return [];
  return [{ kind: 'move', id: last.id, termStart: null, termEnd }];
}

/** The reseller's own date says when the term ends. */
function planOwnDate(ownDate: string, known: readonly KnownTerm[], today: string): Step[] {
  const last = lastOf(known);
  const { ends, wished } = ownEnds(ownDate, known, today);
  if (last && isCurrent(last) && last.termEnd >= today) return withinTerm(last, wished ?? last.termEnd);
  const placed = wished === undefined ? ends : [...ends.slice(0, -1), wished];
  return [...endsOpen(known, 'passed'), ...openedInARow(last?.termEnd ?? null, placed)];
}

/** A start that does not lie before its end says nothing. */
const startOf = ({ termStart, termEnd }: TermFacts): string | null =>
  termStart !== null && termEnd !== null && termStart < termEnd ? termStart : null;

function endsOpen(known: readonly KnownTerm[], because: Because): Step[] {
  const open = known.find(isOpen);
  return open ? [{ kind: 'close', id: open.id, because }] : [];
}

/** The first day on which the open term is over, or today where that is later. */
function afterOpen(known: readonly KnownTerm[], today: string): string {
  const open = known.find(isOpen);
  const after = open ? addDays(open.termEnd, 1) : today;
  return after > today ? after : today;
}

/** Whether who has no term any more is no customer of it either: who goes on from month to month is. */
const hasLeft = ({ planName, status }: TermFacts, known: readonly KnownTerm[]): boolean =>
  planName !== 'FLEXIBLE' || status === 'SUSPENDED' || LEFT.has(known.find(isOpen)?.confirmationStatus ?? null);

/** The open term is over, and its customer has left: no other renewal follows. */
const isLeftBehind = (known: readonly KnownTerm[], day: string): boolean =>
  known.some((term) => isOpen(term) && term.termEnd < day && LEFT.has(term.confirmationStatus));

/** Where no other renewal follows on which what is left to be done could stand, it stays open: only that its term is over is written. */
const unlessUnfinished = ({ isUnfinished }: TermFacts, steps: Step[]): Step[] =>
  isUnfinished === true
    ? steps.flatMap((step) => (step.kind === 'close' ? [{ ...step, kind: 'over' as const }] : []))
    : steps;

/** That the term of what stays open is over is written once, and taken back where the term goes on after all. */
function withoutRepeats(steps: Step[], known: readonly KnownTerm[]): Step[] {
  const open = known.find(isOpen);
  if (!open || open.closedBecause === null) return steps;
  const about = steps.find((step) => step.kind !== 'open' && step.id === open.id);
  if (about === undefined)
    return [{ kind: 'move', id: open.id, termStart: open.termStart, termEnd: open.termEnd }, ...steps];
  return about.kind === 'over' && about.because === open.closedBecause ? [] : steps;
}

function planWithoutCommitment(facts: TermFacts, known: readonly KnownTerm[], today: string): Step[] {
  const day = facts.becameFlexible === true ? afterOpen(known, today) : today;
  if (facts.ownDate !== null) {
    const steps = planOwnDate(facts.ownDate, known, day);
    return isLeftBehind(known, day) ? unlessUnfinished(facts, steps) : steps;
  }
  const over = known.filter((term) => term.termEnd < day);
  const isUnfinished = facts.isUnfinished === true || facts.isLeftByStatus === true;
  return unlessUnfinished({ ...facts, isUnfinished }, endsOpen(over, hasLeft(facts, known) ? 'ended' : 'renewed'));
}

function stepsFor(facts: TermFacts, known: readonly KnownTerm[], today: string): Step[] {
  if (!facts.alive) return unlessUnfinished(facts, endsOpen(known, 'ended'));
  if (facts.endedAsDecided === true) return unlessUnfinished(facts, endsOpen(known, 'ended'));
  if (facts.termEnd !== null) return planCommitment(opened(startOf(facts), facts.termEnd), known);
  return facts.awaitsCommitment === true ? [] : planWithoutCommitment(facts, known, today);
}

/**
 * The steps after which the subscription has exactly the renewals it should: one for every term that ended, one
 * open for the running term. Done once, it asks for nothing more.
 */
export const planTerm = (facts: TermFacts, known: readonly KnownTerm[], today: string): Step[] =>
  withoutRepeats(stepsFor(facts, known, today), known);

/** The yearly occurrence of the reseller's own date that lies nearest to a term's end. */
export function providerDateFor(ownDate: string | null, termEnd: string): string | null {
  if (ownDate === null) return null;
  const years = Number(termEnd.slice(0, 4)) - Number(ownDate.slice(0, 4));
  const distance = (day: string) => Math.abs(daysBetween(day, termEnd));
  const [first = ownDate, ...others] = [years - 1, years, years + 1].map((n) => addMonths(ownDate, n * 12));
  return others.reduce((nearest, day) => (distance(day) < distance(nearest) ? day : nearest), first);
}
