import type { ReplyOf } from '@desk/contract/call';
import type { Change, ChangedRenewal, weeklyChanges } from '@desk/contract/renewal-work/weekly-changes';
import type { Stage } from '@desk/contract/rules/standing';
import type { Tone } from '../../kit/text/badge.tsx';
import { number, shortMoney } from '../../kit/text/format.ts';
import { weekdayAndDay } from '../../parts/next-action/words.ts';

export type Changes = ReplyOf<typeof weeklyChanges.since>;
/** What became of renewals, whatever they were before; `value`: they stand as before, and are worth more or less. */
type Result = Stage | 'value';

interface Words {
  readonly title: string;
  readonly tone: Extract<Tone, 'good' | 'attention' | 'bad' | 'quiet'>;
}

const RESULTS: Readonly<Record<Result, Words>> = {
  decided: { title: 'Decided', tone: 'good' },
  renewed: { title: 'Renewed', tone: 'good' },
  left: { title: 'Lost', tone: 'bad' },
  undecided: { title: 'Open again', tone: 'attention' },
  suspended: { title: 'Suspended', tone: 'attention' },
  value: { title: 'Worth more or less', tone: 'quiet' },
};

const BEFORE: Readonly<Record<Stage, string>> = {
  undecided: 'undecided',
  decided: 'decided',
  renewed: 'renewed',
  left: 'lost',
  suspended: 'suspended',
};

const resultOf = ({ from, to }: Change): Result => (from === to ? 'value' : to);
export const titleOf = (change: Change): string => RESULTS[resultOf(change)].title;
export const toneOf = (change: Change): Words['tone'] => RESULTS[resultOf(change)].tone;
export const beforeWords = ({ from, to }: Change): string =>
  from === to ? `still ${BEFORE[from]}` : `${BEFORE[from]} before`;

const signed = (value: number, currency: string): string => `${value > 0 ? '+' : ''}${shortMoney(value, currency)}`;

/** "₹4.2L + $1.2K"; of what is worth more or less "+₹12K, -$40". */
export const sumsWords = (change: Change): string =>
  change.from === change.to
    ? change.sums.map(({ currency, value }) => signed(Number(value), currency)).join(', ')
    : change.sums.map(({ currency, value }) => shortMoney(Number(value), currency)).join(' + ');

/** "₹1.2L", "₹1.2L → ₹96K" where it is worth another amount now; empty where no price is known. */
export function valueWords({ value, value_before: before, currency }: ChangedRenewal): string {
  const shown = (amount: string | null) => (amount === null ? 'no price' : shortMoney(Number(amount), currency));
  if (value === before) return value === null ? '' : shown(value);
  return `${shown(before)} → ${shown(value)}`;
}

/** "12 decided ₹4.2L", one for each result, in the order of their money. */
export function resultsWords(changes: readonly Change[]): readonly string[] {
  const found = new Map<Result, { count: number; sums: Map<string, number> }>();
  for (const change of changes) {
    const known = found.get(resultOf(change)) ?? { count: 0, sums: new Map<string, number>() };
    for (const { currency, value } of change.sums)
      known.sums.set(currency, (known.sums.get(currency) ?? 0) + Number(value));
    found.set(resultOf(change), { ...known, count: known.count + change.count });
  }
  return [...found].map(([result, { count, sums }]) => {
    const show = result === 'value' ? signed : shortMoney;
    const amounts = [...sums].map(([currency, value]) => show(value, currency));
    return [`${number(count)} ${RESULTS[result].title.toLowerCase()}`, amounts.join(' + ')].join(' ').trim();
  });
}

/** "Since Mon 16 Nov"; the day on which it was recorded, where that is a later one. */
export const sinceWords = ({ recorded_on: on, week }: Changes): string =>
  week === null ? 'Since Monday' : `Since ${weekdayAndDay(on !== null && on > week ? on : week)}`;
