import { access } from '@desk/contract/access';
import type { BodyOf } from '@desk/contract/call';
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { ActorContext, Context, Db } from '../../context.ts';
import { audit, changesBetween } from '../../db/audit.ts';
import { post } from '../../db/outbox.ts';
import { accountsTable as a, otpChallengesTable as o } from '../../db/tables/accounts.ts';
import { refuse } from '../../http/refusal.ts';
import { endSession, endSessions, openSession } from '../../http/sessions.ts';
import { addressKey, attempt, forgive } from '../../http/throttle.ts';
import { hashPassword, isAcceptable, isOutdated, passwordMatches, TooManyHashes } from '../../security/passwords.ts';
import { accountByEmail, menuOf } from './queries.ts';
import { passwordChangedMail } from './rules.ts';
import { limits } from '../../security/limits.ts';
import { codeIsRight, isSpent, PROOF_MINUTES, sendCode, short } from '../../security/codes.ts';

const minutesAgo = (minutes: number) => sql`now() - make_interval(mins => ${minutes})`;

/** Counts an attempt at a password; false once any of its limits is reached. Before any hashing. */
async function mayTryPassword({ db, client, config }: Context, email: string): Promise<boolean> {
  const limit = limits(config.RATE_PROFILE);
  const from = addressKey(client.ip);
  return (
    !(await isSpent(db, `unknown:${from}`, limit.unknownPerAddress.hits + 1)) &&
    (await attempt(db, `login-address:${from}`, limit.loginPerAddress)) &&
    (await attempt(db, `login:${short(email)}:${from}`, limit.loginPerAccountAndAddress)) &&
    (await attempt(db, `login-account:${short(email)}`, limit.loginPerAccount))
  );
}

/** Answers about unknown e-mails have a budget; once it is spent the client learns nothing more. */
async function mayLearnUnknown({ db, client, config }: Context, email: string): Promise<boolean> {
  const limit = limits(config.RATE_PROFILE);
  const from = addressKey(client.ip);
  const isNew = await attempt(db, `unknown-one:${from}:${short(email)}`, { ...limit.unknownPerAddress, hits: 1 });
  if (!isNew) return true;
  return (
    (await attempt(db, `unknown:${from}`, limit.unknownPerAddress)) && attempt(db, 'unknown', limit.unknownAltogether)
  );
}

/** Runs a hash; too many at once are the call's own 503. */
const hashing = <T>(work: Promise<T>, busy: () => never): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof TooManyHashes) return busy();
    throw error;
  });

async function staffWithPassword(ctx: Context, email: string, password: string, busy: () => never) {
  const found = await accountByEmail(ctx.db, email);
  const account = found?.kind === 'staff' ? found : undefined;
  const matches = await hashing(passwordMatches(account?.passwordHash, password), busy);
  return { account, matches };
}

export async function sendAdminOtp({ email, password }: BodyOf<typeof access.sendAdminOtp>, ctx: Context) {
  if (!(await mayTryPassword(ctx, email))) refuse(access.sendAdminOtp, 429);
  const { account, matches } = await staffWithPassword(ctx, email, password, () => refuse(access.sendAdminOtp, 503));
  if (!account || !matches || account.status !== 'ACTIVE') return {};
  await forgive(ctx.db, `login:${short(email)}:${addressKey(ctx.client.ip)}`);
  await sendCode(ctx, email, 'admin-login');
  return {};
}

export async function adminLogin({ email, password, otp }: BodyOf<typeof access.adminLogin>, ctx: Context) {
  const { db, client, config } = ctx;
  const failed = async (status: 401 | 403 | 404 | 422 | 429): Promise<never> => {
    ctx.log.warn({ event: 'authn_login_fail', status, email });
    await audit(
      db,
      { client },
      { action: 'login_failed', subject: 'account', changes: [{ field: 'email', old: null, new: email }] },
    );
    return refuse(access.adminLogin, status);
  };
  if (!(await mayTryPassword(ctx, email))) await failed(429);
  const { account, matches } = await staffWithPassword(ctx, email, password, () => refuse(access.adminLogin, 503));
  if (!account) {
    if (config.HIDE_ACCOUNT_EXISTENCE) return failed(401);
    return failed((await mayLearnUnknown(ctx, email)) ? 404 : 429);
  }
  if (!matches) return failed(401);
  if (account.status !== 'ACTIVE') return failed(403);
  if (!(await codeIsRight(ctx, email, 'admin-login', otp, 'used'))) return failed(422);
  await forgive(db, `login:${short(email)}:${addressKey(client.ip)}`);
  await forgive(db, `login-account:${short(email)}`);
  const rehashed = isOutdated(account.passwordHash) ? await hashPassword(password) : undefined;
  return db.transaction(async (tx) => {
    if (rehashed) await tx.update(a).set({ passwordHash: rehashed }).where(eq(a.id, account.id));
    const token = await openSession(tx, account.id, {
      ip: client.ip,
      firstLogin: account.firstLogin,
      hours: config.SESSION_HOURS,
    });
    await audit(
      tx,
      { actor: account, client },
      { action: 'login', subject: 'account', subjectId: account.id, changes: [] },
    );
    const menu = account.firstLogin ? [] : await menuOf(tx, account);
    return { email: account.email, token, menu, role: account.role, firstLogin: account.firstLogin };
  });
}

/** Unknown addresses get a code for registration, known ones a code for a new password: same answer, one mail each. */
export async function sendOtp({ email }: BodyOf<typeof access.sendOtp>, ctx: Context) {
  const account = await accountByEmail(ctx.db, email);
  await sendCode(ctx, account?.email ?? email, account ? 'reset' : 'register');
  return {};
}

export async function verifyOtp({ email, otp }: BodyOf<typeof access.verifyOtp>, ctx: Context) {
  const account = await accountByEmail(ctx.db, email);
  if (!(await codeIsRight(ctx, email, account ? 'reset' : 'register', otp, 'verified'))) refuse(access.verifyOtp, 401);
  return {};
}

/** Sets a password, ends all sessions and open codes of the account, and tells its owner. */
async function setPassword(tx: Db, ctx: Context, account: typeof a.$inferSelect, passwordHash: string) {
  await tx.update(a).set({ passwordHash, firstLogin: false }).where(eq(a.id, account.id));
  await endSessions(tx, account.id);
  await tx
    .update(o)
    .set({ usedAt: sql`now()` })
    .where(and(eq(o.email, account.email), isNull(o.usedAt)));
  await post(tx, {
    channel: 'Email',
    purpose: 'notice',
    recipient: account.email,
    createdBy: 'system',
    ...passwordChangedMail(ctx.config.BRAND_NAME),
  });
  await audit(
    tx,
    { actor: account, client: ctx.client },
    { action: 'password_changed', subject: 'account', subjectId: account.id, changes: [] },
  );
}

export async function forgotPassword({ email, otp, new_password }: BodyOf<typeof access.forgotPassword>, ctx: Context) {
  const account = await accountByEmail(ctx.db, email);
  if (!isAcceptable(new_password, [email, ctx.config.BRAND_NAME])) refuse(access.forgotPassword, 422);
  if (!(await codeIsRight(ctx, email, 'reset', otp, 'used')) || !account) return refuse(access.forgotPassword, 401);
  const passwordHash = await hashing(hashPassword(new_password), () => refuse(access.forgotPassword, 503));
  await ctx.db.transaction((tx) => setPassword(tx, ctx, account, passwordHash));
  return { message: 'Password Changed Successfully' };
}

/** One fresh proof for that e-mail by this client: its first-login session, or a code it verified. Taken once. */
async function takeProof(tx: Db, ctx: Context, account: typeof a.$inferSelect): Promise<boolean> {
  if (ctx.actor?.firstLogin && ctx.actor.id === account.id)
    return (await endSession(tx, ctx.actor.tokenHash)).rowCount === 1;
  const proof = and(eq(o.email, account.email), eq(o.purpose, 'reset'), inArray(o.client, [...ctx.client.challenges]));
  const fresh = and(isNull(o.usedAt), gt(o.verifiedAt, minutesAgo(PROOF_MINUTES)));
  const taken = await tx
    .update(o)
    .set({ usedAt: sql`now()` })
    .where(and(proof, fresh))
    .returning({ id: o.id });
  return taken.length > 0;
}

export async function resetAdminPassword({ formData }: BodyOf<typeof access.resetAdminPassword>, ctx: Context) {
  const account = await accountByEmail(ctx.db, formData.email);
  if (!account || account.kind !== 'staff') return refuse(access.resetAdminPassword, 403);
  if (!isAcceptable(formData.password, [account.email, account.name, ctx.config.BRAND_NAME]))
    refuse(access.resetAdminPassword, 422);
  await ctx.db.transaction(async (tx) => {
    if (!(await takeProof(tx, ctx, account))) refuse(access.resetAdminPassword, 403);
    const passwordHash = await hashing(hashPassword(formData.password), () => refuse(access.resetAdminPassword, 503));
    await setPassword(tx, ctx, account, passwordHash);
  });
  return {};
}

export async function logout(_body: unknown, { db, actor, client }: ActorContext) {
  await db.transaction(async (tx) => {
    await endSession(tx, actor.tokenHash);
    await audit(tx, { actor, client }, { action: 'logout', subject: 'account', subjectId: actor.id, changes: [] });
  });
  return {};
}

export async function editUser({ formData }: BodyOf<typeof access.editUser>, ctx: ActorContext) {
  const { db, actor } = ctx;
  const next = { name: formData.name, phone: formData.phone_number };
  await db.transaction(async (tx) => {
    const [old] = await tx.select({ name: a.name, phone: a.phone }).from(a).where(eq(a.id, actor.id)).for('update');
    await tx.update(a).set(next).where(eq(a.id, actor.id));
    await audit(tx, ctx, {
      action: 'profile_changed',
      subject: 'account',
      subjectId: actor.id,
      changes: changesBetween(old ?? {}, next),
    });
  });
  return {};
}
