import type { BodyOf } from '@desk/contract/call';
import { users } from '@desk/contract/users';
import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm';
import type { ActorContext, Db } from '../../context.ts';
import { audit, changesBetween } from '../../db/audit.ts';
import { post } from '../../db/outbox.ts';
import {
  accountMenusTable as am,
  accountsTable as a,
  customerProfilesTable as p,
  menusTable as m,
} from '../../db/tables/accounts.ts';
import { refuse } from '../../http/refusal.ts';
import { endSessions } from '../../http/sessions.ts';
import { decisionMail, given, isSameSet } from './rules.ts';

type User = typeof a.$inferSelect;
interface Menu {
  id: number;
  name: string;
}

/** The user, held until the transaction ends: who decides or delegates next waits and then sees what was done. */
async function holdUser(tx: Db, id: number): Promise<User | undefined> {
  const [user] = await tx
    .select()
    .from(a)
    .where(and(eq(a.id, id), eq(a.kind, 'customer')))
    .for('no key update');
  return user;
}

const menusOf = (tx: Db, accountId: number): Promise<Menu[]> =>
  tx
    .select({ id: m.id, name: m.name })
    .from(am)
    .innerJoin(m, eq(m.id, am.menuId))
    .where(eq(am.accountId, accountId))
    .orderBy(asc(m.position));

/** The menus of these keys; undefined if one of them is none of customers. */
async function customerMenus(tx: Db, ids: readonly number[]): Promise<Menu[] | undefined> {
  const wanted = [...new Set(ids)];
  const found = await tx
    .select({ id: m.id, name: m.name })
    .from(m)
    .where(and(inArray(m.id, wanted), eq(m.audience, 'customer')))
    .orderBy(asc(m.position));
  return found.length === wanted.length ? found : undefined;
}

async function replaceMenus(tx: Db, accountId: number, menus: readonly Menu[]) {
  await tx.delete(am).where(eq(am.accountId, accountId));
  await tx.insert(am).values(menus.map(({ id }) => ({ accountId, menuId: id })));
}

const named = (menus: readonly Menu[]) => ({ menus: menus.map(({ name }) => name).join(', ') });
const COLUMNS: Readonly<Record<string, { name: string }>> = { ...getTableColumns(p), ...getTableColumns(a) };
const aboutUser = (action: string, { id }: User, old: object, now: object) => ({
  action,
  subject: 'account',
  subjectId: id,
  changes: changesBetween({ ...old }, { ...now }).map((change) => ({
    ...change,
    field: COLUMNS[change.field]?.name ?? change.field,
  })),
});

const tell = (tx: Db, { actor, config }: ActorContext, { email }: User, status: 'ACTIVE' | 'REJECTED') =>
  post(tx, {
    channel: 'Email',
    purpose: 'notice',
    recipient: email,
    createdBy: actor.email,
    ...decisionMail(status, config.BRAND_NAME, config.PUBLIC_URL),
  });

export async function decide({ user_id, status, menu_id = [] }: BodyOf<typeof users.decide>, ctx: ActorContext) {
  await ctx.db.transaction(async (tx) => {
    const user = (await holdUser(tx, user_id)) ?? refuse(users.decide, 404);
    if (user.status !== 'PENDING') refuse(users.decide, 409);
    const before = await menusOf(tx, user.id);
    let menus = before;
    if (status === 'ACTIVE') {
      menus = (await customerMenus(tx, menu_id)) ?? refuse(users.decide, 422);
      await replaceMenus(tx, user.id, menus);
    }
    await tx.update(a).set({ status }).where(eq(a.id, user.id));
    await tell(tx, ctx, user, status);
    const action = status === 'ACTIVE' ? 'user_approved' : 'user_rejected';
    const old = { status: user.status, ...named(before) };
    await audit(tx, ctx, aboutUser(action, user, old, { status, ...named(menus) }));
  });
  return {};
}

type Profile = Partial<Omit<typeof p.$inferInsert, 'accountId' | 'industryType'>>;

/** Writes what is given about the company and the other contact. @returns what stood there before. */
async function saveProfile(tx: Db, accountId: number, profile: Profile): Promise<object> {
  const [old] = await tx.select().from(p).where(eq(p.accountId, accountId));
  if (Object.keys(profile).length > 0) {
    await tx
      .insert(p)
      .values({ companyName: '', ...profile, accountId })
      .onConflictDoUpdate({ target: p.accountId, set: profile });
  }
  return old ?? {};
}

export async function update({ formData: form }: BodyOf<typeof users.update>, ctx: ActorContext) {
  const { user_id, user_status = '' } = form;
  await ctx.db.transaction(async (tx) => {
    const user = (await holdUser(tx, user_id)) ?? refuse(users.update, 404);
    const status = user_status === '' ? user.status : user_status;
    // Whoever may edit may not therefore approve, and an approval comes with menus.
    if (user.status === 'PENDING' && status !== 'PENDING') refuse(users.update, 409);
    const account = given({ name: form.user_name, phone: form.user_phoneNumber, status });
    const profile = given({
      companyName: form.user_company_name,
      designation: form.user_designation,
      otherContactName: form.other_contact_name,
      otherContactPhone: form.other_contact_number,
    });
    await tx.update(a).set(account).where(eq(a.id, user.id));
    const oldProfile = await saveProfile(tx, user.id, profile);
    if (status !== 'ACTIVE') await endSessions(tx, user.id);
    await audit(tx, ctx, aboutUser('user_changed', user, { ...user, ...oldProfile }, { ...account, ...profile }));
  });
  return {};
}

export async function addMenus({ user_id, menu_id }: BodyOf<typeof users.addMenus>, ctx: ActorContext) {
  await ctx.db.transaction(async (tx) => {
    const user = (await holdUser(tx, user_id)) ?? refuse(users.addMenus, 404);
    const added = (await customerMenus(tx, menu_id)) ?? refuse(users.addMenus, 422);
    const before = await menusOf(tx, user.id);
    const rows = added.map(({ id }) => ({ accountId: user.id, menuId: id }));
    await tx.insert(am).values(rows).onConflictDoNothing();
    const now = await menusOf(tx, user.id);
    await audit(tx, ctx, aboutUser('user_menus_changed', user, named(before), named(now)));
  });
  return {};
}

export async function setMenus(
  { user_id, menu_id, initialUserMenu }: BodyOf<typeof users.setMenus>,
  ctx: ActorContext,
) {
  await ctx.db.transaction(async (tx) => {
    const user = (await holdUser(tx, user_id)) ?? refuse(users.setMenus, 404);
    const menus = (await customerMenus(tx, menu_id)) ?? refuse(users.setMenus, 422);
    const before = await menusOf(tx, user.id);
    const present = before.map(({ id }) => id);
    if (!isSameSet(present, [...new Set(initialUserMenu)])) refuse(users.setMenus, 409);
    await replaceMenus(tx, user.id, menus);
    await audit(tx, ctx, aboutUser('user_menus_changed', user, named(before), named(menus)));
  });
  return {};
}
