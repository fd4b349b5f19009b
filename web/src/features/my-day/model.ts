import type { ReplyOf } from '@desk/contract/call';
import type { WorkAct, WorkGroup, WorkKind } from '@desk/contract/rules/next-action';
import type { coverage } from '@desk/contract/renewal-work/coverage';
import type { AddOn, myDay, Sums, WorkItem } from '@desk/contract/renewal-work/my-day';
import type { Change, ChangedRenewal, weeklyChanges } from '@desk/contract/renewal-work/weekly-changes';
import type { Stage } from '@desk/contract/rules/standing';
import { counted, number, shortMoney, weekday } from '../../kit/text/format.ts';
import { PLANNED_KINDS } from '../../parts/next-action/words.ts';

export type Day = ReplyOf<typeof myDay.list>;
export type Coverage = ReplyOf<typeof coverage.latest>;
type AddOns = ReplyOf<typeof myDay.addOns>;
export type Group = Day['groups'][number];

export const GROUP_WORDS: Readonly<Record<WorkGroup, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  later: 'Later',
  waiting: 'Waiting',
};

export const KIND_WORDS: Readonly<Record<WorkKind, string>> = { ...PLANNED_KINDS, wait: 'Wait', approve: 'Approve' };

/** What came in by mail, and asks for it. */
export const MAIL_WORDS: Readonly<Record<NonNullable<WorkItem['inbound_kind']>, string>> = {
  reply: 'Answered',
  bounce: 'Mail bounced',
};

/** What the button does that stands first. */
export const ACT_WORDS: Readonly<Record<WorkAct, string>> = {
  talk: 'Decide',
  approve: 'Approve or refuse',
  confirm: 'Confirm',
  set: 'Set at Google',
  look: 'Decide',
};

/** A last safe day that is nearer than this is said before everything else. */
const NEAR_DAYS = 14;
const DAY_MS = 86_400_000;
const daysUntil = (day: string, today: string): number => (Date.parse(day) - Date.parse(today)) / DAY_MS;

const PLANNED_ON: Readonly<Record<WorkKind, string>> = {
  call: 'Call on',
  quote: 'Quote on',
  invoice: 'Invoice on',
  purchase_order: 'PO on',
  decide: 'Decide on',
  wait: 'Until',
  other: 'On',
  approve: 'Approve on',
};

/** What is planned for today is as late as the day it had to be done by. */
function lateWords(days: number, item: WorkItem, today: string): string {
  const late = days === 0 ? daysUntil(today, lastDayOf(item)) : days;
  return late > 0 ? `${counted(late, 'day')} late` : 'Last safe day is today';
}

/** Until when it has to be done: the end of the term where no provider acts by itself. */
const lastDayOf = ({ last_safe_day: safe, renewal_date: end }: WorkItem): string => safe ?? end;

/** A day, or the last on which something can be done where that comes before it. */
export function beforeItsEnd(day: string, item: WorkItem, today: string): string {
  const last = lastDayOf(item);
  return last >= today && last < day ? last : day;
}

/** Why it stays where it is, although another day is planned for it; undefined: it goes to that day. */
export function staysWords(item: WorkItem, day: string, today: string): string | undefined {
  if (day <= today) return undefined;
  if (item.kind === 'approve') return 'It stays in your list until it is approved or refused.';
  if (item.waiting_for === 'approval') return 'It waits for approval all the same.';
  if (item.group === 'waiting') return undefined;
  if (lastDayOf(item) < today) return 'It is overdue and stays in your list until it is done.';
  if (item.last_safe_day === today) return 'Its last safe day is today: it stays in your list.';
  return pastLastDayWords(item, day, today);
}

/** What is to be known of a day on which it is too late. */
function pastLastDayWords({ last_safe_day: safe, renewal_date: end }: WorkItem, day: string, today: string) {
  if (safe !== null && day > safe) return `Its last safe day is ${weekday(safe)}: it is in your list again then.`;
  return day > end ? `Its term ends before, ${end === today ? 'today' : `on ${weekday(end)}`}.` : undefined;
}

/** The last safe day where it is not over yet. */
const openSafeDay = ({ last_safe_day: safe }: WorkItem, today: string): string | undefined =>
  safe !== null && safe >= today ? safe : undefined;

const timeOf = ({ time }: WorkItem): string[] => (time === null ? [] : [time]);

const renewsWords = ({ renewal_date: day }: WorkItem, today: string): string =>
  `${day < today ? 'Was to renew' : 'Renews'} ${weekday(day)}`;

/** Why now, in a few words: how late it is, the last safe day, or when it is to be done. */
export function whenWords(item: WorkItem, today: string): string {
  const { days_late, day, kind, group } = item;
  if (days_late !== null) return lateWords(days_late, item, today);
  if (day === today && item.time !== null) return ['Today', ...timeOf(item)].join(' ');
  const safe = openSafeDay(item, today);
  const isNear = safe !== undefined && daysUntil(safe, today) < NEAR_DAYS && group !== 'waiting';
  if (isNear || (safe !== undefined && day <= today)) return `Last safe day ${weekday(safe)}`;
  if (day <= today) return renewsWords(item, today);
  return [PLANNED_ON[kind], weekday(day), ...timeOf(item)].join(' ');
}

/** The same of an add-on, which nobody renews by itself. */
export const addOnWhenWords = ({ days_late: late, renewal_date: day }: AddOn): string =>
  late === null ? `Renews ${weekday(day)}` : `${counted(late, 'day')} late`;

/** "₹56.1L + $5.29K"; empty where no price is known. */
export const stakeWords = (sums: Sums): string =>
  sums.map(({ currency, value }) => shortMoney(Number(value), currency)).join(' + ');

const NOTHING = 'nothing to do';
const toRenew = (addOns: number): string => `${counted(addOns, 'add-on')} to renew`;

/** As much as the menu says: with the add-ons to renew, of whose work they are. */
export function headline({ today, count, sums }: Day, addOns = 0): string {
  const stake = stakeWords(sums);
  const parts = [
    ...(count === 0 && addOns > 0 ? [] : [count === 0 ? NOTHING : `${counted(count, 'thing')} to do`]),
    ...(addOns === 0 ? [] : [toRenew(addOns)]),
    ...(stake === '' ? [] : [`${stake} at stake`]),
  ];
  return [weekday(today), ...parts].join(' · ');
}

export const addOnsHeadline = ({ today, count }: AddOns): string =>
  `${weekday(today)} · ${count === 0 ? NOTHING : toRenew(count)}`;

export function waitingWords({ customer, approval, provider }: Day['waiting']): string {
  const parts = [
    ['for the customer', customer],
    ['for approval', approval],
    ['for the provider', provider],
  ] as const;
  return parts.flatMap(([words, count]) => (count === 0 ? [] : [`${words} ${String(count)}`])).join(', ');
}

/** An approval and the renewal itself are two things to do. */
export const keyOf = ({ renewal_id, instruction_id }: WorkItem): string =>
  `${String(renewal_id)}-${String(instruction_id ?? '')}`;

export type Changes = ReplyOf<typeof weeklyChanges.since>;
/** What became of renewals, whatever they were before; `value`: they stand as before, and are worth more or less. */
type Result = Stage | 'value';

const RESULTS: Readonly<Record<Result, string>> = {
  decided: 'Decided',
  renewed: 'Renewed',
  left: 'Lost',
  undecided: 'Open again',
  suspended: 'Suspended',
  value: 'Worth more or less',
};

const BEFORE: Readonly<Record<Stage, string>> = {
  undecided: 'undecided',
  decided: 'decided',
  renewed: 'renewed',
  left: 'lost',
  suspended: 'suspended',
};

const resultOf = ({ from, to }: Change): Result => (from === to ? 'value' : to);
export const titleOf = (change: Change): string => RESULTS[resultOf(change)];
export const beforeWords = ({ from, to }: Change): string =>
  from === to ? `still ${BEFORE[from]}` : `${BEFORE[from]} before`;

const signed = (value: number, currency: string): string => `${value > 0 ? '+' : ''}${shortMoney(value, currency)}`;

/** "₹4.2L + $1.2K"; of what is worth more or less "+₹12K, -$40". */
const amountWords = (result: Result, sums: Sums): string =>
  result === 'value' ? sums.map(({ currency, value }) => signed(Number(value), currency)).join(', ') : stakeWords(sums);

/** What a change comes to; of a price that only came or went there is no sum. */
export function sumsWords(change: Change): string {
  if (change.sums.length > 0) return `${amountWords(resultOf(change), change.sums)} a year`;
  return change.from === change.to ? 'Prices were entered or removed' : 'No price is known';
}

/** "₹1.2L", "₹1.2L → ₹96K" where it is worth another amount now; empty where no price is known. */
export function valueWords({ value, value_before: before, currency }: ChangedRenewal): string {
  const shown = (amount: string | null) => (amount === null ? 'no price' : shortMoney(Number(amount), currency));
  if (value === before) return value === null ? '' : shown(value);
  return `${shown(before)} → ${shown(value)}`;
}

/** "12 decided ₹4.2L", one for each result, in the order of their money. */
export function resultsWords(changes: readonly Change[]): readonly string[] {
  const results = [...new Set(changes.map(resultOf))];
  return results.map((result) => {
    const same = changes.filter((change) => resultOf(change) === result);
    const sums = new Map<string, number>();
    for (const { currency, value } of same.flatMap((change) => change.sums))
      sums.set(currency, (sums.get(currency) ?? 0) + Number(value));
    const amounts = [...sums].map(([currency, value]) => ({ currency, value: String(value) }));
    const count = same.reduce((sum, change) => sum + change.count, 0);
    return `${number(count)} ${RESULTS[result].toLowerCase()} ${amountWords(result, amounts)}`.trim();
  });
}

/** "Since Mon 16 Nov"; the day on which it was recorded, where that is a later one. */
export const sinceWords = ({ recorded_on: on, week }: Pick<Changes, 'week' | 'recorded_on'>): string =>
  week === null ? 'Since Monday' : `Since ${weekday(on !== null && on > week ? on : week)}`;
