import type { BodyOf } from '@desk/contract/call';
import type { team } from '@desk/contract/team';
import { and, asc, eq, ilike, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dayIn, monthRange } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { memberTagsTable as t } from '../../platform/db/tables/team.ts';
import { readable } from './rules.ts';

const PAGE = 10;
const boss = alias(a, 'boss');

/** Whom renewals may be assigned to, by role. */
const canWorkRenewals = inArray(a.role, ['ADMIN', 'RMEMBER']);
const isStaff = and(eq(a.kind, 'staff'), inArray(a.status, ['ACTIVE', 'SUSPENDED']));
/** Accounts that can be members of the team. */
export const canBeTagged = and(isStaff, canWorkRenewals);
/** Members of the team: those who were invited to it, and administrators that have tags. */
export const isMember = and(canBeTagged, or(eq(a.role, 'RMEMBER'), isNotNull(t.accountId)));
export const canManage = and(eq(a.kind, 'staff'), eq(a.status, 'ACTIVE'), canWorkRenewals);

export async function teamMembers(
  { search = '', page = 1 }: BodyOf<typeof team.members>,
  { db, config, now }: ActorContext,
) {
  const { from, to } = monthRange(dayIn(config.BUSINESS_TIME_ZONE, now()).slice(0, 7));
  const where = and(isMember, search === '' ? undefined : ilike(a.name, containsPattern(search)));
  const rows = db
    .select({
      member: {
        admin_id: a.id,
        admin_name: a.name,
        admin_email: a.email,
        phone_number: a.phone,
        status: sql<'ACTIVE' | 'SUSPENDED'>`${a.status}`,
        domains: sql<number>`(select count(*)::int from renewals r
          where r.product = 'licence' and r.assigned_to_id = ${a.id} and r.term_end between ${from} and ${to})`,
      },
      segments: sql<string[]>`coalesce(${t.segments}, '{}')`,
      zones: sql<string[]>`coalesce(${t.zones}, '{}')`,
      manager: boss.email,
    })
    .from(a)
    .leftJoin(t, eq(t.accountId, a.id))
    .leftJoin(boss, eq(boss.id, t.managerId))
    .where(where)
    .orderBy(asc(a.name), asc(a.email))
    .limit(PAGE)
    .offset((page - 1) * PAGE);
  const all = db.$count(db.select({ id: a.id }).from(a).leftJoin(t, eq(t.accountId, a.id)).where(where).as('members'));
  const [found, total] = await Promise.all([rows, all]);
  return { customer: found.map(({ member, ...tags }) => ({ ...member, ...readable(tags) })), total };
}

export async function teamManagers(_body: unknown, { db }: ActorContext) {
  const managers = await db
    .select({ email: a.email, name: a.name })
    .from(a)
    .where(canManage)
    .orderBy(asc(a.name), asc(a.email));
  return { managers };
}

/** Whether somebody reports to another, directly or through others, or is the same person. */
export async function reportsTo(tx: Db, accountId: number, managerId: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with recursive above (id) as (
      select ${accountId}::int union
      select t.manager_id from member_tags t join above on t.account_id = above.id where t.manager_id is not null)
    select from above where id = ${managerId}`);
  return rows.length > 0;
}
