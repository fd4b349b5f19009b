import { sql } from 'drizzle-orm';
import type { Actor, Context, Db } from '../context.ts';
import { addressKey, attempt, attemptAll, forgive, spentFor } from '../http/throttle.ts';
import { accountByEmail, type Account } from './accounts.ts';
import { isProven, short } from './codes.ts';
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

/** Counts an attempt at a password. @returns the seconds to wait once any of its limits is reached. Before any hashing, whatever the door. */
async function waitBeforePassword(ctx: Context, email: string, own: string | undefined): Promise<number> {
  const { db, client, config } = ctx;
  const limit = limits(config.RATE_PROFILE);
  const from = own ?? addressKey(client.ip);
  const account = `login-account:${short(email)}`;
  const unknown = { ...limit.unknownPerAddress, hits: limit.unknownPerAddress.hits + 1 };
  const spent = own === undefined ? await spentFor(db, `unknown:${from}`, unknown) : 0;
  if (spent > 0) return spent;
  return attemptAll(
    db,
    [`login-address:${from}`, limit.loginPerAddress],
    [pauseKey(ctx, email, own), limit.loginPerAccountAndAddress],
    [own === undefined ? account : `${account}:${own}`, limit.loginPerAccount],
  );
}

type Tried =
  | { account: Account }
  | { refused: 'throttled'; wait: number }
  | { refused: 'busy' | 'unknown' | 'wrong' | 'not active' };

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
  const wait = await waitBeforePassword(ctx, email, own);
  if (wait > 0) return { refused: 'throttled', wait };
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
export async function answerToUnknown(
  { db, client, config }: Context,
  email: string,
): Promise<401 | 404 | { wait: number }> {
  const limit = limits(config.RATE_PROFILE);
  const from = addressKey(client.ip);
  if (config.HIDE_ACCOUNT_EXISTENCE || (await spentFor(db, 'unknown', limit.unknownAltogether)) > 0) return 401;
  const isNew = await attempt(db, `unknown-one:${from}:${short(email)}`, { ...limit.unknownPerAddress, hits: 1 });
  if (!isNew) return 404;
  const wait = await attemptAll(db, [`unknown:${from}`, limit.unknownPerAddress]);
  if (wait > 0) return { wait };
  return (await attempt(db, 'unknown', limit.unknownAltogether)) ? 404 : 401;
}

/** The right password came: the pauses of that account and client are over. */
export const forgivePause = async (ctx: Context, email: string) =>
  forgive(ctx.db, pauseKey(ctx, email, await ownClient(ctx, email)));

/** The person is in, or has a new password: nothing that anybody tried is held against the account any more. */
export const forgiveAll = (db: Db, email: string) =>
  db.execute(sql`delete from throttles where starts_with(key, ${`login:${short(email)}:`})
    or starts_with(key, ${`login-account:${short(email)}`})`);
