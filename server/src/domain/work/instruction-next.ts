import { lastDayOf, nextThing, type Facts, type LiveInstruction, type Next } from './facts.ts';
import { shortDay } from './short-day.ts';

type Wish = Pick<LiveInstruction, 'outcome' | 'seats'>;

/** What was decided, within a sentence. */
export function wishWords({ outcome, seats }: Wish): string {
  switch (outcome) {
    case 'renew':
      return seats === null ? 'a renewal' : `${seats} ${seats === 1 ? 'seat' : 'seats'}`;
    case 'flexible':
      return 'flexible, without a commitment';
    case 'proposed':
      return 'the proposed offer';
    case 'end':
      return 'the end of the subscription';
  }
}

function waitingForApproval(wish: Wish, facts: Facts, today: string): Next {
  const last = lastDayOf(facts);
  const words = wishWords(wish);
  const base = { kind: 'wait', day: last, waitingFor: 'approval' } as const;
  if (last > today)
    return nextThing({ ...base, sentence: `Decided: ${words}. It waits for approval, until ${shortDay(last)}.` });
  const when = last === today ? 'today is the last safe day' : `its last safe day was ${shortDay(last)}`;
  return nextThing({ ...base, isLate: true, sentence: `Decided: ${words}. Nobody has approved it, and ${when}.` });
}

/** What is next where somebody has decided. */
export function nextOfInstruction(instruction: LiveInstruction, facts: Facts, today: string): Next {
  const words = wishWords(instruction);
  const { overdueSince, state, needsApproval } = instruction;
  const { termEnd } = facts;
  const now = (sentence: string) => nextThing({ kind: 'decide', day: today, sentence });
  if (overdueSince !== null) {
    const sentence = `The term is over since ${shortDay(overdueSince)}, and what was decided is not in place: ${words}. Finish it.`;
    return nextThing({ kind: 'decide', day: overdueSince, isLate: true, sentence });
  }
  switch (state) {
    case 'draft':
      if (needsApproval) return waitingForApproval(instruction, facts, today);
      return now(`Decided: ${words}. Confirm it, so that it is set at the provider.`);
    case 'blocked':
      return now(`Cannot be set as things stand: ${words}. Open it to see why, and put it right.`);
    case 'drifted':
      return now(`Somebody changed it at the provider; decided was: ${words}. Say which of both holds.`);
    case 'approved':
      return nextThing({
        ...{ kind: 'wait', day: termEnd, waitingFor: 'provider' },
        sentence: `About to be set at the provider: ${words}.`,
      });
    case 'placed':
    case 'verified':
      return nextThing({
        ...{ kind: 'wait', day: termEnd, waitingFor: 'provider' },
        sentence: `Set at the provider: ${words}, from ${shortDay(termEnd)} on.`,
      });
  }
}
