import type { HandOverShare } from '@desk/contract/renewal-work/hand-over';
import { lastDayOf } from './facts.ts';
import { averages, urgencyOf } from './order.ts';
import type { WorkRow } from './work-rows.ts';
import { daysBetween } from '../../platform/time/days.ts';

/** The most urgent first: money at stake × nearness of the last safe day. */
export function byUrgency(rows: readonly WorkRow[], today: string): WorkRow[] {
  const average = averages(rows);
  const urgency = new Map(
    rows.map((row) => {
      const { value, currency, facts } = row;
      return [row, urgencyOf({ value, currency, daysLeft: daysBetween(today, lastDayOf(facts)) }, average)];
    }),
  );
  return rows.toSorted(
    (one, other) => (urgency.get(other) ?? 0) - (urgency.get(one) ?? 0) || one.renewalId - other.renewalId,
  );
}

/** What a renewal weighs in a division: its value by the average of its currency, for dollars are never added to rupees. */
function weighing(rows: readonly WorkRow[]) {
  const average = averages(rows);
  return ({ value, currency }: WorkRow): number => {
    const usual = average.get(currency) ?? 0;
    return value === null || usual === 0 ? 1 : value / usual;
  };
}

interface Division {
  readonly share: HandOverShare;
  readonly people: readonly number[];
  /** What those people have already. */
  readonly has: readonly WorkRow[];
}

const inTurn = (rows: readonly WorkRow[], people: readonly number[]) =>
  rows.map((row, at) => ({ row, to: people[at % people.length] ?? 0 }));

/** Each goes to who has the least then, the heaviest first, so that the light ones even out what is left. */
function toTheLeast(rows: readonly WorkRow[], { people, has }: Division) {
  const weightOf = weighing([...rows, ...has]);
  const load = new Map(people.map((id) => [id, 0]));
  const add = (id: number, row: WorkRow) => load.set(id, (load.get(id) ?? 0) + weightOf(row));
  for (const row of has) add(row.ownerId ?? 0, row);
  const to = new Map<WorkRow, number>();
  const heaviest = rows.toSorted((one, other) => weightOf(other) - weightOf(one) || one.renewalId - other.renewalId);
  for (const row of heaviest) {
    const least = people.reduce(
      (best, id) => ((load.get(id) ?? 0) < (load.get(best) ?? 0) ? id : best),
      people[0] ?? 0,
    );
    to.set(row, least);
    add(least, row);
  }
  return rows.map((row) => ({ row, to: to.get(row) ?? 0 }));
}

/** Who gets which, in the order of the rows. */
export const divide = (rows: readonly WorkRow[], division: Division): { row: WorkRow; to: number }[] =>
  division.share === 'round_robin' ? inTurn(rows, division.people) : toTheLeast(rows, division);
