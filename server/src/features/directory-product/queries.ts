import type { BodyOf, ReplyOf } from '@desk/contract/call';
import type { directoryProduct, DirectoryRenewal, Organization } from '@desk/contract/directory-product';
import { and, asc, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { compiled } from '../../platform/db/sql/compile.ts';
import { monthRange } from '../../platform/time/days.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { allOf } from '../../platform/db/sql/all-of.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { databaseSheet, type DatabaseColumn } from '../../platform/db/export/database-sheet.ts';
import { auditExport } from '../../platform/audit/exported.ts';
import {
  AS_TEXT,
  kindOf,
  RENEWAL_COLUMNS,
  RENEWAL_JOINS,
  RENEWAL_SELECT,
  renewalOf,
  sqlOf,
} from '../../domain/renewals/columns.ts';
import { readCrmStandings } from '../../domain/customers/crm-standing.ts';
import { searchCondition } from '../../domain/renewals/filter.ts';
import type { ColumnKind } from '../../platform/files/sheet.ts';
import { organizationsTable as o } from '../../platform/db/tables/directory-product.ts';
import { syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { BATCH, EXPORT_COLUMNS } from './rules.ts';

const PAGE = 10;

type Filter = BodyOf<typeof directoryProduct.exportMonthly>;
/** The index of the product's renewals needs its condition word for word. */
function conditionOf({ month, domain = '' }: Filter): SQL {
  const { from, to } = monthRange(month);
  const found =
    domain === ''
      ? sql``
      : sql` and (${searchCondition(domain)} or r.subscription_id in (select subscription_id from directory_organizations
          where name ilike ${containsPattern(domain)}))`;
  return sql`r.product = 'directory' and r.term_end between ${from}::date and ${to}::date${found}`;
}

const JOINS = `${RENEWAL_JOINS} join subscriptions s on s.id = r.subscription_id
  left join directory_organizations o on o.subscription_id = s.id`;
/** Columns that such a renewal has in addition to those of all, or in their place. */
const OWN = {
  id: 'o.id',
  customer_name: 'coalesce(o.name, c.company_name)',
  customer_status: 's.status',
  no_of_lic: 'o.licences',
  contract_licences: 'o.contract_licences',
  end_date: 'r.term_end',
  plan_name: 'r.sku_name',
} as const;
/** In the order in which `rowOf` reads them. */
const OWN_SELECT = Object.values(OWN).join(', ');
const isOwn = (name: keyof DirectoryRenewal): name is keyof typeof OWN => name in OWN;
const valueOf = (name: keyof DirectoryRenewal): string => (isOwn(name) ? OWN[name] : sqlOf(name));

const numberOr = (text: string | null | undefined): number | null =>
  text === null || text === undefined ? null : Number(text);

function rowOf(row: readonly (string | null)[]): DirectoryRenewal {
  const renewal = renewalOf(row);
  const [id, name, status, licences, contracted] = row.slice(Object.keys(RENEWAL_COLUMNS).length);
  return {
    ...renewal,
    plan_name: renewal.sku_name,
    end_date: renewal.renewal_date,
    id: numberOr(id),
    customer_name: name ?? '',
    customer_status: status ?? '',
    no_of_lic: numberOr(licences),
    contract_licences: numberOr(contracted),
  };
}

export async function renewalsOfMonth(
  { page = 1, ...filter }: BodyOf<typeof directoryProduct.monthly>,
  { pool, actor }: ActorContext,
): Promise<ReplyOf<typeof directoryProduct.monthly>> {
  const where = conditionOf(filter);
  const [{ rows }, counted] = await Promise.all([
    pool.query<(string | null)[]>({
      ...compiled(sql`select ${sql.raw(RENEWAL_SELECT)}, ${sql.raw(OWN_SELECT)}
        from (select r.id as page_id from renewals r where ${where} order by r.term_end, r.id
          limit ${PAGE} offset ${(page - 1) * PAGE}::int) page
        join renewals r on r.id = page.page_id ${sql.raw(JOINS)} order by r.term_end, r.id`),
      rowMode: 'array',
      types: AS_TEXT,
    }),
    pool.query<{ total: number }>(compiled(sql`select count(*)::int as total from renewals r where ${where}`)),
  ]);
  return {
    customer: rows.map(rowOf),
    total: counted.rows[0]?.total ?? 0,
    may_export: actor.permissions.has('export'),
  };
}

const OWN_KINDS: Partial<Record<keyof DirectoryRenewal, ColumnKind>> = {
  no_of_lic: 'number',
  contract_licences: 'number',
  end_date: 'day',
};
const kindIn = (name: keyof DirectoryRenewal): ColumnKind => OWN_KINDS[name] ?? (isOwn(name) ? 'text' : kindOf(name));
const EXPORTED = EXPORT_COLUMNS.map(({ label, name, typed = false }): DatabaseColumn => ({
  label,
  typed,
  sql: valueOf(name),
  kind: kindIn(name),
}));

export function exportMonth(asked: Filter, ctx: ActorContext) {
  const where = conditionOf(asked);
  return Promise.resolve(
    databaseSheet({
      database: ctx.config,
      columns: EXPORTED,
      currency: sqlOf('currency'),
      from: sql`from renewals r ${sql.raw(JOINS)} where ${where} order by r.term_end, r.id`,
      finished: auditExport(ctx, 'directory_renewals', { month: asked.month, domain: asked.domain ?? '' }),
    }),
  );
}

/** A domain of ours, not another organisation's, that is its name, that of its e-mail, or the only one of its company. */
const SUGGESTED = `(select x.name from (
    select d.id, d.name::text, 1 as place from domains d where d.name = o.name::citext
    union all select d.id, d.name::text, 2 from domains d where d.name = split_part(o.email::text, '@', 2)::citext
    union all select min(d.id), min(d.name::text), 3 from customers c join domains d on d.customer_id = c.id
      where c.company_name = o.name having count(*) = 1
  ) as x join domains ours on ours.id = x.id and ours.status in ('ACTIVE', 'SUSPENDED')
  where not exists (select from directory_organizations held where held.domain_id = x.id and held.organization_id is not null)
  order by x.place limit 1)`;

const STATES = {
  unlinked: 'o.subscription_id is null and o.gone_at is null',
  // Of a contract that is over, or an organisation that is gone, nothing is to be done.
  differs: `o.gone_at is null and o.licences <> o.contract_licences
    and exists (select from subscriptions sold where sold.id = o.subscription_id and sold.ended_at is null)`,
} as const;

export async function pageOfOrganizations(
  { search = '', state, page = 1 }: BodyOf<typeof directoryProduct.organizations>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof directoryProduct.organizations>> {
  const pattern = containsPattern(search);
  const where = allOf([
    ...(state === undefined ? [] : [sql.raw(`(${STATES[state]})`)]),
    ...(search === ''
      ? []
      : [sql`(o.name ilike ${pattern} or o.email::text ilike ${pattern} or d.name::text ilike ${pattern})`]),
  ]);
  const from = sql`directory_organizations o left join domains d on d.id = o.domain_id where ${where}`;
  const [{ rows }, counted] = await Promise.all([
    db.execute<Organization & Record<string, unknown>>(sql`
      select o.id, o.organization_id, o.name as customer_name, o.email::text as customer_email, o.plan_name,
         o.licences as no_of_lic, o.gone_at is not null as gone, d.name::text as domain_name,
         case when o.domain_id is null then ${sql.raw(SUGGESTED)} end as suggested_domain,
         coalesce(r.term_end, s.own_renewal_date)::text as end_date,
         o.contract_licences, s.price::text as price, s.currency, s.status as customer_status, o.version
       from (select o.id from ${from} order by lower(o.name), o.id limit ${PAGE} offset ${(page - 1) * PAGE}::int) page
       join directory_organizations o on o.id = page.id left join domains d on d.id = o.domain_id
       left join subscriptions s on s.id = o.subscription_id
       left join renewals r on r.subscription_id = s.id and r.state = 'open' order by lower(o.name), o.id`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from ${from}`),
  ]);
  const asked = ({ domain_name, customer_email }: Organization) => ({
    domain: domain_name ?? '',
    email: customer_email,
  });
  const standing = await readCrmStandings(db, rows.map(asked));
  const organizations = rows.map((row) => ({ ...row, ...standing(asked(row)) }));
  return { organizations, total: counted.rows[0]?.total ?? 0 };
}

/** Organisations that a run did not find in the list although they were there, by the provider's ids; a batch of them. */
export async function unseen(db: Db, runId: number): Promise<string[]> {
  const rows = await db
    .select({ id: o.organizationId })
    .from(o)
    .where(and(isNotNull(o.organizationId), isNull(o.goneAt), or(isNull(o.runId), ne(o.runId, runId))))
    .orderBy(asc(o.id))
    .limit(BATCH);
  return rows.flatMap(({ id }) => id ?? []);
}

/** Organisations are listed, and a run could read none of them. */
export const isNoneReadable = async (db: Db, runId: number): Promise<boolean> =>
  (await db.$count(y, sql`${y.id} = ${runId} and ${y.subscriptions} > 0 and ${y.skipped} = ${y.subscriptions}`)) > 0;

/** The organisation of that key, and the one that has the domain. */
export const isAbout = (id: number | undefined, domainId: number) =>
  or(eq(o.domainId, domainId), id === undefined ? sql`false` : eq(o.id, id));
