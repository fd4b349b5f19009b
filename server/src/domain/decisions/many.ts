import type { Left } from '@desk/contract/decisions';
import type { ActorContext } from '../../platform/context.ts';
import { extendTimeouts } from '../../platform/db/connection/connect.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockDecisions, type Decision } from './decisions.ts';

/** Writes what changes who waits, and tells the open browsers. */
export async function writeWaiting<Done>(ctx: ActorContext, work: (tx: Db) => Promise<Done>): Promise<Done> {
  const done = await ctx.write(work);
  ctx.announce({ kind: 'waiting' });
  return done;
}

interface Alone<Item, Done> {
  idOf: (item: Item) => number;
  work: (step: Db, item: Item) => Promise<Done>;
}

/** Works on each of many as if it were alone: one that is refused is as it was, says why, and keeps no other back. */
async function eachAlone<Item, Done>(tx: Db, items: readonly Item[], { idOf, work }: Alone<Item, Done>) {
  const done: Done[] = [];
  const left: Left[] = [];
  for (const item of items) {
    try {
      done.push(await tx.transaction((step) => work(step, item)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      left.push({ id: idOf(item), message: error.message });
    }
  }
  return { done, left };
}

interface Locking {
  /** Holds all that is decided on in one order, before the first decision: two who decide on many never wait for each other. */
  lock: (tx: Db, ids: readonly number[]) => Promise<unknown>;
}

/** Decides on each of many in one transaction. */
export const decideEach = <Item>(
  ctx: ActorContext,
  items: readonly Item[],
  { idOf, lock, decide }: Locking & Pick<Alone<Item, never>, 'idOf'> & DecidesOne<Item>,
) =>
  writeWaiting(ctx, async (tx) => {
    await extendTimeouts(tx);
    await lock(tx, items.map(idOf));
    const work = async (step: Db, item: Item) => ({ id: idOf(item), ...(await decide(step, item)) });
    const { done, left } = await eachAlone(tx, items, { idOf, work });
    return { decided: done, left };
  });
interface DecidesOne<Item> {
  decide: (step: Db, item: Item) => Promise<{ decision_id: number }>;
}

interface Undoing extends Locking {
  subject: Decision['subject'];
  undo: (step: Db, decisionId: number) => Promise<unknown>;
}

/** Takes each of many decisions back in one transaction; they are held before what they are about, as one alone is. */
export const undoEach = (ctx: ActorContext, ids: readonly number[], { subject, lock, undo }: Undoing) =>
  writeWaiting(ctx, async (tx) => {
    await extendTimeouts(tx);
    await lock(tx, await lockDecisions(tx, subject, ids));
    const work = async (step: Db, id: number) => {
      await undo(step, id);
      return id;
    };
    const { done, left } = await eachAlone(tx, ids, { idOf: (id) => id, work });
    return { undone: done, left };
  });
