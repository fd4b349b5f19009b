import { type NOT_UNDONE, UNDO_DAYS, type DecisionRow } from '@desk/contract/decisions';
import { and, asc, desc, eq, gt, inArray, isNull, notInArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { cancelQueued } from '../../platform/outbox/outbox.ts';
import { accountsTable } from '../../platform/db/tables/accounts.ts';
import { decisionsTable as t } from '../../platform/db/tables/decisions.ts';
import { NOW } from '../../platform/db/now.ts';

export type Decision = typeof t.$inferSelect;
type NewDecision = Omit<typeof t.$inferInsert, 'id' | 'decidedById' | 'createdAt' | 'undoneAt' | 'undoneById'>;

/** Keeps what a decision changed; `tx` must be the transaction of the change itself. @returns its number. */
export async function recordDecision(tx: Db, { actor }: ActorContext, decision: NewDecision): Promise<number> {
  const [noted] = await tx
    .insert(t)
    .values({ ...decision, decidedById: actor.id })
    .returning({ id: t.id });
  return noted?.id ?? 0;
}

const isInTime = gt(t.createdAt, sql`${NOW} - make_interval(days => ${UNDO_DAYS})`);

interface LockedDecision {
  id: number;
  subject: Decision['subject'];
  actions: readonly string[];
  passing?: readonly string[];
}

/**
 * A decision that may be taken back, held until the transaction ends; else the status by which that is refused.
 * @param actions those that the caller may take back.
 * @param passing those that no earlier one stands on.
 */
export async function lockDecision(
  tx: Db,
  { id, subject, actions, passing = [] }: LockedDecision,
): Promise<Decision | keyof typeof NOT_UNDONE> {
  const [found] = await tx
    .select()
    .from(t)
    .where(and(eq(t.id, id), eq(t.subject, subject), inArray(t.action, [...actions]), isInTime))
    .for('update');
  if (!found) return 404;
  if (found.undoneAt !== null) return 410;
  const isSame = and(eq(t.subject, subject), eq(t.subjectId, found.subjectId));
  const isLater = and(isSame, gt(t.id, id), isNull(t.undoneAt), notInArray(t.action, [...passing]));
  return (await tx.$count(t, isLater)) > 0 ? 409 : found;
}

/**
 * Holds decisions by their ids, before what they are about: two who take many back in one order never wait for each other.
 * @returns what they are about.
 */
export async function lockDecisions(tx: Db, subject: Decision['subject'], ids: readonly number[]): Promise<number[]> {
  const which = and(inArray(t.id, [...ids]), eq(t.subject, subject));
  const held = await tx.select({ about: t.subjectId }).from(t).where(which).orderBy(asc(t.id)).for('update');
  return held.map(({ about }) => about);
}

/**
 * Notes that a decision was taken back, and stops its mails that have not left.
 * @returns whether one of them has left, so that its recipient is to be told.
 */
export async function endDecision(tx: Db, { actor }: ActorContext, { id, messageIds }: Decision): Promise<boolean> {
  await tx.update(t).set({ undoneAt: NOW, undoneById: actor.id }).where(eq(t.id, id));
  const silent = await cancelQueued(tx, messageIds, `The decision was taken back by ${actor.email}`);
  return messageIds.some((messageId) => !silent.has(messageId));
}

const decider = alias(accountsTable, 'decider');
const undoer = alias(accountsTable, 'undoer');
const MOST_SHOWN = 200;
const day = 86_400_000;

/** Decisions that can still be undone, newest first. */
export async function recentDecisions(
  db: Db,
  subject: Decision['subject'],
  actions: readonly string[],
): Promise<{ decisions: DecisionRow[] }> {
  const rows = await db
    .select({ decision: t, by: decider.email, undoneBy: undoer.email })
    .from(t)
    .innerJoin(decider, eq(decider.id, t.decidedById))
    .leftJoin(undoer, eq(undoer.id, t.undoneById))
    .where(and(eq(t.subject, subject), inArray(t.action, [...actions]), isInTime))
    .orderBy(desc(t.createdAt), desc(t.id))
    .limit(MOST_SHOWN);
  return {
    decisions: rows.map(({ decision, by, undoneBy }) => ({
      decision_id: decision.id,
      action: decision.action,
      name: decision.name,
      person: decision.person,
      decided_by: by,
      timestamp: decision.createdAt.toISOString(),
      undo_until:
        decision.undoneAt === null ? new Date(decision.createdAt.getTime() + UNDO_DAYS * day).toISOString() : null,
      undone_by: undoneBy,
      undone_at: decision.undoneAt?.toISOString() ?? null,
    })),
  };
}

/** Whether two sets of columns, one of them out of a stored decision, hold the same. */
export const matchesStored = (stored: Record<string, unknown>, now: Record<string, unknown>): boolean => {
  const plain = JSON.parse(JSON.stringify(now)) as Record<string, unknown>;
  return Object.keys(stored).every((name) => JSON.stringify(stored[name]) === JSON.stringify(plain[name] ?? null));
};
