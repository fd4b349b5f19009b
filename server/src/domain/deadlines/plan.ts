import type { DeadlineKind, DeadlineState } from '@desk/contract/rules/deadline';
import { endDay, lastSafeDay, type Calendar } from './last-safe-day.ts';

/** What deadlines follow from: a subscription as its provider last told it. */
export interface Dates {
  /** The provider lists it. */
  readonly isAlive: boolean;
  readonly isSuspended: boolean;
  readonly termEndAt: Date | null;
  /** Of a trial that no plan follows. */
  readonly trialEndAt: Date | null;
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
  missed: 'Nobody decided before it passed.',
  moved: 'The provider has another date by now.',
  suspended: 'The subscription is suspended, and a suspended one does not renew.',
  ended: 'The provider lists the subscription no longer.',
} as const;

/** What can still be done about a subscription, and until when. */
function deadlinesOf({ isAlive, isSuspended, termEndAt, trialEndAt }: Dates, now: Date, calendar: Calendar) {
  if (!isAlive || isSuspended) return [];
  const instants: readonly (readonly [DeadlineKind, Date | null])[] = [
    ['change', termEndAt],
    ['trial_end', trialEndAt],
  ];
  return instants.flatMap(([kind, at]): Deadline[] =>
    at === null || at <= now
      ? []
      : [{ kind, at, day: endDay(at, calendar.timeZone), lastSafeDay: lastSafeDay(at, calendar) }],
  );
}

const isSame = (one: Pick<Deadline, 'kind' | 'at'>, other: Pick<Deadline, 'kind' | 'at'>): boolean =>
  one.kind === other.kind && one.at.getTime() === other.at.getTime();

function closing(known: Known, { isAlive, isSuspended, decided }: Dates, now: Date): Step {
  const close = (state: 'met' | 'missed' | 'void', cause: string) =>
    ({ do: 'close', id: known.id, state, cause }) as const;
  if (known.at <= now)
    return decided.some((at) => at.getTime() === known.at.getTime())
      ? close('met', CAUSES.met)
      : close('missed', CAUSES.missed);
  if (!isAlive) return close('void', CAUSES.ended);
  return close('void', isSuspended ? CAUSES.suspended : CAUSES.moved);
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
