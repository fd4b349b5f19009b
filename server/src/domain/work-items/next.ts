import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { statusLeadsTo, type LeadsTo } from '@desk/contract/rules/leads-to';
import {
  ended,
  lastDayOf,
  lastDayToAct,
  nextThing,
  type Facts,
  type LiveInstruction,
  type Next,
  type Planned,
  type OpenMail,
} from './facts.ts';
import { nextOfInstruction } from './instruction-next.ts';
import { shortDay } from './short-day.ts';
import {
  afterExtension,
  afterRefusal,
  answering,
  earlier,
  ifNobodyActs,
  orderingSeats,
  lossOf,
  undecided,
} from './undecided.ts';

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
  const wantsToTalk = facts.asked?.decision === 'talk';
  if (next.waitingFor !== 'provider')
    return wantsToTalk ? { ...next, sentence: `The customer wants to talk: call first. ${next.sentence}` } : next;
  if (wantsToTalk) return talking(next, today);
  return leads === 'order-seats' ? orderingSeats(facts, today) : next;
}

/** What its status asks for, and nobody has told of since its term ended; undefined: nothing. */
function leftByStatus(leads: LeadsTo, facts: Facts, today: string): Next | undefined {
  const { spokeOn, termEnd, status, extensionDate } = facts;
  if (spokeOn !== null && spokeOn >= termEnd) return undefined;
  if (leads === 'order-seats') return orderingSeats(facts, today);
  if (leads === 'renew-by-hand') {
    const sentence = `The customer takes another product. Order it by hand: the term ended on ${shortDay(termEnd, today)}.`;
    return nextThing({ kind: 'other', day: termEnd, isLate: true, sentence });
  }
  return status === 'Extension' && extensionDate !== null ? afterExtension(facts, extensionDate, today) : undefined;
}

/** Of a term that is over, and that no other renewal follows: what nobody has answered, else only what is planned. */
function overButOpen(leads: LeadsTo, facts: Facts, today: string): Next {
  if (facts.refused) return afterRefusal(facts.refused, facts, today);
  if (facts.asked?.decision === 'talk') return answering(facts.asked, today);
  return (
    leftByStatus(leads, facts, today) ??
    nextThing({
      ...{ kind: 'wait', day: today, waitingFor: 'provider' },
      sentence: 'Its term is over, and nothing is left to be done: it closes with the next sync.',
    })
  );
}

const GOES_ON: ReadonlySet<IfNobodyActs> = new Set(['renews', 'shrinks', 'proposed', 'flexible']);

/** Suspended by its status. Where the provider knows nothing of that, its term goes on unless somebody acts. */
function resting(facts: Facts, today: string): Next {
  const { byItself, isByHand, termEnd } = facts;
  const last = lastDayOf(facts);
  if (isByHand || !GOES_ON.has(byItself.outcome))
    return nextThing({
      ...{ kind: 'wait', day: termEnd, waitingFor: 'customer' },
      sentence: 'Suspended with the customer. It rests until somebody takes it up.',
    });
  const loss = lossOf(facts);
  const then = `it ${loss === '' ? 'renews' : loss} on ${shortDay(termEnd, today)} if nobody acts`;
  const until = shortDay(last, today);
  const by =
    last < today
      ? `Its last safe day was on ${until}. Take it up or end it there now.`
      : `Take it up or end it there by ${until}.`;
  const sentence = `Suspended with us, and not at the provider: ${then}. ${by}`;
  return today < last
    ? nextThing({ kind: 'wait', day: last, waitingFor: 'customer', sentence })
    : nextThing({ kind: 'decide', day: last, isLate: last < today, sentence });
}

/** What the policy says, by how it stands and the day alone. */
function defaultNext(facts: Facts, today: string): Next {
  const leads = statusLeadsTo(facts.status);
  if (facts.instruction) return withInstruction(facts.instruction, leads, facts, today);
  if (facts.isOver) return overButOpen(leads, facts, today);
  const { termEnd } = facts;
  switch (leads) {
    case 'undecided':
    case 'order-seats':
      return undecided(facts, today);
    case 'nothing':
      return resting(facts, today);
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

/** The last day on which something can be done is not put off, nor is what comes after the term. */
function isPutOffTooFar({ day }: Planned, byPolicy: Next, facts: Facts, today: string): boolean {
  if (byPolicy.isLate) return day > today;
  const asksNobody = byPolicy.waitingFor === 'provider' || byPolicy.waitingFor === 'customer';
  const last = lastDayToAct(facts);
  return !asksNobody && last !== null && last <= today && day > today;
}

/** A mail that somebody has to read before all else. Nobody has to be asked anew where it is decided. */
function mailToAnswer({ openMail, status, instruction, isOver }: Facts): OpenMail | null {
  if (openMail?.kind !== 'bounce') return openMail;
  const leads = statusLeadsTo(status);
  return instruction === null && !isOver && (leads === 'undecided' || leads === 'order-seats') ? openMail : null;
}

/** What a mail that somebody has to read says, as a sentence. */
export function mailWords({ kind, on, words }: OpenMail, today: string): string {
  if (kind === 'bounce') return ended(words);
  return `They answered on ${shortDay(on, today)}${ended(words === '' ? '' : `: “${words}”`)}`;
}

/** What is red stays so, and says what came first; what was decided already is no secret of whoever answers them. */
function answeringMail(mail: OpenMail, facts: Facts, today: string): Next {
  const byPolicy = defaultNext(facts, today);
  const { inboundId } = mail;
  const sentence = mailWords(mail, today);
  const both = `${sentence} ${byPolicy.sentence}`;
  if (byPolicy.isLate) return { ...byPolicy, sentence: both, inboundId };
  const isDecided = facts.instruction !== null || facts.asked !== null || facts.refused !== null;
  return nextThing({ kind: 'call', day: today, sentence: isDecided ? both : sentence, inboundId });
}

/** What is next on a renewal: what somebody has planned, else what the policy says. There is always something. */
export function nextOf(facts: Facts, today: string): Next {
  const mail = mailToAnswer(facts);
  if (mail && facts.planned === null) return answeringMail(mail, facts, today);
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
