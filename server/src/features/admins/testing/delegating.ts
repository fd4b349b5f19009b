import { lockNumber } from '../../../platform/db/locks.ts';
import { admins } from '@desk/contract/admins';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { departmentsTable, menusTable } from '../../../platform/db/tables/accounts.ts';
import { testServer, type TestServer, type Person } from '../../../testing/server.ts';

/** The menus with which an administrator can bring back all others. */
export const ADMIN_MENUS = ['get_all_admin', 'invite_admin'];

/** The menus of these routes; 0 for one that there is not. */
export async function idsOf({ db }: TestServer, routes: readonly string[]): Promise<number[]> {
  const menus = await db.select().from(menusTable);
  return routes.map((route) => menus.find((menu) => menu.toRoute === route)?.id ?? 0);
}

export async function departmentId({ db }: TestServer, name: string): Promise<number> {
  const [department] = await db.select().from(departmentsTable).where(eq(departmentsTable.name, name));
  return department?.id ?? 0;
}

type Caller = Awaited<ReturnType<TestServer['as']>>;

export const routesOf = async (asker: Caller, email: string) =>
  (await asker.calls(admins.menus, { email })).reply.menu.map((menu) => menu.to_route);

/** Asha asks, Ravi is asked about; both may do everything, if nothing else is said. */
export async function two(asha: Person = {}, ravi: Person = {}) {
  const desk = await testServer();
  return {
    desk,
    asha: await desk.as({ email: 'asha@desk.example', ...asha }),
    ravi: await desk.as({ email: 'ravi@desk.example', name: 'Ravi', ...ravi }),
  };
}

/** An edit of Ravi that changes no more than the phone. */
export const edit = (admin_id: number, more: object = {}) => ({
  formData: { admin_id, admin_name: 'Ravi', phone_number: '9800000000', ...more },
});

export async function delegate(desk: TestServer, caller: Caller, admin_id: number, [from, to]: [string[], string[]]) {
  const [initialAdminMenu, menu_id] = [await idsOf(desk, from), await idsOf(desk, to)];
  return caller.calls(admins.setMenus, { admin_id, menu_id, initialAdminMenu });
}

/** Begins several changes of delegation, and lets them go on when all of them wait for their turn. */
export async function atOnce<T>({ pool }: TestServer, changes: (() => Promise<T>)[]): Promise<T[]> {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select pg_advisory_xact_lock($1)', [lockNumber('staff rights')]);
  const waiting = async () => {
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.n ?? 0;
  };
  const begun: Promise<T>[] = [];
  for (const [i, change] of changes.entries()) {
    begun.push(change());
    await expect.poll(waiting, { timeout: 2_500, interval: 10 }).toBe(i + 1);
  }
  await holder.query('commit');
  holder.release();
  return Promise.all(begun);
}
