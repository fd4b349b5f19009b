import { sql, type SQL } from 'drizzle-orm';
import type { Actor, ActorContext } from '../../platform/context.ts';
import { extendTimeouts } from '../../platform/db/connection/connect.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { handOversTable as h } from '../../platform/db/tables/hand-overs.ts';
import { readTeam, reportsOf, TEAM_SCREEN, type NamedTeam } from './team.ts';
import { assigneeOn } from './assignee-on.ts';

export type Author = Pick<ActorContext, 'actor' | 'client'>;

/** A renewal that went from one to another; null is nobody. */
export interface Moved {
  readonly id: number;
  readonly from: number | null;
  readonly to: number | null;
  readonly month: string;
  /** The hand-over that was current before. */
  readonly previous: number | null;
}

/** Whose renewals somebody may hand over; undefined: everybody's, and nobody's. Who has no team: not even the own ones. */
export function ownersFor({ id, role, menus }: Actor, team: NamedTeam): ReadonlySet<number> | undefined {
  if (role === 'ADMIN' || menus.has(TEAM_SCREEN)) return undefined;
  const reports = reportsOf(id, team);
  return reports.size === 0 ? reports : new Set([...reports, id]);
}

export function mayHandOver(actor: Actor, accountId: number | null, team: NamedTeam): boolean {
  const owners = ownersFor(actor, team);
  return owners === undefined || (accountId !== null && owners.has(accountId));
}

export const intArray = (ids: readonly (number | null)[]): SQL => sql`${sql.param([...ids])}::int[]`;

/**
 * Assigns renewals anew, one version on, with an audit entry each.
 * @param which renewals, as rows `(id, to_id)`; those that are closed, or assigned so already, are left.
 */
export async function reassign(tx: Db, { actor, client }: Author, which: SQL): Promise<Moved[]> {
  await extendTimeouts(tx);
  // Held before they are looked at: of whoever assigned one meanwhile the statement below sees what they wrote.
  await tx.execute(sql`with wanted as (${which})
    select r.id from renewals r where r.id in (select id from wanted) order by r.id for update of r`);
  const { rows } = await tx.execute<Moved & Record<string, unknown>>(sql`
    with wanted as (${which}),
    old as (select r.id, r.term_end, r.assigned_to_id, w.to_id,
        (select hand_over_id from hand_over_rows where renewal_id = r.id and is_current) as previous
      from renewals r join wanted w on w.id = r.id
      where r.state = 'open' and r.assigned_to_id is distinct from w.to_id),
    changed as (update renewals r set assigned_to_id = old.to_id, version = r.version + 1 from old where r.id = old.id),
    noted as (insert into audit_log (at, actor_id, actor, ip, request_id, action, subject, subject_id, changes)
      select ${NOW}, ${actor.id}::int, ${actor.email}, ${client.ip}, ${client.requestId}, 'assignee_changed', 'renewal', old.id,
        jsonb_build_array(jsonb_build_object('field', 'assigned_to', 'old', was.email, 'new', now.email))
      from old left join accounts was on was.id = old.assigned_to_id left join accounts now on now.id = old.to_id)
    select id, assigned_to_id as from, to_id as to, to_char(term_end, 'YYYY-MM') as month, previous from old order by id`);
  return rows;
}

interface Noted {
  readonly accountId: number | null;
  readonly why: 'suspended' | 'given';
  readonly moved: readonly Moved[];
}

/** Keeps what a hand-over moved, so that it can be taken back; after the renewals themselves. @returns its number. */
export async function noteHandOver(tx: Db, { actor }: Author, { accountId, why, moved }: Noted): Promise<number> {
  const [made] = await tx.insert(h).values({ fromAccountId: accountId, byId: actor.id, why }).returning({ id: h.id });
  const id = made?.id ?? 0;
  const columns = [
    moved.map((one) => one.id),
    moved.map(({ from }) => from),
    moved.map(({ to }) => to),
    moved.map(({ previous }) => previous),
  ];
  await tx.execute(sql`insert into hand_over_rows (hand_over_id, renewal_id, from_account_id, to_account_id, previous_id)
    select ${id}::int, * from unnest(${sql.join(columns.map(intArray), sql`, `)})`);
  return id;
}

export const monthsOf = (moved: readonly Moved[]): string[] => [...new Set(moved.map(({ month }) => month))].toSorted();

/**
 * Gives the open renewals of somebody who is not there any more to who covers, else to the manager, else to nobody, with an
 * audit entry each. Part of the transaction in which the person went; nobody waits for a hand-over to be thought out.
 * @returns the months that show it, and the hand-over, where there was anything to hand over.
 */
export async function handOverWork(
  tx: Db,
  author: Author,
  { accountId, today }: { accountId: number; today: string },
): Promise<{ months: string[]; handOverId: number | undefined }> {
  const to = assigneeOn(accountId, today, await readTeam(tx, today));
  const which = sql`select id, ${to}::int as to_id from renewals where assigned_to_id = ${accountId}::int and state = 'open'`;
  const moved = await reassign(tx, author, which);
  if (moved.length === 0) return { months: [], handOverId: undefined };
  const handOverId = await noteHandOver(tx, author, { accountId, why: 'suspended', moved });
  return { months: monthsOf(moved), handOverId };
}
