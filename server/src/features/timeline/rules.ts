import type { TimelineCursor, TimelineEntry, TimelineKind } from '@desk/contract/timeline';
import { TIMELINE_PAGE } from '@desk/contract/timeline';

/** Where entries have the same instant, those of a later kind come first. */
const ORDER: readonly TimelineKind[] = [
  'comment',
  'message',
  'reminder',
  'opening',
  'inbound',
  'decision',
  'order',
  'ticket',
  'invoice',
  'sync',
  'edit',
];
const rankOf = (kind: TimelineKind): number => ORDER.indexOf(kind);

/** Which entries of a kind come after one that was seen: those before its instant, those of that instant too, or of these the ones below its number. */
export type After = { at: string; rest: 'none' | 'all' | { below: string } };

export function afterOf(kind: TimelineKind, seen: TimelineCursor | undefined): After | undefined {
  if (seen === undefined) return undefined;
  const place = seen.key.indexOf(':');
  const seenKind = seen.key.slice(0, place) as TimelineKind;
  if (seenKind === kind) return { at: seen.at, rest: { below: seen.key.slice(place + 1) } };
  return { at: seen.at, rest: rankOf(kind) < rankOf(seenKind) ? 'all' : 'none' };
}

/** An entry as the database tells it. */
export interface Found {
  kind: TimelineKind;
  id: string;
  at: string;
  by: string | null;
  parts: Record<string, unknown>;
}

const entryOf = ({ kind, id, at, by, parts }: Found): TimelineEntry =>
  ({ kind, key: `${kind}:${id}`, at, by, ...parts }) as TimelineEntry;

/** The newest of what each source found, which come in their order. */
export function pageOf(found: readonly Found[]): { entries: TimelineEntry[]; more: boolean } {
  const inOrder = found.toSorted((a, b) => (a.at === b.at ? rankOf(b.kind) - rankOf(a.kind) : a.at < b.at ? 1 : -1));
  return { entries: inOrder.slice(0, TIMELINE_PAGE).map(entryOf), more: inOrder.length > TIMELINE_PAGE };
}
