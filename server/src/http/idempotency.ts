import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../context.ts';
import { idempotencyKeysTable as k } from '../db/tables/accounts.ts';
import { Refusal } from './refusal.ts';

export interface Answer {
  status: number;
  reply: string;
}

/**
 * A claim without an answer is void after this time, which is far longer than any request runs: the database ends its
 * statements within half a minute. What remains: a node that dies between the commit and the answer leaves a write that
 * a repeat after these ten minutes does again.
 */
const ABANDONED = sql`now() - interval '10 minutes'`;

/**
 * Runs a write once per account and key: a repeat gets the stored answer, another body under the same key is refused,
 * and so is a repeat while the first is under way. A refusal or a failure of the write is not stored: it frees the key.
 */
export async function once(
  db: Db,
  { accountId, key, path, body }: { accountId: number; key: string; path: string; body: string | Buffer },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const fingerprint = createHash('sha256').update(path).update('\0').update(body).digest();
  const mine = and(eq(k.accountId, accountId), eq(k.key, key));
  const claimed = await db
    .insert(k)
    .values({ accountId, key, path, fingerprint })
    .onConflictDoUpdate({
      target: [k.accountId, k.key],
      set: { createdAt: sql`now()` },
      setWhere: sql`${k.status} is null and ${k.createdAt} < ${ABANDONED} and ${k.fingerprint} = excluded.fingerprint`,
    })
    .returning({ key: k.key });
  if (claimed.length === 0) {
    const [stored] = await db.select().from(k).where(mine);
    if (stored && !stored.fingerprint.equals(fingerprint))
      throw new Refusal(422, 'This request was changed while it was repeated.');
    if (stored?.status && stored.reply !== null) return { status: stored.status, reply: stored.reply };
    throw new Refusal(409, 'This request is still being worked on.');
  }
  const answer = await run().catch(async (error: unknown) => {
    await db
      .delete(k)
      .where(mine)
      .catch(() => undefined);
    throw error;
  });
  // The write is done, so its answer is given even if it cannot be stored; the claim stays and refuses a repeat.
  await db
    .update(k)
    .set(answer)
    .where(mine)
    .catch(() => undefined);
  return answer;
}

export const sweepIdempotencyKeys = (db: Db) =>
  db.execute(sql`delete from idempotency_keys where created_at < now() - interval '48 hours'`);
