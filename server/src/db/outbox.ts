import type { Db } from '../context.ts';
import { enqueue, type JobOptions } from './jobs.ts';
import { outboxTable } from './tables/outbox.ts';

export type OutgoingMessage = typeof outboxTable.$inferInsert;

/** Wakes the job that sends a message. What a person waits for has workers of its own, so that no bulk delays it. */
export const wake = (
  tx: Db,
  { id, purpose }: { id: number; purpose: OutgoingMessage['purpose'] },
  options: JobOptions = {},
) => enqueue(tx, purpose === 'renewal' ? 'deliver' : 'deliver-at-once', { id }, options);

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
    .returning({ id: outboxTable.id, purpose: outboxTable.purpose });
  for (const message of written) await wake(tx, message);
  return written.map(({ id }) => id);
}
