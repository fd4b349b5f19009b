import { createHash } from 'node:crypto';
import type { BodyOf } from '@desk/contract/call';
import { LICENCE_BANDS, SOLD_PRODUCTS, renewals } from '@desk/contract/renewals';
import { and, desc, eq, ne } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { escapeLiteral, type Pool } from 'pg';
import type { ActorContext, Db } from '../../context.ts';
import { containing, containingDomain } from '../../db/containing.ts';
import { databaseSheet, type DatabaseColumn } from '../../db/database-sheet.ts';
import { exported } from '../../db/exported.ts';
import { monthAnswer, monthRevision } from '../../db/month-answers.ts';
import * as columns from '../../db/renewal-columns.ts';
import { ALL_REVISIONS, totalOf } from '../../db/renewal-totals.ts';
import { auditLogTable } from '../../db/tables/audit.ts';
import { renewalsTable } from '../../db/tables/renewals.ts';
import { subscriptionsTable } from '../../db/tables/subscriptions.ts';
import { Ready } from '../../http/implement.ts';
import { refuse } from '../../http/refusal.ts';
import { actionLabel, EXPORT_COLUMNS, fieldLabel, nextRenewalDates } from './rules.ts';

const { AS_TEXT, CURRENCY, kindOf, RENEWAL_COLUMNS, RENEWAL_JOINS, RENEWAL_SELECT, renewalOf, renewalsJson, sqlOf } =
  columns;

/** Staff who can work renewals; the alias `m` is the account. */
export const IS_MEMBER = "m.kind = 'staff' and m.status = 'ACTIVE' and m.role in ('RMEMBER', 'ADMIN')";

type Page = BodyOf<typeof renewals.all>;
type Filter = Pick<Page, 'domain' | 'month' | 'start_date' | 'end_date' | 'assigned_to' | 'licence' | 'segment'>;
/** Puts a value into the text of a query: as a parameter, or as a literal. */
type Put = (value: string | number) => string;

/** The domain, also as the address of its site, or the company. Each side of the `or` has an index of its own. */
function soughtIn(text: string, put: Put): string {
  const companies = `select id from customers where company_name ilike ${put(containing(text))}`;
  return `(r.domain_name::text like ${put(containingDomain(text))} or r.customer_id = any(array(${companies})))`;
}

/** What a renewal must hold, under the alias `r`. */
function conditionOf(filter: Filter, put: Put, ownerId?: number): string {
  const when = <T>(value: T | undefined, sql: (given: T) => string): string[] =>
    value === undefined || value === '' ? [] : [sql(value)];
  const conditions = [
    // Word for word that of the index.
    "r.product = 'licence'",
    ...when(filter.month, (month) => {
      const first = put(`${month}-01`);
      return `r.term_end >= ${first}::date and r.term_end < (${first}::date + interval '1 month')::date`;
    }),
    ...when(filter.start_date, (day) => `r.term_end >= ${put(day)}::date`),
    ...when(filter.end_date, (day) => `r.term_end <= ${put(day)}::date`),
    ...(filter.assigned_to === '' ? ['r.assigned_to_id is null'] : []),
    ...when(
      filter.assigned_to,
      (email) => `r.assigned_to_id = (select id from accounts where email = ${put(email)}::citext)`,
    ),
    ...when(filter.licence, (band) => {
      const [from, to] = LICENCE_BANDS[band];
      return `coalesce(r.number_of_seats, r.licensed_seats, 0) between ${put(from)} and ${put(to)}`;
    }),
    ...when(filter.segment, (segment) => `r.segment = ${put(segment)}`),
    ...when(ownerId, (id) => `r.assigned_to_id = ${put(id)}`),
    // Conditions are tried in this order, and to look through a name costs more than all others.
    ...when(filter.domain, (text) => soughtIn(text, put)),
  ];
  return conditions.join(' and ');
}

// Each order is that of an index; an empty value counts as the smallest.
const ORDERS: Record<NonNullable<Page['sort']>, string> = {
  renewal_date: 'r.term_end',
  domain_name: 'r.domain_name',
  company_name: 'c.company_name',
  number_of_seats: 'r.number_of_seats',
  price: 'r.price',
};
const NULLABLE: readonly string[] = ['r.number_of_seats', 'r.price'];

function orderOf({ sort = 'renewal_date', direction = 'asc' }: Page): string {
  const column = ORDERS[sort];
  const nulls = direction === 'asc' ? 'nulls first' : 'nulls last';
  return `${column} ${direction} ${NULLABLE.includes(column) ? nulls : ''}, r.id ${direction}`;
}

interface PageText {
  where: string;
  order: string;
  from: string;
  size: number;
  /** Which parameter the offset is. */
  offset: number;
  /** The total comes with the page; else the revision does, by which totals are remembered. */
  isCounted: boolean;
}
/** The page is found by its keys alone, then read. */
const pageText = ({ where, order, from, size, offset, isCounted }: PageText): string =>
  `select ${RENEWAL_SELECT}, ${isCounted ? 'page.total' : 'v.revision'}
   from (select ${isCounted ? "''" : ALL_REVISIONS} as revision) v left join (
     (select r.id as page_id ${isCounted ? ', count(*) over () as total' : ''}
      from ${from} where ${where} order by ${order} limit ${size} offset $${offset}::int) page
     join renewals r on r.id = page.page_id ${RENEWAL_JOINS}) on true
   order by ${order}`;

/** One page of what the filter finds, as a JSON array, and how many that are. */
async function pageOf(
  pool: Pool,
  asked: Page,
  size: number,
  ownerId?: number,
): Promise<{ rows: Buffer; total: number }> {
  const values: (string | number)[] = [];
  const where = conditionOf(asked, (value) => `$${values.push(value)}`, ownerId);
  const skipped = ((asked.page ?? 1) - 1) * size;
  const isOfMonth = asked.month !== undefined;
  // A search in a month reads few rows and is seldom asked twice: its total comes with its first page.
  const isCounted = isOfMonth && asked.domain !== undefined && skipped === 0;
  const from = asked.sort === 'company_name' ? 'renewals r join customers c on c.id = r.customer_id' : 'renewals r';
  const text = pageText({ where, order: orderOf(asked), from, size, offset: values.length + 1, isCounted });
  // Planned once for each combination of filters, but for a search in all months: its best plan hangs on what is searched.
  const isPlannedOnce = asked.domain === undefined || isOfMonth;
  const named = isPlannedOnce && { name: `page-${createHash('sha256').update(text).digest('base64url')}` };
  const { rows } = await pool.query<(string | null)[]>({
    ...named,
    text,
    values: [...values, skipped],
    rowMode: 'array',
    types: AS_TEXT,
  });
  const found = renewalsJson(rows.filter((row) => row[0] !== null));
  const last = rows[0]?.at(-1) ?? '';
  return { rows: found, total: isCounted ? Number(last) : await totalOf(pool, last, { where, values }) };
}

const pageJson = (name: 'customer' | 'domains', { rows, total }: { rows: Buffer; total: number }): Ready =>
  new Ready(Buffer.concat([Buffer.from(`{"${name}":`), rows, Buffer.from(`,"total":${total}}`)]));

export const pageOfAll = async (asked: Page, { pool }: ActorContext) =>
  pageJson('customer', await pageOf(pool, asked, 10));

export const pageOfMine = async (asked: Page, { pool, actor }: ActorContext) =>
  pageJson('domains', await pageOf(pool, asked, 20, actor.id));

export async function renewalsOfMonth({ month, revision }: BodyOf<typeof renewals.monthly>, { pool }: ActorContext) {
  const current = await monthRevision(pool, month);
  if (revision === current) return { customer: [], revision, unchanged: true };
  const { json, gzip } = await monthAnswer(pool, month, current);
  return new Ready(json, gzip);
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

export function exportRenewals(asked: BodyOf<typeof renewals.exportMonthly>, ctx: ActorContext) {
  const filtered = conditionOf(
    asked,
    (value) => escapeLiteral(String(value)),
    asked.mine === true ? ctx.actor.id : undefined,
  );
  const { renewal_ids: chosen, ...filter } = asked;
  const where = chosen ? `${filtered} and r.id = any('{${chosen.join(',')}}'::int[])` : filtered;
  return Promise.resolve(
    databaseSheet({
      url: ctx.config.DATABASE_URL,
      columns: EXPORT_COLUMNS.map(exportedColumn),
      currency: CURRENCY,
      from: `from renewals r ${RENEWAL_JOINS} where ${where} order by r.term_end, r.id`,
      finished: exported(ctx, 'renewals', { ...filter, ...(chosen && { chosen: chosen.length }) }),
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
  const { rows } = await pool.query<{ email: string; name: string }>(
    `select m.email::text as email, m.name from accounts m where ${IS_MEMBER} order by m.name, m.email`,
  );
  return { members: rows };
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
