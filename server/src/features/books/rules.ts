/**
 * Stages of a run, one after the other: all contacts; the invoices that changed, all of them at first; those on which
 * something is owed, and those of ours that were not among them; then what only a contact or an invoice itself tells.
 */
const STAGES = ['contacts', 'invoices', 'unpaid', 'missing', 'gst', 'lines'] as const;
export type Stage = (typeof STAGES)[number];

/** Single records that are asked for between two marks of how far a run is: what is lost with a worker that dies. */
export const BATCH = 20;
/** How many such batches of each kind a run reads at most; the next night goes on. */
const MOST_BATCHES = { missing: 10, gst: 15, lines: 20 } as const;
export type SingleStage = keyof typeof MOST_BATCHES;

export const isLastBatch = (stage: SingleStage, batch: number, size: number): boolean =>
  size < BATCH || batch >= MOST_BATCHES[stage];

/** Where a run is; pages are counted from 1. */
export interface Place {
  stage: Stage;
  page: number;
}

/** As the run keeps it: `invoices:7`. */
export const tokenOf = ({ stage, page }: Place): string => `${stage}:${page}`;

export function placeOf(token: string | undefined): Place {
  const [name, page] = (token ?? '').split(':');
  const stage = STAGES.find((one) => one === name);
  return stage === undefined ? { stage: 'contacts', page: 1 } : { stage, page: Number(page) };
}

/** Unpaid and missing invoices tell nothing new where all invoices were just listed. */
const FOR_LATER_RUNS: readonly Stage[] = ['unpaid', 'missing'];

/** Where the run goes on after a page; undefined: it is done. */
export function placeAfter({ stage, page }: Place, { more, isFirst }: { more: boolean; isFirst: boolean }) {
  if (more) return { stage, page: page + 1 };
  const rest = STAGES.slice(STAGES.indexOf(stage) + 1);
  const next = rest.find((one) => !(isFirst && FOR_LATER_RUNS.includes(one)));
  return next && { stage: next, page: 1 };
}

/** Result of the request for a single record: it is there, there is none, or it cannot be read. */
export type Answer<T> =
  { id: string; how: 'told'; record: T } | { id: string; how: 'gone' | 'unreadable'; record?: undefined };

/** Of an invoice that was deleted; the books themselves know no such word. */
export const DELETED = 'deleted';

export const NOT_CONFIGURED = 'Zoho Books is not configured.';
