import { eq, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import { NOTHING_KNOWN, type TokenState, type TokenStore } from './token-store.ts';
import { seal, unseal } from '../../platform/crypto/secret.ts';
import { serviceTokensTable as t } from '../../platform/db/tables/service-tokens.ts';
import { NOW } from '../../platform/db/now.ts';
import type { Services } from '../../platform/context.ts';

const State = z.object({
  token: z.nullable(z.string()),
  goodUntil: z.number(),
  asked: z.array(z.number()),
  claimedUntil: z.number(),
});

/** @param secret the installation's key: the token is not readable in the database. */
export function sharedTokenStore({
  db,
  secret,
  now,
  name,
}: Pick<Services, 'db' | 'secret' | 'now'> & { name: string }): TokenStore {
  const opened = (sealed: Buffer | null): TokenState =>
    sealed ? State.parse(JSON.parse(unseal(secret, sealed))) : NOTHING_KNOWN;
  const closed = (state: TokenState) => seal(secret, JSON.stringify(state));
  const isMine = eq(t.name, name);

  return {
    change: (step) =>
      db.transaction(async (tx) => {
        await tx.insert(t).values({ name }).onConflictDoNothing();
        const [row] = await tx.select({ sealed: t.sealed }).from(t).where(isMine).for('update');
        const state = opened(row?.sealed ?? null);
        const [next, answer] = step(state, now().getTime());
        if (next !== state)
          await tx
            .update(t)
            .set({ sealed: closed(next), changedAt: NOW })
            .where(isMine);
        return answer;
      }),
  };
}

/** State that was not written for a day is of no use any more. */
export const sweepServiceTokens = (db: Db) => db.delete(t).where(lt(t.changedAt, sql`${NOW} - interval '1 day'`));
