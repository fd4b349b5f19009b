import { acquireLock } from '../../platform/db/locks.ts';
import type { BodyOf } from '@desk/contract/call';
import { team } from '@desk/contract/team';
import { and, eq, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { memberTagsTable as t } from '../../platform/db/tables/team.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { mayActOn } from '../../auth/may-act-on.ts';
import { canBeTagged, canManage, isMember, reportsTo } from './queries.ts';
import { readable } from './rules.ts';

const boss = alias(a, 'boss');

/** Lets one change of the team run at a time: two that are right alone could close a circle of managers together. */
const lockTeam = (tx: Db) => acquireLock(tx, 'team');

/** A member as the change finds them, kept until its end; undefined if nobody is it. */
async function lockMember(tx: Db, which: SQL | undefined) {
  const [found] = await tx
    .select({
      id: a.id,
      role: a.role,
      mayExport: a.mayExport,
      name: a.name,
      phone: a.phone,
      tags: t,
      manager: { id: boss.id, email: boss.email },
    })
    .from(a)
    .leftJoin(t, eq(t.accountId, a.id))
    .leftJoin(boss, eq(boss.id, t.managerId))
    .where(which)
    .for('update', { of: a });
  return found;
}
type Member = NonNullable<Awaited<ReturnType<typeof lockMember>>>;
const tagsOf = ({ tags, manager }: Member) => ({
  segments: tags?.segments ?? [],
  zones: tags?.zones ?? [],
  manager: manager?.email ?? null,
});

type Manager = Member['manager'];
/** The member's manager as requested; undefined if that account cannot be it. The present manager may stay. */
async function managerOf(
  tx: Db,
  { id, manager }: Member,
  wished: string | null | undefined,
): Promise<Manager | undefined> {
  if (wished === undefined || wished?.toLowerCase() === manager?.email.toLowerCase()) return manager;
  if (wished === null || wished === '') return null;
  const isWished = and(canManage, eq(a.email, wished));
  const [found] = await tx.select({ id: a.id, email: a.email }).from(a).where(isWished);
  return found && !(await reportsTo(tx, found.id, id)) ? found : undefined;
}

interface MemberChange {
  segments: string[];
  zones: string[];
  manager: string | null | undefined;
  person?: { name: string; phone: string } | undefined;
}

/** Writes what differs, with its audit entry. @returns false if the requested manager cannot be it. */
async function write(
  tx: Db,
  ctx: ActorContext,
  { member, change }: { member: Member; change: MemberChange },
): Promise<boolean> {
  const { segments, zones } = change;
  const manager = await managerOf(tx, member, change.manager);
  if (manager === undefined) return false;
  const { name, phone } = member;
  const changes = changesBetween(
    { name, phone, ...readable(tagsOf(member)) },
    { name, phone, ...change.person, ...readable({ segments, zones, manager: manager?.email ?? null }) },
  );
  if (member.tags !== null && changes.length === 0) return true;
  const tags = { segments, zones, managerId: manager?.id ?? null };
  await tx
    .insert(t)
    .values({ accountId: member.id, ...tags })
    .onConflictDoUpdate({ target: t.accountId, set: tags });
  if (change.person) await tx.update(a).set(change.person).where(eq(a.id, member.id));
  await audit(tx, ctx, { action: 'member_changed', subject: 'account', subjectId: member.id, changes });
  return true;
}

export async function tagMember(body: BodyOf<typeof team.tag>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    await lockTeam(tx);
    const found = await lockMember(tx, and(canBeTagged, eq(a.email, body.admin_email)));
    const member = found ?? refuse(team.tag, 404);
    const change = { segments: body.segmentList, zones: body.zoneList, manager: body.manager };
    if (!(await write(tx, ctx, { member, change }))) refuse(team.tag, 422);
  });
  return {};
}

type Seen = NonNullable<BodyOf<typeof team.update>['seen']>;
const isAsSeen = (member: Member, seen: Seen): boolean => {
  const now = { admin_name: member.name, phone_number: member.phone, ...readable(tagsOf(member)) };
  return changesBetween(now, { ...seen }).length === 0;
};

export async function updateMember(body: BodyOf<typeof team.update>, ctx: ActorContext) {
  const { admin_id, seen, user_data } = body;
  await ctx.write(async (tx) => {
    await lockTeam(tx);
    const member = (await lockMember(tx, and(isMember, eq(a.id, admin_id)))) ?? refuse(team.update, 404);
    if (seen && !isAsSeen(member, seen)) refuse(team.update, 409);
    const person = user_data && { name: user_data.admin_name, phone: user_data.phone_number };
    // Tags say who does which work; the account is another matter.
    const isOther =
      person !== undefined && changesBetween({ name: member.name, phone: member.phone }, person).length > 0;
    if (isOther && !(await mayActOn(tx, ctx.actor, member))) refuse(team.update, 424);
    const change = { segments: body.segment, zones: body.zone, manager: body.manager, person };
    if (!(await write(tx, ctx, { member, change }))) refuse(team.update, 422);
  });
  return {};
}
