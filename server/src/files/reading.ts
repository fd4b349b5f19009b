import type { Place } from './file-problem.ts';
import type { FileKind, Limits } from './limits.ts';
import type { Table } from './table.ts';

/** What the thread is given, and what it answers; both are copied between threads, so a FileProblem travels as data. */
export interface Reading {
  kind: FileKind;
  bytes: Uint8Array;
  limits: Limits;
}

export type ReadingResult = { table: Table } | { problem: { reason: string; place: Place } };

/** What the thread says when it begins to read: its time counts from here. */
export const BEGUN = 'begun';
