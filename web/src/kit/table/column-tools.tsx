import { ColumnChooser } from './column-chooser.tsx';
import { ColumnJump } from './column-jump.tsx';
import { useShownColumns } from './shown-columns.ts';
import type { Column } from './types.ts';

interface Search {
  readonly values: { readonly cols: string };
  readonly set: (change: { cols: string }) => void;
}

interface Options<Row> {
  /** Under which name the choice is stored. */
  table: string;
  columns: readonly Column<Row>[];
  presets: Readonly<Record<string, readonly string[]>>;
}

/** For a wide list that the server pages: its columns that are `shown`, and the `tools` of its toolbar that choose them. */
export function useColumnTools<Row>({ values, set }: Search, { table, columns, presets }: Options<Row>) {
  const { shown, choose } = useShownColumns(table, columns, { cols: values.cols, setCols: (cols) => set({ cols }) });
  const tools = (
    <>
      <ColumnJump columns={shown} />
      <ColumnChooser columns={columns} shown={shown} onChoose={choose} presets={presets} />
    </>
  );
  return { shown, tools };
}
