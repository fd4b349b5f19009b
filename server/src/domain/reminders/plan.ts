import type { ReminderPurpose } from '@desk/contract/words/reach';
import {
  ContactRole,
  type ReminderChannel,
  type ReminderRecipient,
  type ReminderState,
  type StopCause,
} from '@desk/contract/words/reach';
import type { PolicyStep } from '../../platform/db/tables/reminders.ts';
import type { ReachableContact } from '../contacts/reachable-contacts.ts';
import type { Holidays } from '../calendar/business-days.ts';
import { dueDay, isTooLate } from './days.ts';
import { stepsOf, type SteppedTerm } from './policy.ts';

/** Somebody whom a channel reaches. */
type Asked = Pick<ReachableContact, 'address' | 'contactId' | 'roles'>;

/** A term whose customer is asked what follows. */
export interface Term extends SteppedTerm {
  readonly renewalId: number;
  /** The last day on which it can be decided. */
  readonly lastDay: string;
  /** Whom to ask by each channel, first first. */
  readonly reachable: Readonly<Record<ReminderChannel, readonly Asked[]>>;
  readonly known: readonly KnownStep[];
}

/** A row that is there. */
export interface KnownStep {
  readonly id: number;
  readonly stepKey: string;
  readonly purpose: ReminderPurpose;
  /** Empty: there was nobody. */
  readonly recipient: string;
  readonly channel: ReminderChannel;
  readonly dueOn: string;
  readonly state: ReminderState;
  readonly stoppedBy: StopCause | null;
  /** It was sent and came back, or could not be delivered. */
  readonly cameBack: boolean;
}

/** A row that is to be there. */
export interface NewStep {
  readonly renewalId: number;
  readonly stepKey: string;
  readonly purpose: ReminderPurpose;
  readonly recipient: string;
  readonly contactId: number | null;
  readonly channel: ReminderChannel;
  readonly dueOn: string;
  readonly state: 'planned' | 'skipped';
  readonly reason: string | null;
}

export interface Plan {
  readonly add: readonly NewStep[];
  readonly move: readonly { readonly id: number; readonly dueOn: string }[];
  readonly remove: readonly number[];
}

export interface Days {
  readonly today: string;
  /** The first day on which what is planned now may go. */
  readonly from: string;
  readonly holidays: Holidays;
}

const NOBODY = 'Nobody can be reached';
const UNKNOWN_TERM = 'Its day had passed before the term was known';
const UNKNOWN_STEP = 'Its day had passed before it was planned';
const OVERTAKEN = 'A later reminder had gone before it was planned';

interface Step extends PolicyStep {
  readonly ideal: string;
}

/** This one asked nobody: somebody else is asked in their place. */
const isLost = ({ state, stoppedBy, cameBack }: KnownStep): boolean => cameBack || (state === 'stopped' && stoppedBy === 'bounced'); // prettier-ignore
/** It was sent, or stands for good without. */
const isSettled = (row: KnownStep): boolean => row.state !== 'planned' && row.recipient !== '' && !isLost(row);

/** What is known of the steps that ask for one thing by one channel. */
interface Track {
  readonly term: Term;
  readonly days: Days;
  readonly known: readonly KnownStep[];
  /** Nobody was asked for this of the term yet. */
  readonly isFresh: boolean;
  /** Of the steps whose day has come the last one. */
  readonly newest: string | undefined;
  /** The due day of the last one that was sent. */
  readonly lastSent: string;
}

const rowsOf = ({ known }: Track, { key }: Step) => known.filter(({ stepKey }) => stepKey === key);

/** Why a step that has no row yet is not planned any more. */
function missed(step: Step, track: Track): string | undefined {
  const { days, isFresh, newest, lastSent } = track;
  if (step.ideal > days.today) return undefined;
  // What came back asked nobody, and a term that opens late has its newest step: these go, however long ago their day was.
  const isNewest = step.key === newest;
  if (isNewest && (isFresh || rowsOf(track, step).some(isLost))) return undefined;
  if (isFresh) return UNKNOWN_TERM;
  if (step.ideal <= lastSent) return OVERTAKEN;
  // What waits for a decision and an invoice is never late.
  if (step.purpose === 'payment') return undefined;
  return isTooLate(step.ideal, days.today, days.holidays) ? UNKNOWN_STEP : undefined;
}

const laterOf = (one: string, other: string): string => (one > other ? one : other);

/** In the order in which a step asks: who has the role that it names first. */
function inOrderOf(to: ReminderRecipient, reachable: readonly Asked[]): readonly Asked[] {
  const role = ContactRole.options.find((one) => one === to);
  if (role === undefined) return reachable;
  const has = ({ roles }: Asked) => roles?.includes(role) === true;
  return [...reachable.filter(has), ...reachable.filter((one) => !has(one))];
}

/** Whom a step is to ask, and of those to whom it has no row yet. */
function asked(step: Step, track: Track): readonly Asked[] {
  const rows = rowsOf(track, step);
  const reachable = inOrderOf(step.to, track.term.reachable[step.channel]);
  const had = new Set(rows.flatMap((row) => (row.state === 'planned' ? [] : [row.recipient])));
  const left = reachable.filter(({ address }) => !had.has(address));
  const isAsked = rows.some(isSettled);
  if (step.to !== 'everybody') return isAsked ? [] : left.slice(0, 1);
  // Who became a contact after the others were asked waits for the next step.
  return isAsked && step.ideal <= track.days.today ? left.filter(({ address }) => rows.some((row) => row.recipient === address)) : left; // prettier-ignore
}

const dayOf = ({ ideal }: Step, { term, days }: Track): string => {
  const day = laterOf(ideal, days.from);
  return day <= term.lastDay ? day : term.lastDay;
};

/** What is due already, of a step that was late too, keeps its day. */
const keepsDay = ({ ideal }: Step, { days }: Track, { dueOn }: KnownStep): boolean =>
  dueOn === ideal || (ideal <= days.today && dueOn >= ideal && dueOn <= days.from);

function planOfStep(step: Step, track: Track): Plan {
  const rows = rowsOf(track, step);
  const planned = rows.filter(({ state }) => state === 'planned');
  const people = asked(step, track);
  const { key: stepKey, purpose, channel } = step;
  const row = { renewalId: track.term.renewalId, stepKey, purpose, channel };
  const skip = (recipient: string, contactId: number | null, reason: string): NewStep => ({
    ...{ ...row, recipient, contactId, dueOn: step.ideal, state: 'skipped', reason },
  });
  const [first] = people;
  if (first === undefined) {
    const isNew = step.ideal <= track.days.today && !rows.some((one) => one.recipient === '' || isSettled(one));
    return { add: isNew ? [skip('', null, NOBODY)] : [], move: [], remove: planned.map(({ id }) => id) };
  }
  const reason = planned.some((one) => keepsDay(step, track, one)) ? undefined : missed(step, track);
  if (reason !== undefined)
    return { add: [skip(first.address, first.contactId, reason)], move: [], remove: planned.map(({ id }) => id) };
  const dueOn = dayOf(step, track);
  const wanted = new Set(people.map(({ address }) => address));
  const has = new Set(planned.map(({ recipient }) => recipient));
  return {
    add: people
      .filter(({ address }) => !has.has(address))
      .map(({ address: recipient, contactId }) => ({
        ...{ ...row, recipient, contactId, dueOn, state: 'planned', reason: null },
      })),
    move: planned.flatMap((one) =>
      wanted.has(one.recipient) && !keepsDay(step, track, one) ? [{ id: one.id, dueOn }] : [],
    ),
    remove: planned.flatMap(({ id, recipient }) => (wanted.has(recipient) ? [] : [id])),
  };
}

const merged = (plans: readonly Plan[]): Plan => ({
  add: plans.flatMap(({ add }) => add),
  move: plans.flatMap(({ move }) => move),
  remove: plans.flatMap(({ remove }) => remove),
});

/**
 * What is to be written so that the rows of a term are those of the policy: only what is planned changes. What was sent is not sent
 * anew, whatever becomes of the policy, of its steps and of whom it reaches.
 */
export function planOf(term: Term, steps: readonly PolicyStep[], days: Days): Plan {
  const wanted = stepsOf(steps, term).map((step): Step => ({
    ...step,
    ideal: dueDay(term.lastDay, step.daysBefore, days.holidays),
  }));
  const trackOf = ({ channel, purpose }: Step): Track => {
    const ofPurpose = term.known.filter((row) => row.purpose === purpose);
    const known = ofPurpose.filter((row) => row.channel === channel);
    const come = wanted.filter((one) => one.channel === channel && one.purpose === purpose && one.ideal <= days.today);
    const sent = known.flatMap((row) => (row.state === 'sent' && !isLost(row) ? [row.dueOn] : []));
    return {
      ...{ term, days, known },
      isFresh: ofPurpose.every(({ recipient }) => recipient === ''),
      newest: come.at(-1)?.key,
      lastSent: sent.reduce(laterOf, ''),
    };
  };
  const nameOf = ({ purpose, channel }: Pick<Step, 'purpose' | 'channel'>, key: string) =>
    `${purpose} ${channel} ${key}`;
  const keys = new Set(wanted.map((step) => nameOf(step, step.key)));
  const remove = term.known.flatMap((row) =>
    row.state === 'planned' && !keys.has(nameOf(row, row.stepKey)) ? [row.id] : [],
  );
  return merged([{ add: [], move: [], remove }, ...wanted.map((step) => planOfStep(step, trackOf(step)))]);
}
