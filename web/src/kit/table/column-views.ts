import { useMemo } from 'react';
import { usePreference } from '../browser/preferences.ts';
import type { Column } from './types.ts';

/** A name is a view, ids are columns that somebody put together. */
type Choice = string | readonly string[];

const read = (stored: unknown): string | undefined => {
  if (typeof stored === 'string') return stored;
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string').join(',') : undefined;
};

/** The columns that somebody put together, where they are no view that has a name. */
export const OWN_COLUMNS = 'My columns';

export interface ColumnViewOptions<Row> {
  /** Under which name the choice is stored. */
  table: string;
  columns: readonly Column<Row>[];
  /** By name: columns of its own, or ids of columns. The list begins with the first; all columns are beside them. */
  builtIn?: Readonly<Record<string, readonly (Column<Row> | string)[]>>;
}

interface Search {
  readonly values: { readonly cols: string; readonly view: string };
  readonly set: (change: { cols: string }) => void;
}

const NO_VIEWS = {};

function madeOf<Row>({ columns, builtIn = NO_VIEWS }: ColumnViewOptions<Row>) {
  const names = Object.keys(builtIn);
  const all = names.length === 0 ? 'All' : 'All columns';
  const ofIds = (ids: readonly string[]) => [
    ...columns.slice(0, 1),
    ...columns.slice(1).filter(({ id }) => ids.includes(id)),
  ];
  const drawn = (members: readonly (Column<Row> | string)[]) => {
    const own = members.filter((one) => typeof one !== 'string');
    return own.length > 0 ? own : ofIds(members.filter((one) => typeof one === 'string'));
  };
  const named = new Map<string, readonly Column<Row>[]>();
  for (const [name, members] of Object.entries(builtIn)) named.set(name, drawn(members));
  named.set(all, columns);
  const usual = [...named.keys()][0] ?? all;
  /** Of a choice what there is: a column that is gone is left out, and of a view that is gone the usual one is shown. */
  const known = (choice: string): string => {
    if (named.has(choice)) return choice;
    const ids = choice.split(',');
    const there = columns.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    return there.length === 0 ? usual : there.join(',');
  };
  return { all, named, usual, known, shownIn: (choice: string) => named.get(choice) ?? ofIds(choice.split(',')) };
}

/**
 * Which columns of a list are shown: what the address says, else each person's own choice, else the usual ones. What is chosen while
 * a saved view is open belongs to the view and is not kept as one's own.
 */
export function useColumnViews<Row>({ values: { cols, view }, set }: Search, options: ColumnViewOptions<Row>) {
  const { table, columns, builtIn } = options;
  const [stored, store] = usePreference(`columns:${table}`, read);
  const { all, named, usual, known, shownIn } = useMemo(
    () => madeOf({ table, columns, ...(builtIn && { builtIn }) }),
    [table, columns, builtIn],
  );
  /** The name of a view, or ids with commas between. */
  const choice = known(cols === '' ? (stored ?? usual) : cols);
  const shown = useMemo(() => shownIn(choice), [shownIn, choice]);
  const sortable = useMemo(() => [...shown, ...columns], [shown, columns]);
  /** Undefined for all columns. */
  const choose = (next: Choice | undefined) => {
    const text = typeof next === 'string' ? next : (next ?? [all]).join(',');
    if (view === '') store(text);
    set({ cols: text });
  };
  const isNamed = named.has(choice);
  return {
    names: [...named.keys()],
    /** The name of what is shown. */
    name: isNamed ? choice : OWN_COLUMNS,
    isNamed,
    ...{ all, choice, usual, known, shown, sortable, choose },
    hasOwnColumns: shown.some((column) => !columns.includes(column)),
    /** Keeps a choice as one's own. */
    keep: (next: string) => store(next),
  };
}
