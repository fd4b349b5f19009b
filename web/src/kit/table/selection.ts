import { useMemo, useRef, useState } from 'react';

export type RowKey = string | number;

export interface Selection {
  /** Every row that matches the filters, on all pages: one flag, however many they are. */
  readonly all: boolean;
  readonly keys: ReadonlySet<RowKey>;
  readonly has: (key: RowKey) => boolean;
  /** `order` is the page as it stands, for a range from the last tick with Shift. */
  readonly toggle: (key: RowKey, order: readonly RowKey[], range: boolean) => void;
  readonly togglePage: (order: readonly RowKey[]) => void;
  readonly selectAll: () => void;
  /** Just these. */
  readonly select: (keys: readonly RowKey[]) => void;
  readonly clear: () => void;
}

interface Picked {
  readonly scope: string;
  readonly all: boolean;
  readonly keys: ReadonlySet<RowKey>;
}
const NOTHING: ReadonlySet<RowKey> = new Set();

/**
 * The ticked rows of a table. Unticking one row of "all" goes back to the rows of that page. `scope` names what is listed
 * (a month): what was ticked in another one is forgotten.
 */
export function useSelection(scope = ''): Selection {
  const [last, setPicked] = useState<Picked>({ scope, all: false, keys: NOTHING });
  const picked = useMemo(() => (last.scope === scope ? last : { scope, all: false, keys: NOTHING }), [last, scope]);
  const anchor = useRef<RowKey>(undefined);
  return useMemo(() => {
    const has = (key: RowKey) => picked.all || picked.keys.has(key);
    const put = (keys: readonly RowKey[], on: boolean, order: readonly RowKey[]) => {
      const next = new Set(picked.all ? order : picked.keys);
      for (const key of keys) {
        if (on) next.add(key);
        else next.delete(key);
      }
      setPicked({ scope, all: false, keys: next });
    };
    return {
      all: picked.all,
      keys: picked.keys,
      has,
      toggle: (key, order, range) => {
        const [from, to] = [anchor.current === undefined ? -1 : order.indexOf(anchor.current), order.indexOf(key)];
        const keys = range && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [key];
        anchor.current = key;
        put(keys, !has(key), order);
      },
      togglePage: (order) => put(order, !order.every(has), order),
      selectAll: () => setPicked({ scope, all: true, keys: NOTHING }),
      select: (keys) => setPicked({ scope, all: false, keys: new Set(keys) }),
      clear: () => setPicked({ scope, all: false, keys: NOTHING }),
    };
  }, [picked, scope]);
}
