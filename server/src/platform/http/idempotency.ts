import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import type { Db, Write } from '../db/db.ts';
import { idempotencyKeysTable as k } from '../db/tables/accounts.ts';
import { Refusal } from './refusal.ts';
import { NOW } from '../db/now.ts';

export interface Answer {
  status: number;
  reply: string;
}

interface Asked {
  accountId: number;
  key: string;
  path: string;
  body: string | Buffer;
}

/** A node that works on a write says so this often. */
const HOLD_MS = 2_500;
/**
 * So long after that a write that is not marked as done may be begun anew: the node that had it has died, or its transaction
 * finds that the claim is another's now and is undone.
 */
const ABANDONED = sql`${NOW} - interval '8 seconds'`;
/** As long a key that could not be freed is tried again, so often. */
const FREEING_MS = 8_000;
const FREE_AGAIN_MS = 250;
/** Of a write that is done and whose answer nobody kept: the node died, or lost the database, between the two. */
const DONE = 200;

const UNDER_WAY = 'This request is still being worked on.';
/** A status that no call uses for anything else: the client keeps the idempotency key, and tries again with it. */
const TOO_EARLY = 425;
const underWay = () => new Refusal(TOO_EARLY, UNDER_WAY, { retry_after: 1 });
const DONE_ALREADY = 'This was done already. Please look at it again.';

/** Which of the claims of a key is one's own. */
const claimOf = ({ accountId, key }: Asked, mine: string) =>
  and(eq(k.accountId, accountId), eq(k.key, key), eq(k.claim, mine));
type Claim = ReturnType<typeof claimOf>;

async function claim(db: Db, asked: Asked, fingerprint: Buffer): Promise<Claim | undefined> {
  const { accountId, key, path } = asked;
  const mine = randomUUID();
  const [claimed] = await db
    .insert(k)
    .values({ accountId, key, path, fingerprint, claim: mine })
    .onConflictDoUpdate({
      target: [k.accountId, k.key],
      set: { createdAt: NOW, heldAt: NOW, claim: mine },
      setWhere: sql`${k.status} is null and ${k.heldAt} < ${ABANDONED} and ${k.fingerprint} = excluded.fingerprint`,
    })
    .returning({ key: k.key });
  return claimed && claimOf(asked, mine);
}

/** Holds a claim while its write is under way. @returns ends that */
function hold(db: Db, mine: Claim): () => void {
  let isAsking = false;
  const timer = setInterval(() => {
    // One at a time: while the database does not answer, nothing piles up.
    if (isAsking) return;
    isAsking = true;
    db.update(k)
      .set({ heldAt: NOW })
      .where(and(mine, isNull(k.status)))
      .then(
        () => (isAsking = false),
        () => (isAsking = false),
      );
  }, HOLD_MS).unref();
  return () => clearInterval(timer);
}

/** The answer to a request repeated with the same idempotency key. */
async function earlier(db: Db, { accountId, key }: Asked, fingerprint: Buffer): Promise<Answer> {
  const [stored] = await db
    .select({ ...getTableColumns(k), isHeld: sql<boolean>`${k.heldAt} >= ${ABANDONED}` })
    .from(k)
    .where(and(eq(k.accountId, accountId), eq(k.key, key)));
  if (stored && !stored.fingerprint.equals(fingerprint))
    throw new Refusal(422, 'This request was changed while it was repeated.');
  if (stored?.status && stored.reply !== null) return { status: stored.status, reply: stored.reply };
  // Committed, and its node is about to keep the answer: the next repeat gets it.
  if (stored?.status && !stored.isHeld) throw new Refusal(409, DONE_ALREADY);
  throw underWay();
}

/**
 * How the write of a claim is made: its first transaction commits together with the mark that the write is done, and
 * only while the claim is the write's own: whatever dies when, of all that have one key at most one is written.
 */
function commitWithKey(write: Write, mine: Claim): Write {
  let isCompleted = false;
  return async (work) => {
    if (isCompleted) return write(work);
    const result = await write(async (tx, connection) => {
      const result = await work(tx, connection);
      const marked = await tx.update(k).set({ status: DONE }).where(mine).returning({ key: k.key });
      if (marked.length === 0) throw underWay();
      return result;
    });
    isCompleted = true;
    return result;
  };
}

/**
 * Frees the key of a write that failed. Where the database is away, which may be why it failed, nobody waits for that: the key is freed
 * when it is back, so that whoever clicks again has not to wait until it counts as abandoned.
 */
async function freeKey(db: Db, which: Claim): Promise<void> {
  const free = () =>
    db
      .delete(k)
      .where(which)
      .then(
        () => true,
        () => false,
      );
  if (await free()) return;
  const until = performance.now() + FREEING_MS;
  const again = async (): Promise<void> => {
    do await pause(FREE_AGAIN_MS, undefined, { ref: false });
    while (!(await free()) && performance.now() < until);
  };
  void again();
}

/**
 * Runs a write once per account and key: a repeat gets the stored answer, another body under the same key is refused,
 * and so is a repeat while the first is under way. A refusal is not stored: it frees the key. So does a failure, unless the
 * write is marked as done all the same: the connection may break between a commit and its answer.
 * @param run is given what opens its transactions
 */
export async function withIdempotencyKey(
  { db, write }: { db: Db; write: Write },
  asked: Asked,
  run: (write: Write) => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = createHash('sha256').update(asked.path).update('\0').update(asked.body).digest();
  const mine = await claim(db, asked, fingerprint);
  if (mine === undefined) return earlier(db, asked, fingerprint);
  const releaseKey = hold(db, mine);
  const answer = await run(commitWithKey(write, mine))
    .catch(async (error: unknown) => {
      await freeKey(db, error instanceof Refusal ? mine : and(mine, isNull(k.status)));
      throw error;
    })
    .finally(releaseKey);
  // The write is done, so its answer is given even if it cannot be stored; the mark stays and refuses a repeat.
  await db
    .update(k)
    .set(answer)
    .where(mine)
    .catch(() => undefined);
  return answer;
}

export const sweepIdempotencyKeys = (db: Db) =>
  db.execute(sql`delete from idempotency_keys where created_at < ${NOW} - interval '48 hours'`);
