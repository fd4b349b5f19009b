import type { DeadlineKind } from './deadline.ts';
import { valueWith, type IfNobodyActs } from './if-nobody-acts.ts';

/** What a deadline's sentence follows from. */
export interface LostFacts {
  readonly kind: DeadlineKind;
  readonly if_nobody_acts: IfNobodyActs;
  /** Of the next term; null where nobody can know. */
  readonly seats_if_nobody_acts: number | null;
  /** Seats that are bought now. */
  readonly seats: number | null;
  /** Seats that were wished for the next term. */
  readonly wished_seats: number | null;
  /** What a year is worth now, decimal text. */
  readonly value: string | null;
  readonly currency: string;
}

/** How numbers and amounts are written. */
export interface Style {
  readonly number: (value: number) => string;
  readonly money: (value: number, currency: string) => string;
}

const seatsIn = (count: number | null, { number }: Style): string =>
  count === null ? 'its seats' : `${number(count)} ${count === 1 ? 'seat' : 'seats'}`;

/** What a year is worth less by then, with a comma before it; empty where it is not known or nothing. */
function lessOf(facts: LostFacts, next: number | null, { money }: Style): string {
  const value = facts.value === null ? undefined : Number(facts.value);
  const then = valueWith({ seats: facts.seats, value }, next);
  const less = value === undefined || then === undefined ? 0 : value - then;
  return less > 0 ? `, −${money(less, facts.currency)}` : '';
}

type Sentence = (facts: LostFacts, style: Style) => string;

const renews: Sentence = ({ seats_if_nobody_acts: next }, style) =>
  next === null ? 'Renews for a year' : `Renews all ${style.number(next)} for a year`;

const shrinks: Sentence = (facts, style) => {
  const { seats, seats_if_nobody_acts: next } = facts;
  if (next === null || seats === null) return 'Renews with the seats in use';
  return `Renews ${style.number(next)} of ${style.number(seats)}${lessOf(facts, next, style)}`;
};

const BY_ITSELF: Readonly<Record<IfNobodyActs, Sentence>> = {
  renews,
  shrinks,
  flexible: ({ seats_if_nobody_acts: next }, style) =>
    `Flexible, ${next === null ? '' : `${seatsIn(next, style)}, `}no commitment`,
  ends: (facts, style) => `Ends, ${seatsIn(facts.seats, style)}${lessOf(facts, 0, style)}`,
  suspended: (facts, style) => `Is suspended, ${seatsIn(facts.seats, style)}`,
  proposed: () => 'Renews as its provider proposed',
  nothing: () => 'Goes on as it is',
  unknown: () => 'Not known: the provider does not tell',
};

const OF_KIND: Readonly<Record<DeadlineKind, Sentence>> = {
  change: (facts, style) => BY_ITSELF[facts.if_nobody_acts](facts, style),
  trial_end: (facts, style) => `The provider suspends ${seatsIn(facts.seats, style)}`,
  finish: ({ wished_seats: wished }, style) =>
    wished === null ? 'Annual for the wished seats' : `Annual for ${seatsIn(wished, style)}`,
  suspension: (facts, style) => `The provider takes the customer away, ${seatsIn(facts.seats, style)}`,
};

/** What happens once a deadline has passed and nobody has acted, in a few words. */
export const whatIsLost: Sentence = (facts, style) => OF_KIND[facts.kind](facts, style);
