import type { Actor, Context } from '../context.ts';
import { addressKey, attempt, attemptAll, forgive, spentFor } from '../http/throttle.ts';
import { accountByEmail, type Account } from './accounts.ts';
import { short } from './codes.ts';
import { limits } from './limits.ts';
import { passwordMatches, unlessBusy } from './passwords.ts';

/** Counts an attempt at a password. @returns the seconds to wait once any of its limits is reached. Before any hashing, whatever the door. */
async function waitBeforePassword({ db, client, config }: Context, email: string): Promise<number> {
  const limit = limits(config.RATE_PROFILE);
  const from = addressKey(client.ip);
  const unknown = { ...limit.unknownPerAddress, hits: limit.unknownPerAddress.hits + 1 };
  const spent = await spentFor(db, `unknown:${from}`, unknown);
  if (spent > 0) return spent;
  return attemptAll(
    db,
    [`login-address:${from}`, limit.loginPerAddress],
    [`login:${short(email)}:${from}`, limit.loginPerAccountAndAddress],
    [`login-account:${short(email)}`, limit.loginPerAccount],
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
  const wait = await waitBeforePassword(ctx, email);
  if (wait > 0) return { refused: 'throttled', wait };
  const found = await accountByEmail(ctx.db, email);
  const account = found?.kind === kind ? found : undefined;
  const matches = await unlessBusy(passwordMatches(account?.passwordHash, password), () => undefined);
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

/** The right password came: the pauses of that account and address are over. */
export const forgivePause = ({ db, client }: Context, email: string) =>
  forgive(db, `login:${short(email)}:${addressKey(client.ip)}`);

/** The person is in: nothing is held against the account any more. */
export async function forgiveAll(ctx: Context, email: string): Promise<void> {
  await forgivePause(ctx, email);
  await forgive(ctx.db, `login-account:${short(email)}`);
}
