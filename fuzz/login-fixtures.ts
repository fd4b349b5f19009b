import { createHash } from 'node:crypto';
import type pg from 'pg';
import { codeHash, sign } from '../server/src/platform/crypto/secret.ts';

const CODE = '123456';
const VOUCHER = 'ABCDEFGHJKLM';
/** Cookie value of the browser from which so many codes were asked for. */
const BROWSER = 'fuzz';
export const cookieOf = (secret: Buffer): string => `desk_browser=${sign(secret, 'desk_browser', BROWSER)}`;
const CLIENT = `cookie:${createHash('sha256').update(BROWSER).digest('base64url')}`;

export const LOGIN_CODES = [CODE, VOUCHER];

interface People {
  customer: string;
  staff: readonly [one: string, other: string];
}

/**
 * Makes calls of the logins reach what comes after the code: a browser was sent the codes of some people, and has verified
 * those of others, one of them new each time.
 * @returns the e-mails
 */
export function loginFixtures(client: pg.Client, secret: Buffer, { customer, staff: [one, other] }: People) {
  let opened = 0;
  return async (): Promise<string[]> => {
    opened += 1;
    const [asks, proved] = [`asks${opened}@fresh.example`, `proved${opened}@fresh.example`];
    const challenges = [
      [customer, 'reset', false],
      [one, 'admin-login', false],
      [other, 'reset', true],
      [asks, 'register', false],
      [proved, 'register', true],
    ] as const;
    await client.query('delete from otp_challenges where client = $1', [CLIENT]);
    for (const [email, purpose, isVerified] of challenges)
      await client.query(
        `insert into otp_challenges (email, purpose, client, code_hash, expires_at, verified_at, created_at)
           values ($1, $2, $3, $4, now() + interval '10 minutes', case when $5 then now() end, now())`,
        [email, purpose, CLIENT, codeHash(secret, CODE, email, purpose), isVerified],
      );
    await client.query(
      `insert into vouchers (email, code_hash, ends_at, created_at) values ($1, $2, now() + interval '1 day', now())`,
      [proved, codeHash(secret, VOUCHER, proved, 'voucher')],
    );
    return [customer, one, other, asks, proved];
  };
}
