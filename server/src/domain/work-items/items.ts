import type { WorkGroup, WorkKind } from '@desk/contract/rules/next-action';
import { daysBetween } from '../../platform/time/days.ts';
import { lastDayOf, type Next } from './facts.ts';
import { toFreeWords, wishWords } from './instruction-next.ts';
import { mailWords, nextOf } from './next.ts';
import { averages, groupOf, urgencyOf } from './order.ts';
import type { NamedTeam } from './team.ts';
import type { WorkRow } from './work-rows.ts';

/** What a renewal asks of somebody. */
export interface Item extends Omit<Next, 'kind'> {
  readonly row: WorkRow;
  readonly kind: WorkKind;
  readonly group: WorkGroup;
  /** The instruction that somebody is to approve or confirm. */
  readonly instructionId: number | null;
}

/** What the owner of a renewal has to do. */
export function itemOf(row: WorkRow, today: string): Item {
  const next = nextOf(row.facts, today);
  const instructionId = next.act === 'confirm' ? (row.live?.id ?? null) : null;
  return { ...next, row, group: groupOf(next, today), instructionId };
}

/** What there is to approve; unapproved on the last safe day it is overdue. Whoever gives the word reads first what the customer has written since. */
export function approvalOf(row: WorkRow, live: NonNullable<WorkRow['live']>, team: NamedTeam, today: string): Item {
  const last = lastDayOf(row.facts);
  const isLate = last <= today;
  const who =
    live.source === 'customer' ? 'The customer' : (team.colleagues.get(live.requestedBy ?? 0)?.name ?? 'Somebody');
  const { openMail } = row.facts;
  const answer = openMail?.kind === 'reply' ? `${mailWords(openMail, today)} ` : '';
  const next = {
    ...({ kind: 'approve', act: 'approve', day: isLate ? last : today, time: null, waitingFor: null, isLate } as const),
    inboundId: null,
    sentence: `${answer}${who} asks for ${wishWords(live)}. Approve or refuse it.${toFreeWords(live, row.facts, today)}`,
  };
  return { ...next, row, group: groupOf(next, today), instructionId: live.id };
}

/** What a domain has stands together, where its most urgent stands: one call is made about all of it. */
function byDomain(items: readonly Item[]): readonly Item[] {
  const found = new Map<string, Item[]>();
  for (const item of items) {
    const ones = found.get(item.row.domain);
    if (ones) ones.push(item);
    else found.set(item.row.domain, [item]);
  }
  return [...found.values()].flat();
}

/** The most urgent first; what waits, and what comes later, by its day. */
export function inOrder(items: readonly Item[], today: string): readonly Item[] {
  const average = averages(items.map(({ row }) => row));
  const urgency = new Map(
    items.map((item) => {
      const { value, currency, facts } = item.row;
      return [item, urgencyOf({ value, currency, daysLeft: daysBetween(today, lastDayOf(facts)) }, average)];
    }),
  );
  const byDay = (one: Item, other: Item) =>
    one.group === 'later' || one.group === 'waiting' ? one.day.localeCompare(other.day) : 0;
  const sorted = items.toSorted(
    (one, other) =>
      byDay(one, other) ||
      (urgency.get(other) ?? 0) - (urgency.get(one) ?? 0) ||
      one.row.renewalId - other.row.renewalId,
  );
  return byDomain(sorted);
}
