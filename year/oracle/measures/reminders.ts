import type { Calendar } from '../calendar.ts';
import { endingIn, type IndexedRun, type Ending } from '../history.ts';
import type { ShownReminder, TermId } from '../seen.ts';
import { dayWords } from '../words.ts';
import { noneOf, notSeen, type Finding, type Measure } from './measure.ts';

const NO_REMINDER = 'No reminder reached anybody.';
/** What is on its way when somebody answers still arrives. */
const ON_ITS_WAY_MS = 60_000;

/** Business days after its own until which a reminder may come, with the day on which who had another is asked the next. */
const GRACE = 3;

const wasReminded = ({ run }: IndexedRun): boolean => run.seen.some(({ kind }) => kind === 'reminder');

/** Mails that reach somebody on a day on which one had reached them before. */
function secondOnADay({ run, calendar }: IndexedRun): Finding[] {
  const days = new Set<string>();
  return run.seen.flatMap((seen) => {
    if (seen.kind !== 'reminder') return [];
    const day = calendar.dayOf(seen.at);
    const key = `${day} ${seen.to}`;
    const isSecond = days.has(key);
    days.add(key);
    const [term = ''] = seen.terms;
    return isSecond ? [{ term, weight: 1, sentence: `${seen.to} had two reminders on ${dayWords(day)}.` }] : [];
  });
}

/** What reached an address more often than the product says that it sent something there. */
function moreThanShown({ term, reminders, shown }: Ending): Finding[] {
  if (shown === undefined) return [];
  return [...new Set(reminders.map(({ to }) => to))].flatMap((to) => {
    const came = reminders.filter((one) => one.to === to && one.at <= shown.at).length;
    const sent = shown.reminders.filter((one) => one.to === to && one.state === 'sent').length;
    const sentence = `${to} had ${came} reminders, of which the desk knows ${sent}.`;
    return came > sent ? [{ term, weight: came - sent, sentence }] : [];
  });
}

/** The same step that reaches somebody twice, and a second mail a day to one person. */
export function duplicateReminders(indexed: IndexedRun): Measure {
  if (!wasReminded(indexed)) return notSeen('Duplicate reminder', '0', NO_REMINDER);
  return noneOf('Duplicate reminder', [...secondOnADay(indexed), ...endingIn(indexed).flatMap(moreThanShown)]);
}

/** When nothing was to be sent to an address any more, and why. */
function stopOf({ decided, stops }: Ending, to: string): { at: number; why: string } | undefined {
  const all = [
    ...decided.map(({ at }) => ({ at, why: 'decided' })),
    ...stops.filter((one) => one.to === null || one.to === to),
  ];
  return all.toSorted((one, other) => one.at - other.at)[0];
}

/** What reaches somebody more than a minute after the customer has decided, replied, or asked for silence. */
export function remindersAfterStop(indexed: IndexedRun): Measure {
  if (!wasReminded(indexed)) return notSeen('Reminder after stop', '0', NO_REMINDER);
  const { calendar } = indexed;
  const findings = endingIn(indexed).flatMap((history) =>
    history.reminders.flatMap(({ at, to }): Finding[] => {
      const stop = stopOf(history, to);
      if (stop === undefined || at <= stop.at + ON_ITS_WAY_MS) return [];
      const [day, since] = [dayWords(calendar.dayOf(at)), dayWords(calendar.dayOf(stop.at))];
      return [{ term: history.term, weight: 1, sentence: `${to} was reminded on ${day}, ${stop.why} on ${since}.` }];
    }),
  );
  return noneOf('Reminder after stop', findings);
}

/** Why a reminder counts as missed; undefined: it reached somebody, or the product says why not. */
function missedWhy({ step, to, dueOn, state, reason }: ShownReminder, history: Ending, calendar: Calendar) {
  const { reminders, stops, lastSafe, knownAt } = history;
  // It was about the product that the customer had before; of the term of this one nothing was known then.
  if (state === 'sent' && dueOn < calendar.dayOf(knownAt)) return undefined;
  const name = `The reminder '${step}' to ${to} of ${dayWords(dueOn)}`;
  if (dueOn > lastSafe.day) return undefined;
  if (state === 'planned') return `${name} is still planned.`;
  // What came back was sent. One that came on another day was another.
  const cameOrBounced = [...reminders, ...stops].some((one) => {
    const day = calendar.dayOf(one.at);
    return one.to === to && day >= dueOn && calendar.businessDays(dueOn, day) <= GRACE;
  });
  if (state === 'sent') return cameOrBounced ? undefined : `${name} was sent and never came.`;
  return (reason ?? '').trim() === '' ? `${name} was left out without a reason.` : undefined;
}

/** What was planned, and neither came nor says why not, on the evening of the last safe day. */
export function missedReminders(indexed: IndexedRun): Measure {
  if (!wasReminded(indexed)) return notSeen('Missed reminder', '0', NO_REMINDER);
  const seen = endingIn(indexed).filter(({ shown }) => shown !== undefined);
  if (seen.length === 0) return notSeen('Missed reminder', '0', 'Nobody looked at what was planned.');
  const findings = seen.flatMap((history) =>
    (history.shown?.reminders ?? []).flatMap((one): { term: TermId; weight: number; sentence: string }[] => {
      const sentence = missedWhy(one, history, indexed.calendar);
      return sentence === undefined ? [] : [{ term: history.term, weight: 1, sentence }];
    }),
  );
  return noneOf('Missed reminder', findings, `of ${seen.length} terms that were looked at`);
}
