import type { Db } from '../context.ts';
import { enqueue } from './jobs.ts';
import { outboxTable } from './tables/outbox.ts';

export type OutgoingMessage = typeof outboxTable.$inferInsert;

/**
 * Writes messages into the outbox, in the transaction that decided them, and wakes the job that sends them. A message
 * whose `dedupeKey` is there already is left out.
 * @returns the ids of the messages that were written.
 */
export async function post(tx: Db, ...messages: OutgoingMessage[]): Promise<number[]> {
  if (messages.length === 0) return [];
  const written = await tx
    .insert(outboxTable)
    .values(messages)
    .onConflictDoNothing({ target: outboxTable.dedupeKey })
    .returning({ id: outboxTable.id });
  for (const { id } of written) await enqueue(tx, 'deliver', { id });
  return written.map(({ id }) => id);
}
