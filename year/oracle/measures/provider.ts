import {
  endingIn,
  outcomeOf,
  standingAt,
  staysOn,
  type IndexedRun,
  type Ending,
  type History,
  type Of,
} from '../history.ts';
import { dayWords, onDay, wishWords } from '../words.ts';
import { noneOf, type Finding, type Measure } from './measure.ts';
import { isAnnualWith, worth } from './outcome.ts';
import { isSetFor } from './setting.ts';

const UNPROVEN = ['approved', 'placed'];
/** As if there were none. */
const OVER = ['refused', 'superseded', 'cancelled'];
const FOR_A_PERSON = ['blocked', 'drifted', 'draft'];

type Checked = Of<'last safe day'>;

/** The rows of it that evening, and of the next one: what is found in the night stands there in the morning. */
function rowsAfter(history: Ending, { at }: Checked, { evenings, calendar }: IndexedRun) {
  const evening = evenings.findIndex(({ day }) => day >= calendar.dayOf(at));
  return evening < 0 ? [] : [...staysOn(history, evening), ...staysOn(history, evening + 1)];
}

/** It was set otherwise before the last business day began, so that a night has passed. */
function wasOtherwise(history: Ending, { wish }: Of<'decided'>, { now }: Checked, { calendar }: IndexedRun): boolean {
  const before = standingAt(history, calendar.startOf(calendar.back(history.lastSafe.day, 1)));
  if (before?.renewalType !== now.renewalType) return false;
  return !isSetFor(wish, before) && !isSetFor(wish, now);
}

/** Whether the provider has what was decided, as far as that can be known in the evening. */
function isProven(history: Ending, decision: Of<'decided'>, checked: Checked, indexed: IndexedRun): boolean {
  const { now, instruction } = checked;
  if (instruction === null || OVER.includes(instruction.state)) return isSetFor(decision.wish, now);
  if (UNPROVEN.includes(instruction.state)) return instruction.readBackAt !== null && isSetFor(decision.wish, now);
  return !wasOtherwise(history, decision, checked, indexed);
}

/** What is missing for a proof that it is set, or that a person sees that it is not; undefined: nothing is. */
function unprovenBy(
  history: Ending,
  decision: Of<'decided'>,
  checked: Checked,
  indexed: IndexedRun,
): string | undefined {
  const { now, instruction } = checked;
  const rows = rowsAfter(history, checked, indexed);
  const state = instruction?.state ?? 'no instruction';
  if (FOR_A_PERSON.includes(state)) return rows.length > 0 ? undefined : `${state}, and in no list`;
  if (isProven(history, decision, checked, indexed) || rows.some(({ isRed }) => isRed)) return undefined;
  return `${state}, and the provider has ${now.renewalType ?? 'no setting'}`;
}

function unverifiedIn(history: Ending, indexed: IndexedRun): string | undefined {
  const { lastSafe, checked, inTime, knownAt, isOnline } = history;
  if (!isOnline || inTime === undefined || inTime.at > lastSafe.startsAt) return undefined;
  if (checked) return unprovenBy(history, inTime, checked, indexed);
  return knownAt < lastSafe.startsAt ? 'nobody looked at it on its last safe day' : undefined;
}

/** Decisions that are not proven to be set at the provider on the last safe day, without a red item. */
export function unverified(indexed: IndexedRun): Measure {
  const findings = endingIn(indexed).flatMap((history): readonly Finding[] => {
    const found = unverifiedIn(history, indexed);
    const { term, inTime, lastSafe } = history;
    if (found === undefined || !inTime) return [];
    const words = `decided ${onDay(inTime.at, indexed.calendar)}: ${wishWords(inTime.wish)}`;
    return [{ term, sentence: `${words}; on ${dayWords(lastSafe.day)} ${found}.`, weight: worth(history) }];
  });
  return noneOf('Instruction unverified', findings);
}

/** Fewer than were bought and more than are assigned: the provider renews that in two steps only. */
function twoStepSeats({ inTime, ended }: Ending): number | undefined {
  if (inTime?.wish.outcome !== 'renew' || !ended) return undefined;
  const { seats } = inTime.wish;
  return ended.before.licensed < seats && seats < ended.before.seats ? seats : undefined;
}

/** Business days without the commitment, after the first one. */
function daysWithout(history: Ending, seats: number, { calendar, run }: IndexedRun): number {
  const [first] = history.settled;
  const now = outcomeOf(history);
  if (now !== undefined && isAnnualWith(seats, now)) return 0;
  const from = first?.at ?? history.endsAt;
  const finished = history.standings.find((one) => one.at > from && isAnnualWith(seats, one.now));
  const until = finished?.at ?? Math.max(from, ...run.seen.slice(-1).map(({ at }) => at));
  return Math.max(1, calendar.businessDays(calendar.dayOf(from), calendar.dayOf(until)));
}

/** Days on flexible beyond the first business day, of those that were to be annual again. */
export function twoStepPlans(indexed: IndexedRun): Measure {
  const plans = endingIn(indexed).flatMap((history) => {
    const seats = history.isOnline ? twoStepSeats(history) : undefined;
    return seats === undefined ? [] : [{ history, seats, days: daysWithout(history, seats, indexed) }];
  });
  const findings = plans
    .filter(({ days }) => days > 0)
    .map(({ history, seats, days }): Finding => ({
      ...{ term: history.term, weight: days },
      sentence: `to renew ${seats} seats in two steps; without a commitment ${days} business days too long.`,
    }));
  const days = findings.reduce((sum, { weight }) => sum + weight, 0);
  return {
    ...noneOf('Two-step plan', findings, `of ${plans.length} plans`),
    ...{ figure: `${days} ${days === 1 ? 'day' : 'days'}`, count: days },
  };
}

type Write = Of<'provider write'>;

/** What a method leaves behind; undefined: it changes something of another kind. */
function resultOf(method: string, { renewalType, seats, plan, status }: Write['after']): string | undefined {
  switch (method) {
    case 'changeRenewalSettings':
      return renewalType ?? '';
    case 'changeSeats':
      return `${seats}`;
    case 'changePlan':
      return `${plan} ${seats}`;
    case 'suspend':
    case 'activate':
      return status;
    default:
      return undefined;
  }
}

function isNeedless({ method, before, after }: Write): boolean {
  const result = resultOf(method, after);
  return result !== undefined && result === resultOf(method, before);
}

/** Without anything between that may have undone the first one. */
const isAgain = (one: Write, previous: History['all'][number] | undefined): boolean =>
  previous?.kind === 'provider write' &&
  previous.method === one.method &&
  resultOf(one.method, one.after) !== undefined &&
  resultOf(one.method, one.after) === resultOf(previous.method, previous.after);

const CHANGES: readonly string[] = ['provider write', 'console', 'ended', 'term moved', 'asked to free'];

/** Writes that changed nothing, or that had been made already. */
export function doubledCalls(indexed: IndexedRun): Measure {
  let calls = 0;
  const findings = [...indexed.histories.values()].flatMap(({ term, all }) => {
    const changes = all.filter(({ kind }) => CHANGES.includes(kind));
    return changes.flatMap((one, index): readonly Finding[] => {
      if (one.kind !== 'provider write') return [];
      calls += 1;
      if (!isNeedless(one) && !isAgain(one, changes[index - 1])) return [];
      const result = resultOf(one.method, one.after) ?? '';
      return [
        {
          term,
          sentence: `${one.method} on ${onDay(one.at, indexed.calendar)}: ${result} was there already.`,
          weight: one.at,
        },
      ];
    });
  });
  return noneOf('Doubled provider call', findings, `of ${calls} calls`);
}
