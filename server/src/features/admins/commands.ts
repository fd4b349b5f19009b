import { acquireLock } from '../../platform/db/locks.ts';
import { randomInt } from 'node:crypto';
import type { MenuItem } from '@desk/contract/access';
import { admins } from '@desk/contract/admins';
import type { BodyOf } from '@desk/contract/call';
import { menuWithNames } from '@desk/contract/rules/slugs';
import { MEMBER_ROUTES } from '@desk/contract/words/lists';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { namesOf, senderOf } from '../../config.ts';
import type { Actor, ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import {
  accountMenusTable as am,
  accountsTable as a,
  departmentsTable as d,
} from '../../platform/db/tables/accounts.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dayIn } from '../../platform/time/days.ts';
import { handOverWork } from '../../domain/work-items/hand-over.ts';
import { endSessions } from '../../auth/sessions.ts';
import { hashPassword, INITIAL_PASSWORD_HOURS, unlessBusy } from '../../auth/passwords.ts';
import { mayActOn } from '../../auth/may-act-on.ts';
import { sealMail } from '../../platform/mail/seal.ts';
import { departmentById, exporters, adminManagers, menusOf, renewalTeam, staffMenus } from './queries.ts';
import { invitationMail, isSame, isUnusable, menusFor, without, type Choice } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

type Admin = typeof a.$inferSelect;
type Ids = ReadonlySet<number>;

const idsOf = (menus: readonly MenuItem[]): Ids => new Set(menus.map((menu) => menu.menu_id));

/**
 * Lets one change of delegation run at a time: rights that somebody decides on with cannot be taken away meanwhile.
 * @returns the caller's menus as they are then; undefined when the caller may no longer do this.
 */
async function rightsOf(tx: Db, actor: Actor, ...screens: string[]): Promise<Ids | undefined> {
  await acquireLock(tx, 'staff rights');
  const active = and(eq(a.id, actor.id), eq(a.status, 'ACTIVE'), eq(a.role, 'ADMIN'));
  const menus = await menusOf(tx, actor.id);
  return (await tx.$count(a, active)) === 1 && menus.some((menu) => screens.includes(menu.to_route))
    ? idsOf(menus)
    : undefined;
}

async function lockAdmin(tx: Db, id: number): Promise<Admin | undefined> {
  const [admin] = await tx
    .select()
    .from(a)
    .where(and(eq(a.id, id), eq(a.kind, 'staff')))
    .for('update');
  return admin;
}

async function replaceMenus(tx: Db, accountId: number, present: Ids, next: Ids) {
  const taken = without(present, next);
  const given = without(next, present).map((menuId) => ({ accountId, menuId }));
  if (taken.length > 0) await tx.delete(am).where(and(eq(am.accountId, accountId), inArray(am.menuId, taken)));
  if (given.length > 0) await tx.insert(am).values(given);
}

/** Makes a change after which somebody is left who can bring back all others, and all exports, if there was anybody before. */
async function keepingOne(tx: Db, change: () => Promise<void>, refused: () => never) {
  const counts = async () => [await adminManagers(tx), await exporters(tx)];
  const before = await counts();
  await change();
  const after = await counts();
  if (before.some((count, at) => count > 0 && after[at] === 0)) refused();
}

/** Menus as the audit log names them. */
const menuNames = (menus: readonly MenuItem[], ids: Ids, { config }: Pick<ActorContext, 'config'>): string =>
  menuWithNames(menus, namesOf(config))
    .filter((menu) => ids.has(menu.menu_id))
    .map((menu) => menu.menu_name)
    .join(', ');

const memberMenus = (menus: readonly MenuItem[]): Ids =>
  idsOf(menus.filter((menu) => MEMBER_ROUTES.includes(menu.to_route)));

type Edit = BodyOf<typeof admins.update>;

const ownColumns = ({ formData }: Edit, admin: Admin) => ({
  name: formData.admin_name ?? admin.name,
  phone: formData.phone_number ?? admin.phone,
  status: formData.status ?? admin.status,
  mayExport: formData.may_export ?? admin.mayExport,
});

/** The caller with the menus that count now. */
interface Caller {
  actor: Actor;
  own: Ids;
}

/** A permission is given and taken only by who has it; the first is given by who has all menus. */
async function mayPermit(tx: Db, { actor, own }: Caller, from: boolean, to: boolean): Promise<boolean> {
  if (from === to || actor.permissions.has('export')) return true;
  return to && (await exporters(tx)) === 0 && isSame(own, idsOf(await staffMenus(tx)));
}

/** The admin's columns after an edit; the role is that of the department. */
async function edited(tx: Db, admin: Admin, edit: Edit, caller: Caller) {
  const own = ownColumns(edit, admin);
  if (!(await mayPermit(tx, caller, admin.mayExport, own.mayExport))) refuse(admins.update, 403);
  const { department_id } = edit.formData;
  const department =
    department_id === undefined ? undefined : ((await departmentById(tx, department_id)) ?? refuse(admins.update, 422));
  return {
    ...own,
    departmentId: department?.department_id ?? admin.departmentId,
    role: department?.role ?? admin.role,
  };
}

/** An admin's columns and menus as the audit log tells them. */
async function notifications(
  tx: Db,
  { name, phone, status, mayExport, departmentId, role }: Awaited<ReturnType<typeof edited>>,
  menus: string,
) {
  const department = departmentId === null ? undefined : await departmentById(tx, departmentId);
  return { name, phone, status, may_export: mayExport, department: department?.department_name, role, menus };
}

const isAsSeen = ({ name, phone, departmentId, status, mayExport }: Admin, { seen = {} }: Edit): boolean => {
  const now = { admin_name: name, phone_number: phone, department_id: departmentId, status, may_export: mayExport };
  return changesBetween(now, seen).length === 0;
};

async function lockAsSeen(tx: Db, edit: Edit): Promise<Admin> {
  const admin = (await lockAdmin(tx, edit.formData.admin_id)) ?? refuse(admins.update, 404);
  return isAsSeen(admin, edit) ? admin : refuse(admins.update, 409);
}

function menusAfter(menus: readonly MenuItem[], choice: Choice): Ids {
  const next = menusFor(choice) ?? refuse(admins.update, 403);
  return isUnusable(menus, choice.present, next, choice.to) ? refuse(admins.update, 412) : next;
}

/** The menus that an edit wants in place of the present ones; undefined: these stay. */
function wantedMenus({ menuItem, initialAdminMenu: seen }: Edit, present: Ids): Ids | undefined {
  if (menuItem && seen && !isSame(present, new Set(seen))) refuse(admins.setMenus, 409);
  return menuItem && new Set(menuItem);
}

type Standing = Pick<Admin, 'status' | 'role'>;
const hasMoved = (from: Standing, to: Standing): boolean => from.status !== to.status || from.role !== to.role;

/** Whose work somebody else has from now on. */
const hasLeft = (from: Standing, to: Standing): boolean => from.status === 'ACTIVE' && to.status !== 'ACTIVE';

export async function update(edit: Edit, ctx: ActorContext) {
  const { months, handOverId } = await ctx.write(async (tx) => {
    const own = (await rightsOf(tx, ctx.actor, 'get_all_admin')) ?? refuse(admins.update, 403);
    const admin = await lockAsSeen(tx, edit);
    if (!(await mayActOn(tx, ctx.actor, admin))) refuse(admins.update, 424);
    const next = await edited(tx, admin, edit, { actor: ctx.actor, own });
    const isMoved = hasMoved(admin, next);
    if (isMoved && admin.id === ctx.actor.id) refuse(admins.update, 423);

    const menus = await staffMenus(tx);
    const present = idsOf(await menusOf(tx, admin.id));
    const wanted = wantedMenus(edit, present);
    const choice = { own, from: admin.role, to: next.role, present, wanted, member: memberMenus(menus) };
    const nextMenus = menusAfter(menus, choice);
    const change = async () => {
      await tx.update(a).set(next).where(eq(a.id, admin.id));
      await replaceMenus(tx, admin.id, present, nextMenus);
    };
    await keepingOne(tx, change, () => refuse(admins.update, 423));
    if (isMoved) await endSessions(tx, admin.id);

    const before = await notifications(tx, admin, menuNames(menus, present, ctx));
    const changes = changesBetween(before, await notifications(tx, next, menuNames(menus, nextMenus, ctx)));
    await audit(tx, ctx, { action: 'admin_changed', subject: 'account', subjectId: admin.id, changes });
    if (!hasLeft(admin, next)) return { months: [], handOverId: undefined };
    const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
    return handOverWork(tx, ctx, { accountId: admin.id, today });
  });
  for (const month of months) ctx.announce({ kind: 'month', month });
  return handOverId === undefined ? {} : { hand_over_id: handOverId };
}

export async function setMenus(body: BodyOf<typeof admins.setMenus>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const own = (await rightsOf(tx, ctx.actor, 'get_all_admin')) ?? refuse(admins.setMenus, 403);
    const admin = (await lockAdmin(tx, body.admin_id)) ?? refuse(admins.setMenus, 404);
    if (!(await mayActOn(tx, ctx.actor, admin))) refuse(admins.setMenus, 424);
    const present = idsOf(await menusOf(tx, admin.id));
    if (!isSame(present, new Set(body.initialAdminMenu))) refuse(admins.setMenus, 409);
    const menus = await staffMenus(tx);
    const { role } = admin;
    const wanted = new Set(body.menu_id);
    const choice = { own, from: role, to: role, present, wanted, member: memberMenus(menus) };
    const next = menusFor(choice) ?? refuse(admins.setMenus, 403);
    if (isUnusable(menus, present, next, role)) refuse(admins.setMenus, 412);
    const change = () => replaceMenus(tx, admin.id, present, next);
    await keepingOne(tx, change, () => refuse(admins.setMenus, 422));

    const changes = changesBetween({ menus: menuNames(menus, present, ctx) }, { menus: menuNames(menus, next, ctx) });
    await audit(tx, ctx, { action: 'admin_menus_changed', subject: 'account', subjectId: admin.id, changes });
  });
  return {};
}

export async function addDepartment({ department_name }: BodyOf<typeof admins.addDepartment>, ctx: ActorContext) {
  return ctx.write(async (tx) => {
    const row = { name: department_name, role: 'ADMIN' } as const;
    const [made] = await tx.insert(d).values(row).onConflictDoNothing().returning({ department_id: d.id });
    if (made === undefined) return refuse(admins.addDepartment, 409);
    const entry = { action: 'department_added', subject: 'department', subjectId: made.department_id };
    await audit(tx, ctx, { ...entry, changes: changesBetween({}, row) });
    return made;
  });
}

/** Letters and digits that cannot be mistaken for each other; 28 of them are more than 128 bits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const oneTimePassword = (): string =>
  Array.from({ length: 7 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  );

type Invitation = BodyOf<typeof admins.invite>;

/** The screens from which somebody may be invited: to the renewal team also from its own. */
const invitingScreens = ({ role }: Invitation): string[] =>
  role === 'RMEMBER' ? ['invite_admin', 'manager_renewal_team'] : ['invite_admin'];

/** The invited person's department, menus and role, if the caller may give them and the e-mail is new. */
async function planned(db: Db, { formData, menuList, role }: Invitation, own: Ids | undefined) {
  const found = role === 'RMEMBER' ? renewalTeam(db) : departmentById(db, formData.department_id);
  const department = (await found) ?? refuse(admins.invite, 404);
  // Any other role that the browser names is a wish: the department has one.
  if (own === undefined) return refuse(admins.invite, 403);
  const all = await staffMenus(db);
  const newcomer = { from: undefined, to: department.role, present: new Set<number>() };
  const choice = { ...newcomer, own, wanted: new Set(menuList), member: memberMenus(all) };
  const menus = menusFor(choice) ?? refuse(admins.invite, 403);
  if (isUnusable(all, choice.present, menus, choice.to)) refuse(admins.invite, 412);
  if ((await db.$count(a, eq(a.email, formData.admin_email))) > 0) refuse(admins.invite, 409);
  return { department, menus, all };
}

export async function invite(invitation: Invitation, ctx: ActorContext) {
  const { db, config, secret } = ctx;
  const { admin_name: name, admin_email: email, phone_number: phone } = invitation.formData;
  const screens = invitingScreens(invitation);
  const mayInvite = screens.some((screen) => ctx.actor.menus.has(screen));
  await planned(db, invitation, mayInvite ? idsOf(await menusOf(db, ctx.actor.id)) : undefined);
  const password = oneTimePassword();
  const passwordHash = await unlessBusy(hashPassword(password, true), () => refuse(admins.invite, 503));
  await ctx.write(async (tx) => {
    const own = await rightsOf(tx, ctx.actor, ...screens);
    const { department, menus, all } = await planned(tx, invitation, own);
    const { role, department_id: departmentId } = department;
    const passwordEndsAt = sql`${NOW} + make_interval(hours => ${INITIAL_PASSWORD_HOURS})`;
    const person = { kind: 'staff', name, email, phone, role, departmentId, status: 'ACTIVE' } as const;
    const [made] = await tx
      .insert(a)
      .values({ ...person, passwordHash, firstLogin: true, passwordEndsAt })
      .onConflictDoNothing()
      .returning({ id: a.id, endsAt: a.passwordEndsAt });
    if (!made?.endsAt) return refuse(admins.invite, 409);
    await replaceMenus(tx, made.id, new Set(), menus);
    const facts = { email, password, endsAt: made.endsAt, timeZone: config.BUSINESS_TIME_ZONE };
    await queueMessages(tx, {
      channel: 'Email',
      purpose: 'notice',
      recipient: email,
      ...sealMail(secret, invitationMail(facts, senderOf(config))),
      createdBy: ctx.actor.email,
      expiresAt: made.endsAt,
    });
    const given = {
      name,
      email,
      phone,
      department: department.department_name,
      role,
      menus: menuNames(all, menus, ctx),
    };
    const changes = changesBetween({}, given);
    await audit(tx, ctx, { action: 'admin_invited', subject: 'account', subjectId: made.id, changes });
  });
  return {};
}
