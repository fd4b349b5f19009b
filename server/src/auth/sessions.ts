import { createHash, randomBytes } from 'node:crypto';
import type { Role } from '@desk/contract/call';
import { eq, sql, type SQL } from 'drizzle-orm';
import type { Pool } from 'pg';
import { batched } from '../platform/concurrency/batched.ts';
import type { Actor } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { notifyNodes } from '../platform/events/node-events.ts';
import { accountsTable, sessionsTable } from '../platform/db/tables/accounts.ts';
import { INSTANT, NOW } from '../platform/db/now.ts';

const IDLE_MINUTES = 60;
const FIRST_LOGIN_MINUTES = 10;
/** Activity is noted once in this time, so that reading does not write. */
const NOTE_AFTER_SECONDS = 60;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Row {
  /** Which of the hashes it is, from 1. */
  at: number;
  id: number;
  email: string;
  kind: 'customer' | 'staff';
  role: Role;
  first_login: boolean;
  exp: number;
  idle_seconds: number;
  may_export: boolean;
  menus: string[];
}

const FIND = {
  name: 'sessions',
  text: `select array_position($1::bytea[], s.token_hash) as at,
    a.id, a.email::text as email, a.kind, a.role, a.may_export, s.first_login,
    floor(extract(epoch from least(s.ends_at, s.seen_at + interval '${IDLE_MINUTES} minutes')))::int as exp,
    floor(extract(epoch from $2::timestamptz - s.seen_at))::int as idle_seconds,
    array(select m.to_route from account_menus am join menus m on m.id = am.menu_id
          where am.account_id = a.id and m.audience = a.kind) as menus
    from sessions s join accounts a on a.id = s.account_id
    where s.token_hash = any($1::bytea[]) and a.status = 'ACTIVE' and s.ends_at > $2::timestamptz
      and s.seen_at > $2::timestamptz - interval '${IDLE_MINUTES} minutes'`,
};

type SignedIn = Actor & { readonly idleSeconds: number };

const actorOf = (row: Row, tokenHash: Buffer): SignedIn => ({
  id: row.id,
  email: row.email,
  kind: row.kind,
  role: row.role,
  menus: new Set(row.menus),
  permissions: new Set(row.may_export ? (['export'] as const) : []),
  firstLogin: row.first_login,
  tokenHash,
  exp: row.exp,
  idleSeconds: row.idle_seconds,
});

async function findActors(pool: Pool, tokens: readonly string[]): Promise<Map<string, SignedIn>> {
  const hashes = tokens.map(hashOf);
  const { rows } = await pool.query<Row>({ ...FIND, values: [hashes, INSTANT] });
  return new Map(
    rows.flatMap((row) => {
      const [token, tokenHash] = [tokens[row.at - 1], hashes[row.at - 1]];
      return token === undefined || tokenHash === undefined ? [] : [[token, actorOf(row, tokenHash)] as const];
    }),
  );
}

/**
 * Finds the owner of a token; undefined where nobody is signed in with it. It is read from the database at each request, so that a change of
 * rights holds at once; requests that come together are looked up together.
 */
export function sessionsOf(pool: Pool) {
  const find = batched((tokens: readonly string[]) => findActors(pool, tokens));
  return (token: string): Promise<SignedIn | undefined> =>
    /^[\w-]{43}$/.test(token) ? find(token) : Promise.resolve(undefined);
}

export type FindSession = ReturnType<typeof sessionsOf>;

/** Starts the idle time anew, at most once a minute. */
export async function recordActivity(pool: Pool, actor: SignedIn): Promise<void> {
  if (actor.idleSeconds < NOTE_AFTER_SECONDS || actor.firstLogin) return;
  await pool.query('update sessions set seen_at = $2 where token_hash = $1', [actor.tokenHash, INSTANT]);
}

/** The owner asked to stay signed in. @returns the new end of the session, in seconds since 1970. */
export async function touchSession(pool: Pool, tokenHash: Buffer): Promise<number> {
  const { rows } = await pool.query<{ exp: number }>(
    `update sessions set seen_at = $2 where token_hash = $1
     returning floor(extract(epoch from least(ends_at, seen_at + interval '${IDLE_MINUTES} minutes')))::int as exp`,
    [tokenHash, INSTANT],
  );
  return rows[0]?.exp ?? 0;
}

/** Opens a session; the token is returned once and only its hash is kept. */
export async function openSession(
  db: Db,
  accountId: number,
  { ip, firstLogin, hours }: { ip: string; firstLogin: boolean; hours: number },
): Promise<{ login_token: string; exp: number }> {
  const login_token = randomBytes(32).toString('base64url');
  const endsAt = sql`${NOW} + make_interval(mins => ${firstLogin ? FIRST_LOGIN_MINUTES : hours * 60})`;
  const [opened] = await db
    .insert(sessionsTable)
    .values({ tokenHash: hashOf(login_token), accountId, firstLogin, endsAt, ip })
    .returning({ exp: sql<number>`floor(extract(epoch from least(ends_at, seen_at + interval '60 minutes')))::int` });
  return { login_token, exp: opened?.exp ?? 0 };
}

/** Ends sessions; the event streams that stand on them end when the transaction commits. */
async function end(tx: Db, which: SQL): Promise<boolean> {
  const ended = await tx.delete(sessionsTable).where(which).returning({ accountId: sessionsTable.accountId });
  for (const account_id of new Set(ended.map(({ accountId }) => accountId)))
    await notifyNodes(tx, { kind: 'session_ended', account_id });
  return ended.length > 0;
}

/** Ends every session of an account, and what browsers count for that logged in before: after a new password, a suspension, a change of status. */
export async function endSessions(tx: Db, accountId: number): Promise<boolean> {
  const deviceEpoch = sql`${accountsTable.deviceEpoch} + 1`;
  await tx.update(accountsTable).set({ deviceEpoch }).where(eq(accountsTable.id, accountId));
  return end(tx, eq(sessionsTable.accountId, accountId));
}

/** @returns whether it had not ended before */
export const endSession = (tx: Db, tokenHash: Buffer) => end(tx, eq(sessionsTable.tokenHash, tokenHash));
