import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Context, Db } from '../context.ts';
import { expire, post } from '../db/outbox.ts';
import { otpChallengesTable as o } from '../db/tables/accounts.ts';
import { addressKey, attempt, attemptAll, spentFor } from '../http/throttle.ts';
import type { WrittenMail } from '../wording/letter.ts';
import { CODE_MINUTES, codeMail, type Purpose } from './code-mail.ts';
import { limits } from './limits.ts';
import { codeHash, sealMail } from './secret.ts';

const CODE_TRIES = 5;
const RESEND_SECONDS = 60;
/** A verified code is a proof for this long. */
const PROOF_MINUTES = 10;

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

/** What became of a wish for a code: it is on its way, one was sent a short while ago and holds, or there were too many. */
export type Sent = { outcome: 'sent' | 'already sent'; againIn: number } | { outcome: 'too many'; wait: number };

/** Codes that this client asked for and that were not used: under its cookie, or under its address before it had one. */
const openCodes = ({ client }: Context, email: string, purpose: Purpose) =>
  and(eq(o.email, email), eq(o.purpose, purpose), inArray(o.client, [...client.challenges]), isNull(o.usedAt));

/** Seconds until another code would be sent in place of the newest one; 0 where there is none that is still fresh. */
async function freshFor(tx: Db, ctx: Context, email: string, purpose: Purpose): Promise<number> {
  const left = sql<number>`ceil(${RESEND_SECONDS} - extract(epoch from clock_timestamp() - ${o.createdAt}))::int`;
  const [newest] = await tx
    .select({ left })
    .from(o)
    .where(and(openCodes(ctx, email, purpose), isNull(o.verifiedAt), lt(o.attempts, CODE_TRIES)))
    .orderBy(desc(o.id))
    .limit(1);
  return Math.max(0, newest?.left ?? 0);
}

const keyOfMail = (challengeId: number) => `code:${challengeId}`;

/** The codes before are over; a mail of one that has not left yet stays, so that the newest mail is that of the code that holds. */
async function endEarlier(tx: Db, ctx: Context, email: string, purpose: Purpose) {
  const ended = await tx
    .update(o)
    .set({ usedAt: sql`now()` })
    .where(openCodes(ctx, email, purpose))
    .returning({ id: o.id });
  if (ended.length > 0) await expire(tx, ...ended.map(({ id }) => keyOfMail(id)));
}

interface Wish {
  email: string;
  purpose: Purpose;
  /** What is mailed in place of a code, where none is of use; a client cannot tell the two apart. */
  instead: WrittenMail | undefined;
}

/** Makes a code and mails it. */
async function makeCode(tx: Db, ctx: Context, { email, purpose, instead }: Wish) {
  const { client, config, secret } = ctx;
  // In place of a code that nobody is sent one that nobody can guess.
  const code = instead ? randomBytes(32).toString('hex') : String(randomInt(1_000_000)).padStart(6, '0');
  const [made] = await tx
    .insert(o)
    .values({
      email,
      purpose,
      client: client.challenges[0] ?? '',
      codeHash: codeHash(secret, code, email, purpose),
      createdAt: sql`clock_timestamp()`,
      expiresAt: sql`clock_timestamp() + make_interval(mins => ${CODE_MINUTES})`,
    })
    .returning({ id: o.id });
  const expiresAt = new Date(ctx.now().getTime() + CODE_MINUTES * 60_000);
  await post(tx, {
    channel: 'Email',
    recipient: email,
    createdBy: 'system',
    dedupeKey: keyOfMail(made?.id ?? 0),
    ...(instead
      ? { purpose: 'notice', ...instead }
      : { purpose: 'otp', ...sealMail(secret, codeMail(config.BRAND_NAME, purpose, code)), expiresAt }),
  });
}

/**
 * Sends a code unless one is still fresh or too many were sent; for an e-mail and a purpose one after the other, so that of
 * those who ask at the same moment one is sent something.
 */
export async function sendCode(ctx: Context, email: string, purpose: Purpose, instead?: WrittenMail): Promise<Sent> {
  const { db, client, config } = ctx;
  const limit = limits(config.RATE_PROFILE);
  // By purpose: who may ask in public for anybody's codes must not use up those of a login. They come after the right
  // password only, so an office behind one address may all get theirs.
  const recipient = `${purpose}:${short(mailbox(email))}`;
  const fromAddress = [`codes-address:${addressKey(client.ip)}`, limit.codesPerAddress] as const;
  const shared = [...(purpose === 'admin-login' ? [] : [fromAddress]), ['codes', limit.codesAltogether] as const];
  const before = await freshFor(db, ctx, email, purpose);
  if (before > 0) return { outcome: 'already sent', againIn: before };
  // Outside the transaction: what all share is not held while one of them works.
  const most = await attemptAll(db, ...shared);
  if (most > 0) return { outcome: 'too many', wait: most };
  return db.transaction(async (tx): Promise<Sent> => {
    await tx.execute(sql`select pg_advisory_xact_lock(7305120, hashtext(${`${purpose}:${email.toLowerCase()}`}))`);
    const againIn = await freshFor(tx, ctx, email, purpose);
    if (againIn > 0) return { outcome: 'already sent', againIn };
    const own = [
      [`codes-hour:${recipient}`, limit.codesPerHour] as const,
      [`codes-day:${recipient}`, limit.codesPerDay] as const,
    ];
    const wait = await attemptAll(tx, ...own);
    if (wait > 0) return { outcome: 'too many', wait };
    await endEarlier(tx, ctx, email, purpose);
    await makeCode(tx, ctx, { email, purpose, instead });
    return { outcome: 'sent', againIn: RESEND_SECONDS };
  });
}

/** Counts a try at codes, whoever they were sent to. @returns the seconds that the address of a client has to wait, 0: none. */
export const waitBeforeCode = ({ db, client, config }: Context): Promise<number> =>
  attemptAll(db, [`code-tries:${addressKey(client.ip)}`, limits(config.RATE_PROFILE).codeTriesPerAddress]);

/** How a try at a code ended: the challenge to take, or how long codes rest; undefined where it was not the code. */
export type TriedCode = { challenge: number } | { wait: number } | undefined;

/**
 * Compares a code with the newest one sent to this client. The try is counted and committed before the comparison, so
 * parallel guesses cannot exceed the tries. A guess where no code was sent is not counted: it could be anybody's.
 */
export async function tryCode(ctx: Context, email: string, purpose: Purpose, code: string): Promise<TriedCode> {
  const { db, config, secret } = ctx;
  const newest = db
    .select({ id: o.id })
    .from(o)
    .where(and(openCodes(ctx, email, purpose), gt(o.expiresAt, sql`now()`)))
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
  const wait =
    (await spentFor(db, ofAll, limit.guessesPerAccount)) ||
    (await spentFor(db, ofOne, limit.guessesPerAccountAndClient));
  if (wait > 0) return { wait };
  if (timingSafeEqual(tried.codeHash, codeHash(secret, code, email, purpose))) return { challenge: tried.id };
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
  and(openCodes(ctx, email, purpose), gt(o.verifiedAt, sql`now() - make_interval(mins => ${PROOF_MINUTES})`));

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
