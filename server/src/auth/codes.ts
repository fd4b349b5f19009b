import { acquireLockOf } from '../platform/db/locks.ts';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { expireQueued, queueMessages } from '../platform/outbox/outbox.ts';
import { otpChallengesTable as o } from '../platform/db/tables/accounts.ts';
import { addressKey, attemptAll } from './throttle.ts';
import type { ComposedMail } from '../platform/mail/content.ts';
import { knownDevice } from './accounts.ts';
import { AFTER_PASSWORD, CODE_MINUTES, codeMail, type Purpose, RECOVERY_HOURS } from './code-mail.ts';
import { limits } from './limits.ts';
import { makeRecoveryCode } from './recovery.ts';
import { codeHash } from '../platform/crypto/secret.ts';
import { sealMail } from '../platform/mail/seal.ts';
import { at, NOW } from '../platform/db/now.ts';

export const CODE_TRIES = 5;
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

/** Result of a request for a code: sent, one was sent a short while ago and is still valid, or rate limited. `againIn`, `wait`: seconds. */
export type Sent = { outcome: 'sent' | 'already sent'; againIn: number } | { outcome: 'too many'; wait: number };

/**
 * The purpose that a code is rate limited as. Where nobody may learn which e-mails are known, the two that anybody may ask for are one: a
 * code for the purpose that an e-mail cannot have must delay, end and use up what one for the other does.
 */
export const countedAs = ({ config }: Pick<Context, 'config'>, purpose: Purpose): Purpose | 'any' =>
  config.HIDE_ACCOUNT_EXISTENCE && !AFTER_PASSWORD.has(purpose) ? 'any' : purpose;

const ofThisClient = ({ client }: Context, email: string) =>
  and(eq(o.email, email), eq(o.client, client.challenge ?? ''), isNull(o.usedAt));

/** Codes that this client asked for and that were not used, of all purposes that count as that one. */
export const openCodes = (ctx: Context, email: string, purpose: Purpose) =>
  and(
    ofThisClient(ctx, email),
    inArray(o.purpose, countedAs(ctx, purpose) === 'any' ? ['reset', 'register'] : [purpose]),
  );

/** Seconds until another code would be sent in place of the newest one; 0 where there is none that is still fresh. */
async function freshFor(tx: Db, ctx: Context, email: string, purpose: Purpose): Promise<number> {
  const left = sql<number>`ceil(${RESEND_SECONDS} - extract(epoch from ${at(ctx.now())} - ${o.createdAt}))::int`;
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
    .set({ usedAt: NOW })
    .where(openCodes(ctx, email, purpose))
    .returning({ id: o.id });
  if (ended.length > 0) await expireQueued(tx, ...ended.map(({ id }) => keyOfMail(id)));
}

interface CodeRequest {
  email: string;
  purpose: Purpose;
  /** The mail sent in place of a code, where none is of use; a client cannot tell the two apart. */
  instead: Instead | undefined;
}

/** @param recovery the long code for a new password, where the e-mail has an account */
export type Instead = (recovery: string | undefined) => ComposedMail;

/** Whether the e-mail has an account: where it has, no code registers it, and where it has none, no code sets its password. */
const isKnown = ({ purpose, instead }: CodeRequest): boolean => (purpose === 'register') === (instead !== undefined);

/** Mails a code, or what is said in its place; with the long code for a new password where the e-mail has an account. */
async function mailCode(
  tx: Db,
  ctx: Context,
  { request, id, code }: { request: CodeRequest; id: number; code: string },
) {
  const { email, purpose, instead } = request;
  const { config, secret } = ctx;
  // With every mail that is counted: who is told that there were too many has one of the last hours.
  const recovers = !AFTER_PASSWORD.has(purpose) && isKnown(request);
  const recovery = recovers ? await makeRecoveryCode(tx, ctx, email) : undefined;
  const mail = instead?.(recovery) ?? codeMail(config.BRAND_NAME, purpose, code, recovery);
  const sent = { channel: 'Email', recipient: email, createdBy: 'system', dedupeKey: keyOfMail(id) } as const;
  if (instead && !recovers) return queueMessages(tx, { ...sent, purpose: 'notice', ...mail });
  const minutes = instead ? RECOVERY_HOURS * 60 : CODE_MINUTES;
  const expiresAt = new Date(ctx.now().getTime() + minutes * 60_000);
  return queueMessages(tx, { ...sent, purpose: 'otp', ...sealMail(secret, mail), expiresAt });
}

/** Makes a code and mails it; a mute one is made and not mailed. */
async function makeCode(tx: Db, ctx: Context, request: CodeRequest, isMute: boolean) {
  const { email, purpose, instead } = request;
  // In place of a code that nobody is sent one that nobody can guess.
  const code = instead || isMute ? randomBytes(32).toString('hex') : String(randomInt(1_000_000)).padStart(6, '0');
  const made = ctx.now();
  const [challenge] = await tx
    .insert(o)
    .values({
      email,
      purpose,
      client: ctx.client.challenge ?? '',
      codeHash: codeHash(ctx.secret, code, email, purpose),
      createdAt: made,
      expiresAt: new Date(made.getTime() + CODE_MINUTES * 60_000),
    })
    .returning({ id: o.id });
  if (!isMute) await mailCode(tx, ctx, { request, id: challenge?.id ?? 0, code });
}

/**
 * The counters of a request for a code. An anonymous client can only use up those of anonymous clients: a code of a login
 * comes after the right password only, a device that logged in as somebody has budgets of its own, and mailboxes that have
 * no account are counted apart from those that have one.
 */
async function budgetsOf(ctx: Context, request: CodeRequest) {
  const { email, purpose } = request;
  const { client, config } = ctx;
  const limit = limits(config.RATE_PROFILE);
  const device = await knownDevice(ctx, email);
  // Mails to the other spellings of a mailbox have no code for its account: they must not use up those that have.
  const isOwn = config.HIDE_ACCOUNT_EXISTENCE ? mailbox(email) === email.toLowerCase() : isKnown(request);
  const anybodys = `${countedAs(ctx, purpose)}:${short(mailbox(email))}${isOwn ? '' : ':others'}`;
  const recipient = device === undefined ? anybodys : `${anybodys}:${device}`;
  const isTheirs = AFTER_PASSWORD.has(purpose) || device !== undefined;
  const each = [fromAddress({ client, config }, isKnown(request))];
  const all = isKnown(request)
    ? (['codes:known', limit.codesToKnown] as const)
    : (['codes:unknown', limit.codesToUnknown] as const);
  return {
    ofAddress: isTheirs ? [] : each,
    ofAll: isTheirs ? [] : [all],
    ofMailbox: [
      [`codes-hour:${recipient}`, limit.codesPerHour] as const,
      [`codes-day:${recipient}`, limit.codesPerDay] as const,
      ...(device === undefined ? [] : [[`codes-day:${anybodys}:devices`, limit.codesByDevices] as const]),
    ],
  };
}

/** The counter of an address that asks for codes. Where nobody may learn which e-mails are known, both kinds count as one. */
export const fromAddress = ({ client, config }: Pick<Context, 'client' | 'config'>, isKnown: boolean) => {
  const kind = config.HIDE_ACCOUNT_EXISTENCE ? 'any' : isKnown ? 'known' : 'unknown';
  return [`codes-address:${kind}:${addressKey(client.ip)}`, limits(config.RATE_PROFILE).codesPerAddress] as const;
};

/**
 * Sends a code unless one is still fresh or too many were sent; for an e-mail and a purpose one after the other, so that of
 * those who ask with one cookie at the same moment one is sent something.
 */
export async function sendCode(ctx: Context, email: string, purpose: Purpose, instead?: Instead): Promise<Sent> {
  const { db, config } = ctx;
  const request = { email, purpose, instead };
  const { ofAddress, ofAll, ofMailbox } = await budgetsOf(ctx, request);
  const before = await freshFor(db, ctx, email, purpose);
  if (before > 0) return { outcome: 'already sent', againIn: before };
  // Outside the transaction: what all share is not held while one of them works.
  const most = await attemptAll(db, ...ofAddress);
  if (most > 0) return { outcome: 'too many', wait: most };
  const altogether = await attemptAll(db, ...ofAll);
  // Told, it would say which e-mails are known: they have another budget.
  const isMute = altogether > 0 && config.HIDE_ACCOUNT_EXISTENCE;
  if (altogether > 0 && !isMute) return { outcome: 'too many', wait: altogether };
  return db.transaction(async (tx): Promise<Sent> => {
    await acquireLockOf(tx, 'one-time code', `${countedAs(ctx, purpose)}:${email.toLowerCase()}`);
    const againIn = await freshFor(tx, ctx, email, purpose);
    if (againIn > 0) return { outcome: 'already sent', againIn };
    const wait = await attemptAll(tx, ...ofMailbox);
    if (wait > 0) return { outcome: 'too many', wait };
    await endEarlier(tx, ctx, email, purpose);
    await makeCode(tx, ctx, request, isMute);
    return { outcome: 'sent', againIn: RESEND_SECONDS };
  });
}

/** A code for that e-mail and purpose that this client verified a short while ago and that proved nothing yet. */
const proof = (ctx: Context, email: string, purpose: Purpose) =>
  and(
    ofThisClient(ctx, email),
    eq(o.purpose, purpose),
    gt(o.verifiedAt, sql`${NOW} - make_interval(mins => ${PROOF_MINUTES})`),
  );

/** Whether this client has just shown that it reads the mail of that address. The proof stays. */
export const isProven = async (ctx: Context, email: string, purpose: 'reset' | 'register'): Promise<boolean> =>
  (await ctx.db.$count(o, proof(ctx, email, purpose))) > 0;

/** Takes that proof, which only one of many can; `tx` must be the transaction of what it proves. */
export async function consumeProof(
  tx: Db,
  ctx: Context,
  email: string,
  purpose: 'reset' | 'register',
): Promise<boolean> {
  const taken = await tx
    .update(o)
    .set({ usedAt: NOW })
    .where(proof(ctx, email, purpose))
    .returning({ id: o.id });
  return taken.length > 0;
}
