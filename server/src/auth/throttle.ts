import { isIPv6 } from 'node:net';
import { sql, type SQL } from 'drizzle-orm';
import { PLANNED_ONCE } from '../platform/db/connection/prepare-repeated.ts';
import type { Db } from '../platform/db/db.ts';
import { NOW } from '../platform/db/now.ts';

export interface Limit {
  /** Attempts that are let through in a window. */
  hits: number;
  windowSeconds: number;
  /** Past `hits`, each attempt is followed by a pause that doubles from `seconds` up to `mostSeconds`. */
  pause?: { seconds: number; mostSeconds: number };
}

/** An address as a throttle counts it: IPv6 by its /64. */
export const addressKey = (ip: string): string =>
  isIPv6(ip) && !ip.startsWith('::ffff:') ? `${expand(ip).slice(0, 4).join(':')}::/64` : ip.replace(/^::ffff:/, '');

const expand = (ip: string): string[] => {
  const [head = '', tail] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  return [...before, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...after];
};

/** An attempt at `key`, counted where `when` holds; without a row during a pause, in which none is counted. */
function counted(key: string, limit: Limit, when: SQL): SQL {
  const window = sql`make_interval(secs => ${limit.windowSeconds})`;
  const over = sql`(t.hits + 1 - ${limit.hits})`;
  const pause = limit.pause
    ? sql`case when t.hits + 1 >= ${limit.hits}
        then ${NOW} + make_interval(secs => least(${limit.pause.seconds} * power(2, least(${over}, 20)), ${limit.pause.mostSeconds}))
        end`
    : sql`null::timestamptz`;
  return sql`
    insert into throttles as t (key, hits, window_ends_at) select ${key}::text, 1, ${NOW} + ${window} where ${when}
    on conflict (key) do update set
      hits = case when t.window_ends_at < ${NOW} then 1 else t.hits + 1 end,
      blocked_until = case when t.window_ends_at < ${NOW} then null else ${pause} end,
      window_ends_at = case when t.window_ends_at < ${NOW} then ${NOW} + ${window} else t.window_ends_at end
    where t.blocked_until is null or t.blocked_until <= ${NOW} or t.window_ends_at < ${NOW}
    returning hits`;
}

/**
 * Counts an attempt in the database, before it is looked at. One statement, so that parallel attempts and several nodes cannot
 * pass more than the limit.
 * @returns how many there are in the window; undefined during a pause, when none is counted
 */
export async function count(db: Db, key: string, limit: Limit): Promise<number | undefined> {
  const { rows } = await db.execute<{ hits: number }>(sql`${PLANNED_ONCE} ${counted(key, limit, sql`true`)}`);
  return rows[0]?.hits;
}

export type KeyLimit = readonly [key: string, limit: Limit];

const isOver = (hits: number | null | undefined, { hits: most, pause }: Limit): boolean =>
  hits === undefined || hits === null || (pause === undefined && hits > most);

/** Counts an attempt and says whether it may go on. */
export async function attempt(db: Db, key: string, limit: Limit): Promise<boolean> {
  return !isOver(await count(db, key, limit), limit);
}

/** As if the attempt that was counted as the nth had not been: the pause that it began is over, that of a later one is not. */
export const uncount = (db: Db, key: string, nth: number) =>
  db.execute(sql`${PLANNED_ONCE} update throttles set hits = hits - 1,
    blocked_until = case when hits = ${nth} then null else blocked_until end where key = ${key} and hits > 0`);

/** Seconds until a key that was refused lets an attempt through again, at least one. */
export async function secondsToWait(db: Db, key: string, { pause }: Limit): Promise<number> {
  const until = pause ? sql`blocked_until` : sql`window_ends_at`;
  const { rows } = await db.execute<{ seconds: number | null }>(
    sql`select ceil(extract(epoch from ${until} - ${NOW}))::int as seconds from throttles where key = ${key}`,
  );
  return Math.max(1, rows[0]?.seconds ?? 1);
}

/** Whether a counter has reached its limit, without counting. @returns the seconds until it begins anew, 0 where it has not. */
export async function secondsUntilReset(db: Db, key: string, limit: Limit): Promise<number> {
  const { rows } = await db.execute<{ hits: number }>(
    sql`${PLANNED_ONCE} select hits from throttles where key = ${key} and window_ends_at > ${NOW}`,
  );
  return (rows[0]?.hits ?? 0) >= limit.hits ? secondsToWait(db, key, limit) : 0;
}

/**
 * Counts an attempt at each of several limits, up to the first that refuses it, in one statement: where passwords are tried
 * each round trip to the database costs as much as what it asks.
 * @returns 0 where it may go on, else the seconds after which it may be tried again.
 */
export async function attemptAll(db: Db, ...limits: readonly KeyLimit[]): Promise<number> {
  if (limits.length === 0) return 0;
  const nameOf = (n: number) => sql.raw(`attempt_${n}`);
  const attempts = limits.map(([key, limit], n) => {
    const before = limits[n - 1]?.[1];
    const within = before?.pause === undefined ? sql`where hits <= ${before?.hits ?? 0}` : sql``;
    const when = before === undefined ? sql`true` : sql`exists (select from ${nameOf(n - 1)} ${within})`;
    return sql`${nameOf(n)} as (${counted(key, limit, when)})`;
  });
  const hits = limits.map((_limit, n) => sql`(select hits from ${nameOf(n)})`);
  const { rows } = await db.execute<{ hits: (number | null)[] }>(
    sql`${PLANNED_ONCE} with ${sql.join(attempts, sql`, `)} select array[${sql.join(hits, sql`, `)}] as hits`,
  );
  const refused = limits.find(([, limit], n) => isOver(rows[0]?.hits[n], limit));
  return refused === undefined ? 0 : secondsToWait(db, ...refused);
}

/** Forgets the attempts of keys, in the order in which they are counted: the right password came. */
export const clearCounters = (db: Db, ...keys: readonly string[]) =>
  db.execute(sql`${PLANNED_ONCE} delete from throttles where key in (
    select key from throttles where key = any(${sql.param(keys)}::text[])
    order by array_position(${sql.param(keys)}::text[], key) for update)`);

/** The keys with that beginning, in the one form that an index serves in every collation. */
export const keysUnder = (prefix: string) => sql`key like ${`${prefix.replace(/[\\%_]/g, '\\$&')}%`}`;

/** Drops counters whose window is over; one that somebody counts at just now has begun anew. */
export const sweepThrottles = (db: Db) =>
  db.execute(sql`delete from throttles where key in (
    select key from throttles where window_ends_at < ${NOW} - interval '1 hour'
      and not starts_with(key, 'refused:') and not starts_with(key, 'strangers:')
      and (blocked_until is null or blocked_until < ${NOW}) for update skip locked)`);
