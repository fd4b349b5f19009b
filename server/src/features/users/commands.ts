import type { BodyOf } from '@desk/contract/call';
import { LOGGED_IN, type userApprovals } from '@desk/contract/approvals';
import { users } from '@desk/contract/users';
import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, entryAbout } from '../../platform/audit/audit.ts';
import { decideEach, undoEach, writeWaiting } from '../../domain/decisions/many.ts';
import {
  endDecision,
  lockDecision,
  matchesStored,
  recordDecision,
  type Decision,
} from '../../domain/decisions/decisions.ts';
import { queueMessages, queueMessagesDelayed } from '../../platform/outbox/outbox.ts';
import {
  accountMenusTable as am,
  accountsTable as a,
  customerProfilesTable as p,
  menusTable as m,
} from '../../platform/db/tables/accounts.ts';
import { auditLogTable as l } from '../../platform/db/tables/audit.ts';
import { Refusal, refuse } from '../../platform/http/refusal.ts';
import type { ComposedMail } from '../../platform/mail/content.ts';
import { endSessions } from '../../auth/sessions.ts';
import { decisionMail, DECISIONS, given, isSameSet, statusMail, takenBackMail } from './rules.ts';

type User = typeof a.$inferSelect;
interface Menu {
  id: number;
  name: string;
}

/** The user, held until the transaction ends: who decides or delegates next waits and then sees what was done. */
async function lockUser(tx: Db, id: number): Promise<User | undefined> {
  const [user] = await tx
    .select()
    .from(a)
    .where(and(eq(a.id, id), eq(a.kind, 'customer')))
    .for('no key update');
  return user;
}

/** Holds users by their ids, so that two who decide on many never wait for each other. */
const lockUsers = (tx: Db, ids: readonly number[]) =>
  tx
    .select({ id: a.id })
    .from(a)
    .where(inArray(a.id, [...ids]))
    .orderBy(asc(a.id))
    .for('no key update');

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
  if (menus.length > 0) await tx.insert(am).values(menus.map(({ id }) => ({ accountId, menuId: id })));
}

const named = (menus: readonly Menu[]) => ({ menus: menus.map(({ name }) => name).join(', ') });
const aboutUser = entryAbout('account', p, a);

const mailTo = ({ email }: User, { actor }: ActorContext, mail: ComposedMail) =>
  ({ channel: 'Email', purpose: 'notice', recipient: email, createdBy: actor.email, ...mail }) as const;

const notificationFrom = ({ config }: ActorContext, reason?: string) => ({
  ...senderOf(config),
  reason,
});

type Approval = BodyOf<typeof users.decide>;

/** The menus that somebody has after the decision: those that were chosen with it, else those that were given before. */
async function menusAfter(
  tx: Db,
  { status, menu_id = [] }: Approval,
  before: readonly Menu[],
): Promise<readonly Menu[]> {
  if (status === 'REJECTED') return before;
  const menus = menu_id.length === 0 ? before : ((await customerMenus(tx, menu_id)) ?? refuse(users.decide, 422));
  return menus.length === 0 ? refuse(users.decide, 400) : menus;
}

const standing = (status: User['status'], menus: readonly Menu[]) => ({
  status,
  menus: menus.map(({ id }) => id).sort((one, other) => one - other),
});

async function decideOne(tx: Db, ctx: ActorContext, approval: Approval) {
  const { user_id, status } = approval;
  const user = (await lockUser(tx, user_id)) ?? refuse(users.decide, 404);
  if (user.status !== 'PENDING') refuse(users.decide, 409);
  const before = await menusOf(tx, user.id);
  const menus = await menusAfter(tx, approval, before);
  if (menus !== before) await replaceMenus(tx, user.id, menus);
  await tx.update(a).set({ status }).where(eq(a.id, user.id));
  const messageIds = await queueMessagesDelayed(tx, mailTo(user, ctx, decisionMail(status, notificationFrom(ctx))));
  const action = status === 'ACTIVE' ? 'user_approved' : 'user_rejected';
  const decision_id = await recordDecision(tx, ctx, {
    ...{ subject: 'account', subjectId: user.id, action, name: user.email, person: user.name, messageIds },
    ...{ before: standing(user.status, before), after: standing(status, menus) },
  });
  const old = { status: user.status, ...named(before) };
  await audit(tx, ctx, aboutUser(action, user.id, { status, ...named(menus) }, old));
  return { decision_id };
}

export const decide = (approval: Approval, ctx: ActorContext) =>
  writeWaiting(ctx, (tx) => decideOne(tx, ctx, approval));

export const decideMany = ({ status, users: many }: BodyOf<typeof userApprovals.decide>, ctx: ActorContext) =>
  decideEach(ctx, many, {
    idOf: ({ user_id }) => user_id,
    lock: lockUsers,
    decide: (step, one) => decideOne(step, ctx, { ...one, status }),
  });

async function undoOne(tx: Db, ctx: ActorContext, decision_id: number, mayUndo?: (of: Decision) => Promise<void>) {
  const decision = await lockDecision(tx, { id: decision_id, subject: 'account', actions: DECISIONS });
  if (typeof decision === 'number') return refuse(users.undo, decision);
  const user = (await lockUser(tx, decision.subjectId)) ?? refuse(users.undo, 409);
  const present = await menusOf(tx, user.id);
  if (!matchesStored(decision.after, standing(user.status, present))) refuse(users.undo, 409);
  await mayUndo?.(decision);
  const before = decision.before as ReturnType<typeof standing>;
  const menus = (await customerMenus(tx, before.menus)) ?? refuse(users.undo, 409);
  await replaceMenus(tx, user.id, menus);
  await tx.update(a).set({ status: before.status }).where(eq(a.id, user.id));
  await endSessions(tx, user.id);
  if (await endDecision(tx, ctx, decision))
    await queueMessages(tx, mailTo(user, ctx, takenBackMail(notificationFrom(ctx))));
  const old = { status: user.status, ...named(present) };
  const now = { status: before.status, ...named(menus) };
  return audit(tx, ctx, aboutUser(`${decision.action}_undone`, user.id, now, old));
}

export async function undo({ decision_id }: BodyOf<typeof users.undo>, ctx: ActorContext) {
  await writeWaiting(ctx, (tx) => undoOne(tx, ctx, decision_id));
  return {};
}

/** Who has logged in since the approval works already. The login holds the person, and so comes before this or after it. */
async function refuseLoggedIn(tx: Db, { subjectId, name, createdAt }: Decision): Promise<void> {
  const isLogin = and(eq(l.subject, 'account'), eq(l.subjectId, subjectId), eq(l.action, 'login'));
  if ((await tx.$count(l, and(isLogin, gte(l.at, createdAt)))) > 0) throw new Refusal(409, `${name} ${LOGGED_IN}`);
}

export const undoMany = ({ decision_ids }: BodyOf<typeof userApprovals.undo>, ctx: ActorContext) =>
  undoEach(ctx, decision_ids, {
    ...{ subject: 'account', lock: lockUsers },
    undo: (step, id) => undoOne(step, ctx, id, (decision) => refuseLoggedIn(step, decision)),
  });

type Profile = Partial<Omit<typeof p.$inferInsert, 'accountId' | 'industryType'>>;

async function saveProfile(tx: Db, accountId: number, profile: Profile) {
  if (Object.keys(profile).length === 0) return;
  await tx
    .insert(p)
    .values({ companyName: '', ...profile, accountId })
    .onConflictDoUpdate({ target: p.accountId, set: profile });
}

type Edit = BodyOf<typeof users.update>;
type Form = Omit<Edit['formData'], 'user_id'>;

/** The fields of the form as they stand. */
async function asForm(tx: Db, user: User) {
  const [profile] = await tx.select().from(p).where(eq(p.accountId, user.id));
  return {
    user_name: user.name,
    user_status: user.status,
    user_company_name: profile?.companyName ?? '',
    user_designation: profile?.designation ?? '',
    user_phoneNumber: user.phone,
    other_contact_name: profile?.otherContactName ?? '',
    other_contact_number: profile?.otherContactPhone ?? '',
  };
}

const columnsOf = (form: Form) => ({
  account: given({ name: form.user_name, phone: form.user_phoneNumber, status: form.user_status || undefined }),
  profile: given({
    companyName: form.user_company_name,
    designation: form.user_designation,
    otherContactName: form.other_contact_name,
    otherContactPhone: form.other_contact_number,
  }),
});

/** The right to edit does not include the right to approve, and nobody becomes active without menus. */
async function refuseStatus(tx: Db, user: User, status: User['status']): Promise<void> {
  if (user.status === status) return;
  if (user.status === 'PENDING') refuse(users.update, 412);
  if (status === 'ACTIVE' && (await menusOf(tx, user.id)).length === 0) refuse(users.update, 422);
}

export async function update({ formData, reason, seen = {} }: Edit, ctx: ActorContext) {
  const { user_id, ...form } = formData;
  await ctx.write(async (tx) => {
    const user = (await lockUser(tx, user_id)) ?? refuse(users.update, 404);
    const before = await asForm(tx, user);
    if (changesBetween(before, seen).length > 0) refuse(users.update, 409);
    const { account, profile } = columnsOf(form);
    const { status = user.status } = account;
    await refuseStatus(tx, user, status);
    if (Object.keys(account).length > 0) await tx.update(a).set(account).where(eq(a.id, user.id));
    await saveProfile(tx, user.id, profile);
    if (status !== 'ACTIVE') await endSessions(tx, user.id);
    const mail = statusMail(user.status, status, notificationFrom(ctx, reason));
    if (mail) await queueMessages(tx, mailTo(user, ctx, mail));
    const old = columnsOf(before);
    const now = { ...account, ...profile, ...(mail && given({ reason })) };
    await audit(tx, ctx, aboutUser('user_changed', user.id, now, { ...old.account, ...old.profile }));
  });
  return {};
}

export async function addMenus({ user_id, menu_id }: BodyOf<typeof users.addMenus>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const user = (await lockUser(tx, user_id)) ?? refuse(users.addMenus, 404);
    const added = (await customerMenus(tx, menu_id)) ?? refuse(users.addMenus, 422);
    const before = await menusOf(tx, user.id);
    const rows = added.map(({ id }) => ({ accountId: user.id, menuId: id }));
    await tx.insert(am).values(rows).onConflictDoNothing();
    const now = await menusOf(tx, user.id);
    await audit(tx, ctx, aboutUser('user_menus_changed', user.id, named(now), named(before)));
  });
  return {};
}

export async function setMenus(
  { user_id, menu_id, initialUserMenu }: BodyOf<typeof users.setMenus>,
  ctx: ActorContext,
) {
  await ctx.write(async (tx) => {
    const user = (await lockUser(tx, user_id)) ?? refuse(users.setMenus, 404);
    const menus = (await customerMenus(tx, menu_id)) ?? refuse(users.setMenus, 422);
    const before = await menusOf(tx, user.id);
    const present = before.map(({ id }) => id);
    if (!isSameSet(present, [...new Set(initialUserMenu)])) refuse(users.setMenus, 409);
    await replaceMenus(tx, user.id, menus);
    await audit(tx, ctx, aboutUser('user_menus_changed', user.id, named(menus), named(before)));
  });
  return {};
}
