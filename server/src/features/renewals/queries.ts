import { createHash } from 'node:crypto';
import type { BodyOf } from '@desk/contract/call';
import { SOLD_PRODUCTS, renewals } from '@desk/contract/renewals';
import { and, desc, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { dayIn } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { compiled } from '../../platform/db/sql/compile.ts';
import { databaseSheet, type DatabaseColumn } from '../../platform/db/export/database-sheet.ts';
import { auditExport } from '../../platform/audit/exported.ts';
import { monthAnswer, monthRevision } from '../../domain/renewals/list-cache.ts';
import { actionLabel, fieldLabel } from '@desk/contract/words/audit-words';
import * as columns from '../../domain/renewals/columns.ts';
import { conditionOf, orderOf, type Page } from '../../domain/renewals/filter.ts';
import { totalOf } from '../../domain/renewals/totals.ts';
import { ALL_REVISIONS } from '../../platform/db/revisions.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { PrebuiltJson } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import type { AssignmentRow, Known } from '../../domain/imports/assignments.ts';
import { EXPORT_COLUMNS, nextRenewalDates } from './rules.ts';

const { AS_TEXT, kindOf, RENEWAL_COLUMNS, RENEWAL_JOINS, RENEWAL_SELECT, renewalOf, renewalsJson, sqlOf } = columns;

/** Staff who can work renewals; the alias `m` is the account. */
export const IS_MEMBER = "m.kind = 'staff' and m.status = 'ACTIVE' and m.role in ('RMEMBER', 'ADMIN')";

interface PageQuery {
  where: SQL;
  order: SQL;
  from: string;
  size: number;
  skipped: number;
  /** The total comes with the page; else the revision does, by which totals are remembered. */
  isCounted: boolean;
}
/** The page is found by its keys alone, then read. */
const pageQuery = ({ where, order, from, size, skipped, isCounted }: PageQuery): SQL => sql`
  select ${sql.raw(RENEWAL_SELECT)}, ${sql.raw(isCounted ? 'page.total' : 'v.revision')}
   from (select ${sql.raw(isCounted ? "''" : ALL_REVISIONS)} as revision) v left join (
     (select r.id as page_id ${sql.raw(isCounted ? ', count(*) over () as total' : '')}
      from ${sql.raw(from)} where ${where} order by ${order} limit ${sql.raw(String(size))} offset ${skipped}::int) page
     join renewals r on r.id = page.page_id ${sql.raw(RENEWAL_JOINS)}) on true
   order by ${order}`;

interface PageReply {
  /** By it the rows are named in the reply. */
  readonly name: 'customer' | 'domains';
  readonly size: number;
  readonly ownerId?: number;
}
/** One page of what the filter finds, and how many that are. */
async function pageOf(pool: Pool, asked: Page, { name, size, ownerId }: PageReply): Promise<PrebuiltJson> {
  const where = conditionOf(asked, ownerId);
  const skipped = ((asked.page ?? 1) - 1) * size;
  const isOfMonth = asked.month !== undefined;
  // A search in a month reads few rows and is seldom asked twice: its total comes with its first page.
  const isCounted = isOfMonth && asked.domain !== undefined && skipped === 0;
  const from = asked.sort === 'company_name' ? 'renewals r join customers c on c.id = r.customer_id' : 'renewals r';
  const query = compiled(pageQuery({ where, order: orderOf(asked), from, size, skipped, isCounted }));
  // Planned once for each combination of filters, but for a search in all months: its best plan hangs on what is searched.
  const isPlannedOnce = asked.domain === undefined || isOfMonth;
  const prepared = isPlannedOnce && { name: `page-${createHash('sha256').update(query.text).digest('base64url')}` };
  const { rows } = await pool.query<(string | null)[]>({ ...prepared, ...query, rowMode: 'array', types: AS_TEXT });
  const last = rows[0]?.at(-1) ?? '';
  const total = isCounted ? Number(last) : await totalOf(pool, last, where);
  const found = rows.filter((row) => row[0] !== null);
  return new PrebuiltJson(renewalsJson(found, `{"${name}":`, `,"total":${total}}`));
}

export const pageOfAll = (asked: Page, { pool }: ActorContext) =>
  pageOf(pool, asked, { name: 'customer', size: asked.size ?? 10 });

export const pageOfMine = (asked: Page, { pool, actor }: ActorContext) =>
  pageOf(pool, asked, { name: 'domains', size: asked.size ?? 20, ownerId: actor.id });

export async function renewalsOfMonth({ month, revision }: BodyOf<typeof renewals.monthly>, { pool }: ActorContext) {
  const current = await monthRevision(pool, month);
  if (revision === current) return { customer: [], revision, unchanged: true };
  const { json, gzip } = await monthAnswer(pool, month, current);
  return new PrebuiltJson(json, gzip);
}

const TEXTS: readonly string[] = ['text', 'citext'];
/** A word of one of our own lists is no formula. */
const isTyped = ({ enumValues }: AnyPgColumn): boolean => enumValues === undefined;
const exportedColumn = ([label, ...names]: (typeof EXPORT_COLUMNS)[number]): DatabaseColumn => {
  const [first, ...others] = names.map(sqlOf);
  const columns = names.map((name) => RENEWAL_COLUMNS[name][1]);
  const isText = columns.every((column) => TEXTS.includes(column.getSQLType()));
  return {
    ...{ label, kind: kindOf(names[0]) },
    sql: others.length === 0 ? (first ?? '') : `coalesce(${[first, ...others].join(', ')})`,
    typed: isText && columns.some(isTyped),
  };
};

type Exported = BodyOf<typeof renewals.exportMonthly>;

/** The rows of a month as JSON; a longer time is a file's. */
async function renewalsAsJson(asked: Exported, ctx: ActorContext): Promise<PrebuiltJson> {
  const month = asked.month ?? dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now()).slice(0, 7);
  const where = conditionOf({ ...asked, month }, asked.mine === true ? ctx.actor.id : undefined);
  const { rows } = await ctx.pool.query<(string | null)[]>({
    ...compiled(sql`select ${sql.raw(RENEWAL_SELECT)} from renewals r ${sql.raw(RENEWAL_JOINS)}
      where ${where} order by r.term_end, r.id`),
    rowMode: 'array',
    types: AS_TEXT,
  });
  await auditExport(ctx, 'renewals', { ...asked, month })(rows.length);
  return new PrebuiltJson(renewalsJson(rows, '{"customer":', '}'));
}

export function exportRenewals(asked: Exported, ctx: ActorContext) {
  if (ctx.wantsJson === true) return renewalsAsJson(asked, ctx);
  const filtered = conditionOf(asked, asked.mine === true ? ctx.actor.id : undefined);
  const { renewal_ids: chosen, ...filter } = asked;
  const where = chosen ? sql`${filtered} and r.id = any(${`{${chosen.join(',')}}`}::int[])` : filtered;
  return Promise.resolve(
    databaseSheet({
      database: ctx.config,
      columns: EXPORT_COLUMNS.map(exportedColumn),
      currency: sqlOf('currency'),
      from: sql`from renewals r ${sql.raw(RENEWAL_JOINS)} where ${where} order by r.term_end, r.id`,
      finished: auditExport(ctx, 'renewals', { ...filter, ...(chosen && { chosen: chosen.length }) }),
    }),
  );
}

export async function renewalDetails({ renewal_id }: BodyOf<typeof renewals.details>, { pool }: ActorContext) {
  const { rows } = await pool.query<(string | null)[]>({
    text: `select ${RENEWAL_SELECT}, c.zoho_contact_id from renewals r ${RENEWAL_JOINS} where r.id = $1`,
    values: [renewal_id],
    rowMode: 'array',
    types: AS_TEXT,
  });
  const [row] = rows;
  if (row === undefined) return refuse(renewals.details, 404);
  const renewal = renewalOf(row);
  return {
    domain: [
      {
        ...renewal,
        skuName: renewal.sku_name,
        customerDomain: renewal.domain_name,
        zoho_contact_id: row.at(-1) ?? null,
        next_renewal_dates: nextRenewalDates(renewal.renewal_date),
      },
    ],
  };
}

export async function memberEmails(_body: unknown, { pool }: ActorContext) {
  const { rows } = await pool.query<{ email: string; name: string; is_member: boolean }>(
    `select m.email::text as email, m.name, ${IS_MEMBER} as is_member from accounts m
     where m.kind = 'staff' and (${IS_MEMBER} or exists (select from renewals r where r.assigned_to_id = m.id and r.state = 'open'))
     order by m.name, m.email`,
  );
  const those = (isMember: boolean) =>
    rows.filter((row) => row.is_member === isMember).map(({ email, name }) => ({ email, name }));
  return { members: those(true), former: those(false) };
}

/** What somebody has, and what is sold; of a renewal those of its own product. */
export async function productNames({ renewal_id }: BodyOf<typeof renewals.products>, { db }: ActorContext) {
  const [s, r] = [subscriptionsTable, renewalsTable];
  const [about] = await db
    .select({ product: r.product })
    .from(r)
    .where(eq(r.id, renewal_id ?? 0));
  const isDirectory = about?.product === 'directory';
  const held = await db
    .selectDistinct({ name: s.skuName })
    .from(s)
    .where(isDirectory ? eq(s.source, 'directory') : ne(s.source, 'directory'));
  const names = new Set<string>([...held.map(({ name }) => name), ...(isDirectory ? [] : SOLD_PRODUCTS)]);
  return {
    products: [...names].sort((one, other) => one.localeCompare(other, 'en')).map((productname) => ({ productname })),
  };
}

const exists = async (db: Db, id: number): Promise<boolean> =>
  (await db.select({ id: renewalsTable.id }).from(renewalsTable).where(eq(renewalsTable.id, id))).length > 0;

const LATEST = 500;

export async function renewalHistory({ renewal_id }: BodyOf<typeof renewals.history>, { db }: ActorContext) {
  const l = auditLogTable;
  const entries = await db
    .select()
    .from(l)
    .where(and(eq(l.subject, 'renewal'), eq(l.subjectId, renewal_id)))
    .orderBy(desc(l.id))
    .limit(LATEST);
  if (entries.length === 0 && !(await exists(db, renewal_id))) refuse(renewals.history, 404);
  return {
    history: entries.map(({ id, at, actor, action, changes }) => ({
      entry_id: id,
      at: at.toISOString(),
      by: actor,
      action: actionLabel(action),
      changes: changes.map((change) => ({ ...change, field: fieldLabel(change.field) })),
    })),
  };
}

const textArray = (texts: readonly string[]) => sql`${sql.param([...new Set(texts)])}::text[]`;

/** Licences' renewals `r` of a month. */
export const isIn = (month: string) => {
  const first = sql`${`${month}-01`}::date`;
  return sql`r.product = 'licence' and r.term_end >= ${first} and r.term_end < (${first} + interval '1 month')::date`;
};

type Named = { named: string; renewals: { id: number; date: string }[] };

/** What the database knows of everything that a file of assignments names. */
export async function knownOf(tx: Db, rows: readonly AssignmentRow[], month: string): Promise<Known> {
  const inMonth = isIn(month);
  const external = textArray(rows.map((row) => row.subscriptionId));
  const renewal = sql`json_build_object('id', r.id, 'date', r.term_end)`;
  const found = await tx.execute<Named>(sql`
    with ids as (select i.external_id, i.subscription_id from subscription_ids i join subscriptions s on s.id = i.subscription_id
        where i.external_id = any(${external}) and s.source <> 'directory'
      union select external_id, id from subscriptions where external_id = any(${external}) and source <> 'directory')
    select ids.external_id as named, coalesce(json_agg(${renewal}) filter (where r.id is not null), '[]') as renewals
    from ids left join renewals r on r.subscription_id = ids.subscription_id and ${inMonth} group by ids.external_id`);
  const wanted = textArray(rows.map((row) => row.renewalId).filter((id) => /^[1-9]\d{0,8}$/.test(id)));
  const own = await tx.execute<Named>(sql`
    select r.id::text as named, case when ${inMonth} then json_build_array(${renewal}) else '[]' end as renewals
    from renewals r where r.id = any(${wanted}::int[]) and r.product = 'licence'`);
  const members = await tx.execute<{ email: string; id: number }>(sql`
    select lower(m.email::text) as email, m.id from accounts m
    where m.email = any(${textArray(rows.map((row) => row.member))}::citext[]) and ${sql.raw(IS_MEMBER)}`);
  return {
    bySubscription: new Map(found.rows.map(({ named, renewals: some }) => [named, some])),
    byRenewal: new Map(own.rows.map(({ named, renewals: some }) => [named, some])),
    members: new Map(members.rows.map(({ email, id }) => [email, id])),
  };
}
