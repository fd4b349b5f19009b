import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Context, Db } from '../context.ts';
import { post } from '../db/outbox.ts';
import { otpChallengesTable as o, throttlesTable as t } from '../db/tables/accounts.ts';
import { addressKey, attempt } from '../http/throttle.ts';
import { limits } from './limits.ts';
import { codeHash, seal } from './secret.ts';

const CODE_MINUTES = 10;
const CODE_TRIES = 5;
const RESEND_SECONDS = 60;
/** A verified code is a proof for this long. */
const PROOF_MINUTES = 10;

export type Purpose = 'admin-login' | 'reset' | 'register';

const REASONS: Record<Purpose, string> = {
  'admin-login': 'to log in to the back-office',
  reset: 'to set a new password',
  register: 'to confirm your e-mail address',
};

/** The mail of a one-time code: no text of a user is in it. */
const codeMail = (brand: string, purpose: Purpose, code: string) => ({
  subject: `${brand}: your one-time code`,
  body: `Your one-time code ${REASONS[purpose]} is ${code}.\n\nIt is valid for ${CODE_MINUTES} minutes and can be used once. If you did not ask for it, ignore this message.\n`,
});

/** A key of fixed length for a throttle; the address itself is not kept there. */
export const short = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const DOTS_IGNORED = new Set(['gmail.com', 'googlemail.com']);

/** One mailbox under its many spellings, for counters only: mail still goes to the address that was given. */
export function mailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const name = email
    .slice(0, at)
    .toLowerCase()
    .replace(/(?<=.)\+.*$/s, '');
  return `${DOTS_IGNORED.has(domain) ? name.replaceAll('.', '') : name}@${domain}`;
}

/** Whether a counter has reached its limit, without counting. */
export async function isSpent(db: Db, key: string, hits: number): Promise<boolean> {
  const [row] = await db
    .select({ hits: t.hits })
    .from(t)
    .where(and(eq(t.key, key), gt(t.windowEndsAt, sql`now()`)));
  return (row?.hits ?? 0) >= hits;
}

/** Sends a code unless one is still fresh or too many were sent. Says nothing of either: every asker gets the same. */
export async function sendCode(ctx: Context, email: string, purpose: Purpose): Promise<void> {
  const { db, client, config, secret } = ctx;
  const limit = limits(config.RATE_PROFILE);
  const boundTo = client.challenges[0] ?? '';
  const same = and(eq(o.email, email), eq(o.purpose, purpose), eq(o.client, boundTo), isNull(o.usedAt));
  const fresh = await db
    .select({ id: o.id })
    .from(o)
    .where(
      and(
        same,
        isNull(o.verifiedAt),
        lt(o.attempts, CODE_TRIES),
        gt(o.createdAt, sql`now() - make_interval(secs => ${RESEND_SECONDS})`),
      ),
    );
  if (fresh.length > 0) return;
  // By purpose: who may ask in public for anybody's codes must not use up those of a login. They come after the right
  // password only, so an office behind one address may all get theirs.
  const recipient = `${purpose}:${short(mailbox(email))}`;
  const from = `codes-address:${addressKey(client.ip)}`;
  const allowed =
    (purpose === 'admin-login' || (await attempt(db, from, limit.codesPerAddress))) &&
    (await attempt(db, `codes-hour:${recipient}`, limit.codesPerHour)) &&
    (await attempt(db, `codes-day:${recipient}`, limit.codesPerDay)) &&
    (await attempt(db, 'codes', limit.codesAltogether));
  if (!allowed) return;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const { subject, body } = codeMail(config.BRAND_NAME, purpose, code);
  const expiresAt = sql`now() + make_interval(mins => ${CODE_MINUTES})`;
  await db.transaction(async (tx) => {
    await tx
      .update(o)
      .set({ usedAt: sql`now()` })
      .where(same);
    await tx
      .insert(o)
      .values({ email, purpose, client: boundTo, codeHash: codeHash(secret, code, email, purpose), expiresAt });
    await post(tx, {
      channel: 'Email',
      purpose: 'otp',
      recipient: email,
      subject,
      sealed: seal(secret, body),
      createdBy: 'system',
      expiresAt: new Date(ctx.now().getTime() + CODE_MINUTES * 60_000),
    });
  });
}

/** Whether the address of a client may still try codes, whoever they were sent to. Counts the try. */
export const mayTryCode = ({ db, client, config }: Context): Promise<boolean> =>
  attempt(db, `code-tries:${addressKey(client.ip)}`, limits(config.RATE_PROFILE).codeTriesPerAddress);

/**
 * Compares a code with the newest one sent to this client. The try is counted and committed before the comparison, so
 * parallel guesses cannot exceed the tries. A guess where no code was sent is not counted: it could be anybody's.
 * @returns the challenge to take, or undefined.
 */
export async function tryCode(
  ctx: Context,
  email: string,
  purpose: Purpose,
  code: string,
): Promise<number | undefined> {
  const { db, client, config, secret } = ctx;
  const newest = db
    .select({ id: o.id })
    .from(o)
    .where(
      and(
        eq(o.email, email),
        eq(o.purpose, purpose),
        inArray(o.client, [...client.challenges]),
        isNull(o.usedAt),
        gt(o.expiresAt, sql`now()`),
      ),
    )
    .orderBy(desc(o.id))
    .limit(1);
  const [tried] = await db
    .update(o)
    .set({ attempts: sql`${o.attempts} + 1` })
    .where(and(eq(o.id, newest), lt(o.attempts, CODE_TRIES)))
    .returning({ id: o.id, codeHash: o.codeHash, client: o.client });
  if (tried === undefined) return undefined;
  const limit = limits(config.RATE_PROFILE);
  const ofAll = `guesses:${purpose}:${short(email)}`;
  // Those of the client that asked for the code: guesses at a stranger's own codes must not keep the owner out.
  const ofOne = `${ofAll}:${short(tried.client)}`;
  if (await isSpent(db, ofAll, limit.guessesPerAccount.hits)) return undefined;
  if (await isSpent(db, ofOne, limit.guessesPerAccountAndClient.hits)) return undefined;
  if (timingSafeEqual(tried.codeHash, codeHash(secret, code, email, purpose))) return tried.id;
  await attempt(db, ofAll, limit.guessesPerAccount);
  await attempt(db, ofOne, limit.guessesPerAccountAndClient);
  return undefined;
}

/** Takes a challenge whose code was right: one update that only one of many can win. */
export async function takeCode(db: Db, id: number, outcome: 'used' | 'verified'): Promise<boolean> {
  const stamp = outcome === 'used' ? { usedAt: sql`now()` } : { verifiedAt: sql`now()` };
  const won = await db
    .update(o)
    .set(stamp)
    .where(and(eq(o.id, id), isNull(o.usedAt), isNull(o.verifiedAt)))
    .returning({ id: o.id });
  return won.length === 1;
}

/** A code for that e-mail and purpose that this client verified a short while ago and that proved nothing yet. */
const proof = (ctx: Context, email: string, purpose: Purpose) =>
  and(
    eq(o.email, email),
    eq(o.purpose, purpose),
    inArray(o.client, [...ctx.client.challenges]),
    isNull(o.usedAt),
    gt(o.verifiedAt, sql`now() - make_interval(mins => ${PROOF_MINUTES})`),
  );

/** Whether this client has just shown that it reads the mail of that address. The proof stays. */
export const isProven = async (ctx: Context, email: string, purpose: 'reset' | 'register'): Promise<boolean> =>
  (await ctx.db.$count(o, proof(ctx, email, purpose))) > 0;

/** Takes that proof, which only one of many can; `tx` must be the transaction of what it proves. */
export async function takeProof(tx: Db, ctx: Context, email: string, purpose: 'reset' | 'register'): Promise<boolean> {
  const taken = await tx
    .update(o)
    .set({ usedAt: sql`now()` })
    .where(proof(ctx, email, purpose))
    .returning({ id: o.id });
  return taken.length > 0;
}
