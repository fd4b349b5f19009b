import { useMemo } from 'react';
import { usePreference } from '../browser/preferences.ts';
import type { Column } from './types.ts';

const read = (stored: unknown): readonly string[] | undefined =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : undefined;

interface Address {
  /** `?cols=`: ids with commas between; '' where the address names none. It goes before the user's own choice. */
  cols: string;
  setCols: (cols: string) => void;
}

/** Which columns of a table its user sees: all, until they choose. The first one is always there. */
export function useShownColumns<Row>(table: string, columns: readonly Column<Row>[], { cols, setCols }: Address) {
  const [stored, store] = usePreference(`columns:${table}`, read);
  const ids = cols === '' ? stored : cols.split(',');
  const wanted = ids?.join(',');
  const shown = useMemo(
    () => columns.filter((column, at) => at === 0 || wanted === undefined || wanted.split(',').includes(column.id)),
    [columns, wanted],
  );
  const choose = (next: readonly string[] | undefined) => {
    store(next);
    if (cols !== '') setCols(next?.join(',') ?? '');
  };
  return { shown, choose };
}
