import { randomInt } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Context } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { otpChallengesTable as o } from '../platform/db/tables/accounts.ts';
import { RECOVERY_HOURS } from './code-mail.ts';
import { codeHash } from '../platform/crypto/secret.ts';
import { NOW } from '../platform/db/now.ts';

/** In place of the client that asked: any client may use the mailed code. No client has this name. */
const ANYBODY = 'mailed';
/** Twenty digits, 66 bits: nobody guesses one, so that no budget of guesses stands before it that others could use up. */
const HALF = 10;
const half = () => String(randomInt(10 ** HALF)).padStart(HALF, '0');

export const isRecoveryCode = (code: string): boolean => code.length === 2 * HALF;

/** Makes the code that goes with a mail for a new password. */
export async function makeRecoveryCode(tx: Db, { secret }: Context, email: string): Promise<string> {
  const code = `${half()}${half()}`;
  await tx.insert(o).values({
    email,
    purpose: 'reset',
    client: ANYBODY,
    codeHash: codeHash(secret, code, email, 'reset'),
    expiresAt: sql`${NOW} + make_interval(hours => ${RECOVERY_HOURS})`,
  });
  return code;
}

/** The challenge of such a code while it holds; undefined where it is none of that e-mail. */
export async function recoveryOf({ db, secret }: Context, email: string, code: string): Promise<number | undefined> {
  const isOpen = and(isNull(o.usedAt), isNull(o.verifiedAt), gt(o.expiresAt, NOW));
  const isIt = and(eq(o.email, email), eq(o.client, ANYBODY), eq(o.codeHash, codeHash(secret, code, email, 'reset')));
  const [found] = await db.select({ id: o.id }).from(o).where(and(isIt, isOpen));
  return found?.id;
}
