import type { InputOf } from '@desk/contract/call';
import { myDay, WORK_PAGE, type WorkItem } from '@desk/contract/renewal-work/my-day';
import type { WorkGroup } from '@desk/contract/rules/next-action';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';
import { isRowLeft } from '../../parts/dossier/dossier-address.ts';
import { keyOf, type Day } from './model.ts';

/** What others do is seen within a minute. */
const AGAIN_MS = 60_000;

type Asked = Pick<InputOf<typeof myDay.list>, 'scope' | 'account_id'>;
type More = Readonly<Partial<Record<WorkGroup, readonly WorkItem[]>>>;
const NONE: More = {};

/** A day's work, and more of its groups once they are asked for; what changed meanwhile begins anew. */
export function useDay(asked: Asked) {
  const query = useCall(myDay.list, asked, { keep: true, again: () => AGAIN_MS });
  const [more, setMore] = useState<{ of: Day | undefined; items: More }>({ of: undefined, items: NONE });
  const fetch = useSend(myDay.list);
  const { data } = query;
  const items = more.of === data ? more.items : NONE;
  const groups = (data?.groups ?? []).map((group) => ({
    ...group,
    items: [...group.items, ...(items[group.group] ?? [])],
  }));
  const showMore = (group: WorkGroup, from: number) =>
    fetch.mutate(
      { ...asked, group, from },
      {
        onSuccess: (reply) =>
          setMore({
            of: data,
            items: { ...items, [group]: [...(items[group] ?? []), ...(reply.groups[0]?.items ?? [])] },
          }),
        onError: (error) => toast('failed', error.message),
      },
    );
  return { query, day: data && { ...data, groups }, showMore, isFetching: fetch.isPending };
}

/** The add-ons to renew, of who has their screen; more of them as they are asked for. */
export function useAddOns(hasScreen: boolean) {
  const [most, setMost] = useState(WORK_PAGE);
  const query = useCall(myDay.addOns, { most }, { enabled: hasScreen, keep: true, again: () => AGAIN_MS });
  return { hasScreen, query, showMore: () => setMost(most + WORK_PAGE) };
}

interface Chosen {
  readonly key: string;
  readonly at: number;
}

/** The item whose domain was opened from here, for who comes back. */
function useLeft(items: readonly WorkItem[]): Chosen | undefined {
  const entry = useRouter().state.location.state.__TSR_key ?? '';
  const [left] = useState(() => {
    const at = items.findIndex(({ domain_name: name, renewal_id: renewal }) => isRowLeft(entry, { name, renewal }));
    const item = items[at];
    return item && { key: keyOf(item), at };
  });
  useEffect(() => {
    if (left) document.getElementById(`work-${left.key}`)?.scrollIntoView({ block: 'nearest' });
  }, [left]);
  return left;
}

/** Which item is worked on; j and k go to the next one and back. What is done leaves the list, and the one after it comes up. */
export function useChosen(items: readonly WorkItem[]) {
  const [chosen, setChosen] = useState(useLeft(items));
  const found = items.findIndex((item) => keyOf(item) === chosen?.key);
  const at = found === -1 ? Math.max(0, Math.min(chosen?.at ?? 0, items.length - 1)) : found;
  const item = items[at];
  const choose = (to: WorkItem | undefined) => to && setChosen({ key: keyOf(to), at: items.indexOf(to) });
  const step = (by: 1 | -1) => {
    const next = items[at + by];
    choose(next);
    if (next) document.getElementById(rowId(next))?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', 'Next item', () => step(1));
  useShortcut('k', 'Previous item', () => step(-1));
  const isLast = at >= items.length - 1;
  return { item, choose, next: isLast ? undefined : () => step(1), hasChosen: chosen !== undefined };
}

export const rowId = (item: WorkItem): string => `work-${keyOf(item)}`;
