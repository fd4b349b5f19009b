import type { WorkAct } from '@desk/contract/rules/next-action';
import { inSeats, seatsToFree } from '@desk/contract/words/seats';
import { ended, lastDayOf, nextThing, type Facts, type LiveInstruction, type Next } from './facts.ts';
import { shortDay } from './short-day.ts';
import { restoreWords } from './suspended.ts';

type Wish = Pick<LiveInstruction, 'outcome' | 'seats'>;

/** What was decided, within a sentence. */
export function wishWords({ outcome, seats }: Wish): string {
  switch (outcome) {
    case 'renew':
      return seats === null ? 'a renewal' : inSeats(seats);
    case 'flexible':
      return 'flexible, without a commitment';
    case 'proposed':
      return 'the proposed offer';
    case 'end':
      return 'the end of the subscription';
  }
}

/** Since when it is late that what was decided is not in place; null: it is not yet, or the term is over, after which it has a day. */
const lateSince = ({ lastSafeDay, termEnd }: Facts, today: string): string | null =>
  lastSafeDay !== null && lastSafeDay <= today && today < termEnd ? lastSafeDay : null;

/** What is in the way of a wish that nobody has approved, as the end of a sentence: it is known before the provider is asked. */
export function toFreeWords({ seats }: Wish, { inUse, termEnd }: Facts, today: string): string {
  const words = seatsToFree({ wanted: seats, inUse }, termEnd <= today);
  return words === undefined ? '' : ` ${words}`;
}

function waitingForApproval(wish: Wish, facts: Facts, today: string): Next {
  const last = lastDayOf(facts);
  const words = wishWords(wish);
  const free = toFreeWords(wish, facts, today);
  const base = { kind: 'wait', day: last, waitingFor: 'approval' } as const;
  if (last > today)
    return nextThing({
      ...base,
      sentence: `Decided: ${words}. It waits for approval, until ${shortDay(last, today)}.${free}`,
    });
  const when = last === today ? 'today is the last safe day' : `its last safe day was ${shortDay(last, today)}`;
  return nextThing({
    ...base,
    isLate: true,
    sentence: `Decided: ${words}. Nobody has approved it, and ${when}.${free}`,
  });
}

/** Approved, and not at the provider: nobody waits for the end of the term to see it. */
function stuck({ reason, ...wish }: LiveInstruction, facts: Facts, today: string): Next {
  const since = lateSince(facts, today);
  const why = reason === null ? 'See why.' : `${reason} It is tried again by itself.`;
  const sentence = `Approved, and not set at the provider yet: ${wishWords(wish)}. ${why}`;
  return nextThing({ kind: 'decide', act: 'look', day: since ?? today, isLate: since !== null, sentence });
}

/** Where nobody said more. */
const UNTOLD = {
  blocked: 'It cannot be set as things stand.',
  drifted: 'Somebody changed it at the provider.',
} as const;

/** What was approved and ought to be in place by now. */
function notInPlace(instruction: LiveInstruction, facts: Facts, today: string): Next | undefined {
  const { overdueSince, state, needsApproval } = instruction;
  // Nobody can put in place what nobody has approved, not even after the term.
  if (state === 'draft' && needsApproval) return undefined;
  if (overdueSince === null) return instruction.isStuck ? stuck(instruction, facts, today) : undefined;
  // What somebody was asked about was about the end that has passed.
  const why = instruction.reason === null || state === 'drifted' ? '' : ` ${ended(instruction.reason)}`;
  const sentence = `The term is over since ${shortDay(overdueSince, today)}, and what was decided is not in place: ${wishWords(instruction)}.${why}${restoreWords(facts, today)} Finish it.`;
  return nextThing({ kind: 'decide', act: 'look', day: overdueSince, isLate: true, sentence });
}

/** What is next where somebody has decided. */
export function nextOfInstruction(instruction: LiveInstruction, facts: Facts, today: string): Next {
  const words = wishWords(instruction);
  const { state, needsApproval, reason } = instruction;
  const { termEnd } = facts;
  const now = (act: WorkAct, sentence: string) => {
    const since = lateSince(facts, today);
    if (since === null) return nextThing({ kind: 'decide', act, day: today, sentence });
    const when =
      since === today ? 'Today is its last safe day.' : `Its last safe day was on ${shortDay(since, today)}.`;
    return nextThing({ kind: 'decide', act, day: since, isLate: true, sentence: `${sentence} ${when}` });
  };
  const late = notInPlace(instruction, facts, today);
  if (late) return late;
  switch (state) {
    case 'draft':
      if (needsApproval) return waitingForApproval(instruction, facts, today);
      return now(
        'confirm',
        `Decided: ${words}. Confirm it, so that it is set at the provider.${toFreeWords(instruction, facts, today)}`,
      );
    case 'blocked':
    case 'drifted':
      return now('look', `Decided: ${words}. ${reason ?? UNTOLD[state]}${restoreWords(facts, today)}`);
    case 'approved':
      return nextThing({
        ...{ kind: 'wait', day: termEnd, waitingFor: 'provider' },
        sentence: `About to be set at the provider: ${words}.`,
      });
    case 'placed':
    case 'verified':
      return nextThing({
        ...{ kind: 'wait', day: termEnd, waitingFor: 'provider' },
        sentence: `Set at the provider: ${words}, from ${shortDay(termEnd, today)} on.`,
      });
  }
}
