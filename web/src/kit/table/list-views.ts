import type { ReactNode } from 'react';
import type { Column } from './types.ts';

/** The views of a list: the columns that are shown, and what stands above it to choose another view. */
export interface ListViews<Row> {
  readonly shown: readonly Column<Row>[];
  /** All by which the list can be sorted. */
  readonly sortable: readonly Column<Row>[];
  /** Whether the view has columns of its own, made for it, and not some of the list's. */
  readonly hasOwnColumns: boolean;
  /** At the end of the list's toolbar: the choice of columns. */
  readonly tools: ReactNode;
  /** Draws the list below its views. */
  readonly within: (list: ReactNode) => ReactNode;
}
