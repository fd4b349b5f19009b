import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { slugsOf } from '../../config.ts';
import { views } from '@desk/contract/views';
import { and, asc, eq, or, sql, type SQL } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { defaultViewsTable as d, viewsTable as v } from '../../platform/db/tables/views.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { mayChange, mayShareWithAll, screenOf } from './rules.ts';

/** A team is a manager and who reports to the manager; who reports to nobody is one with those who report to them. */
const teamOf = (accountId: SQL): SQL =>
  sql`coalesce((select t.manager_id from member_tags t where t.account_id = ${accountId}), ${accountId})`;

/** The views that a person sees. */
export const visibleTo = (accountId: number): SQL | undefined =>
  or(
    eq(v.ownerId, accountId),
    eq(v.scope, 'all'),
    and(eq(v.scope, 'team'), sql`${teamOf(sql`${v.ownerId}`)} = ${teamOf(sql`${accountId}::int`)}`),
  );

export async function viewsOfScreen(
  body: BodyOf<typeof views.list>,
  { db, actor, config }: ActorContext,
): Promise<ReplyOf<typeof views.list>> {
  const screen = screenOf(body.screen, actor, slugsOf(config)) ?? refuse(views.list, 403);
  const rows = await db
    .select({ view: v, owner: a.name, defaultId: d.viewId })
    .from(v)
    .innerJoin(a, eq(a.id, v.ownerId))
    .leftJoin(d, and(eq(d.viewId, v.id), eq(d.accountId, actor.id), eq(d.screen, screen)))
    .where(and(eq(v.screen, screen), visibleTo(actor.id)))
    .orderBy(sql`${v.ownerId} <> ${actor.id}`, asc(v.name), asc(v.id));
  return {
    views: rows.map(({ view: { id, name, scope, search, version, ownerId }, owner, defaultId }) => ({
      ...{ view_id: id, name, scope, search, version, owner },
      is_own: ownerId === actor.id,
      may_change: mayChange({ ownerId, scope }, actor),
      is_default: defaultId !== null,
    })),
    may_share_with_all: mayShareWithAll(actor),
  };
}
