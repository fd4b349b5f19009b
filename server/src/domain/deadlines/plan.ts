import type { DeadlineKind, DeadlineState } from '@desk/contract/rules/deadline';
import type { Calendar } from '../calendar/business-days.ts';
import { dueDay, endDay, lastSafeDay } from './last-safe-day.ts';

const DAY = 86_400_000;

/** What deadlines follow from: a subscription as its provider last told it, and what was decided about it. */
export interface Dates {
  /** The provider lists it. */
  readonly isAlive: boolean;
  readonly isSuspended: boolean;
  /** What was decided of its next term is that there is one: suspended, it does not come about by itself. */
  readonly isToGoOn: boolean;
  readonly termEndAt: Date | null;
  /** Of a trial that no plan follows. */
  readonly trialEndAt: Date | null;
  /** When the provider moves the customer away, because all is suspended; null where somebody let the customer go. */
  readonly moveAwayAt: Date | null;
  /** The end of the term after which the second step of a wish is due. */
  readonly finishAt: Date | null;
  /** Second steps that were done: the end of their term, and when it was. */
  readonly finished: readonly { readonly at: Date; readonly doneAt: Date }[];
  /** Instants of terms that somebody has decided. */
  readonly decided: readonly Date[];
}

export interface Known {
  readonly id: number;
  readonly kind: DeadlineKind;
  readonly at: Date;
  readonly lastSafeDay: string;
  readonly state: DeadlineState;
}

interface Deadline {
  readonly kind: DeadlineKind;
  readonly at: Date;
  readonly day: string;
  readonly lastSafeDay: string;
}

export type Step =
  | { readonly do: 'open'; readonly deadline: Deadline }
  | { readonly do: 'reopen' | 'move'; readonly id: number; readonly lastSafeDay: string }
  | { readonly do: 'close'; readonly id: number; readonly state: 'met' | 'missed' | 'void'; readonly cause: string };

/** Why a deadline is no longer open. */
export const CAUSES = {
  met: 'It was decided in time.',
  missed: 'It passed before a decision was in place.',
  moved: 'The provider has another date by now.',
  suspended: 'The subscription is suspended, and a suspended one does not renew.',
  ended: 'The provider lists the subscription no longer.',
  restored: 'Not everything of this customer is suspended any more, or the customer was let go.',
  finished: 'The second step was done.',
  finishedLate: 'The second step was done more than a day late.',
  dropped: 'Another decision took its place.',
} as const;

/** A second step stays due until it is done, however late; all else is over once the provider acts. */
function instantsOf({ isAlive, isSuspended, isToGoOn, ...at }: Dates, now: Date) {
  if (!isAlive) return [];
  const running: readonly (readonly [DeadlineKind, Date | null])[] = [
    ['suspension', isSuspended ? at.moveAwayAt : null],
    ['change', isSuspended && !isToGoOn ? null : at.termEndAt],
    ['trial_end', isSuspended ? null : at.trialEndAt],
  ];
  const all = [...running.filter(([, when]) => when !== null && when > now), ['finish', at.finishAt] as const];
  return all.flatMap(([kind, when]) => (when === null ? [] : [{ kind, at: when }]));
}

/** What can still be done about a subscription, and until when. */
const deadlinesOf = (dates: Dates, now: Date, calendar: Calendar): Deadline[] =>
  instantsOf(dates, now).map(({ kind, at }) => ({
    kind,
    at,
    day: endDay(at, calendar.timeZone),
    lastSafeDay: kind === 'finish' ? dueDay(at, calendar) : lastSafeDay(at, calendar),
  }));

const isSame = (one: Pick<Deadline, 'kind' | 'at'>, other: Pick<Deadline, 'kind' | 'at'>): boolean =>
  one.kind === other.kind && one.at.getTime() === other.at.getTime();

type Ending = readonly ['met' | 'missed' | 'void', string];

function endingOfFinish({ at }: Known, { isAlive, finished }: Dates): Ending {
  const done = finished.find((one) => one.at.getTime() === at.getTime());
  if (done)
    return done.doneAt.getTime() - at.getTime() < DAY ? ['met', CAUSES.finished] : ['missed', CAUSES.finishedLate];
  return ['void', isAlive ? CAUSES.dropped : CAUSES.ended];
}

/** Why it is void before its instant has come. */
function causeOf({ kind }: Known, { isAlive, isSuspended, isToGoOn }: Dates): string {
  if (!isAlive) return CAUSES.ended;
  if (kind === 'suspension') return CAUSES.restored;
  const isMoved = !isSuspended || (isToGoOn && kind === 'change');
  return isMoved ? CAUSES.moved : CAUSES.suspended;
}

function endingOf(known: Known, dates: Dates, now: Date): Ending {
  if (known.kind === 'finish') return endingOfFinish(known, dates);
  if (known.at > now) return ['void', causeOf(known, dates)];
  return dates.decided.some((at) => at.getTime() === known.at.getTime())
    ? ['met', CAUSES.met]
    : ['missed', CAUSES.missed];
}

function closing(known: Known, dates: Dates, now: Date): Step {
  const [state, cause] = endingOf(known, dates, now);
  return { do: 'close', id: known.id, state, cause };
}

/** Brings the deadlines of a subscription in line with its dates; the same dates a second time ask for nothing. */
export function planDeadlines(dates: Dates, known: readonly Known[], now: Date, calendar: Calendar): readonly Step[] {
  const wanted = deadlinesOf(dates, now, calendar);
  const closed = known
    .filter((one) => one.state === 'open' && !wanted.some((deadline) => isSame(deadline, one)))
    .map((one) => closing(one, dates, now));
  const opened = wanted.flatMap((deadline): Step[] => {
    const same = known.find((one) => isSame(one, deadline));
    if (!same) return [{ do: 'open', deadline }];
    const { id } = same;
    if (same.state !== 'open') return [{ do: 'reopen', id, lastSafeDay: deadline.lastSafeDay }];
    return same.lastSafeDay === deadline.lastSafeDay ? [] : [{ do: 'move', id, lastSafeDay: deadline.lastSafeDay }];
  });
  // What ends makes room for what begins: one of a kind is open at a time.
  return [...closed, ...opened];
}
