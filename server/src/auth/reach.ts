import { MEMBER_ROUTES } from '@desk/contract/words/lists';
import type { Role } from '@desk/contract/call';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Actor } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { accountMenusTable as am, menusTable as m } from '../platform/db/tables/accounts.ts';

/**
 * Whether somebody could have invited a member of staff as they are: gives every menu that the other has, those of the renewal
 * team to one of it excepted. Nobody acts on anyone else: five menus must not be enough to suspend who has all.
 */
export async function couldHaveInvited(db: Db, { id }: Actor, other: { id: number; role: Role }): Promise<boolean> {
  const isBeyond = and(
    eq(am.accountId, other.id),
    eq(m.audience, 'staff'),
    sql`${m.id} not in (select menu_id from account_menus where account_id = ${id})`,
    other.role === 'RMEMBER' ? notInArray(m.toRoute, [...MEMBER_ROUTES]) : undefined,
  );
  const beyond = await db.select({ id: m.id }).from(m).innerJoin(am, eq(am.menuId, m.id)).where(isBeyond).limit(1);
  return beyond.length === 0;
}
