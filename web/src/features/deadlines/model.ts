import { whatIsLost } from '@desk/contract/rules/what-is-lost';
import type { DeadlineKind, DeadlineStep, AlertStep } from '@desk/contract/rules/deadline';
import type { ReplyOf } from '@desk/contract/call';
import type { DeadlineList, DeadlineRow, deadlines } from '@desk/contract/renewal-work/deadlines';
import type { DayBar } from '../../kit/chart/day-bars.tsx';
import type { Tile } from '../../kit/filter/tiles.tsx';
import { dayMonth, due, money, month, number, shortMoney, weekday } from '../../kit/text/format.ts';

export type Counts = ReplyOf<typeof deadlines.counts>;

/** What a deadline's clock is, in words. */
export const CLOCKS: Readonly<Record<DeadlineKind, string>> = {
  change: 'Change window',
  trial_end: 'Trial end',
  finish: 'Finish two steps',
  suspension: 'Suspension, 60 days',
};

/** What its button says. */
export const STEPS: Readonly<Record<DeadlineStep, string>> = {
  decide: 'Decide',
  approve: 'Approve',
  set_plan: 'Set plan',
  reduce: 'Plan seats',
  unblock: 'Unblock',
  settle: 'Settle',
  finish: 'Finish',
  restore: 'Restore',
};

export const lostWords = (row: DeadlineRow): string =>
  whatIsLost(row, { number, money: (value, currency) => money(Math.round(value), currency) });

/** "Today", else its weekday; and how far it is. */
export const safeDayWords = ({ last_safe_day: day, state }: DeadlineRow, today: string) => {
  const isLate = state === 'open' && day <= today;
  const above = day === today && state === 'open' ? 'Today' : weekday(day);
  const below = day === today ? 'until 23:59' : due(day, today);
  return { above, below: state === 'open' ? below : state, isLate };
};

interface AlertSign {
  readonly alertStep: AlertStep;
  readonly sign: string;
  readonly words: string;
}

/** The alert steps as they stand in a row. */
const ALERT_STEPS: readonly AlertSign[] = [
  { alertStep: '30', sign: '30', words: '30 days before' },
  { alertStep: '10', sign: '10', words: '10 days before' },
  { alertStep: '3', sign: '3', words: '3 days before' },
  { alertStep: 'manager', sign: 'M', words: 'the manager' },
  { alertStep: 'team', sign: 'T', words: 'the team' },
];
/** No steps of it: they stand there where somebody was told so. */
const APART: readonly AlertSign[] = [
  { alertStep: 'blocked', sign: '!', words: 'that it is blocked' },
  { alertStep: 'approve', sign: 'A', words: 'who may approve it' },
];

const signsOf = ({ alerted }: DeadlineRow) => [
  ...ALERT_STEPS,
  ...APART.filter(({ alertStep }) => alerted.includes(alertStep)),
];

/** The signs of a row, each with whether it was told. */
export const alertSignsOf = (row: DeadlineRow) =>
  signsOf(row).map(({ sign, alertStep }) => ({ sign, isOn: row.alerted.includes(alertStep) }));

/** Whom somebody has told, for who does not see the signs. */
export const alertedWords = (row: DeadlineRow): string => {
  const parts = signsOf(row).flatMap(({ alertStep, words }) => (row.alerted.includes(alertStep) ? words : []));
  return parts.length === 0 ? 'Nobody yet' : parts.join(', ');
};

const stake = ({ value }: Counts['tiles']['today']): string[] =>
  Number(value) > 0 ? [`${shortMoney(Number(value))} at stake`] : [];

/** The list of what is due by today, by what is in it: what has passed is not called today's. */
function todayWords({ overdue, today }: Counts['tiles']): string {
  if (overdue.count === 0) return 'Today';
  return overdue.count === today.count ? 'Overdue' : 'Overdue and today';
}

/** The tiles in their order; each is a list. */
export function tilesOf({ tiles, today, week, month: last, over }: Counts): readonly Tile<DeadlineList>[] {
  const tile = (
    key: DeadlineList,
    label: string,
    notes: readonly string[],
    tone?: 'good' | 'bad',
  ): Tile<DeadlineList> => ({
    ...{ key, label, count: tiles[key].count, notes },
    ...(tone && { tone }),
  });
  return [
    tile('today', todayWords(tiles), stake(tiles.today), 'bad'),
    tile('week', `To ${weekday(week)}`, stake(tiles.week)),
    tile('month', `To ${weekday(last)}`, stake(tiles.month)),
    tile('blocked', 'Blocked', stake(tiles.blocked), 'bad'),
    tile('met', `Met in ${month(today).slice(0, 3)}`, [], 'good'),
    tile('missed', `Missed in ${today.slice(0, 4)}`, [`of ${number(over)}`], 'bad'),
  ];
}

/** The first bar, a Monday, and the first of a month bear the month. */
const isNamed = (day: string, before: string | undefined): boolean =>
  before === undefined || before.slice(0, 7) !== day.slice(0, 7) || weekday(day).startsWith('Mon');

export const barsOf = ({ days, today, week }: Counts): readonly DayBar[] =>
  days.map(({ day, count }, at) => ({
    key: day,
    label: isNamed(day, days[at - 1]?.day) ? dayMonth(day) : String(Number(day.slice(8))),
    name: weekday(day),
    count,
    tone: day === today ? 'now' : day <= week ? 'near' : 'far',
  }));

/** The headings of the list: what has passed, what is due today, in a week, and by month after that. */
export function groupWords(
  { last_safe_day: day, state }: DeadlineRow,
  { today, week, month: last, tiles }: Counts,
): string {
  if (state !== 'open') return month(day);
  const amounts = (tile: Counts['tiles']['today'], without = { count: 0, value: '0' }) => {
    const value = Number(tile.value) - Number(without.value);
    return [number(tile.count - without.count), ...(value > 0 ? [shortMoney(value)] : [])].join(' · ');
  };
  if (day < today) return `Overdue · ${amounts(tiles.overdue)}`;
  if (day === today) return `Today · ${amounts(tiles.today, tiles.overdue)}`;
  if (day <= week) return `Next 7 days · ${amounts(tiles.week, tiles.today)}`;
  return day <= last ? `To ${weekday(last)} · ${amounts(tiles.month, tiles.week)}` : 'Later';
}
