import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
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

/**
 * Counts a code that is asked for; false once a budget is spent. What a stranger can use up stops strangers: a code of a login
 * comes after the right password only, a device that logged in as somebody has budgets of its own, and mailboxes that have no
 * account are counted apart from those that have one.
 */
async function maySendCode({ db, client, config }: Context, email: string, purpose: Purpose): Promise<boolean> {
  const limit = limits(config.RATE_PROFILE);
  const device = client.device.of(email);
  const recipient = `${purpose}:${short(mailbox(email))}${device === undefined ? '' : `:${device}`}`;
  const isTheirs = purpose === 'admin-login' || device !== undefined;
  const from = `codes-address:${purpose}:${addressKey(client.ip)}`;
  const all = purpose === 'register' ? limit.codesToUnknown : limit.codesToKnown;
  return (
    (isTheirs || (await attempt(db, from, limit.codesPerAddress))) &&
    (await attempt(db, `codes-hour:${recipient}`, limit.codesPerHour)) &&
    (await attempt(db, `codes-day:${recipient}`, limit.codesPerDay)) &&
    (isTheirs || (await attempt(db, `codes:${purpose}`, all)))
  );
}

/** Sends a code unless one is still fresh or too many were sent. Says nothing of either: every asker gets the same. */
export async function sendCode(ctx: Context, email: string, purpose: Purpose): Promise<void> {
  const { db, client, config, secret } = ctx;
  const boundTo = client.challenge;
  // Nobody could come back with it.
  if (boundTo === undefined) return;
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
  if (!(await maySendCode(ctx, email, purpose))) return;
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

/** The codes that were sent to this client for that e-mail and purpose, and that it may still try. */
const open = ({ client }: Context, email: string, purpose: Purpose) =>
  and(
    eq(o.email, email),
    eq(o.purpose, purpose),
    eq(o.client, client.challenge ?? ''),
    isNull(o.usedAt),
    gt(o.expiresAt, sql`now()`),
  );

/** Counts a guess at what this client was not sent; false once its address has made too many, whoever they were about. */
export const mayGuess = ({ db, client, config }: Context): Promise<boolean> =>
  attempt(db, `code-tries:${addressKey(client.ip)}`, limits(config.RATE_PROFILE).codeTriesPerAddress);

/** Whether a code may be tried. One that was sent to this very client has tries of its own, whatever its neighbours guess. */
export const mayTryCode = async (ctx: Context, email: string, purpose: Purpose): Promise<boolean> =>
  (await ctx.db.$count(o, and(open(ctx, email, purpose), lt(o.attempts, CODE_TRIES)))) > 0 || mayGuess(ctx);

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
    .where(open(ctx, email, purpose))
    .orderBy(desc(o.id))
    .limit(1);
  const [tried] = await db
    .update(o)
    .set({ attempts: sql`${o.attempts} + 1` })
    .where(and(eq(o.id, newest), lt(o.attempts, CODE_TRIES)))
    .returning({ id: o.id, codeHash: o.codeHash, client: o.client });
  if (tried === undefined) return undefined;
  const limit = limits(config.RATE_PROFILE);
  const device = client.device.of(email);
  const account = `guesses:${purpose}:${short(email)}`;
  // Those of the client that asked for the code: guesses at a stranger's own codes must not keep the owner out.
  const counted = device
    ? [{ key: `${account}:${device}`, most: limit.guessesPerAccountAndClient }]
    : [
        { key: account, most: limit.guessesPerAccount },
        { key: `${account}:${short(tried.client)}`, most: limit.guessesPerAccountAndClient },
      ];
  for (const { key, most } of counted) if (await isSpent(db, key, most.hits)) return undefined;
  if (timingSafeEqual(tried.codeHash, codeHash(secret, code, email, purpose))) return tried.id;
  for (const { key, most } of counted) await attempt(db, key, most);
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
    eq(o.client, ctx.client.challenge ?? ''),
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
