import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import {
  accountMenusTable as am,
  accountsTable as a,
  departmentsTable as d,
  menusTable as m,
} from '../../platform/db/tables/accounts.ts';

/** The e-mails of those who may invite another administrator. */
export async function inviters(db: Db): Promise<string[]> {
  const rows = await db
    .select({ email: a.email })
    .from(a)
    .innerJoin(am, eq(am.accountId, a.id))
    .innerJoin(m, eq(m.id, am.menuId))
    .where(and(eq(a.kind, 'staff'), eq(a.role, 'ADMIN'), eq(a.status, 'ACTIVE'), eq(m.toRoute, 'invite_admin')))
    .orderBy(asc(a.id));
  return rows.map(({ email }) => email);
}

export async function departmentNamed(db: Db, name: string): Promise<number | undefined> {
  const [row] = await db.select({ id: d.id }).from(d).where(eq(d.name, name));
  return row?.id;
}
