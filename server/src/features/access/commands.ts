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
import { isSpent, mayTryCode, PROOF_MINUTES, sendCode, short, takeCode, tryCode } from '../../security/codes.ts';
import { note } from '../../security/log.ts';

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

/**
 * What somebody learns who tries an unknown e-mail. That it is unknown has a budget: once an address has spent its own,
 * it learns nothing more, known or not; once all have spent theirs, unknown is told like a wrong password.
 */
async function answerToUnknown({ db, client, config }: Context, email: string): Promise<401 | 404 | 429> {
  const limit = limits(config.RATE_PROFILE);
  const from = addressKey(client.ip);
  if (config.HIDE_ACCOUNT_EXISTENCE || (await isSpent(db, 'unknown', limit.unknownAltogether.hits))) return 401;
  const isNew = await attempt(db, `unknown-one:${from}:${short(email)}`, { ...limit.unknownPerAddress, hits: 1 });
  if (!isNew) return 404;
  if (!(await attempt(db, `unknown:${from}`, limit.unknownPerAddress))) return 429;
  return (await attempt(db, 'unknown', limit.unknownAltogether)) ? 404 : 401;
}

/** Runs a hash; when too many are under way, `busy` decides. */
const hashing = <T, B>(work: Promise<T>, busy: () => B): Promise<T | B> =>
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
  if (!(await mayTryPassword(ctx, email))) {
    note(ctx, 'authn_login_lock', { email });
    refuse(access.sendAdminOtp, 429);
  }
  const { account, matches } = await staffWithPassword(ctx, email, password, () => refuse(access.sendAdminOtp, 503));
  if (!account || !matches || account.status !== 'ACTIVE') {
    note(ctx, 'authn_login_fail', { email });
    return {};
  }
  await forgive(ctx.db, `login:${short(email)}:${addressKey(ctx.client.ip)}`);
  await sendCode(ctx, email, 'admin-login');
  return {};
}

/** Refuses a login and records it. A throttled one is only logged, so that a flood does not fill the database. */
async function failLogin(ctx: Context, email: string, status: 401 | 403 | 404 | 422 | 429): Promise<never> {
  const { db, client } = ctx;
  if (status === 429) note(ctx, 'authn_login_lock', { email });
  else {
    note(ctx, 'authn_login_fail', { email, status });
    const changes = [{ field: 'email', old: null, new: email }];
    await audit(db, { client }, { action: 'login_failed', subject: 'account', changes });
  }
  return refuse(access.adminLogin, status);
}

export async function adminLogin({ email, password, otp }: BodyOf<typeof access.adminLogin>, ctx: Context) {
  const { db, client, config } = ctx;
  if (!(await mayTryPassword(ctx, email))) await failLogin(ctx, email, 429);
  const { account, matches } = await staffWithPassword(ctx, email, password, () => refuse(access.adminLogin, 503));
  if (!account) return failLogin(ctx, email, await answerToUnknown(ctx, email));
  if (!matches) return failLogin(ctx, email, 401);
  if (account.status !== 'ACTIVE') return failLogin(ctx, email, 403);
  const challenge = await tryCode(ctx, email, 'admin-login', otp);
  if (challenge === undefined || !(await takeCode(db, challenge, 'used'))) return failLogin(ctx, email, 422);
  await forgive(db, `login:${short(email)}:${addressKey(client.ip)}`);
  await forgive(db, `login-account:${short(email)}`);
  // When there is no turn for it now, a later login brings the stored hash up to date.
  const rehashed = isOutdated(account.passwordHash) && (await hashing(hashPassword(password), () => false as const));
  const signedIn = await db.transaction(async (tx) => {
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
  note(ctx, 'session_opened', { email });
  return signedIn;
}

/** Unknown addresses get a code for registration, known ones a code for a new password: same answer, one mail each. */
export async function sendOtp({ email }: BodyOf<typeof access.sendOtp>, ctx: Context) {
  const account = await accountByEmail(ctx.db, email);
  await sendCode(ctx, account?.email ?? email, account ? 'reset' : 'register');
  return {};
}

export async function verifyOtp({ email, otp }: BodyOf<typeof access.verifyOtp>, ctx: Context) {
  if (!(await mayTryCode(ctx))) refuse(access.verifyOtp, 429);
  const account = await accountByEmail(ctx.db, email);
  const challenge = await tryCode(ctx, email, account ? 'reset' : 'register', otp);
  if (challenge === undefined || !(await takeCode(ctx.db, challenge, 'verified'))) refuse(access.verifyOtp, 401);
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
  if (!(await mayTryCode(ctx))) refuse(access.forgotPassword, 429);
  if (!(await isAcceptable(new_password, [email, ctx.config.BRAND_NAME]))) refuse(access.forgotPassword, 422);
  const account = await accountByEmail(ctx.db, email);
  const challenge = await tryCode(ctx, email, 'reset', otp);
  if (challenge === undefined || !account) return refuse(access.forgotPassword, 401);
  // Only whoever has the code may learn from an answer what the owner is called.
  if (!(await isAcceptable(new_password, [account.name]))) refuse(access.forgotPassword, 422);
  const passwordHash = await hashing(hashPassword(new_password), () => refuse(access.forgotPassword, 503));
  await ctx.db.transaction(async (tx) => {
    if (!(await takeCode(tx, challenge, 'used'))) refuse(access.forgotPassword, 401);
    await setPassword(tx, ctx, account, passwordHash);
  });
  note(ctx, 'session_ended', { email });
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
  const busy = () => refuse(access.resetAdminPassword, 503);
  await ctx.db.transaction(async (tx) => {
    // First the proof: nobody else may learn from an answer what the password or the name is.
    if (!(await takeProof(tx, ctx, account))) refuse(access.resetAdminPassword, 403);
    const own = [account.email, account.name, ctx.config.BRAND_NAME];
    const isNew =
      (await isAcceptable(formData.password, own)) &&
      !(await hashing(passwordMatches(account.passwordHash, formData.password), busy));
    if (!isNew) refuse(access.resetAdminPassword, 422);
    await setPassword(tx, ctx, account, await hashing(hashPassword(formData.password), busy));
  });
  note(ctx, 'session_ended', { email: account.email });
  return {};
}

export async function logout(_body: unknown, ctx: ActorContext) {
  const { db, actor, client } = ctx;
  await db.transaction(async (tx) => {
    await endSession(tx, actor.tokenHash);
    await audit(tx, { actor, client }, { action: 'logout', subject: 'account', subjectId: actor.id, changes: [] });
  });
  note(ctx, 'session_ended');
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
