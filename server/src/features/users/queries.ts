import type { BodyOf } from '@desk/contract/call';
import { segmentOf, usualMenus } from '@desk/contract/rules/usual-menus';
import type { KnownCompany, PendingUser, users, UserRow } from '@desk/contract/users';
import { and, asc, desc, eq, ilike, inArray, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { orderOf } from '../../platform/db/sql/order.ts';
import { recentDecisions } from '../../domain/decisions/decisions.ts';
import { accountsTable as a, customerProfilesTable as p, menusTable as m } from '../../platform/db/tables/accounts.ts';
import { isPublicMail } from '../../platform/domain-names/public-mail.ts';
import { DECISIONS, isSameNumber } from './rules.ts';

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

const host = sql<string>`lower(split_part(${a.email}::text, '@', 2))`;
const company = sql<string>`lower(coalesce(${p.companyName}, '')) collate "C"`;

type Company = Omit<KnownCompany, 'by'> & { phones: string[] };
/** A customer of ours as JSON, with the numbers under which it and its people are reached. */
const companyWhere = (from: SQL) => sql<Company | null>`(select json_build_object(
    'customer_id', c.id, 'company_name', c.company_name, 'segment', c.segment, 'domain_name', d.name,
    'subscriptions', (select count(*) from subscriptions s where s.customer_id = c.id and s.ended_at is null),
    'phones', array(select coalesce(c.phone, '') union all select coalesce(k.phone, '') from contacts k where k.customer_id = c.id
      union all select coalesce(k.mobile, '') from contacts k where k.customer_id = c.id))
  ${from} order by c.id limit 1)`;
const companyOfHost = companyWhere(
  sql`from domains d join customers c on c.id = d.customer_id where d.name = ${host}::citext and d.status <> 'PENDING'`,
);
const companyOfName = companyWhere(
  sql`from customers c left join lateral (select null::text as name) d on true
    where lower(c.company_name) collate "C" = ${company} and ${company} <> ''`,
);

const pendingFacts = {
  ...userRow,
  host,
  company,
  ofHost: companyOfHost,
  ofName: companyOfName,
  domains_waiting: sql<number>`(select count(*)::int from domains d where (d.status = 'PENDING' and d.owner_id = ${a.id})
    or (d.status <> 'PENDING' and d.claimed_by_id = ${a.id}))`,
};
const selectPending = (db: Db) =>
  db
    .select(pendingFacts)
    .from(a)
    .leftJoin(p, eq(p.accountId, a.id))
    .where(and(isUser, eq(a.status, 'PENDING')))
    .orderBy(asc(a.createdAt), asc(a.id));
type Pending = Awaited<ReturnType<typeof selectPending>>[number];

/** Those who were decided on before, of the companies and hosts of those who wait. */
function othersOf(db: Db, waiting: readonly Pending[]) {
  const hosts = [...new Set(waiting.map((one) => one.host))].filter((name) => !isPublicMail(name));
  const companies = [...new Set(waiting.map((one) => one.company))].filter((name) => name !== '');
  const isOfThem = sql`(${host} = any(${sql.param(hosts)}::text[]) or ${company} = any(${sql.param(companies)}::text[]))`;
  return db
    .select({ status: a.status, host, company })
    .from(a)
    .leftJoin(p, eq(p.accountId, a.id))
    .where(and(isUser, inArray(a.status, ['ACTIVE', 'REJECTED']), isOfThem));
}
type Other = Awaited<ReturnType<typeof othersOf>>[number];

/** The company of somebody: by the domain of the address, else by its name. */
function companyOf({ ofHost, ofName }: Pick<Pending, 'ofHost' | 'ofName'>, isPublic: boolean) {
  const byDomain = isPublic ? null : ofHost;
  const found = byDomain ?? ofName;
  if (!found) return { customer: null, phones: [] };
  const { phones, ...customer } = found;
  return { customer: { ...customer, by: byDomain ? ('domain' as const) : ('name' as const) }, phones };
}

function withFacts(
  { host: at, company: named, ofHost, ofName, ...user }: Pending,
  { others, keyOf }: { others: readonly Other[]; keyOf: ReadonlyMap<string, number> },
): PendingUser {
  const is_public_mail = isPublicMail(at);
  const { customer, phones } = companyOf({ ofHost, ofName }, is_public_mail);
  const isColleague = (other: Other) =>
    (!is_public_mail && other.host === at) || (named !== '' && other.company === named);
  const colleagues = others.filter(isColleague);
  const segment = segmentOf(customer?.segment ?? null, user.industry_type);
  const usual = usualMenus(segment).flatMap((route) => keyOf.get(route) ?? []);
  return {
    ...user,
    ...{ timestamp: user.timestamp.toISOString(), customer, segment, is_public_mail },
    phone_fits: phones.some((phone) => isSameNumber(phone, user.user_phoneNumber)),
    colleagues: colleagues.filter(({ status }) => status === 'ACTIVE').length,
    rejected_colleagues: colleagues.filter(({ status }) => status === 'REJECTED').length,
    usual_menus: user.menu_id.length > 0 ? user.menu_id : usual,
  };
}

/** Accounts that wait for approval, the longest first, with what is known of them. */
export async function pendingUsers(_body: unknown, { db }: ActorContext): Promise<{ users: PendingUser[] }> {
  const waiting = await selectPending(db);
  const [others, menus] = await Promise.all([
    othersOf(db, waiting),
    db.select({ id: m.id, route: m.toRoute }).from(m).where(eq(m.audience, 'customer')),
  ]);
  const keyOf = new Map(menus.map(({ id, route }) => [route, id]));
  return { users: waiting.map((user) => withFacts(user, { others, keyOf })) };
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
