import type { BodyOf } from '@desk/contract/call';
import type { users, UserRow } from '@desk/contract/users';
import { and, asc, desc, eq, ilike, sql, type SQL } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { recentDecisions } from '../../domain/decisions/decisions.ts';
import { accountsTable as a, customerProfilesTable as p } from '../../platform/db/tables/accounts.ts';
import { DECISIONS } from './rules.ts';

const PAGE = 10;

const userRow = {
  user_id: a.id,
  user_name: a.name,
  user_email: a.email,
  status: a.status,
  company_name: sql<string>`coalesce(${p.companyName}, '')`,
  designation: sql<string>`coalesce(${p.designation}, '')`,
  user_phoneNumber: a.phone,
  industry_type: p.industryType,
  other_contact_name: sql<string>`coalesce(${p.otherContactName}, '')`,
  other_contact_number: sql<string>`coalesce(${p.otherContactPhone}, '')`,
  timestamp: a.createdAt,
  menu_id: sql<number[]>`array(select menu_id from account_menus where account_id = ${a.id} order by 1)`,
};

const usersWhere = (db: Db, where: SQL | undefined) =>
  db.select(userRow).from(a).leftJoin(p, eq(p.accountId, a.id)).where(where).$dynamic();

const onWire = (rows: (Omit<UserRow, 'timestamp'> & { timestamp: Date })[]): UserRow[] =>
  rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));

const isUser = eq(a.kind, 'customer');

/** Accounts that wait for approval, the longest first. */
export async function pendingUsers(_body: unknown, { db }: ActorContext) {
  const rows = await usersWhere(db, and(isUser, eq(a.status, 'PENDING'))).orderBy(asc(a.createdAt), asc(a.id));
  return { users: onWire(rows) };
}

export async function pageOfUsers(
  { user_id, search = '', status, page = 1 }: BodyOf<typeof users.all>,
  { db }: ActorContext,
): Promise<{ users: UserRow[]; total: number }> {
  const where = and(
    isUser,
    user_id === undefined ? undefined : eq(a.id, user_id),
    status && eq(a.status, status),
    search === '' ? undefined : ilike(sql`${a.email}::text`, containsPattern(search)),
  );
  const [rows, total] = await Promise.all([
    usersWhere(db, where)
      .orderBy(desc(a.createdAt), desc(a.id))
      .limit(PAGE)
      .offset((page - 1) * PAGE),
    db.$count(a, where),
  ]);
  return { users: onWire(rows), total };
}

export const lateDecisions = (_body: unknown, { db }: ActorContext) => recentDecisions(db, 'account', DECISIONS);
