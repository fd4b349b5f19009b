import type { ReactNode } from 'react';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { Stack } from '../../kit/layout/stack.tsx';
import { ColumnChooser } from '../../kit/table/column-chooser.tsx';
import { ColumnJump } from '../../kit/table/column-jump.tsx';
import { OWN_COLUMNS, useColumnViews, type ColumnViewOptions } from '../../kit/table/column-views.ts';
import type { ListViews } from '../../kit/table/list-views.ts';
import { useSavedViews, type SavedViewOptions, type ViewedSearch } from './saved-views.ts';
import type { ViewEntry } from './view-link.tsx';
import { ViewsLine } from './views-line.tsx';

interface Options<Row> extends ColumnViewOptions<Row>, SavedViewOptions {
  /** On a small screen its rows are cards, which have no columns to choose. */
  hasCards?: boolean;
}

/** From so many columns on, one jumps to a group of them. */
const MANY_COLUMNS = 14;

/**
 * The views of a list: those that are built in, which choose columns, and saved ones, which hold filters, columns, sort and page
 * size. All of it stands in the address; a customer's list has none.
 */
export function useListViews<Row>(search: ViewedSearch, options: Options<Row>): ListViews<Row> {
  const { columns, hasCards = false } = options;
  const narrow = useNarrow();
  const cols = useColumnViews(search, options);
  const saved = useSavedViews(search, cols, options);
  const { open, own, addressOf, addressWith } = saved;
  const builtIn = [...cols.names, ...(open || cols.isNamed ? [] : [OWN_COLUMNS])];
  const entries: readonly ViewEntry[] = [
    ...builtIn.map((name) => ({
      ...{ key: name, name, address: addressWith(name === OWN_COLUMNS ? cols.choice : name) },
      isCurrent: open === undefined && cols.name === name,
      onOpen: () => {
        if (name !== OWN_COLUMNS) cols.keep(name);
      },
    })),
    ...own.map((view) => ({
      ...{ key: String(view.view_id), name: view.name, address: addressOf(view), isCurrent: view === open, view },
    })),
  ];
  // A customer's list stands alone.
  const isAlone = saved.screen === undefined && cols.names.length === 1;
  const tools = !isAlone && !(narrow && hasCards) && (
    <>
      {cols.choice === cols.all && columns.length > MANY_COLUMNS && <ColumnJump columns={cols.shown} />}
      <ColumnChooser columns={columns} shown={cols.shown} onChoose={cols.choose} />
    </>
  );
  const within = (list: ReactNode) =>
    isAlone ? (
      list
    ) : (
      <Stack>
        <ViewsLine saved={saved} entries={entries} />
        {list}
      </Stack>
    );
  const { shown, sortable, hasOwnColumns } = cols;
  return { shown, sortable, hasOwnColumns, tools, within };
}
