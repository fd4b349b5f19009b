import { MEMBER_ROUTES } from '@desk/contract/words/lists';
import type { Role } from '@desk/contract/call';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { Actor } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { accountMenusTable as am, menusTable as m } from '../platform/db/tables/accounts.ts';

interface Other {
  id: number;
  role: Role;
  mayExport: boolean;
}

const notOf = (accountId: number) =>
  sql`${m.id} not in (select menu_id from account_menus where account_id = ${accountId})`;

/** Whether the other has the permission to export and the caller has not; who has all menus, and so may give the first one, is not held up by it. */
async function exportsBeyond(db: Db, { id, permissions }: Actor, { mayExport }: Other): Promise<boolean> {
  if (!mayExport || permissions.has('export')) return false;
  return (await db.$count(m, and(eq(m.audience, 'staff'), notOf(id)))) > 0;
}

/**
 * Whether somebody could have made a member of staff what they are: gives every menu that the other has, those of the renewal
 * team to one of it excepted, and the permission to export. Nobody acts on anyone else: five menus must not be enough to
 * suspend who has all, or who may export.
 */
export async function mayActOn(db: Db, actor: Actor, other: Other): Promise<boolean> {
  const isBeyond = and(
    eq(am.accountId, other.id),
    eq(m.audience, 'staff'),
    notOf(actor.id),
    other.role === 'RMEMBER' ? notInArray(m.toRoute, [...MEMBER_ROUTES]) : undefined,
  );
  const beyond = await db.select({ id: m.id }).from(m).innerJoin(am, eq(am.menuId, m.id)).where(isBeyond).limit(1);
  return beyond.length === 0 && !(await exportsBeyond(db, actor, other));
}
