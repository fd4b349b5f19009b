import { useMemo, type ReactNode } from 'react';
import { useNarrow } from '../browser/use-narrow.ts';
import { usePreference } from '../browser/preferences.ts';
import { Stack } from '../layout/stack.tsx';
import { Tabs } from '../layout/tabs.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import { ColumnJump } from './column-jump.tsx';
import type { Column } from './types.ts';

/** A name is a view, ids are columns that somebody put together. */
type Choice = string | readonly string[];

const read = (stored: unknown): Choice | undefined => {
  if (typeof stored === 'string') return stored;
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : undefined;
};

const ALL = 'All columns';
const OWN = 'My columns';

interface Options<Row> {
  /** Under which name the choice is stored. */
  table: string;
  columns: readonly Column<Row>[];
  /** By name: columns of its own, or ids of columns; the first is shown until somebody chooses. "All columns" is beside them. */
  views: Readonly<Record<string, readonly (Column<Row> | string)[]>>;
}

interface Search {
  /** Ids with commas between, or the name of a view; '' where the address names none. It goes before the user's own choice. */
  readonly values: { readonly cols: string };
  readonly set: (change: { cols: string }) => void;
}

/** The views of a wide table, each a tab: its columns that are `shown`, all by which it can be sorted, and the tools that choose. */
export function useViews<Row>({ values: { cols }, set }: Search, { table, columns, views }: Options<Row>) {
  const [stored, store] = usePreference(`columns:${table}`, read);
  const narrow = useNarrow();
  const all = useMemo(() => {
    const first = columns.slice(0, 1);
    const drawn = (ids: readonly (Column<Row> | string)[]) => {
      if (ids.some((one) => typeof one !== 'string')) return ids.filter((one) => typeof one !== 'string');
      return [...first, ...columns.slice(1).filter(({ id }) => ids.includes(id))];
    };
    const named = new Map<string, readonly Column<Row>[]>(
      Object.entries(views).map(([name, ids]) => [name, drawn(ids)]),
    );
    return { named: named.set(ALL, columns), drawn };
  }, [columns, views]);
  const usual = Object.keys(views)[0] ?? ALL;
  const known = (choice: string): Choice => (all.named.has(choice) ? choice : choice.split(','));
  const chosen = choiceOf(cols === '' ? (stored ?? usual) : cols, known);
  const wanted = JSON.stringify(chosen);
  const [view, shown] = useMemo(() => {
    const choice = JSON.parse(wanted) as Choice;
    if (typeof choice === 'string') return [choice, all.named.get(choice) ?? columns] as const;
    return [OWN, all.drawn(choice)] as const;
  }, [wanted, all, columns]);
  const sortable = useMemo(() => [...shown, ...columns], [shown, columns]);
  const choose = (next: Choice) => {
    store(next);
    if (cols !== '') set({ cols: '' });
  };
  const names = [...all.named.keys(), ...(view === OWN ? [OWN] : [])];
  const chooser = (
    <>
      {view === ALL && <ColumnJump columns={shown} />}
      <ColumnChooser columns={columns} shown={shown} onChoose={(ids) => choose(ids ?? ALL)} presets={{}} />
    </>
  );
  /** The list within the tabs; `tools` stand at the end of their line, on a small screen above the list, which has no views. */
  const tabs = (children: ReactNode, tools?: ReactNode) => {
    if (narrow)
      return (
        <Stack>
          {tools}
          {children}
        </Stack>
      );
    return (
      <Tabs
        label="Views"
        tabs={Object.fromEntries(names.map((name) => [name, name]))}
        value={view}
        onChange={(name) => {
          if (name !== OWN) choose(name);
        }}
        beside={
          <>
            {chooser}
            {tools}
          </>
        }
      >
        {children}
      </Tabs>
    );
  };
  return { shown, sortable, isUsual: view === usual, tabs };
}

const choiceOf = (choice: Choice, known: (choice: string) => Choice): Choice =>
  typeof choice === 'string' ? known(choice) : choice;
