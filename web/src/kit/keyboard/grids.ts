import { createContext, use, useEffect } from 'react';
import { makeStore, useStore } from '../browser/store.ts';
import type { Shortcut } from './shortcuts.ts';

type Keys = readonly Shortcut[];

const grids = makeStore<readonly Keys[]>([]);

/** A table stands here, in whose rows these letters are heard. */
export function useGrid(keys: Keys): void {
  const text = JSON.stringify(keys);
  useEffect(() => {
    const mine = JSON.parse(text) as Keys;
    grids.set([...grids.get(), mine]);
    return () => grids.set(grids.get().filter((one) => one !== mine));
  }, [text]);
}

/** Whether a table stands anywhere. */
export const useHasGrid = (): boolean => useStore(grids, (all) => all.length > 0);

/** The letters that are heard in a row of the table that came last. */
export const useRowKeys = (): Keys => useStore(grids, (all) => all.at(-1) ?? NO_KEYS);
const NO_KEYS: Keys = [];

/** What stands in the cells of a grid, whose arrows lead to it; the same cell in a row sheet or a card is reached by Tab. */
export const InGridContext = createContext(false);

/** The `tabIndex` of a control that a cell has. */
export const useCellTabIndex = (): 0 | -1 => (use(InGridContext) ? -1 : 0);
