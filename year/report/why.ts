import type { Calendar } from '../oracle/calendar.ts';
import type { IndexedRun, History, Of, Stay } from '../oracle/history.ts';
import type { AtProvider, Run, Seen } from '../oracle/seen.ts';
import { indexRun } from '../oracle/terms.ts';
import { dayWords, onDay, standingWords, wishWords } from '../oracle/words.ts';

interface Line {
  readonly at: number;
  readonly words: string;
}

const changeWords = ({ before, after }: { readonly before: AtProvider; readonly after: AtProvider }): string => {
  const [was, is] = [standingWords(before), standingWords(after)];
  return was === is ? `nothing changed: ${is}` : `${was} → ${is}`;
};

type Words = { readonly [Kind in Seen['kind']]: (seen: Of<Kind>, calendar: Calendar) => string };

const ANSWERS = {
  decided: 'they decided',
  later: 'they decide later',
  'nobody there': 'nobody was there',
} as const;

function instructionWords({ instruction, now }: Of<'last safe day'>): string {
  const has = `the provider has ${standingWords(now)}`;
  if (instruction === null) return `last safe day: no instruction; ${has}`;
  const { state, reason, readBackAt } = instruction;
  const read = readBackAt === null ? 'not read back' : `read back ${readBackAt}`;
  return `last safe day: instruction ${state}, ${read}${reason === null ? '' : `, "${reason}"`}; ${has}`;
}

const WORDS: Words = {
  term: ({ sku, endsAt, now, wants, isReachable, isOnline, price }, calendar) =>
    `known: ${sku}, ends ${onDay(endsAt, calendar)} ${calendar.timeOf(endsAt)}, ${standingWords(now)}, ₹${price} a seat; ` +
    `wants ${wants === null ? 'nothing definite' : `to ${wishWords(wants)}`}` +
    `${isReachable ? '' : ', answers nobody'}${isOnline ? '' : ', billed offline'}`,
  'term moved': ({ endsAt, why }, calendar) =>
    endsAt === null ? `is not there any more: ${why}` : `ends ${onDay(endsAt, calendar)} now: ${why}`,
  'other deadline': ({ domain, what, isOpen }) => `${domain}: ${what}${isOpen ? '' : ', no more'}`,
  renamed: ({ from, to }) => `${from} is called ${to} now`,
  decided: ({ wish, channel }) => `the customer decides by ${channel}: ${wishWords(wish)}`,
  spoken: ({ by, answer }) => `${by} calls: ${ANSWERS[answer]}`,
  opened: ({ by, act, sentence }) => `${by} opens it (${act}): "${sentence}"`,
  'asked to free': ({ by, licensed }) =>
    `${by} asks to free seats: ${licensed === null ? 'nothing happens' : `${licensed} are assigned then`}`,
  mail: ({ to, subject }) => `mail to ${to}: "${subject}"`,
  reminder: ({ to }) => `a reminder reaches ${to}`,
  stop: ({ to, why }) => `nothing is to be sent ${to === null ? 'any more' : `to ${to} any more`}: ${why}`,
  'reminders shown': ({ reminders }) =>
    reminders.length === 0
      ? 'no reminders are shown'
      : `reminders: ${reminders.map(({ step, to, state }) => `${step} to ${to} ${state}`).join(', ')}`,
  'provider write': (seen) => `set at the provider (${seen.method}): ${changeWords(seen)}`,
  console: (seen) => `changed in the provider's console: ${changeWords(seen)}`,
  ended: (seen) => `the term ends: ${changeWords(seen)}`,
  settled: ({ now, isFinal }) => `${isFinal ? 'at the end of the run' : 'found after its end'}: ${standingWords(now)}`,
  'last safe day': instructionWords,
  evening: ({ lists }) => `${lists.length} open renewals in the lists`,
  escalated: () => "in the manager's list of deadlines",
  'provider read': () => 'all that the provider has was read',
  fault: ({ what }) => `fault: ${what}`,
};

const wordsOf = (seen: Seen, calendar: Calendar): string =>
  (WORDS[seen.kind] as (seen: Seen, calendar: Calendar) => string)(seen, calendar);

function stayWords({ from, until, person, sentence, isRed }: Stay, evenings: IndexedRun['evenings']): string {
  const last = evenings[until];
  const days = last === undefined || from === until ? '' : `, until ${dayWords(last.day)}`;
  return `in the list of ${person ?? 'nobody (Unassigned)'}${isRed ? ', red' : ''}${days}: "${sentence}"`;
}

function headOf({ term, lastSafe, endsAt }: History, calendar: Calendar): string {
  if (endsAt === null || lastSafe === null) return `${term}: not there any more`;
  return `${term}: ends ${onDay(endsAt, calendar)} ${calendar.timeOf(endsAt)}, last safe day ${dayWords(lastSafe.day)}`;
}

/** Days with their year, so that lines stand below each other. */
const lineWords = ({ at, words }: Line, { dayOf, timeOf }: Calendar): string =>
  `${dayWords(dayOf(at)).padStart(11)} ${timeOf(at)}  ${words}`;

/**
 * All that was seen of a term, a line each, by the days and times of the business; faults of the run stand between them.
 * @throws RangeError for a term that is not of this run
 */
export function whyOf(run: Run, term: string): readonly string[] {
  const indexed = indexRun(run);
  const { calendar, evenings } = indexed;
  const history = indexed.histories.get(term);
  if (!history) throw new RangeError(`There is no term ${term} in this run.`);
  const faults = run.seen.filter((seen) => seen.kind === 'fault' && seen.at >= history.knownAt);
  const lines: readonly Line[] = [
    ...[...history.all, ...faults].map((seen) => ({ at: seen.at, words: wordsOf(seen, calendar) })),
    ...history.stays.map((stay) => ({ at: evenings[stay.from]?.at ?? 0, words: stayWords(stay, evenings) })),
  ];
  const sorted = lines.toSorted((one, other) => one.at - other.at);
  return [headOf(history, calendar), ...sorted.map((line) => lineWords(line, calendar))];
}
