import type { InputOf } from '@desk/contract/call';
import { myDay, WORK_PAGE, type WorkItem } from '@desk/contract/renewal-work/my-day';
import type { WorkGroup } from '@desk/contract/rules/next-action';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { isRowLeft } from '../../parts/domain-page/domain-page-address.ts';
import { keyOf, type Day } from './model.ts';

/** What others do is seen within a minute. */
const AGAIN_MS = 60_000;

type Asked = Pick<InputOf<typeof myDay.list>, 'scope' | 'account_id'>;

const lengthOf = (day: Day | undefined, group: WorkGroup): number =>
  day?.groups.find((one) => one.group === group)?.items.length ?? 0;

/** A day with further items of a group; one that moved from page to page meanwhile stands once. */
function withMore(day: Day, group: WorkGroup, { groups: [more] }: Day): Day {
  const known = new Set(day.groups.flatMap(({ items }) => items.map(keyOf)));
  const added = (more?.items ?? []).filter((item) => !known.has(keyOf(item)));
  return {
    ...day,
    groups: day.groups.map((one) => (one.group === group ? { ...one, items: [...one.items, ...added] } : one)),
  };
}

/** What is fetched again is as long as what is there: the rows that were asked for stay, and whoever works on one of them. */
async function asLong(day: Day, had: Day | undefined, ask: (group: WorkGroup, from: number) => Promise<Day>) {
  let whole = day;
  for (const { group, count, items } of day.groups)
    for (let from = items.length; from < Math.min(count, lengthOf(had, group)); from += WORK_PAGE)
      whole = withMore(whole, group, await ask(group, from));
  return whole;
}

/** A day's work, and more of its groups once they are asked for. */
export function useDay(asked: Asked) {
  const queries = useQueryClient();
  const again = useSend(myDay.list);
  const query = useCall(myDay.list, asked, {
    keep: true,
    again: () => AGAIN_MS,
    complete: (day, had) => asLong(day, had, (group, from) => again.mutateAsync({ ...asked, group, from })),
  });
  const fetch = useSend(myDay.list);
  const showMore = (group: WorkGroup, from: number) =>
    fetch.mutate(
      { ...asked, group, from },
      {
        onSuccess: (reply) => {
          const queryKey = [myDay.list.path, asked];
          const isRefreshing = queries.isFetching({ queryKey, exact: true }) > 0;
          queries.setQueryData<Day>(queryKey, (day) => day && withMore(day, group, reply));
          // What is under way brings as many as there were before.
          if (isRefreshing) void queries.invalidateQueries({ queryKey, exact: true });
        },
        onError: (error) => toast('failed', error.message),
      },
    );
  return { query, day: query.data, showMore, isFetching: fetch.isPending };
}

/** A day; while `isSame`, as it stood before: a dialog that is opened in a row ends with it, also where the row only moves. */
export function useSameDay(day: Day, isSame: boolean): Day {
  const [before, setBefore] = useState(day);
  if (!isSame && before !== day) setBefore(day);
  return isSame ? before : day;
}

/** The add-ons to renew, of who has their screen; more of them as they are asked for. */
export function useAddOns(hasScreen: boolean) {
  const [most, setMost] = useState(WORK_PAGE);
  const query = useCall(myDay.addOns, { most }, { enabled: hasScreen, keep: true, again: () => AGAIN_MS });
  return { hasScreen, query, showMore: () => setMost(most + WORK_PAGE) };
}

interface Shown {
  readonly item: WorkItem;
  readonly at: number;
  /** It left the list while somebody wrote: it stays until they move on. */
  readonly isInHand: boolean;
}

/** The item whose domain was opened from here, for who comes back. */
function useLeft(items: readonly WorkItem[]): Shown | undefined {
  const entry = useRouter().state.location.state.__TSR_key ?? '';
  const [left] = useState(() => {
    const at = items.findIndex(({ domain_name: name, renewal_id: renewal }) => isRowLeft(entry, { name, renewal }));
    const item = items[at];
    return item && { item, at, isInHand: false };
  });
  useEffect(() => {
    if (left) document.getElementById(rowId(left.item))?.scrollIntoView({ block: 'nearest' });
  }, [left]);
  return left;
}

/** Whether what left the list stays: what is written on until one moves on, what a dialog is open about until that is closed. */
const stays = ({ isInHand }: Shown, { isWriting, isDialogOpen }: Hands): boolean =>
  isInHand || isWriting || isDialogOpen;

/** What is shown now that the list is this one: the same item, wherever it stands, or else the one that took its place. */
function shownIn(items: readonly WorkItem[], before: Shown | undefined, hands: Hands): Shown | undefined {
  const found = before ? items.findIndex((item) => keyOf(item) === keyOf(before.item)) : -1;
  if (before && found === -1 && stays(before, hands))
    return { ...before, isInHand: before.isInHand || hands.isWriting };
  const at = found === -1 ? Math.max(0, Math.min(before?.at ?? 0, items.length - 1)) : found;
  const item = items[at];
  return item && { item, at, isInHand: false };
}

const isSame = (one: Shown, other: Shown | undefined): boolean =>
  one.item === other?.item && one.at === other.at && one.isInHand === other.isInHand;

/** What somebody does about the item that is shown. */
interface Hands {
  readonly isWriting: boolean;
  /** A dialog is open that ends with the item. */
  readonly isDialogOpen: boolean;
}

interface Reading extends Hands {
  /** The list is that of before, until the one that was asked for is there. */
  readonly isOld: boolean;
}

/**
 * Which item is worked on; j and k go to the next one and back. What is done leaves the list, and the one after it comes up;
 * what is more urgent comes first in the list, and takes nobody away from the item they are at.
 */
export function useChosen(items: readonly WorkItem[], { isOld, ...hands }: Reading) {
  const left = useLeft(items);
  const [hasChosen, setHasChosen] = useState(left !== undefined);
  const [before, setBefore] = useState(left);
  const shown = shownIn(items, before, hands);
  if (shown && !isOld && !isSame(shown, before)) setBefore(shown);
  const { item, at, isInHand } = shown ?? { item: undefined, at: 0, isInHand: false };
  const choose = (to: WorkItem) => {
    setHasChosen(true);
    setBefore({ item: to, at: items.indexOf(to), isInHand: false });
  };
  // What is no longer in the list has left its place to the one after it.
  const after = items[isInHand ? at : at + 1];
  const stepTo = (to: WorkItem | undefined) => {
    if (!to) return;
    choose(to);
    document.getElementById(rowId(to))?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', 'Next item', () => stepTo(after));
  useShortcut('k', 'Previous item', () => stepTo(items[at - 1]));
  return { item, choose, next: after && (() => stepTo(after)), hasChosen };
}

export const rowId = (item: WorkItem): string => `work-${keyOf(item)}`;
