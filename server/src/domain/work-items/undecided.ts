import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import { inSeats } from '@desk/contract/words/seats';
import type { Decision } from '@desk/contract/words/lists';
import { addDays, daysBetween } from '../../platform/time/days.ts';
import { ended, lastDayOf, nextThing, type Facts, type Next, type Refused } from './facts.ts';
import { weekdayFrom } from '../calendar/business-days.ts';
import { wishWords } from './instruction-next.ts';
import { shortDay } from './short-day.ts';
import { restoreWords } from './suspended.ts';

/** Days before the last safe day on which a term is first spoken about, and how often then. */
export const FIRST_CALL = 60;
const OFTEN_FROM = 30;
const CLOSE_FROM = 7;
const daysUntilNextCall = (daysLeft: number): number => {
  if (daysLeft > OFTEN_FROM) return 14;
  return daysLeft > CLOSE_FROM ? 7 : 2;
};

/** What happens by itself, as the end of a sentence; empty where nothing is lost by it, or nobody knows. */
export function lossOf({ byItself: { outcome, seats } }: Facts): string {
  switch (outcome) {
    case 'shrinks':
      return seats === null ? 'falls to the seats in use' : `falls to ${inSeats(seats)}`;
    case 'flexible':
      return 'becomes flexible';
    case 'ends':
      return 'ends';
    case 'suspended':
    case 'renews':
    case 'proposed':
    case 'nothing':
    case 'unknown':
      return '';
  }
}
/** Once the term is over, what was to happen has happened, and nobody knows yet what. */
export const ifNobodyActs = (facts: Facts, today: string): string => {
  if (facts.byItself.outcome === 'suspended')
    return ` It is suspended: it does not renew before it is restored.${restoreWords(facts, today)}`;
  const loss = lossOf(facts);
  return loss === '' || facts.termEnd < today ? '' : ` It ${loss} on ${shortDay(facts.termEnd, today)} if nobody acts.`;
};

export const later = (one: string, other: string): string => (one > other ? one : other);
export const earlier = (one: string, other: string): string => (one < other ? one : other);

const ASKED: Readonly<Record<Decision, string>> = {
  renew: 'The customer decided to renew. Confirm it.',
  change: 'The customer wants a change. Confirm it.',
  talk: 'The customer wants to talk before deciding. Call.',
  do_not_renew: 'The customer does not want to renew. Speak with them, then confirm it.',
};

type Asked = NonNullable<Facts['asked']>;

const askedKind = ({ decision }: Asked): Next['kind'] => (decision === 'talk' ? 'call' : 'decide');
const askedWords = ({ decision, seats }: Asked): string =>
  decision === 'change' && seats !== null ? `The customer asked for ${inSeats(seats)}. Confirm it.` : ASKED[decision];

export const answering = (asked: Asked, today: string): Next =>
  nextThing({ kind: askedKind(asked), day: today, sentence: askedWords(asked) });

/** What became of a wish, and why. */
export function refusedWords({ state, reason, ...wish }: Refused): string {
  const why = reason === null || reason === '' ? '' : ` ${ended(reason)}`;
  return `${state === 'refused' ? 'Refused' : 'Taken back'}: ${wishWords(wish)}.${why}`;
}

/** What is to be done about it; `when`: until when that was to be. */
const anew = (refused: Refused, when = '') => {
  const words = `${refusedWords(refused)}${when}`;
  return refused.isOurs === true
    ? ({ kind: 'decide', sentence: `${words} Decide what is to become of it.` } as const)
    : ({ kind: 'call', sentence: `${words} Speak with the customer again.` } as const);
};

export function afterRefusal(refused: Refused, facts: Facts, today: string): Next {
  const { kind, sentence } = anew(refused);
  return nextThing({ kind, day: today, sentence: `${sentence}${ifNobodyActs(facts, today)}` });
}

/** Asked for time until a day. */
export function afterExtension(facts: Facts, until: string, today: string): Next {
  const passed = until <= today;
  const sentence = passed
    ? `The time that was asked for ended on ${shortDay(until, today)}. Call for the decision.${ifNobodyActs(facts, today)}`
    : `Time to decide was given until ${shortDay(until, today)}. Call then.`;
  return nextThing({ kind: 'call', day: passed ? today : earlier(until, later(lastDayOf(facts), today)), sentence });
}

const WANTS_SEATS = 'The customer wants seats in the middle of the term.';

/** Nothing else reminds of it: the seats are wanted now, and no instruction is about them. */
export function orderingSeats(facts: Facts, today: string): Next {
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
  const again = weekdayFrom(addDays(facts.spokeOn, daysUntilNextCall(daysBetween(today, last))));
  const day = earlier(again, later(last, today));
  const sentence = `Undecided; last spoken on ${shortDay(facts.spokeOn, today)}. Call again.${ifNobodyActs(facts, today)}`;
  return nextThing({ kind: 'call', day, sentence });
}

/** No reminder reaches the customer: it is somebody's call from now on. Who was spoken to all the same is called when it is time again. */
function findingSomebody(again: Next, { spokeOn }: Facts, today: string): Next {
  const sentence = `Nobody can be reached by mail: find somebody. ${again.sentence}`;
  return { ...again, day: spokeOn === null ? earlier(again.day, today) : again.day, sentence };
}

function overdue(facts: Facts, last: string, today: string): Next {
  const { spokeOn, refused, asked, lastSafeDay } = facts;
  const was = `${lastSafeDay === null ? 'It was due' : 'Its last safe day was'} on ${shortDay(last, today)}.`;
  const late = { day: last, isLate: true } as const;
  const loss = ifNobodyActs(facts, today);
  if (refused) {
    const { kind, sentence } = anew(refused, ` ${was}`);
    return nextThing({ kind, ...late, sentence: `${sentence}${loss}` });
  }
  if (asked) return nextThing({ kind: askedKind(asked), ...late, sentence: `${askedWords(asked)} ${was}${loss}` });
  const spoken = spokeOn === null ? '' : `; last spoken on ${shortDay(spokeOn, today)}`;
  const again = spokeOn === today ? 'Call again.' : 'Call today.';
  const seats = statusLeadsTo(facts.status) === 'order-seats' ? `${WANTS_SEATS} Order them. ` : '';
  return nextThing({ kind: 'call', ...late, sentence: `${seats}Nobody has decided${spoken}. ${was} ${again}${loss}` });
}

/** The time that was given is over, and they were called about it: from then on it is any undecided one. */
const spokeSince = (until: string, { spokeOn }: Facts, today: string): boolean =>
  until <= today && spokeOn !== null && spokeOn >= until;

export function undecided(facts: Facts, today: string): Next {
  const last = lastDayOf(facts);
  if (last < today) return overdue(facts, last, today);
  if (facts.refused) return afterRefusal(facts.refused, facts, today);
  if (facts.asked) return answering(facts.asked, today);
  if (statusLeadsTo(facts.status) === 'order-seats') return orderingSeats(facts, today);
  if (facts.status === 'Extension' && facts.extensionDate !== null && !spokeSince(facts.extensionDate, facts, today))
    return afterExtension(facts, facts.extensionDate, today);
  const again = callAgain(facts, today);
  return facts.isUnreachable ? findingSomebody(again, facts, today) : again;
}
