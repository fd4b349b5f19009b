import type { Place } from './file-problem.ts';
import type { FileKind, Limits } from './limits.ts';
import type { Table, TableRow } from './table.ts';

/** Messages to and from the thread; both are copied between threads, so a FileProblem travels as data. */
export interface ReadRequest {
  kind: FileKind;
  bytes: Uint8Array;
  limits: Limits;
}

/** All of a table but its rows, and how many these are. */
type Head = Omit<Table, 'rows'> & { count: number };

/**
 * `begun`: it reads, and its time counts from here. After the head come the rows, some for each time it is asked: the
 * process that asks copies few at once, and none before the limits were kept for all.
 */
export type ThreadMessage =
  'begun' | { head: Head } | { problem: { reason: string; place: Place } } | { rows: TableRow[] };
