import { timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { otpChallengesTable as o } from '../platform/db/tables/accounts.ts';
import { addressKey, attempt, attemptAll, secondsUntilReset } from './throttle.ts';
import { knownDevice } from './accounts.ts';
import type { Purpose } from './code-mail.ts';
import { CODE_TRIES, countedAs, openCodes, short } from './codes.ts';
import { limits } from './limits.ts';
import { isRecoveryCode, recoveryOf } from './recovery.ts';
import { codeHash } from '../platform/crypto/secret.ts';
import { slowDown } from './slow-down.ts';
import { NOW } from '../platform/db/now.ts';

/** The codes that were sent to this client for that e-mail and purpose, and that have not ended. */
const currentCodes = (ctx: Context, email: string, purpose: Purpose) =>
  and(openCodes(ctx, email, purpose), gt(o.expiresAt, NOW));

/**
 * Counts a guess at a code that this client was not sent.
 * @returns the seconds that its address has to wait, for whichever accounts; 0: none.
 */
export const waitBeforeGuess = ({ db, client, config }: Context): Promise<number> =>
  attemptAll(db, [`code-tries:${addressKey(client.ip)}`, limits(config.RATE_PROFILE).codeTriesPerAddress]);

/**
 * The same before a code is tried: one that was sent to this very client has tries of its own, whatever its neighbours guess,
 * and a long one that is right waits for nobody.
 */
export async function waitBeforeCode(ctx: Context, email: string, purpose: Purpose, code: string): Promise<number> {
  const hasTries = isRecoveryCode(code)
    ? (await recoveryOf(ctx, email, code)) !== undefined
    : (await ctx.db.$count(o, and(currentCodes(ctx, email, purpose), lt(o.attempts, CODE_TRIES)))) > 0;
  return hasTries ? 0 : waitBeforeGuess(ctx);
}

/** How a try at a code ended: the challenge to take, or how long codes rest; undefined where it was not the code. */
export type CodeAttempt = { challenge: number } | { wait: number } | undefined;

interface Sent {
  id: number;
  codeHash: Buffer;
  client: string;
}

/** The newest code that was sent to this client, once the try at it is counted; undefined where it has no tries left. */
async function countedTry(ctx: Context, email: string, purpose: Purpose): Promise<Sent | undefined> {
  const { db } = ctx;
  const newest = db
    .select({ id: o.id })
    .from(o)
    .where(currentCodes(ctx, email, purpose))
    .orderBy(desc(o.id))
    .limit(1);
  const [tried] = await db
    .update(o)
    .set({ attempts: sql`${o.attempts} + 1` })
    .where(and(eq(o.id, newest), lt(o.attempts, CODE_TRIES)))
    .returning({ id: o.id, codeHash: o.codeHash, client: o.client });
  return tried;
}

/**
 * The counters of wrong codes of an account. Those of the client that asked for the code are apart: a client that guesses at codes
 * it asked for itself must not lock out the owner. Own devices share one counter too: anyone can create many.
 */
function countersOf(
  { config }: Context,
  { of, device, client }: { of: string; device: string | undefined; client: string },
) {
  const limit = limits(config.RATE_PROFILE);
  const ofOne = [`${of}:${device ?? short(client)}`, limit.guessesPerAccountAndClient] as const;
  return [[device === undefined ? of : `${of}:devices`, limit.guessesPerAccount] as const, ofOne];
}

/** Seconds until one of several counters that are spent begins anew, 0 where none is. */
async function restOf(db: Db, counters: ReturnType<typeof countersOf>): Promise<number> {
  for (const [key, most] of counters) {
    const wait = await secondsUntilReset(db, key, most);
    if (wait > 0) return wait;
  }
  return 0;
}

/** Gives the try back: the code has to wait. */
async function notCompared(db: Db, { id }: Sent, wait: number) {
  await db
    .update(o)
    .set({ attempts: sql`${o.attempts} - 1` })
    .where(eq(o.id, id));
  return { wait };
}

const nothing = () => Promise.resolve();

/**
 * Compares a code with the newest one sent to this client. The try is counted and committed before the comparison, so
 * parallel guesses cannot exceed the tries. A guess where no code was sent is not counted: it could be anybody's.
 */
export async function attemptCode(ctx: Context, email: string, purpose: Purpose, code: string): Promise<CodeAttempt> {
  const { db, secret } = ctx;
  if (isRecoveryCode(code)) {
    const challenge = await recoveryOf(ctx, email, code);
    return challenge === undefined ? undefined : { challenge };
  }
  const tried = await countedTry(ctx, email, purpose);
  if (tried === undefined) return undefined;
  const device = await knownDevice(ctx, email);
  const kind = countedAs(ctx, purpose);
  const counters = countersOf(ctx, { of: `guesses:${kind}:${short(email)}`, device, client: tried.client });
  const rest = await restOf(db, counters);
  if (rest > 0) return notCompared(db, tried, rest);
  // A code to log in comes after the right password, one to register opens no account, unless nobody may see which it is.
  const slowed = kind === 'reset' || kind === 'any' ? await slowDown(ctx, email) : nothing;
  if (typeof slowed === 'number') return notCompared(db, tried, slowed);
  if (timingSafeEqual(tried.codeHash, codeHash(secret, code, email, purpose))) {
    await slowed();
    return { challenge: tried.id };
  }
  for (const [key, most] of counters) await attempt(db, key, most);
  return undefined;
}

/** Takes a challenge whose code was right: one update that only one of many can win. Verified, it is the proof of this client. */
export async function consumeCode(
  db: Db,
  { client }: Context,
  id: number,
  outcome: 'used' | 'verified',
): Promise<boolean> {
  const stamp = outcome === 'used' ? { usedAt: NOW } : { verifiedAt: NOW, client: client.challenge ?? '' };
  const won = await db
    .update(o)
    .set(stamp)
    .where(and(eq(o.id, id), isNull(o.usedAt), isNull(o.verifiedAt)))
    .returning({ id: o.id });
  return won.length === 1;
}
