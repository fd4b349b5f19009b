import type { WorkProduct } from '@desk/contract/rules/next-action';
import { RENEWAL_SCREENS } from '@desk/contract/rules/pages';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { memberTagsTable as t } from '../../platform/db/tables/team.ts';
import { leavesTable as l } from '../../platform/db/tables/work.ts';
import type { Colleague, Leave, Team } from './assignee-on.ts';
import { assigneeOn } from './assignee-on.ts';

export interface Named extends Colleague {
  readonly name: string;
  readonly email: string;
  readonly isAdministrator: boolean;
  /** May log in, and has the screen of the directory product. */
  readonly hasDirectory: boolean;
  /** Of the renewal team, and not away for good. */
  readonly isMember: boolean;
}

export interface NamedTeam extends Team {
  readonly colleagues: ReadonlyMap<number, Named>;
  readonly leaves: readonly Leave[];
}

/** With it one sees the work of everybody. */
export const TEAM_SCREEN = 'manager_renewal_team';
const DIRECTORY_SCREEN = '{directory_product}_renewal_data' satisfies (typeof RENEWAL_SCREENS)[number];

/** May log in, and has one of some screens. */
export const hasScreen = (screens: readonly string[]) => sql<boolean>`${a.status} = 'ACTIVE' and exists (
  select from account_menus am join menus m on m.id = am.menu_id
  where am.account_id = ${a.id} and m.to_route = any((select ${sql.param([...screens])}::text[])::text[]))`;

/** Who of the staff is away from a day on, each as one list of JSON. */
const leavesFrom = sql<Leave[]>`coalesce((select json_agg(json_build_object(
  'id', ${l.id}, 'accountId', ${l.accountId}, 'from', ${l.from}, 'to', ${l.to}, 'coverId', ${l.coverId}) order by ${l.id})
  from ${l} where ${l.accountId} = ${a.id} and ${l.to} >= (select ${sql.placeholder('day')}::date)), '[]')`;

/**
 * The staff and who of them is away from a day on. Its parameters are hidden and its kind is in words: were they known, a plan for anybody would
 * seem dear, and each time another one be made.
 */
export async function readTeam(db: Db, day: string): Promise<NamedTeam> {
  const found = await db
    .select({
      id: a.id,
      name: sql<string>`coalesce(nullif(${a.name}, ''), ${a.email}::text)`,
      email: a.email,
      isActive: hasScreen(RENEWAL_SCREENS),
      hasDirectory: hasScreen([DIRECTORY_SCREEN]),
      isAdministrator: sql<boolean>`${a.status} = 'ACTIVE' and ${a.role} = 'ADMIN'`,
      isMember: sql<boolean>`${a.status} = 'ACTIVE' and ${a.role} = 'RMEMBER'`,
      managerId: t.managerId,
      leaves: leavesFrom,
    })
    .from(a)
    .leftJoin(t, eq(t.accountId, a.id))
    .where(sql`${a.kind} = 'staff'`)
    .orderBy(asc(a.id))
    .prepare('team')
    .execute({ day });
  return { colleagues: new Map(found.map((one) => [one.id, one])), leaves: found.flatMap(({ leaves }) => leaves) };
}

/** Who works on a product: renewals of the directory product are for who has its screen. */
export function teamOfProduct(team: NamedTeam, product: WorkProduct): NamedTeam {
  if (product === 'licence') return team;
  const able = [...team.colleagues].map(([id, one]) => [id, { ...one, isActive: one.hasDirectory }] as const);
  return { ...team, colleagues: new Map(able) };
}
export const worksOn = (menus: ReadonlySet<string>, product: WorkProduct): boolean =>
  product === 'licence' || menus.has(DIRECTORY_SCREEN);

/** Whose work stands in whose list on a day: owners by who sees it; of null it is Unassigned. */
export function ownersByAssignee(team: Team, day: string): ReadonlyMap<number | null, readonly number[]> {
  const owners = new Map<number | null, number[]>();
  for (const id of team.colleagues.keys()) {
    const assignee = assigneeOn(id, day, team);
    owners.set(assignee, [...(owners.get(assignee) ?? []), id]);
  }
  return owners;
}

/** Everybody who reports to somebody, directly or through others. */
export function reportsOf(managerId: number, { colleagues }: Team): ReadonlySet<number> {
  const found = new Set<number>();
  const next = [managerId];
  for (let above = next.pop(); above !== undefined; above = next.pop())
    for (const { id, managerId: boss } of colleagues.values())
      if (boss === above && id !== managerId && !found.has(id)) {
        found.add(id);
        next.push(id);
      }
  return found;
}

/** Whose work somebody who looks after a team sees beside the own; undefined: everybody's. */
export const peopleSeenBy = (
  { id, menus }: { readonly id: number; readonly menus: ReadonlySet<string> },
  team: Team,
): ReadonlySet<number> | undefined => (menus.has(TEAM_SCREEN) ? undefined : reportsOf(id, team));
