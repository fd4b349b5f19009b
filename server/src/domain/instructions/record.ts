import { and, eq, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { at, NOW } from '../../platform/db/now.ts';
import { instructionsTable as t, type ReadBack } from '../../platform/db/tables/instructions.ts';
import type { Pay, ProviderSubscription } from '../../providers/port.ts';
import { calendarOf } from '../calendar/calendar.ts';
import { reconcileDeadlines } from '../deadlines/reconcile.ts';
import { lockRenewal } from '../renewals/comments.ts';
import { followAnswer } from '../subscriptions/follow-answer.ts';
import { noteUnchanged } from '../subscriptions/unchanged.ts';
import { acquireSubscriptionLock } from '../sync/sync-lock.ts';
import { auditInstruction } from './propose.ts';
import { queue, type Held } from './queue.ts';
import { isSameReason } from './sentences.ts';
import { followTermEnds, NO_END_IS_MOVED } from './term-ends.ts';

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
  /** What a look that failed has met is news to somebody, not a trouble that passes by itself. */
  readonly isNews?: boolean;
}

const isOver = ({ state }: Found): boolean => state === 'fulfilled';

/** An instruction in the hands of a worker, and what it is about. */
export interface HeldInstruction extends Held {
  readonly subscriptionId: number;
  /** Of its renewal, `yyyy-mm`. */
  readonly month: string;
}

const isAhead = ({ termEndsAt }: Held, { now }: Services): boolean => termEndsAt !== null && termEndsAt > now();

/** Most that is looked at ahead of its end is as it was. */
const isAsBefore = (held: HeldInstruction, answer: ProviderSubscription, { pool, now }: Services): Promise<boolean> =>
  noteUnchanged(pool, answer, {
    now: now(),
    name: 'instruction-as-before',
    isQuiet: sql`${NO_END_IS_MOVED} and exists (select from ${t}
      where ${t.id} = ${held.id} and ${t.termEndsAt} = ${held.termEndsAt?.toISOString() ?? null}::timestamptz)`,
  });

/**
 * Our subscription, its renewals and its deadlines become what the provider has just said, before anything is concluded from it: whether
 * a term is over or was moved is theirs to say.
 * @returns the instruction with the end of its term as it is now; its own end, where the one of its term has ended it.
 */
export async function follow(
  held: HeldInstruction,
  answer: ProviderSubscription,
  services: Services,
): Promise<HeldInstruction> {
  const { subscriptionId } = held;
  if (isAhead(held, services) && (await isAsBefore(held, answer, services))) return held;
  const { months, now } = await services.db.transaction(async (tx) => {
    await acquireSubscriptionLock(tx, subscriptionId);
    const isQuiet = isAhead(held, services);
    const changed = await followAnswer(tx, services, { subscriptionId, answer, author: {}, isQuiet });
    await followTermEnds(tx, [subscriptionId]);
    const [read] = await tx
      .select({ termEndsAt: t.termEndsAt, finishedAt: t.finishedAt })
      .from(t)
      .where(eq(t.id, held.id));
    return { months: changed, now: read };
  });
  for (const month of months) services.announce({ kind: 'month', month });
  return { ...held, ...now, termEndsAt: now?.termEndsAt ?? held.termEndsAt };
}

/**
 * Of a look that failed nothing was concluded: what was changed by hand is still to be asked about. Whoever is asked answers to what was read
 * when they were.
 */
function readBackBy({ answer, failures, state }: Found, held: Held, { now }: Services) {
  const isAskedStill = held.state === 'drifted' && state === 'drifted';
  return answer && failures === 0 && !isAskedStill ? { readBack: readBackOf(answer), readBackAt: at(now()) } : {};
}

/** What is suspended has a deadline since it is to go on, which no list is needed for. */
const reconcileDeadlinesOf = async (tx: Db, { subscriptionId }: HeldInstruction, { config, now }: Services) =>
  reconcileDeadlines(tx, { now: now(), calendar: await calendarOf(tx, config), subscriptionIds: [subscriptionId] });

/**
 * Whether it is a change, before which nothing counts that somebody had planned. That it was looked at again and stands as before is none, nor
 * that a look failed, nor that other seats are in use: what somebody planned since then holds.
 */
function isChange(found: Found, held: Held): boolean {
  if (found.state !== held.state || found.isNews === true) return true;
  if (found.state === 'blocked') return !isSameReason(found.reason, held.reason);
  // What was about to be set is stuck from here on.
  return found.state !== 'verified' && found.reason !== null && held.reason === null;
}

async function write(tx: Db, held: HeldInstruction, found: Found, services: Services): Promise<void> {
  // The renewal first, as everybody does who writes an instruction: it shows it.
  await lockRenewal(tx, held.renewalId);
  const [kept] = await tx
    .update(t)
    .set({
      state: found.state,
      reason: found.reason,
      failures: found.failures,
      leasedUntil: null,
      nextTryAt: found.next,
      ...(isChange(found, held) && { changedAt: NOW }),
      ...readBackBy(found, held, services),
      ...(isOver(found) && { finishedAt: NOW }),
    })
    .where(and(queue.thisTry(held), eq(t.state, held.state)))
    .returning({ id: t.id });
  if (!kept) {
    // Somebody has answered meanwhile: it is free to be placed.
    await tx.update(t).set({ leasedUntil: null }).where(queue.thisTry(held));
    return;
  }
  if (found.state === 'blocked' && held.state !== 'blocked') await reconcileDeadlinesOf(tx, held, services);
  if (found.state !== held.state || (found.state === 'blocked' && found.reason !== held.reason)) {
    const { state, reason } = found;
    await auditInstruction(tx, {}, held, [`instruction_${state}`, { state, reason }, { state: held.state }]);
  }
}

/** Writes what a look has found, unless another worker has taken it up or somebody has ended it meanwhile. */
export async function recordFound(held: HeldInstruction, found: Found, services: Services): Promise<void> {
  await services.db.transaction((tx) => write(tx, held, found, services));
  services.announce({ kind: 'month', month: held.month });
}
