import type { MenuItem } from '@desk/contract/access';
import { admins, type AdminRow, type Department, type OfferedMenu } from '@desk/contract/admins';
import type { BodyOf } from '@desk/contract/call';
import { rolesOfScreen } from '@desk/contract/rules/menu-roles';
import { menuWithNames } from '@desk/contract/rules/slugs';
import { and, asc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import { namesOf } from '../../config.ts';
import type { Actor, ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import {
  accountMenusTable as am,
  accountsTable as a,
  departmentsTable as d,
  menusTable as m,
} from '../../platform/db/tables/accounts.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { ADMIN_MANAGEMENT_ROUTES } from './rules.ts';

const staff = (db: Db, which?: SQL): Promise<AdminRow[]> =>
  db
    .select({
      admin_id: a.id,
      admin_name: a.name,
      admin_email: a.email,
      phone_number: a.phone,
      role: a.role,
      department: d.name,
      department_id: a.departmentId,
      status: a.status,
      may_export: a.mayExport,
    })
    .from(a)
    .leftJoin(d, eq(d.id, a.departmentId))
    .where(and(eq(a.kind, 'staff'), which))
    .orderBy(asc(a.name), asc(a.email));

export const allAdmins = async (_body: unknown, { db }: ActorContext) => ({ admins: await staff(db) });

export async function adminDetails({ email }: BodyOf<typeof admins.details>, { db }: ActorContext) {
  const found = await staff(db, eq(a.email, email));
  return found.length === 0 ? refuse(admins.details, 404) : { admins: found };
}

const item = { menu_id: m.id, menu_name: m.name, to_route: m.toRoute };

/** All menus of staff, in their order. */
export const staffMenus = (db: Db): Promise<MenuItem[]> =>
  db.select(item).from(m).where(eq(m.audience, 'staff')).orderBy(asc(m.position));

/** The menus of staff that an account has. */
export const menusOf = (db: Db, accountId: number): Promise<MenuItem[]> =>
  db
    .select(item)
    .from(m)
    .innerJoin(am, eq(am.menuId, m.id))
    .where(and(eq(am.accountId, accountId), eq(m.audience, 'staff')))
    .orderBy(asc(m.position));

export async function adminMenus({ email }: BodyOf<typeof admins.menus>, { db, config }: ActorContext) {
  const [admin] = await staff(db, eq(a.email, email));
  if (!admin) return refuse(admins.menus, 404);
  return { menu: menuWithNames(await menusOf(db, admin.admin_id), namesOf(config)) };
}

const departments = (db: Db, which?: SQL): Promise<Department[]> =>
  db.select({ department_id: d.id, department_name: d.name, role: d.role }).from(d).where(which).orderBy(asc(d.name));

export const allDepartments = async (_body: unknown, { db }: ActorContext) => ({ department: await departments(db) });

export const departmentById = async (db: Db, id: number | undefined) =>
  id === undefined ? undefined : (await departments(db, eq(d.id, id)))[0];

/** The department whose people are the renewal team. */
export const renewalTeam = async (db: Db) => (await departments(db, eq(d.role, 'RMEMBER')))[0];

const APPROVERS: readonly string[] = ['approve_users', 'get_all_users'];

/** Which menus a caller may give to others. */
function givable({ id, role, menus }: Actor): SQL | undefined {
  const own = sql`exists (select from ${am} where ${am.accountId} = ${id} and ${am.menuId} = ${m.id})`;
  const toStaff = role === 'ADMIN' ? and(eq(m.audience, 'staff'), own) : undefined;
  const toCustomers = APPROVERS.some((route) => menus.has(route)) ? eq(m.audience, 'customer') : undefined;
  return or(toStaff, toCustomers);
}

export async function offeredMenus(
  _body: unknown,
  { db, config, actor }: ActorContext,
): Promise<{ menu: OfferedMenu[] }> {
  const which = givable(actor);
  if (which === undefined) return { menu: [] };
  const offered = await db
    .select({ ...item, audience: m.audience })
    .from(m)
    .where(which)
    .orderBy(asc(m.audience), asc(m.position));
  const usable = offered.map((menu) => ({ ...menu, roles: [...rolesOfScreen(menu.to_route)] }));
  return { menu: menuWithNames(usable, namesOf(config)) };
}

/** An administrator who has yet to log in does not count. */
const isActiveAdmin = and(eq(a.kind, 'staff'), eq(a.status, 'ACTIVE'), eq(a.role, 'ADMIN'), eq(a.firstLogin, false));

/** How many administrators are left who can give the permission to export. */
export const exporters = (db: Db): Promise<number> => db.$count(a, and(isActiveAdmin, a.mayExport));

/** How many administrators are left who can bring back all others. */
export async function adminManagers(db: Db): Promise<number> {
  const keeping = db
    .select({ routes: sql`count(*)` })
    .from(am)
    .innerJoin(m, eq(m.id, am.menuId))
    .where(and(eq(am.accountId, a.id), inArray(m.toRoute, [...ADMIN_MANAGEMENT_ROUTES])));
  return db.$count(a, and(isActiveAdmin, sql`(${keeping}) = ${ADMIN_MANAGEMENT_ROUTES.length}`));
}
