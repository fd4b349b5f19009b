import { WorkGroup, type WaitingFor } from '@desk/contract/rules/next-action';
import type { Sums } from '@desk/contract/renewal-work/my-day';
import { inOrder, type Item } from './items.ts';
import { groupedBy } from '../../platform/grouped-by.ts';

interface Group {
  /** In the order in which they are shown. */
  readonly items: readonly Item[];
  readonly sums: Sums;
}

/** Items as a day: by group, with what stands over them. */
export interface Day {
  readonly groups: Readonly<Record<WorkGroup, Group>>;
  /** To be done until this week is over, and what is at stake in it. */
  readonly count: number;
  readonly sums: Sums;
  readonly waiting: Readonly<Record<WaitingFor, number>>;
  /** When something that waits is looked at next; null: nothing waits that is not due. */
  readonly waitingUntil: string | null;
  /** The day of what is to be done and has waited longest. */
  readonly oldest: string | null;
}

/** Money by currency, the largest first. */
export function addUp(all: readonly { readonly currency: string; readonly value: number | null }[]): Sums {
  const sums = new Map<string, number>();
  for (const { currency, value } of all) if (value !== null) sums.set(currency, (sums.get(currency) ?? 0) + value);
  return [...sums]
    .toSorted(([, one], [, other]) => other - one)
    .map(([currency, value]) => ({ currency, value: value.toFixed(2) }));
}
const sumsOf = (items: readonly Item[]): Sums => addUp(items.map(({ row }) => row));

const firstDay = (items: readonly Item[]): string | null =>
  items.reduce<string | null>((first, { day }) => (first === null || day < first ? day : first), null);

function made(items: readonly Item[], today: string): Day {
  const group = (name: WorkGroup): Group => {
    const all = items.filter((item) => item.group === name);
    return { items: inOrder(all, today), sums: sumsOf(all) };
  };
  const groups = Object.fromEntries(WorkGroup.options.map((name) => [name, group(name)])) as Day['groups'];
  const toDo = [groups.overdue, groups.today, groups.week].flatMap((one) => one.items);
  const { items: waiting } = groups.waiting;
  const count = (what: WaitingFor) => waiting.filter(({ waitingFor }) => waitingFor === what).length;
  return {
    groups,
    ...{ count: toDo.length, sums: sumsOf(toDo), oldest: firstDay(toDo) },
    waiting: { customer: count('customer'), approval: count('approval'), provider: count('provider') },
    waitingUntil: firstDay(waiting.filter(({ day }) => day > today)),
  };
}

const known = new WeakMap<readonly Item[], Day>();

/** Made once of the same items: who has thousands looks at them again and again. `today` is the day that they were made for. */
export function dayOf(items: readonly Item[], today: string): Day {
  const day = known.get(items) ?? made(items, today);
  known.set(items, day);
  return day;
}

const owned = new WeakMap<readonly Item[], ReadonlyMap<number | null, readonly Item[]>>();

/** Items by who has the renewal; null: nobody. */
export function byOwner(items: readonly Item[]): ReadonlyMap<number | null, readonly Item[]> {
  const before = owned.get(items);
  if (before) return before;
  const found = groupedBy(items, ({ row }) => row.ownerId);
  owned.set(items, found);
  return found;
}
