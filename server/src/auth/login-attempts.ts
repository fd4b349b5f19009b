import { sql } from 'drizzle-orm';
import type { Actor, Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { addressKey, attempt, attemptAll, clearCounters, uncount, keysUnder, secondsUntilReset } from './throttle.ts';
import { accountByEmail, knownDevice, type Account } from './accounts.ts';
import { isProven, short } from './codes.ts';
import { limits } from './limits.ts';
import { passwordMatches, unlessBusy } from './passwords.ts';

/**
 * Budgets of a client that has proved to be the owner's: a device that logged in as that account before, or a client that has
 * just read a code in its mailbox. They are apart, so that nobody else's attempts block the owner's login.
 */
async function ownClient(ctx: Context, email: string): Promise<Own> {
  const device = await knownDevice(ctx, email);
  if (device !== undefined) return { name: device, isDevice: true };
  return { name: (await isProven(ctx, email, 'reset')) ? ctx.client.challenge : undefined, isDevice: false };
}

export interface Own {
  /** Undefined: anybody's. */
  name: string | undefined;
  isDevice: boolean;
}

const pauseKey = ({ client }: Context, email: string, { name }: Own) =>
  `login:${short(email)}:${name ?? addressKey(client.ip)}`;

/** The counters of an account by the day: of unknown clients together, or of one own client and of all own devices together. */
function dayLimits({ config }: Context, email: string, { name, isDevice }: Own) {
  const limit = limits(config.RATE_PROFILE);
  const key = `login-account:${short(email)}`;
  if (name === undefined) return [[key, limit.loginPerAccount] as const];
  const one = [`${key}:${name}`, limit.loginPerAccount] as const;
  return isDevice ? [one, [`${key}:devices`, limit.loginByDevices] as const] : [one];
}

/** Counts an attempt at a password. @returns the seconds to wait once any of its limits is reached. Before any hashing, for both logins. */
async function waitBeforePassword(ctx: Context, email: string, own: Own): Promise<number> {
  const { db, client, config } = ctx;
  const limit = limits(config.RATE_PROFILE);
  const from = own.name ?? addressKey(client.ip);
  const unknown = { ...limit.unknownPerAddress, hits: limit.unknownPerAddress.hits + 1 };
  const spent = own.name === undefined ? await secondsUntilReset(db, `unknown:${from}`, unknown) : 0;
  if (spent > 0) return spent;
  return attemptAll(
    db,
    [`login-address:${from}`, limit.loginPerAddress],
    [pauseKey(ctx, email, own), limit.loginPerAccountAndAddress],
    ...dayLimits(ctx, email, own),
  );
}

type PasswordAttempt =
  | { account: Account; own: Own }
  | { refused: 'throttled'; wait: number }
  | { refused: 'busy' | 'unknown' | 'wrong' | 'not active' };

/**
 * Tries a password of staff or of a customer; who belongs to the other login is unknown. An unknown e-mail
 * costs a hash like a known one, and how an account stands is told only after the right password.
 */
export async function attemptPassword(
  ctx: Context,
  kind: Actor['kind'],
  { email, password }: { email: string; password: string },
): Promise<PasswordAttempt> {
  const own = await ownClient(ctx, email);
  const wait = await waitBeforePassword(ctx, email, own);
  if (wait > 0) return { refused: 'throttled', wait };
  const found = await accountByEmail(ctx.db, email);
  const account = found?.kind === kind ? found : undefined;
  const matches = await unlessBusy(
    passwordMatches(account?.passwordHash, password, own.name !== undefined),
    () => undefined,
  );
  if (matches === undefined) return { refused: 'busy' };
  if (!account) return { refused: 'unknown' };
  if (!matches || account.passwordEnded) return { refused: 'wrong' };
  // The days count what was wrong.
  await Promise.all(dayLimits(ctx, email, own).map(([key]) => uncount(ctx.db, key, 0)));
  return account.status === 'ACTIVE' ? { account, own } : { refused: 'not active' };
}

/**
 * The answer to an unknown e-mail, or a wrong password. That an e-mail is unknown has a budget: once an address
 * has spent its own, it learns nothing more, known or not; once all have spent theirs, or where it is never told, both are
 * answered and counted alike. An own client is nobody who looks for e-mails.
 */
export async function answerUnknownAccount(
  ctx: Context,
  email: string,
  isKnown: boolean,
): Promise<401 | 404 | { wait: number }> {
  const { db, client, config } = ctx;
  const limit = limits(config.RATE_PROFILE);
  const from = addressKey(client.ip);
  const isHidden =
    config.HIDE_ACCOUNT_EXISTENCE || (await secondsUntilReset(db, 'unknown', limit.unknownAltogether)) > 0;
  if (isKnown && (!isHidden || (await ownClient(ctx, email)).name !== undefined)) return 401;
  const isNew = await attempt(db, `unknown-one:${from}:${short(email)}`, { ...limit.unknownPerAddress, hits: 1 });
  const wait = isNew ? await attemptAll(db, [`unknown:${from}`, limit.unknownPerAddress]) : 0;
  if (wait > 0) return { wait };
  if (isHidden) return 401;
  return !isNew || (await attempt(db, 'unknown', limit.unknownAltogether)) ? 404 : 401;
}

/** The right password came: the pauses of that account and client are over. What others tried stays counted. */
export const clearPause = (ctx: Context, email: string, own: Own) => clearCounters(ctx.db, pauseKey(ctx, email, own));

/** The person is in: the attempts of that client are not held against the account any more. */
export const clearClientAttempts = (tx: Db, ctx: Context, email: string, own: Own) =>
  clearCounters(
    tx,
    pauseKey(ctx, email, own),
    ...(own.name === undefined ? [] : [`login-account:${short(email)}:${own.name}`]),
  );

/** The owner has a new password: nothing that anybody tried is held against the account any more. */
export async function clearAllAttempts(db: Db, email: string): Promise<void> {
  const account = `login-account:${short(email)}`;
  const clearUnder = (prefix: string) => db.execute(sql`delete from throttles where ${keysUnder(prefix)}`);
  // In the order in which a login counts, which may be under way.
  await clearUnder(`login:${short(email)}:`);
  await clearCounters(db, account);
  await clearUnder(`${account}:`);
}
