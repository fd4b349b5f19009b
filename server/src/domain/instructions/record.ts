import { and, eq } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { at, NOW } from '../../platform/db/now.ts';
import { instructionsTable as t, type ReadBack } from '../../platform/db/tables/instructions.ts';
import type { Pay, ProviderSubscription } from '../../providers/port.ts';
import { followAnswer } from '../subscriptions/follow-answer.ts';
import { acquireSyncLock } from '../sync/sync-lock.ts';
import { auditInstruction } from './propose.ts';
import { queue, type Held } from './queue.ts';

/** Another worker has the instruction now, or somebody has ended it. */
export class LostInstruction extends Error {}

/** @throws LostInstruction */
async function keep(db: Db, held: Held, now: PgUpdateSetSource<typeof t>): Promise<void> {
  const kept = await db.update(t).set(now).where(queue.thisTry(held)).returning({ id: t.id });
  if (kept.length === 0) throw new LostInstruction();
}

/**
 * Written before each question that changes something: whoever goes on with it knows that it may have been done.
 * @throws LostInstruction
 */
export const recordAsked = (db: Db, held: Held) => keep(db, held, { askedAt: NOW });

/**
 * How the term was paid, kept before it is given up for a flexible plan, which does not tell it.
 * @throws LostInstruction
 */
export const recordPay = (db: Db, held: Held, pay: Pay) => keep(db, held, { pay });

const readBackOf = (one: ProviderSubscription): ReadBack => ({
  planName: one.planName ?? '',
  status: one.status ?? '',
  renewalType: one.renewalType,
  numberOfSeats: one.numberOfSeats,
  licensedSeats: one.licensedNumberOfSeats,
  atTermEnd: one.facts.atTermEnd,
  committed: one.facts.committed,
});

/** What a look has found. `next`: when it is looked at again; null: not before somebody asks for it. */
export interface Found {
  readonly state: 'approved' | 'placed' | 'verified' | 'blocked' | 'drifted' | 'fulfilled';
  readonly reason: string | null;
  readonly next: Date | null;
  /** Undefined: the provider was not read. */
  readonly answer: ProviderSubscription | undefined;
  readonly failures: number;
}

const isOver = ({ state }: Found): boolean => state === 'fulfilled';

/** @returns the months whose lists look different now. */
async function write(tx: Db, held: Held & { subscriptionId: number }, found: Found, services: Services) {
  await acquireSyncLock(tx);
  const { answer } = found;
  const [kept] = await tx
    .update(t)
    .set({
      state: found.state,
      reason: found.reason,
      failures: found.failures,
      leasedUntil: null,
      nextTryAt: found.next,
      changedAt: NOW,
      ...(answer && { readBack: readBackOf(answer), readBackAt: at(services.now()) }),
      ...(isOver(found) && { finishedAt: NOW }),
    })
    .where(and(eq(t.id, held.id), queue.thisTry(held)))
    .returning({ id: t.id });
  if (!kept) return [];
  if (found.state !== held.state || (found.state === 'blocked' && found.reason !== held.reason)) {
    const { state, reason } = found;
    await auditInstruction(tx, {}, held, [`instruction_${state}`, { state, reason }, { state: held.state }]);
  }
  const { subscriptionId } = held;
  return answer ? followAnswer(tx, services, { subscriptionId, answer, author: {} }) : [];
}

/** Writes what a look has found, unless another worker has taken it up or somebody has ended it meanwhile. */
export async function recordFound(
  held: Held & { subscriptionId: number; month: string },
  found: Found,
  services: Services,
): Promise<void> {
  const months = await services.db.transaction((tx) => write(tx, held, found, services));
  for (const month of new Set([...months, held.month])) services.announce({ kind: 'month', month });
}
