import { isDeepStrictEqual } from 'node:util';
import type { Blocked, Facts, Planned, Step, Wish } from '../../providers/port.ts';
import { boughtSince, columnsOf } from './wish.ts';

/** What is known of an instruction that was approved. */
export interface Approved {
  readonly wish: Wish;
  /** The end of the term that it is about, as it was when it was decided. */
  readonly termEndsAt: Date | null;
  /** Seats that were committed when it was decided; null: there was no commitment. */
  readonly seatsWhenDecided: number | null;
  /** What was set when it was read back as wanted, or as flexible while it is blocked: what differs was changed by somebody else. Null: it never was. */
  readonly verified: Pick<Facts, 'atTermEnd' | 'committed'> | null;
  /** Somebody is asked which of both holds: until they answer nothing is placed. */
  readonly isAsked: boolean;
}

type Plan = (wish: Wish, facts: Facts, now: Date, termEndsAt: Date | null) => Planned;

/** What comes next for an instruction, from what its provider says now. */
export type Next =
  /** The provider is asked for this; `blocked`: in place of what was decided, which it cannot bring about as things stand. */
  | { readonly do: 'place'; readonly step: Step; readonly blocked?: Blocked }
  /** All is set; the rest follows when the term is over. */
  | { readonly do: 'wait'; readonly rest: readonly Step[] }
  | { readonly do: 'fulfil' }
  /** `goesOn`: it is set to go on without a commitment, should its term end meanwhile. */
  | { readonly do: 'block'; readonly blocked: Blocked; readonly goesOn: boolean }
  /** It was as wanted, and is not any more: a person says which of both holds. */
  | { readonly do: 'ask'; readonly because: 'changed' }
  /** More seats were bought than whoever decided it knew of, and it would give them back. */
  | {
      readonly do: 'ask';
      readonly because: 'bought';
      readonly bought: number;
      readonly before: number;
      readonly now: number;
    };

/** Who is assigned a seat moves by itself; the setting and the seats that are bought do not. */
const isChanged = (verified: Approved['verified'], { atTermEnd, committed }: Facts): boolean =>
  verified !== null && !isDeepStrictEqual({ ...verified }, { atTermEnd, committed });

const isOver = (termEndsAt: Date | null, now: Date): boolean => termEndsAt !== null && termEndsAt <= now;

/** Until the provider tells another term, what was set has not happened: users can go, and settings be changed. */
const hasRolledOver = ({ isSuspended, termEndsAt }: Facts, now: Date): boolean =>
  isSuspended || termEndsAt === null || termEndsAt > now;

function hasComeAbout({ wish, termEndsAt }: Pick<Approved, 'wish' | 'termEndsAt'>, facts: Facts, now: Date): boolean {
  // Without a term there is none to wait for: whoever wanted to leave has left.
  if (wish.outcome === 'end' && termEndsAt === null) return facts.isSuspended;
  // And what was to become a commitment is one.
  if (wish.outcome === 'renew' && termEndsAt === null) return facts.plan === 'committed';
  return isOver(termEndsAt, now) && hasRolledOver(facts, now);
}

/** Of a term that is over nothing is asked any more: it went over as it was set. */
function boughtMeanwhile(
  { wish, termEndsAt, seatsWhenDecided }: Approved,
  { committed }: Facts,
  now: Date,
): Next | undefined {
  if (committed === null || seatsWhenDecided === null || isOver(termEndsAt, now)) return undefined;
  const bought = boughtSince({ ...columnsOf(wish), seatsWhenDecided }, committed);
  return bought > 0 ? { do: 'ask', because: 'bought', bought, before: seatsWhenDecided, now: committed } : undefined;
}

const isInPlace = (planned: Planned): boolean =>
  !('blocked' in planned) && planned.steps.every(({ after }) => after !== 'now');

function nextOfSteps(steps: readonly Step[], { wish, termEndsAt, verified }: Approved, facts: Facts, now: Date): Next {
  const due = steps.find(({ after }) => after === 'now');
  if (due)
    return isChanged(verified, facts) && !isOver(termEndsAt, now)
      ? { do: 'ask', because: 'changed' }
      : { do: 'place', step: due };
  if (steps.length > 0) return { do: 'wait', rest: steps };
  return hasComeAbout({ wish, termEndsAt }, facts, now) ? { do: 'fulfil' } : { do: 'wait', rest: [] };
}

/** As long as it is blocked it is set to go on without a commitment: what the provider would do by itself is what nobody has decided. */
function nextOfBlocked(
  { blocked, fallback }: Extract<Planned, { blocked: Blocked }>,
  { termEndsAt, verified }: Approved,
  facts: Facts,
  now: Date,
): Next {
  const goesOn = fallback !== undefined && !isOver(termEndsAt, now);
  const [step] = goesOn ? fallback : [];
  if (step) return isChanged(verified, facts) ? { do: 'ask', because: 'changed' } : { do: 'place', step, blocked };
  return { do: 'block', blocked, goesOn };
}

/** The planner is asked anew each time: what it finds missing is what has to be done, and nothing is done twice. */
export function nextOf(approved: Approved, facts: Facts, now: Date, plan: Plan): Next {
  const { wish, termEndsAt, isAsked } = approved;
  const asked = boughtMeanwhile(approved, facts, now);
  if (asked) return asked;
  const planned = plan(wish, facts, now, termEndsAt);
  if (isAsked && (isOver(termEndsAt, now) || !isInPlace(planned))) return { do: 'ask', because: 'changed' };
  if ('blocked' in planned) return nextOfBlocked(planned, approved, facts, now);
  return nextOfSteps(planned.steps, approved, facts, now);
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Before the end it is read once more, beside each day: three days, one day, and an hour, for seats are bought until then. */
const CLOSE = [3 * DAY, DAY, HOUR];

/** What a list of everything has told is told again within a night and some hours by the next one. */
export const UNTIL_LISTED_AGAIN = 30 * HOUR;

/**
 * When an instruction is looked at again: each day, three days, one day and an hour before the term ends, at its end, and each hour of the week
 * after it until it is fulfilled, for a flexible plan costs more and its users can grow. What is not in place by then is with a person, and is
 * looked at each day.
 * @param atMost milliseconds until then, while the term runs.
 */
export function nextLook({ termEndsAt }: Pick<Approved, 'termEndsAt'>, now: Date, atMost = DAY): Date {
  const at = (ms: number) => new Date(ms);
  if (termEndsAt === null) return at(now.getTime() + atMost);
  const end = termEndsAt.getTime();
  if (end <= now.getTime()) return at(now.getTime() + (now.getTime() - end < 7 * DAY ? HOUR : DAY));
  const before = CLOSE.map((ms) => end - ms).filter((instant) => instant > now.getTime());
  return at(Math.min(now.getTime() + atMost, end, ...before));
}

/** These pass by themselves, when users are freed. */
const PASSING: ReadonlySet<Blocked['because']> = new Set(['below-assigned', 'assigned-unknown']);

/**
 * When one that is blocked is looked at again: what a person has to put right is told by the list of each night, not within the hour. In the
 * first day after the end the provider may not have gone over to the next term yet.
 */
export function nextLookOfBlocked({ because }: Blocked, approved: Pick<Approved, 'termEndsAt'>, now: Date): Date {
  if (isOverdue(approved, now) && !PASSING.has(because)) return new Date(now.getTime() + DAY);
  return nextLook(approved, now);
}

/** When what somebody is asked about is looked at again; null: its term is over, and they have to look. */
export const nextLookOfAsked = ({ termEndsAt }: Pick<Approved, 'termEndsAt'>, now: Date): Date | null =>
  isOver(termEndsAt, now) ? null : nextLook({ termEndsAt }, now);

/** A step that waits for the end of the term is red a day after it. */
export const isOverdue = ({ termEndsAt }: Pick<Approved, 'termEndsAt'>, now: Date): boolean =>
  termEndsAt !== null && now.getTime() - termEndsAt.getTime() >= DAY;
