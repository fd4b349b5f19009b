import { createHash, randomBytes } from 'node:crypto';
import type { Client } from 'pg';

/** A session straight in the database, as if somebody had logged in. */
export async function openSession(client: Client, email: string): Promise<{ token: string; account: number }> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  const { rows } = await client.query<{ account_id: number }>(
    `insert into sessions (token_hash, account_id, ends_at, ip, created_at, seen_at) select $1, id, now() + interval '12 hours', '127.0.0.1', now(), now()
    from accounts where email = $2 returning account_id`,
    [hash, email],
  );
  return { token, account: rows[0]?.account_id ?? 0 };
}
