import type { AssignmentChoice } from '@desk/contract/rules/next-action';

/** Which new renewals a rule is about, and whom it chooses from; a condition that is null matches all. */
export interface AssignmentRule {
  readonly id: number;
  readonly zone: string | null;
  readonly segment: string | null;
  readonly seatsFrom: number | null;
  readonly seatsTo: number | null;
  readonly resellerId: number | null;
  readonly product: string | null;
  readonly choice: AssignmentChoice;
  readonly people: readonly number[];
  readonly lastChosenId: number | null;
}

/** What the rules ask about a renewal. */
export interface Assigned {
  readonly zone: string | null;
  readonly segment: string | null;
  readonly seats: number | null;
  readonly resellerId: number | null;
  readonly product: string;
  /** Of a year; null: no price is known. */
  readonly value: number | null;
}

const isOrAny = <T>(wanted: T | null, given: T | null): boolean => wanted === null || wanted === given;

const isInBand = ({ seatsFrom, seatsTo }: AssignmentRule, seats: number | null): boolean =>
  (seatsFrom === null || (seats ?? 0) >= seatsFrom) && (seatsTo === null || (seats ?? 0) <= seatsTo);

const matches = (rule: AssignmentRule, { zone, segment, seats, resellerId, product }: Assigned): boolean =>
  isOrAny(rule.zone, zone) &&
  isOrAny(rule.segment, segment) &&
  isOrAny(rule.resellerId, resellerId) &&
  isOrAny(rule.product, product) &&
  isInBand(rule, seats);

/** The one after the last chosen, in the order of the rule; who was left out meanwhile is stepped over. */
function nextInTurn(all: readonly number[], last: number | undefined, isActive: (id: number) => boolean) {
  const from = last === undefined ? 0 : all.indexOf(last) + 1;
  return [...all.slice(from), ...all.slice(0, from)].find(isActive);
}

/**
 * Gives new renewals to people, one after the other: by the first rule that matches and names somebody who is active. It
 * remembers what it gave, so that of many at once nobody gets all.
 */
export function assigner(
  rules: readonly AssignmentRule[],
  { isActive, openValue }: { isActive: (id: number) => boolean; openValue: ReadonlyMap<number, number> },
) {
  const value = new Map(openValue);
  const last = new Map(rules.flatMap(({ id, lastChosenId }) => (lastChosenId === null ? [] : [[id, lastChosenId]])));
  const least = (people: readonly number[]) =>
    people.toSorted((one, other) => (value.get(one) ?? 0) - (value.get(other) ?? 0))[0];
  const choose = ({ id, choice, people }: AssignmentRule): number | undefined =>
    choice === 'round_robin' ? nextInTurn(people, last.get(id), isActive) : least(people.filter(isActive));
  return {
    /** Null: no rule matches, or nobody whom one names is active. */
    give(renewal: Assigned): number | null {
      for (const rule of rules) {
        const chosen = matches(rule, renewal) ? choose(rule) : undefined;
        if (chosen === undefined) continue;
        value.set(chosen, (value.get(chosen) ?? 0) + (renewal.value ?? 0));
        last.set(rule.id, chosen);
        return chosen;
      }
      return null;
    },
    /** Whom each rule chose last. */
    lastChosen: (): ReadonlyMap<number, number> => last,
  };
}
