import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../context.ts';
import { enqueue, type JobOptions } from './jobs.ts';
import { outboxRenewalsTable, outboxTable } from './tables/outbox.ts';
import { renewalsTable as r } from './tables/renewals.ts';

export type OutgoingMessage = typeof outboxTable.$inferInsert;

/** Wakes the job that sends a message. What a person waits for has workers of its own, so that no bulk delays it. */
export const wake = (
  tx: Db,
  { id, purpose }: { id: number; purpose: OutgoingMessage['purpose'] },
  options: JobOptions = {},
) => enqueue(tx, purpose === 'renewal' ? 'deliver' : 'deliver-at-once', { id }, options);

/**
 * Writes messages into the outbox, in the transaction that decided them, and wakes the job that sends them. A message
 * whose `dedupeKey` is there already is left out, unless that one has failed.
 * @returns the ids of the messages that were written.
 */
export async function post(tx: Db, ...messages: OutgoingMessage[]): Promise<number[]> {
  if (messages.length === 0) return [];
  const keys = messages.flatMap(({ dedupeKey }) => dedupeKey ?? []);
  await tx
    .update(outboxTable)
    .set({ dedupeKey: null })
    .where(and(inArray(outboxTable.dedupeKey, keys), eq(outboxTable.state, 'failed')));
  const written = await tx
    .insert(outboxTable)
    .values(messages)
    .onConflictDoNothing({ target: outboxTable.dedupeKey })
    .returning({ id: outboxTable.id, purpose: outboxTable.purpose });
  for (const message of written) await wake(tx, message);
  return written.map(({ id }) => id);
}

/**
 * Writes messages about renewals as `post` does; these say that something is queued. Their version stays: what becomes of
 * a message is no edit that a colleague's open form could overwrite.
 */
export async function postAbout(tx: Db, renewalIds: readonly number[], ...messages: OutgoingMessage[]) {
  const which = inArray(r.id, [...renewalIds]);
  // The renewals before the message, by id, as the job does: two who take them in one order never wait for each other.
  await tx.select({ id: r.id }).from(r).where(which).orderBy(asc(r.id)).for('no key update');
  const written = await post(tx, ...messages);
  if (written.length === 0) return written;
  const links = written.flatMap((messageId) => renewalIds.map((renewalId) => ({ messageId, renewalId })));
  await tx.insert(outboxRenewalsTable).values(links);
  await tx.update(r).set({ notification: 'queued' }).where(which);
  return written;
}
