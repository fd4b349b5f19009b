import type { MenuItem } from '@desk/contract/access';
import { and, asc, eq } from 'drizzle-orm';
import type { Actor, Db } from '../../context.ts';
import { accountMenusTable as am, accountsTable as a, menusTable as m } from '../../db/tables/accounts.ts';

export const menuOf = (db: Db, account: { id: number; kind: Actor['kind'] }): Promise<MenuItem[]> =>
  db
    .select({ menu_id: m.id, menu_name: m.name, to_route: m.toRoute })
    .from(m)
    .innerJoin(am, eq(am.menuId, m.id))
    .where(and(eq(am.accountId, account.id), eq(m.audience, account.kind)))
    .orderBy(asc(m.position));

export async function profileOf(db: Db, { id, role }: Actor) {
  const [row] = await db.select({ name: a.name, phone_number: a.phone, email: a.email }).from(a).where(eq(a.id, id));
  return { name: row?.name ?? '', phone_number: row?.phone_number ?? '', email: row?.email ?? '', role };
}
