import type { TimelineCursor, TimelineEntry, TimelineKind } from '@desk/contract/timeline';
import { TIMELINE_PAGE } from '@desk/contract/timeline';
import { actionLabel, fieldLabel } from '../../domain/renewals/audit-words.ts';

/** Where entries have the same instant, those of a later kind come first. */
const ORDER: readonly TimelineKind[] = ['comment', 'message', 'decision', 'order', 'ticket', 'invoice', 'sync', 'edit'];
const rankOf = (kind: TimelineKind): number => ORDER.indexOf(kind);

/** An entry of the audit log of which a comment, a message or an order tells. */
export const TOLD_ELSEWHERE: readonly string[] = [
  'comment_added',
  'status_saved',
  'customer_decided',
  'notification_queued',
  'notification_sent',
  'notification_failed',
  'reseller_notified',
  'seats_ordered',
  'seats_looked_at',
  'seats_put_off',
  'seats_added',
  'seats_refused',
];

/** What no person changes by hand, whoever started the sync or gave the file. */
export const SYNCED: readonly string[] = [
  'term_opened',
  'term_closed',
  'term_moved',
  'provider_changed',
  'subscription_created',
  'subscription_changed',
  'subscription_imported',
  'subscription_renamed',
  'subscription_moved',
  'subscription_ended',
  'domain_created',
  'domain_renamed',
];

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

interface RawChange {
  field: string;
  old: string | null;
  new: string | null;
}

/** Changes as people say them; keys of other rows tell nobody anything. */
const changesIn = (changes: readonly RawChange[]): RawChange[] =>
  changes.filter(({ field }) => !/_id$|Id$/.test(field) || field === 'external_id').map((change) => ({ ...change, field: fieldLabel(change.field) })); // prettier-ignore

function entryOf({ kind, id, at, by, parts }: Found): TimelineEntry {
  const told =
    kind === 'sync' || kind === 'edit'
      ? { what: actionLabel(String(parts['action'])), changes: changesIn(parts['changes'] as RawChange[]) }
      : parts;
  return { kind, key: `${kind}:${id}`, at, by, ...told } as TimelineEntry;
}

/** The newest of what each source found, which come in their order. */
export function pageOf(found: readonly Found[]): { entries: TimelineEntry[]; more: boolean } {
  const inOrder = found.toSorted((a, b) => (a.at === b.at ? rankOf(b.kind) - rankOf(a.kind) : a.at < b.at ? 1 : -1));
  return { entries: inOrder.slice(0, TIMELINE_PAGE).map(entryOf), more: inOrder.length > TIMELINE_PAGE };
}
