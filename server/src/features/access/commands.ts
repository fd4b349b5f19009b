import { access } from '@desk/contract/access';
import type { BodyOf } from '@desk/contract/call';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { ActorContext, Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { accountsTable as a, otpChallengesTable as o } from '../../platform/db/tables/accounts.ts';
import { refuse, refuseFor } from '../../platform/http/refusal.ts';
import { endSession, endSessions, openSession } from '../../auth/sessions.ts';
import { attemptAll } from '../../auth/throttle.ts';
import { accountByEmail, type Account } from '../../auth/accounts.ts';
import { consumeCode, attemptCode, waitBeforeCode, waitBeforeGuess } from '../../auth/code-attempts.ts';
import { fromAddress, isProven, sendCode, consumeProof } from '../../auth/codes.ts';
import {
  answerUnknownAccount,
  clearAllAttempts,
  clearClientAttempts,
  clearPause,
  attemptPassword,
  type Own,
} from '../../auth/login-attempts.ts';
import { logSecurityEvent } from '../../platform/log/security-log.ts';
import { hashPassword, isAcceptablePassword, isOutdated, passwordMatches, unlessBusy } from '../../auth/passwords.ts';
import { denyAndAudit, denyForNow } from '../../auth/deny-and-audit.ts';
import { existingAccountMail, noAccountMail } from '../../auth/existing-account-mail.ts';
import { menuOf } from './queries.ts';
import { passwordChangedMail } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

export async function sendAdminOtp(credentials: BodyOf<typeof access.sendAdminOtp>, ctx: Context) {
  const { email } = credentials;
  const tried = await attemptPassword(ctx, 'staff', credentials);
  if ('account' in tried) {
    await clearPause(ctx, email, tried.own);
    await sendCode(ctx, email, 'admin-login');
    return {};
  }
  if (tried.refused === 'busy') refuse(access.sendAdminOtp, 503);
  if (tried.refused === 'throttled') {
    logSecurityEvent(ctx, 'authn_login_lock', { email });
    refuseFor(access.sendAdminOtp, tried.wait);
  }
  logSecurityEvent(ctx, 'authn_login_fail', { email });
  return {};
}

type LoginCall = typeof access.login | typeof access.adminLogin;

/** Refuses a login and records it. */
function denyLogin(kind: LoginCall, email: string, status: 401 | 403 | 404 | 422): never {
  return denyAndAudit<LoginCall>(kind, status, { action: 'login_failed', email });
}
const denyLoginForNow = (call: LoginCall, email: string, wait: number): never =>
  denyForNow<LoginCall>(call, wait, { action: 'login_failed', email });

interface Authenticated {
  account: Account;
  own: Own;
}

/** The active account behind an e-mail and its password. */
async function authenticate(
  ctx: Context,
  call: LoginCall,
  credentials: { email: string; password: string },
): Promise<Authenticated> {
  const { email } = credentials;
  const tried = await attemptPassword(ctx, call === access.login ? 'customer' : 'staff', credentials);
  if ('account' in tried) return tried;
  switch (tried.refused) {
    case 'busy':
      return refuse(call, 503);
    case 'throttled':
      return denyLoginForNow(call, email, tried.wait);
    case 'unknown':
    case 'wrong': {
      const answer = await answerUnknownAccount(ctx, email, tried.refused === 'wrong');
      return typeof answer === 'number' ? denyLogin(call, email, answer) : denyLoginForNow(call, email, answer.wait);
    }
    case 'not active':
      return denyLogin(call, email, 403);
  }
}

async function signIn(ctx: Context, call: LoginCall, { account, own }: Authenticated, password: string) {
  const { client, config } = ctx;
  const { id, email, role, firstLogin } = account;
  // When there is no turn for it now, a later login brings the stored hash up to date.
  const rehashed =
    isOutdated(account.passwordHash) && (await unlessBusy(hashPassword(password, true), () => false as const));
  const signedIn = await ctx.write(async (tx) => {
    // A new password, a suspension or another role has ended all sessions: none may begin after that as things were.
    const same = and(eq(a.passwordHash, account.passwordHash), eq(a.status, 'ACTIVE'), eq(a.role, role));
    const unchanged = and(eq(a.id, id), same, sql`coalesce(${a.passwordEndsAt} > ${NOW}, true)`);
    const held = await tx.select({ id: a.id }).from(a).where(unchanged).for('no key update');
    if (held.length === 0) refuse(call, 503);
    await clearClientAttempts(tx, ctx, email, own);
    if (rehashed) await tx.update(a).set({ passwordHash: rehashed }).where(eq(a.id, id));
    const token = await openSession(tx, id, { ip: client.ip, firstLogin, hours: config.SESSION_HOURS });
    await audit(tx, { actor: account, client }, { action: 'login', subject: 'account', subjectId: id, changes: [] });
    return { email, token, menu: firstLogin ? [] : await menuOf({ db: tx, config }, account), role, firstLogin };
  });
  client.device.remember(account);
  logSecurityEvent(ctx, 'session_opened', { email });
  return signedIn;
}

export async function login(credentials: BodyOf<typeof access.login>, ctx: Context) {
  const authenticated = await authenticate(ctx, access.login, credentials);
  return signIn(ctx, access.login, authenticated, credentials.password);
}

export async function adminLogin({ otp, ...credentials }: BodyOf<typeof access.adminLogin>, ctx: Context) {
  const authenticated = await authenticate(ctx, access.adminLogin, credentials);
  const { account } = authenticated;
  const tried = await attemptCode(ctx, account.email, 'admin-login', otp);
  if (tried && 'wait' in tried) return denyLoginForNow(access.adminLogin, account.email, tried.wait);
  if (!tried || !(await consumeCode(ctx.db, ctx, tried.challenge, 'used')))
    return denyLogin(access.adminLogin, account.email, 422);
  return signIn(ctx, access.adminLogin, authenticated, credentials.password);
}

/** A registration for a known e-mail is refused at once; checks are rate limited per address like requests for a code. */
async function answerKnown(ctx: Context, email: string): Promise<never> {
  const about = { action: 'authz_fail', email } as const;
  const wait = await attemptAll(ctx.db, fromAddress(ctx, true));
  if (wait > 0) denyForNow(access.sendOtp, wait, about);
  return denyAndAudit(access.sendOtp, 403, about);
}

/** The mail sent where no code is of use: to register with an account, or to set the password of none. */
function instead(purpose: 'register' | 'reset', account: Account | undefined, { config }: Context) {
  const sender = senderOf(config);
  if (purpose === 'register') return account && ((recovery?: string) => existingAccountMail(sender, account, recovery));
  return account ? undefined : () => noAccountMail(sender);
}

/**
 * One mail per request, and the same answer, known or not. Without a purpose unknown addresses get a code for
 * registration, known ones a code for a new password.
 */
export async function sendOtp({ email, purpose }: BodyOf<typeof access.sendOtp>, ctx: Context) {
  const account = await accountByEmail(ctx.db, email);
  if (account && purpose === 'register' && !ctx.config.HIDE_ACCOUNT_EXISTENCE) await answerKnown(ctx, email);
  const wanted = purpose ?? (account ? 'reset' : 'register');
  const sent = await sendCode(ctx, account?.email ?? email, wanted, instead(wanted, account, ctx));
  if (sent.outcome === 'too many') return refuseFor(access.sendOtp, sent.wait);
  return { already_sent: sent.outcome === 'already sent', again_in: sent.againIn };
}

export async function verifyOtp({ email, otp }: BodyOf<typeof access.verifyOtp>, ctx: Context) {
  const purpose = (await accountByEmail(ctx.db, email)) ? 'reset' : 'register';
  const wait = await waitBeforeCode(ctx, email, purpose, otp);
  if (wait > 0) refuseFor(access.verifyOtp, wait);
  const tried = await attemptCode(ctx, email, purpose, otp);
  if (tried && 'wait' in tried) refuseFor(access.verifyOtp, tried.wait);
  if (!tried || !(await consumeCode(ctx.db, ctx, tried.challenge, 'verified')))
    denyAndAudit(access.verifyOtp, 401, { action: 'otp_failed', email });
  return {};
}

/**
 * Sets a password, ends all sessions and open codes of the account, and tells its owner, whose browser this is: what others
 * try from then on does not keep it from logging in.
 */
async function setPassword(tx: Db, ctx: Context, account: Account, passwordHash: string) {
  await tx.update(a).set({ passwordHash, firstLogin: false, passwordEndsAt: null }).where(eq(a.id, account.id));
  await endSessions(tx, account.id);
  await clearAllAttempts(tx, account.email);
  await tx
    .update(o)
    .set({ usedAt: NOW })
    .where(and(eq(o.email, account.email), isNull(o.usedAt)));
  await queueMessages(tx, {
    channel: 'Email',
    purpose: 'notice',
    recipient: account.email,
    createdBy: 'system',
    ...passwordChangedMail(senderOf(ctx.config), account.kind),
  });
  await audit(
    tx,
    { actor: account, client: ctx.client },
    { action: 'password_changed', subject: 'account', subjectId: account.id, changes: [] },
  );
  const [now] = await tx.select({ deviceEpoch: a.deviceEpoch }).from(a).where(eq(a.id, account.id));
  if (now) ctx.client.device.remember({ email: account.email, ...now });
}

type Recovery = typeof access.forgotPassword | typeof access.resetAdminPassword;

/**
 * The hash of a new password. Only for a caller that has shown a proof: from the answer one learns what the owner is called
 * and what the present password is. Outside of any transaction, because a hash waits for its turn.
 */
async function newHash(ctx: Context, call: Recovery, account: Account, password: string): Promise<string> {
  const busy = () => refuse<Recovery>(call, 503);
  const isNew =
    (await isAcceptablePassword(password, [account.email, account.name, ctx.config.BRAND_NAME])) &&
    !(await unlessBusy(passwordMatches(account.passwordHash, password, true), busy));
  if (!isNew) refuse<Recovery>(call, 422);
  return unlessBusy(hashPassword(password, true), busy);
}

export async function forgotPassword({ email, otp, new_password }: BodyOf<typeof access.forgotPassword>, ctx: Context) {
  const wait = await waitBeforeCode(ctx, email, 'reset', otp);
  if (wait > 0) refuseFor(access.forgotPassword, wait);
  if (!(await isAcceptablePassword(new_password, [email, ctx.config.BRAND_NAME]))) refuse(access.forgotPassword, 422);
  const account = await accountByEmail(ctx.db, email);
  const tried = await attemptCode(ctx, email, 'reset', otp);
  if (tried && 'wait' in tried) return refuseFor(access.forgotPassword, tried.wait);
  if (!tried || !account) return denyAndAudit(access.forgotPassword, 401, { action: 'otp_failed', email });
  const passwordHash = await newHash(ctx, access.forgotPassword, account, new_password);
  await ctx.write(async (tx) => {
    if (!(await consumeCode(tx, ctx, tried.challenge, 'used'))) refuse(access.forgotPassword, 401);
    await setPassword(tx, ctx, account, passwordHash);
  });
  logSecurityEvent(ctx, 'session_ended', { email });
  return { message: 'Password Changed Successfully' };
}

/** Whether the caller has a session of that account's first login, which is a proof. */
const isFirstLogin = ({ actor }: Context, { id }: Account) => actor?.firstLogin === true && actor.id === id;

/** Takes the proof of who may set this password: the first-login session, or a code verified by this client. */
async function consumeRight(tx: Db, ctx: Context, account: Account): Promise<boolean> {
  if (ctx.actor && isFirstLogin(ctx, account)) return endSession(tx, ctx.actor.tokenHash);
  return consumeProof(tx, ctx, account.email, 'reset');
}

export async function resetAdminPassword({ formData }: BodyOf<typeof access.resetAdminPassword>, ctx: Context) {
  const { email, password } = formData;
  const account = await accountByEmail(ctx.db, email);
  const mayReset = account?.kind === 'staff' && (isFirstLogin(ctx, account) || (await isProven(ctx, email, 'reset')));
  // Recorded to a budget, so that a flood does not fill the database.
  if (!mayReset && (await waitBeforeGuess(ctx)) === 0)
    denyAndAudit(access.resetAdminPassword, 403, { action: 'authz_fail', email });
  if (!mayReset) return refuse(access.resetAdminPassword, 403);
  const passwordHash = await newHash(ctx, access.resetAdminPassword, account, password);
  await ctx.write(async (tx) => {
    if (!(await consumeRight(tx, ctx, account))) refuse(access.resetAdminPassword, 403);
    await setPassword(tx, ctx, account, passwordHash);
  });
  logSecurityEvent(ctx, 'session_ended', { email: account.email });
  return {};
}

export async function logout(_body: unknown, ctx: ActorContext) {
  const { actor, client } = ctx;
  await ctx.write(async (tx) => {
    await endSession(tx, actor.tokenHash);
    await audit(tx, { actor, client }, { action: 'logout', subject: 'account', subjectId: actor.id, changes: [] });
  });
  logSecurityEvent(ctx, 'session_ended');
  return {};
}

export async function editUser({ formData, seen = {} }: BodyOf<typeof access.editUser>, ctx: ActorContext) {
  const next = { name: formData.name, phone: formData.phone_number };
  const isMe = eq(a.id, ctx.actor.id);
  await ctx.write(async (tx) => {
    const [old] = await tx.select({ name: a.name, phone: a.phone }).from(a).where(isMe).for('update');
    if (changesBetween({ name: old?.name, phone_number: old?.phone }, seen).length > 0) refuse(access.editUser, 409);
    const changes = changesBetween(old ?? {}, next);
    // As often as one likes: nothing is kept for ever of what changes nothing.
    if (changes.length === 0) return;
    await tx.update(a).set(next).where(isMe);
    await audit(tx, ctx, { action: 'profile_changed', subject: 'account', subjectId: ctx.actor.id, changes });
  });
  return {};
}
