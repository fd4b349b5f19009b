import type { MenuItem } from '@desk/contract/access';
import { rolesOfScreen } from '@desk/contract/rules/menu-roles';
import { menuWithNames } from '@desk/contract/rules/slugs';
import { and, asc, eq } from 'drizzle-orm';
import { namesOf } from '../../config.ts';
import type { Actor, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountMenusTable as am, accountsTable as a, menusTable as m } from '../../platform/db/tables/accounts.ts';

/** The account's menu without the screens of another role: a menu that came with another role rests. */
export async function menuOf(
  { db, config }: Pick<Services, 'db' | 'config'>,
  account: { id: number; kind: Actor['kind']; role: Actor['role'] },
): Promise<MenuItem[]> {
  const menu = await db
    .select({ menu_id: m.id, menu_name: m.name, to_route: m.toRoute })
    .from(m)
    .innerJoin(am, eq(am.menuId, m.id))
    .where(and(eq(am.accountId, account.id), eq(m.audience, account.kind)))
    .orderBy(asc(m.position));
  const usable = menu.filter(({ to_route }) => rolesOfScreen(to_route).includes(account.role));
  return menuWithNames(usable, namesOf(config));
}

export async function profileOf(db: Db, { id, role }: Actor) {
  const [row] = await db.select({ name: a.name, phone_number: a.phone, email: a.email }).from(a).where(eq(a.id, id));
  return { name: row?.name ?? '', phone_number: row?.phone_number ?? '', email: row?.email ?? '', role };
}
