import { inSeats } from '@desk/contract/words/seats';
import { statusLeadsTo, type LeadsTo } from '@desk/contract/rules/leads-to';
import type { Decision } from '@desk/contract/words/lists';
import { addDays, daysBetween } from '../../platform/time/days.ts';
import {
  lastDayOf,
  nextThing,
  type Facts,
  type LiveInstruction,
  type Next,
  type Planned,
  type Refused,
  type OpenMail,
} from './facts.ts';
import { nextOfInstruction, wishWords } from './instruction-next.ts';
import { shortDay } from './short-day.ts';

/** Days before the last safe day on which a term is first spoken about, and how often then. */
export const FIRST_CALL = 60;
const OFTEN_FROM = 30;
const CLOSE_FROM = 7;
const daysUntilNextCall = (daysLeft: number): number => {
  if (daysLeft > OFTEN_FROM) return 14;
  return daysLeft > CLOSE_FROM ? 7 : 2;
};

/** What happens by itself, as the end of a sentence; empty where nothing is lost by it, or nobody knows. */
function lossOf({ byItself: { outcome, seats } }: Facts): string {
  switch (outcome) {
    case 'shrinks':
      return seats === null ? 'falls to the seats in use' : `falls to ${inSeats(seats)}`;
    case 'flexible':
      return 'becomes flexible';
    case 'ends':
      return 'ends';
    case 'suspended':
      return 'is suspended';
    case 'renews':
    case 'proposed':
    case 'nothing':
    case 'unknown':
      return '';
  }
}
/** Once the term is over, what was to happen has happened, and nobody knows yet what. */
const ifNobodyActs = (facts: Facts, today: string): string => {
  const loss = lossOf(facts);
  return loss === '' || facts.termEnd < today ? '' : ` It ${loss} on ${shortDay(facts.termEnd, today)} if nobody acts.`;
};

const later = (one: string, other: string): string => (one > other ? one : other);
const earlier = (one: string, other: string): string => (one < other ? one : other);

const ASKED: Readonly<Record<Decision, string>> = {
  renew: 'The customer decided to renew. Confirm it.',
  change: 'The customer wants a change. Confirm it.',
  talk: 'The customer wants to talk before deciding. Call.',
  do_not_renew: 'The customer does not want to renew. Speak with them, then confirm it.',
};

function answering(asked: NonNullable<Facts['asked']>, today: string): Next {
  const { decision, seats } = asked;
  const sentence =
    decision === 'change' && seats !== null ? `The customer asked for ${seats} seats. Confirm it.` : ASKED[decision];
  return nextThing({ kind: decision === 'talk' ? 'call' : 'decide', day: today, sentence });
}

const ended = (words: string): string => (/[.!?]”?$/.test(words) ? words : `${words}.`);

function afterRefusal({ state, reason, ...wish }: Refused, facts: Facts, today: string): Next {
  const why = reason === null ? '' : ` ${ended(reason)}`;
  const what = state === 'refused' ? 'Refused' : 'Taken back';
  const sentence = `${what}: ${wishWords(wish)}.${why} Speak with the customer again.${ifNobodyActs(facts, today)}`;
  return nextThing({ kind: 'call', day: today, sentence });
}

/** Asked for time until a day. */
function afterExtension(facts: Facts, until: string, today: string): Next {
  const passed = until <= today;
  const sentence = passed
    ? `The time that was asked for ended on ${shortDay(until, today)}. Call for the decision.${ifNobodyActs(facts, today)}`
    : `Time to decide was given until ${shortDay(until, today)}. Call then.`;
  return nextThing({ kind: 'call', day: passed ? today : earlier(until, later(lastDayOf(facts), today)), sentence });
}

const WANTS_SEATS = 'The customer wants seats in the middle of the term.';

/** Nothing else reminds of it: the seats are wanted now, and no instruction is about them. */
function orderingSeats(facts: Facts, today: string): Next {
  const sentence = `${WANTS_SEATS} Order them, then comment how the renewal stands.${ifNobodyActs(facts, today)}`;
  return nextThing({ kind: 'other', day: today, sentence });
}

function callAgain(facts: Facts, today: string): Next {
  const last = lastDayOf(facts);
  if (facts.spokeOn === null) {
    const day = later(facts.openedOn, addDays(last, -FIRST_CALL));
    const never = daysBetween(today, last) > OFTEN_FROM ? 'First call of this term.' : 'Never contacted in this term.';
    return nextThing({
      kind: 'call',
      day,
      sentence: `${never} It renews on ${shortDay(facts.termEnd, today)}.${ifNobodyActs(facts, today)}`,
    });
  }
  const day = earlier(addDays(facts.spokeOn, daysUntilNextCall(daysBetween(today, last))), later(last, today));
  const sentence = `Undecided; last spoken on ${shortDay(facts.spokeOn, today)}. Call again.${ifNobodyActs(facts, today)}`;
  return nextThing({ kind: 'call', day, sentence });
}

/** No reminder reaches the customer: it is somebody's call from now on. Who was spoken to all the same is called when it is time again. */
function findingSomebody(again: Next, { spokeOn }: Facts, today: string): Next {
  const sentence = `Nobody can be reached by mail: find somebody. ${again.sentence}`;
  return { ...again, day: spokeOn === null ? earlier(again.day, today) : again.day, sentence };
}

function overdue(facts: Facts, last: string, today: string): Next {
  const what = facts.lastSafeDay === null ? 'It was due' : 'Its last safe day was';
  const { spokeOn } = facts;
  const spoken = spokeOn === null ? '' : `; last spoken on ${shortDay(spokeOn, today)}`;
  const again = spokeOn === today ? 'Call again.' : 'Call today.';
  const seats = statusLeadsTo(facts.status) === 'order-seats' ? `${WANTS_SEATS} Order them. ` : '';
  const sentence = `${seats}Nobody has decided${spoken}. ${what} on ${shortDay(last, today)}. ${again}${ifNobodyActs(facts, today)}`;
  return nextThing({ kind: 'call', day: last, isLate: true, sentence });
}

function undecided(facts: Facts, today: string): Next {
  const last = lastDayOf(facts);
  if (last < today) return overdue(facts, last, today);
  if (facts.refused) return afterRefusal(facts.refused, facts, today);
  if (facts.asked) return answering(facts.asked, today);
  if (statusLeadsTo(facts.status) === 'order-seats') return orderingSeats(facts, today);
  if (facts.status === 'Extension' && facts.extensionDate !== null)
    return afterExtension(facts, facts.extensionDate, today);
  const again = callAgain(facts, today);
  return facts.isUnreachable ? findingSomebody(again, facts, today) : again;
}

type Placed = Extract<LeadsTo, 'renew' | 'flexible' | 'end'>;
const BY_ITSELF: Readonly<Record<Placed, (facts: Facts) => boolean>> = {
  renew: ({ byItself, seats }) => byItself.outcome === 'renews' && seats !== null && (byItself.seats ?? 0) >= seats,
  flexible: ({ byItself }) => byItself.outcome === 'flexible',
  end: ({ byItself }) => byItself.outcome === 'ends' || byItself.outcome === 'suspended',
};
const WORDS: Readonly<Record<Placed, string>> = {
  renew: 'The customer renews',
  flexible: 'The customer goes on without a commitment',
  end: 'The customer leaves',
};

const untilItsEnd = (termEnd: string, today: string): string =>
  termEnd < today
    ? `The term ended on ${shortDay(termEnd, today)}, and the provider has not shown yet what came of it.`
    : `Nothing is to be done until ${shortDay(termEnd, today)}.`;

/** Decided by its status; nobody has told the provider. */
function decided(leads: Placed, facts: Facts, today: string): Next {
  const { termEnd } = facts;
  if (facts.isByHand) {
    const sentence = `${WORDS[leads]}: arranged by hand on ${shortDay(termEnd, today)}.`;
    return nextThing({ kind: 'other', day: termEnd, isLate: termEnd < today, sentence });
  }
  if (BY_ITSELF[leads](facts)) {
    const sentence = `${WORDS[leads]}, and so it is set at the provider. ${untilItsEnd(termEnd, today)}`;
    return nextThing({ kind: 'wait', day: termEnd, waitingFor: 'provider', sentence });
  }
  const last = lastDayOf(facts);
  const sentence = `${WORDS[leads]}, and nobody has set it at the provider. Set it.${ifNobodyActs(facts, today)}`;
  return nextThing({ kind: 'decide', act: 'set', day: earlier(last, today), isLate: last < today, sentence });
}

/** What was confirmed before they asked to talk stands until somebody has. */
const talking = ({ sentence }: Next, today: string): Next =>
  nextThing({ kind: 'call', day: today, sentence: `The customer wants to talk. Call. ${sentence}` });

/** What was decided of the next term waits for the provider; the seats of this one are to be ordered. */
function withInstruction(instruction: LiveInstruction, leads: LeadsTo, facts: Facts, today: string): Next {
  const next = nextOfInstruction(instruction, facts, today);
  if (next.waitingFor !== 'provider') return next;
  if (facts.asked?.decision === 'talk') return talking(next, today);
  return leads === 'order-seats' ? orderingSeats(facts, today) : next;
}

/** Of a term that is over only what is planned is left to be done. */
const overButOpen = (today: string): Next =>
  nextThing({
    ...{ kind: 'wait', day: today, waitingFor: 'provider' },
    sentence: 'Its term is over, and nothing is left to be done: it closes with the next sync.',
  });

/** What the policy says, by how it stands and the day alone. */
function defaultNext(facts: Facts, today: string): Next {
  const leads = statusLeadsTo(facts.status);
  if (facts.instruction) return withInstruction(facts.instruction, leads, facts, today);
  if (facts.isOver) return overButOpen(today);
  const { termEnd } = facts;
  switch (leads) {
    case 'undecided':
    case 'order-seats':
      return undecided(facts, today);
    case 'nothing':
      return nextThing({
        ...{ kind: 'wait', day: termEnd, waitingFor: 'customer' },
        sentence: 'Suspended with the customer. It rests until somebody takes it up.',
      });
    case 'renew-by-hand': {
      const sentence = `The customer takes another product. Order it by hand when the term ends, on ${shortDay(termEnd, today)}.`;
      return nextThing({ kind: 'other', day: termEnd, isLate: termEnd < today, sentence });
    }
    case 'renew':
    case 'flexible':
    case 'end':
      return decided(leads, facts, today);
  }
}

/** A last safe day is not put off, nor is what comes after the term. */
function isPutOffTooFar({ day }: Planned, byPolicy: Next, { lastSafeDay }: Facts, today: string): boolean {
  if (byPolicy.isLate) return day > today;
  const asksNobody = byPolicy.waitingFor === 'provider' || byPolicy.waitingFor === 'customer';
  return !asksNobody && lastSafeDay !== null && lastSafeDay <= today && day > today;
}

/** A mail that somebody has to read before all else. Nobody has to be asked anew where it is decided. */
function mailToAnswer({ openMail, status, instruction, isOver }: Facts): OpenMail | null {
  if (openMail?.kind !== 'bounce') return openMail;
  const leads = statusLeadsTo(status);
  return instruction === null && !isOver && (leads === 'undecided' || leads === 'order-seats') ? openMail : null;
}

/** What is red stays so, and says what came first. */
function answeringMail({ inboundId, kind, on, words }: OpenMail, byPolicy: Next, today: string): Next {
  const answered = words === '' ? '' : `: “${words}”`;
  const sentence = kind === 'bounce' ? ended(words) : `They answered on ${shortDay(on, today)}${ended(answered)}`;
  if (byPolicy.isLate) return { ...byPolicy, sentence: `${sentence} ${byPolicy.sentence}`, inboundId };
  return nextThing({ kind: 'call', day: today, sentence, inboundId });
}

/** What is next on a renewal: what somebody has planned, else what the policy says. There is always something. */
export function nextOf(facts: Facts, today: string): Next {
  const mail = mailToAnswer(facts);
  if (mail && facts.planned === null) return answeringMail(mail, defaultNext(facts, today), today);
  return plannedOrDefault(facts, today);
}

function plannedOrDefault(facts: Facts, today: string): Next {
  const byPolicy = defaultNext(facts, today);
  const { planned } = facts;
  if (planned === null || isPutOffTooFar(planned, byPolicy, facts, today)) return byPolicy;
  if (byPolicy.waitingFor === 'approval' && planned.day > today) return byPolicy;
  const { kind, day, time, reason } = planned;
  const isWaiting = kind === 'wait' && day > today;
  const isLate = day < today || (byPolicy.isLate && day <= today);
  // What is red says how it stands, not only what somebody had in mind.
  const sentence = isLate ? `${ended(reason)} ${byPolicy.sentence}` : reason;
  return {
    kind,
    act: byPolicy.act,
    day,
    time,
    sentence,
    isLate,
    waitingFor: isWaiting ? 'customer' : null,
    inboundId: null,
  };
}
