import type { Actor, Context } from '../context.ts';
import { addressKey, attempt, forgive } from '../http/throttle.ts';
import { accountByEmail, type Account } from './accounts.ts';
import { isSpent, short } from './codes.ts';
import { limits } from './limits.ts';
import { passwordMatches, unlessBusy } from './passwords.ts';

/** Counts an attempt at a password; false once any of its limits is reached. Before any hashing, whatever the door. */
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
  if (!(await mayTryPassword(ctx, email))) return { refused: 'throttled' };
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
export async function answerToUnknown({ db, client, config }: Context, email: string): Promise<401 | 404 | 429> {
  const limit = limits(config.RATE_PROFILE);
  const from = addressKey(client.ip);
  if (config.HIDE_ACCOUNT_EXISTENCE || (await isSpent(db, 'unknown', limit.unknownAltogether.hits))) return 401;
  const isNew = await attempt(db, `unknown-one:${from}:${short(email)}`, { ...limit.unknownPerAddress, hits: 1 });
  if (!isNew) return 404;
  if (!(await attempt(db, `unknown:${from}`, limit.unknownPerAddress))) return 429;
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
