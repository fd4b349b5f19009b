import { useState } from 'react';
import type { RowIdentity } from '../edit/row-identity.ts';

interface Held<Row> {
  /** As they stood when the list was taken, each as it is by now. */
  readonly rows: readonly Row[] | undefined;
  /** Whether the list still has the row. */
  readonly waits: (row: Row) => boolean;
  /** How many rows the list has beside these. */
  readonly more: number;
  /** Takes the list as it is by now. */
  readonly renew: () => void;
}

/**
 * Rows that stay where they are, whatever is fetched meanwhile, until the user asks for the list again: else the next row
 * comes under a pointer that was meant for this one.
 * @param isFresh whether `fresh` was asked for since the screen was opened.
 */
export function useHeldRows<Row>(
  fresh: readonly Row[] | undefined,
  key: RowIdentity<Row>['key'],
  isFresh: boolean,
): Held<Row> {
  const [held, setHeld] = useState<readonly Row[]>();
  if (held === undefined && fresh !== undefined && isFresh) setHeld(fresh);
  const by = new Map(fresh?.map((row) => [key(row), row]));
  const shown = new Set(held?.map(key));
  return {
    rows: held?.map((row) => by.get(key(row)) ?? row) ?? fresh,
    waits: (row) => by.has(key(row)),
    more: held ? [...by.keys()].filter((one) => !shown.has(one)).length : 0,
    renew: () => setHeld(undefined),
  };
}
