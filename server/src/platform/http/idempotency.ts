import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, getTableColumns, isNull, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { transact, writeTo } from '../db/connection/write-to.ts';
import type { Db, Write } from '../db/db.ts';
import { idempotencyKeysTable as k } from '../db/tables/accounts.ts';
import { Refusal } from './refusal.ts';
import { INSTANT, NOW } from '../db/now.ts';

export interface Answer {
  status: number;
  reply: string;
}

interface Asked {
  accountId: number;
  key: string;
  path: string;
  body: string | Buffer;
  /** Its answer gives access to something, and is not kept. */
  isSecret?: boolean;
}

/** A node that works on a write says so this often. */
const HOLD_MS = 2_500;
/**
 * So long after that a write that is not marked as done may be begun anew: the node that had it has died, or its transaction
 * finds that the claim is another's now and is undone.
 */
const ABANDONED_AFTER = "interval '8 seconds'";
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

/** The account, its key, and which of the claims of the key is one's own. */
type Claim = readonly [accountId: number, key: string, claim: string];
const isClaim = ([accountId, key, mine]: Claim) => and(eq(k.accountId, accountId), eq(k.key, key), eq(k.claim, mine));

// What each write asks is prepared by its name: a key costs a write no more than it must.
const CLAIM = {
  name: 'claim-key',
  text: `insert into idempotency_keys as k (account_id, key, claim, path, fingerprint, created_at, held_at)
    values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz)
    on conflict (account_id, key) do update
      set created_at = excluded.created_at, held_at = excluded.held_at, claim = excluded.claim
      where k.status is null and k.held_at < excluded.held_at - ${ABANDONED_AFTER} and k.fingerprint = excluded.fingerprint
    returning true`,
};
const KEEP = `update idempotency_keys set status = $4, reply = $5 where account_id = $1 and key = $2 and claim = $3`;
const KEEP_ANSWER = { name: 'keep-answer', text: KEEP };
/** Fails where the claim is another's by now, so that the commit that follows it in the same message is skipped. */
const MARK_DONE = {
  name: 'mark-done',
  text: `with marked as (${KEEP} returning true) select 1 / count(*) from marked`,
};
const DIVISION_BY_ZERO = '22012';

async function claim(pool: Pool, { accountId, key, path }: Asked, fingerprint: Buffer): Promise<Claim | undefined> {
  const mine: Claim = [accountId, key, randomUUID()];
  const { rowCount } = await pool.query({ ...CLAIM, values: [...mine, path, fingerprint, INSTANT] });
  return rowCount === 1 ? mine : undefined;
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
      .where(and(isClaim(mine), isNull(k.status)))
      .then(
        () => (isAsking = false),
        () => (isAsking = false),
      );
  }, HOLD_MS).unref();
  return () => clearInterval(timer);
}

/** The answer to a request repeated with the same idempotency key. */
async function earlier(db: Db, { accountId, key, isSecret }: Asked, fingerprint: Buffer): Promise<Answer> {
  const [stored] = await db
    .select({
      ...getTableColumns(k),
      isHeld: sql<boolean>`${isSecret !== true}::boolean and ${k.heldAt} >= ${NOW} - ${sql.raw(ABANDONED_AFTER)}`,
    })
    .from(k)
    .where(and(eq(k.accountId, accountId), eq(k.key, key)));
  if (stored && !stored.fingerprint.equals(fingerprint))
    throw new Refusal(422, 'This request was changed while it was repeated.');
  if (stored?.status && stored.reply !== null) return { status: stored.status, reply: stored.reply };
  // Committed, and its node is about to keep the answer: the next repeat gets it. One that is secret nobody keeps.
  if (stored?.status && !stored.isHeld) throw new Refusal(409, DONE_ALREADY);
  throw underWay();
}

/**
 * How the write of a claim is made: its first transaction commits together with the mark that the write is done, and
 * only while the claim is the write's own: whatever dies when, of all that have one key at most one is written.
 * Where the transaction's result decides the answer, that is kept with the mark.
 */
function commitWithKey(pool: Pool, mine: Claim) {
  const kept: { isDone: boolean; reply?: string | undefined } = { isDone: false };
  const write: Write = async (work, replyOf) => {
    if (kept.isDone) return writeTo(pool)(work);
    let isWorkDone = false;
    const markDone = (result: Parameters<NonNullable<typeof replyOf>>[0]) => {
      isWorkDone = true;
      const reply = replyOf?.(result);
      kept.reply = reply && JSON.stringify(reply);
      return { ...MARK_DONE, values: [...mine, DONE, kept.reply ?? null] };
    };
    const result = await transact(pool, work, markDone).catch((error: unknown) => {
      throw isWorkDone && (error as { code?: string }).code === DIVISION_BY_ZERO ? underWay() : error;
    });
    kept.isDone = true;
    return result;
  };
  return { write, kept };
}

/**
 * Frees the key of a write that failed. Where the database is away, which may be why it failed, nobody waits for that: the key is freed
 * when it is back, so that whoever clicks again has not to wait until it counts as abandoned.
 */
async function freeKey(db: Db, which: SQL | undefined): Promise<void> {
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
  { db, pool }: { db: Db; pool: Pool },
  asked: Asked,
  run: (write: Write) => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = createHash('sha256').update(asked.path).update('\0').update(asked.body).digest();
  const mine = await claim(pool, asked, fingerprint);
  if (mine === undefined) return earlier(db, asked, fingerprint);
  const releaseKey = hold(db, mine);
  const { write, kept } = commitWithKey(pool, mine);
  const answer = await run(write)
    .catch(async (error: unknown) => {
      const isMine = isClaim(mine);
      await freeKey(db, error instanceof Refusal ? isMine : and(isMine, isNull(k.status)));
      throw error;
    })
    .finally(releaseKey);
  if (kept.isDone && kept.reply === answer.reply && answer.status === DONE) return answer;
  // The write is done, so its answer is given even if it cannot be stored; the mark stays and refuses a repeat.
  const reply = asked.isSecret === true ? null : answer.reply;
  await pool.query({ ...KEEP_ANSWER, values: [...mine, answer.status, reply] }).catch(() => undefined);
  return answer;
}

export const sweepIdempotencyKeys = (db: Db) =>
  db.execute(sql`delete from idempotency_keys where created_at < ${NOW} - interval '48 hours'`);
