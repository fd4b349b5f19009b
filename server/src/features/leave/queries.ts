import type { ReplyOf } from '@desk/contract/call';
import type { leave } from '@desk/contract/renewal-work/leave';
import { asc, gte } from 'drizzle-orm';
import { leavesTable as l } from '../../platform/db/tables/work.ts';
import { readTeam, reportsOf, type Named, type NamedTeam, TEAM_SCREEN } from '../../domain/work-items/team.ts';
import type { Actor, ActorContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/time/days.ts';

/** Whose leave somebody may enter and end: the own, of who has the team's screen anybody's, and that of who reports to them. */
export const mayEnter = ({ id, menus }: Actor, accountId: number, team: NamedTeam): boolean =>
  id === accountId || menus.has(TEAM_SCREEN) || reportsOf(id, team).has(accountId);

/** Who works on renewals first, then who leads them, then whoever could look at them. */
const nearness = ({ isMember, isAdministrator }: Named): number => (isMember ? 0 : isAdministrator ? 1 : 2);

const personOf = ({ id, name }: Named) => ({ account_id: id, name });

export async function leaveList(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof leave.list>> {
  const { db, config, now, actor } = ctx;
  const today = dayIn(config.BUSINESS_TIME_ZONE, now());
  const team = await readTeam(db, today);
  const rows = await db.select().from(l).where(gte(l.to, today)).orderBy(asc(l.from), asc(l.id));
  const named = (id: number) => ({ account_id: id, name: team.colleagues.get(id)?.name ?? '' });
  const active = [...team.colleagues.values()]
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return {
    leaves: rows.map(({ id, accountId, coverId, from, to }) => ({
      ...{ leave_id: id, person: named(accountId), from, to, cover: named(coverId) },
      may_end: mayEnter(actor, accountId, team),
    })),
    people: active.filter(({ id }) => mayEnter(actor, id, team)).map(personOf),
    covers: active.toSorted((one, other) => nearness(one) - nearness(other)).map(personOf),
    own: actor.id,
  };
}
