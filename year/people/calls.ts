import { randomBytes, createHash } from 'node:crypto';
import type { Call, InputOf, ReplyOf } from '@desk/contract/call';
import type { Pool } from 'pg';
import { untilNotBusy } from './busy.ts';

/** So many people act at the same time: more than one, because the product waits for its database; few, because the machine has two cores. */
export const AT_ONCE = 4;

/** An answer of a public call to a person. */
export interface Answer<C extends Call> {
  readonly status: number;
  /** @throws an Error that names the call where it was refused: who expects that looks at the status first. */
  readonly reply: ReplyOf<C>;
  /** Why it was refused. */
  readonly message: string;
}

/** Somebody with a session. */
export interface Person {
  readonly email: string;
  readonly accountId: number;
  readonly calls: <C extends Call>(call: C, body: InputOf<C>) => Promise<Answer<C>>;
}

/** The server does not answer: it was killed, or its database is gone. */
class Unanswered extends Error {}

/** From here on an answer is not about what was asked. */
const FAILED = 500;

async function post<C extends Call>(address: string, token: string, call: C, body: InputOf<C>): Promise<Answer<C>> {
  const headers = {
    'content-type': 'application/json',
    authorization: token,
    'idempotency-key': randomBytes(12).toString('hex'),
  };
  const request = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await untilNotBusy(() => fetch(`${address}/api/${call.path}`, request)).catch((error: unknown) => {
    throw new Unanswered('The server does not answer.', { cause: error });
  });
  const answered = (await response.json()) as ReplyOf<C> & { message?: string };
  const { status, ok } = response;
  const message = answered.message ?? '';
  const refusal = () => new Error(`${call.path} answered ${status}: ${message}`);
  // A product that fails a person proves nothing, and what they see of it is no list.
  if (status >= FAILED) throw refusal();
  return {
    status,
    message,
    get reply() {
      if (!ok) throw refusal();
      return answered;
    },
  };
}

/** Logs people in: a session as the login leaves it, whose codes and passwords are not what a year proves. */
export function logins(database: Pool, address: () => string) {
  return async (email: string, at: number): Promise<Person> => {
    const token = randomBytes(32).toString('base64url');
    const { rows } = await database.query<{ account_id: number }>(
      `insert into sessions (token_hash, account_id, ends_at, ip, created_at, seen_at)
       select $1, id, $3::timestamptz + interval '12 hours', '127.0.0.1', $3, $3 from accounts where email = $2 returning account_id`,
      [createHash('sha256').update(token).digest(), email, new Date(at).toISOString()],
    );
    const [session] = rows;
    if (!session) throw new Error(`There is no account ${email}.`);
    return {
      email,
      accountId: session.account_id,
      calls: (call, body) => post(address(), token, call, body),
    };
  };
}
