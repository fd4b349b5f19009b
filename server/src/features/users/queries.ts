import type { BodyOf } from '@desk/contract/call';
import type { users, UserRow } from '@desk/contract/users';
import { and, asc, desc, eq, ilike, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { orderOf } from '../../platform/db/sql/order.ts';
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

/** Names in the order of the alphabet, whatever their letters' size. */
const USER_ORDER = {
  user_name: sql`lower(${a.name})`,
  user_email: a.email,
  company_name: sql`lower(coalesce(${p.companyName}, ''))`,
  status: a.status,
  timestamp: a.createdAt,
};

const contains = (column: SQLWrapper, text: string | undefined) =>
  text === undefined || text === '' ? undefined : ilike(sql`${column}::text`, containsPattern(text));

export async function pageOfUsers(
  { user_id, search, name, company, status, page = 1, ...sorting }: BodyOf<typeof users.all>,
  { db }: ActorContext,
): Promise<{ users: UserRow[]; total: number }> {
  const where = and(
    isUser,
    user_id === undefined ? undefined : eq(a.id, user_id),
    status && eq(a.status, status),
    contains(a.email, search),
    contains(a.name, name),
    company ? inArray(a.id, db.select({ id: p.accountId }).from(p).where(contains(p.companyName, company))) : undefined,
  );
  const [rows, total] = await Promise.all([
    usersWhere(db, where)
      .orderBy(...orderOf(USER_ORDER, sorting, [desc(a.createdAt), desc(a.id)]))
      .limit(PAGE)
      .offset((page - 1) * PAGE),
    db.$count(a, where),
  ]);
  return { users: onWire(rows), total };
}

export const lateDecisions = (_body: unknown, { db }: ActorContext) => recentDecisions(db, 'account', DECISIONS);
