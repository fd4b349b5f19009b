import { sql } from 'drizzle-orm';
import type { Actor, Context, Db } from '../context.ts';
import { addressKey, attempt, forgive } from '../http/throttle.ts';
import { accountByEmail, type Account } from './accounts.ts';
import { isProven, isSpent, short } from './codes.ts';
import { limits } from './limits.ts';
import { passwordMatches, unlessBusy } from './passwords.ts';

/**
 * What belongs to whoever has shown to be the owner: a device that logged in as that account before, or a client that has just
 * read a code in its mailbox. It has budgets of its own, so that nobody else's attempts end its login.
 */
async function ownClient(ctx: Context, email: string): Promise<string | undefined> {
  const { device, challenge } = ctx.client;
  return device.of(email) ?? ((await isProven(ctx, email, 'reset')) ? challenge : undefined);
}

const pauseKey = ({ client }: Context, email: string, own: string | undefined) =>
  `login:${short(email)}:${own ?? addressKey(client.ip)}`;

/** Counts an attempt at a password; false once any of its limits is reached. Before any hashing, whatever the door. */
async function mayTryPassword(ctx: Context, email: string, own: string | undefined): Promise<boolean> {
  const { db, client, config } = ctx;
  const limit = limits(config.RATE_PROFILE);
  const from = own ?? addressKey(client.ip);
  const account = `login-account:${short(email)}`;
  return (
    (own !== undefined || !(await isSpent(db, `unknown:${from}`, limit.unknownPerAddress.hits + 1))) &&
    (await attempt(db, `login-address:${from}`, limit.loginPerAddress)) &&
    (await attempt(db, pauseKey(ctx, email, own), limit.loginPerAccountAndAddress)) &&
    (await attempt(db, own === undefined ? account : `${account}:${own}`, limit.loginPerAccount))
  );
}

type Tried = { account: Account } | { refused: 'throttled' | 'busy' | 'unknown' | 'wrong' | 'not active' };

/**
 * Tries a password at the door of staff or of customers; who belongs to the other one is unknown. An unknown e-mail
 * costs a hash like a known one, and how an account stands is told only after the right password.
 */
export async function tryPassword(
  ctx: Context,
  kind: Actor['kind'],
  { email, password }: { email: string; password: string },
): Promise<Tried> {
  const own = await ownClient(ctx, email);
  if (!(await mayTryPassword(ctx, email, own))) return { refused: 'throttled' };
  const found = await accountByEmail(ctx.db, email);
  const account = found?.kind === kind ? found : undefined;
  const matches = await unlessBusy(
    passwordMatches(account?.passwordHash, password, own !== undefined),
    () => undefined,
  );
  if (matches === undefined) return { refused: 'busy' };
  if (!account) return { refused: 'unknown' };
  if (!matches || account.passwordEnded) return { refused: 'wrong' };
  return account.status === 'ACTIVE' ? { account } : { refused: 'not active' };
}

/**
 * What somebody learns who tries an unknown e-mail. That it is unknown has a budget: once an address has spent its own,
 * it learns nothing more, known or not; once all have spent theirs, unknown is told like a wrong password.
 */
export async function answerToUnknown({ db, client, config }: Context, email: string): Promise<401 | 404 | 429> {
  const limit = limits(config.RATE_PROFILE);
  const from = addressKey(client.ip);
  if (config.HIDE_ACCOUNT_EXISTENCE || (await isSpent(db, 'unknown', limit.unknownAltogether.hits))) return 401;
  const isNew = await attempt(db, `unknown-one:${from}:${short(email)}`, { ...limit.unknownPerAddress, hits: 1 });
  if (!isNew) return 404;
  if (!(await attempt(db, `unknown:${from}`, limit.unknownPerAddress))) return 429;
  return (await attempt(db, 'unknown', limit.unknownAltogether)) ? 404 : 401;
}

/** The right password came: the pauses of that account and client are over. */
export const forgivePause = async (ctx: Context, email: string) =>
  forgive(ctx.db, pauseKey(ctx, email, await ownClient(ctx, email)));

/** The person is in, or has a new password: nothing that anybody tried is held against the account any more. */
export const forgiveAll = (db: Db, email: string) =>
  db.execute(sql`delete from throttles where starts_with(key, ${`login:${short(email)}:`})
    or starts_with(key, ${`login-account:${short(email)}`})`);
