import type { auditLog, AuditEntry } from '@desk/contract/audit-log';
import type { BodyOf } from '@desk/contract/call';
import { sql, type SQL } from 'drizzle-orm';
import { escapeLiteral } from 'pg';
import type { ActorContext } from '../../platform/context.ts';
import { allOf } from '../../platform/db/sql/all-of.ts';
import { containsDomainPattern, containsPattern } from '../../platform/db/sql/containing.ts';
import { compiled } from '../../platform/db/sql/compile.ts';
import { databaseSheet, type DatabaseColumn } from '../../platform/db/export/database-sheet.ts';
import { auditExport } from '../../platform/audit/exported.ts';

type Filter = BodyOf<typeof auditLog.export>;

const PAGE = 50;

/** Every different value of a column, few among many rows: each is one step in the index that begins with the column. */
const eachValueOf = (column: 'actor' | 'subject'): SQL =>
  sql.raw(`(
  with recursive steps(value) as (
    (select ${column} from audit_log order by ${column} limit 1)
    union all
    select (select ${column} from audit_log where ${column} > steps.value order by ${column} limit 1)
    from steps where steps.value is not null
  ) select value from steps where value is not null)`);

/** The actors whose e-mail contains a text, under the alias `p`. */
const people = (person: string): SQL => sql`${eachValueOf('actor')} p where p.value ilike ${containsPattern(person)}`;

/** The filter's conditions, on the alias `l`. Both days count. */
function conditionsOf({ thing, from, to }: Filter, timeZone: string): SQL[] {
  const beginOf = (day: string, later: number) =>
    sql`(${day}::date + ${later}::int)::timestamp at time zone ${timeZone}::text`;
  return [
    ...(thing === undefined || thing === '' ? [] : [sql`l.subject = ${thing}`]),
    ...(from === undefined ? [] : [sql`l.at >= ${beginOf(from, 0)}`]),
    ...(to === undefined ? [] : [sql`l.at < ${beginOf(to, 1)}`]),
  ];
}

interface Subject {
  /** Its rows, with those of their domains. */
  readonly from: string;
  readonly id: string;
  readonly domain: string;
  /** By which the first domain of several is told. */
  readonly order: string;
}

const ofDomains = (from: string, id = 's.id'): Subject => ({ from, id, domain: 'd.name', order: 'd.id' });
/** What a customer has is about each of its domains. */
const ofCustomer = (rows: string) => ofDomains(`${rows} s join domains d on d.customer_id = s.customer_id`);

/** By what an entry is about: of what rows its domains are, and how they are called. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  renewal: { from: 'renewals s', id: 's.id', domain: 's.domain_name', order: 's.id' },
  domain: ofDomains('domains d', 'd.id'),
  subscription: ofDomains('subscriptions s join domains d on d.id = s.domain_id'),
  customer: ofDomains('domains d', 'd.customer_id'),
  contact: ofCustomer('contacts'),
  inbound_mail: ofCustomer('inbound_messages'),
  account: ofDomains('domains d', 'd.owner_id'),
  directory_organization: ofDomains('directory_organizations s join domains d on d.id = s.domain_id'),
  'axima domain': ofDomains('axima_domains s join domains d on d.name = s.name'),
  'axima subscription': ofDomains(
    'axima_subscriptions s join axima_domains a on a.id = s.domain_id join domains d on d.name = a.name',
  ),
};

/** Something of the domains of an entry under an alias, by what it is about; null of all else. */
const ofEntry = (alias: string, answer: (domain: SQL, rows: SQL, order: SQL) => SQL): SQL => {
  const cases = Object.entries(SUBJECTS).map(([subject, { from, id, domain, order }]) => {
    const rows = sql.raw(`from ${from} where ${id} = ${alias}.subject_id`);
    return sql`when ${sql.raw(`'${subject}'`)} then ${answer(sql.raw(`${domain}::text`), rows, sql.raw(order))}`;
  });
  return sql`(case ${sql.raw(alias)}.subject ${sql.join(cases, sql` `)} end)`;
};

/** The first domain of an entry under an alias, an expression for a select list. */
const domainOfEntry = (alias: string): SQL =>
  ofEntry(alias, (domain, rows, order) => sql`(select ${domain} ${rows} order by ${order} limit 1)`);

/** Whether the entry `l` is about a domain with a text in its name. Asked of each entry: by `offset 0` never of all rows that could have one. */
const isAbout = (text: string): SQL =>
  ofEntry(
    'l',
    (domain, rows) => sql`exists (select ${rows} and ${domain} like ${containsDomainPattern(text)} offset 0)`,
  );

/** What entries about such domains have as subject and number, as often as such domains have it; `most` of each kind. */
const thingsOfDomains = (text: string, most?: number): SQL =>
  sql.join(
    Object.entries(SUBJECTS).map(
      ([subject, { from, id, domain }]) =>
        sql`(select ${sql.raw(`'${subject}'`)} as subject, ${sql.raw(id)} as id from ${sql.raw(from)}
          where ${sql.raw(domain)}::text like ${containsDomainPattern(text)} ${most === undefined ? sql`` : sql`limit ${most}`})`,
    ),
    sql` union all `,
  );

/** Few things, as those of a domain are: the entries of each are read. Of many the newest entries are, until enough are about them. */
const FEW_THINGS = 2_500;

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== '';

/** What is older than an entry that was shown. Its instant was cut to milliseconds then. */
const olderThan = (before: number, at: string | undefined): SQL =>
  sql`(l.at, l.id) < (select b.at, b.id from audit_log b where ${allOf([
    sql`b.id = ${before}::bigint`,
    ...(at === undefined
      ? []
      : [sql`b.at >= ${at}::timestamptz`, sql`b.at < ${at}::timestamptz + interval '1 millisecond'`]),
  ])})`;

/** The newest entries; of several people the newest of each, so that seldom and busy ones are found alike. */
function newestOf(
  { before, before_at: at, ...filter }: BodyOf<typeof auditLog.entries>,
  timeZone: string,
  areFew: boolean,
): SQL {
  const conditions = conditionsOf(filter, timeZone);
  const { person, search } = filter;
  if (before !== undefined) conditions.push(olderThan(before, at));
  if (isGiven(search) && areFew) {
    if (isGiven(person)) conditions.push(sql`l.actor in (select value from ${people(person)})`);
    return sql`(select distinct * from (${thingsOfDomains(search)}) a) t cross join lateral (select l.* from audit_log l
      where ${allOf([sql`l.subject = t.subject`, sql`l.subject_id = t.id`, ...conditions])} offset 0) e`;
  }
  if (isGiven(search)) conditions.push(isAbout(search));
  const newest = (...more: SQL[]) =>
    sql`(select l.* from audit_log l where ${allOf([...conditions, ...more])} order by l.at desc, l.id desc limit ${PAGE + 1})`;
  if (!isGiven(person)) return sql`${newest()} e`;
  return sql`(select value from ${people(person)}) who cross join lateral ${newest(sql`l.actor = who.value`)} e`;
}

/** Whether a text is in the names of few domains only. */
async function isOfFew(pool: ActorContext['pool'], search: string | undefined): Promise<boolean> {
  if (!isGiven(search)) return false;
  const { rowCount } = await pool.query(
    compiled(sql`select from (${thingsOfDomains(search, FEW_THINGS + 1)}) t limit ${FEW_THINGS + 1}`),
  );
  return (rowCount ?? 0) <= FEW_THINGS;
}

interface Row {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  subject_id: number | null;
  domain: string | null;
  changes: AuditEntry['changes'];
  ip: string | null;
}

export async function pageOfEntries(asked: BodyOf<typeof auditLog.entries>, { pool, config }: ActorContext) {
  const newest = newestOf(asked, config.BUSINESS_TIME_ZONE, await isOfFew(pool, asked.search));
  const { rows } = await pool.query<Row>(
    compiled(sql`
    with page as materialized (select e.* from ${newest} order by e.at desc, e.id desc limit ${PAGE + 1})
    select p.id, to_char(p.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, p.actor, p.action, p.subject,
       p.subject_id, ${domainOfEntry('p')} as domain, p.changes, p.ip
     from page p order by p.at desc, p.id desc`),
  );
  const entries = rows.slice(0, PAGE).map(({ id, actor, ...row }) => ({ entry_id: Number(id), by: actor, ...row }));
  return { entries, more: rows.length > PAGE };
}

export async function thingsWithEntries(_body: unknown, { pool }: ActorContext) {
  const { rows } = await pool.query<{ value: string }>(
    compiled(sql`select value from ${eachValueOf('subject')} t order by value`),
  );
  return { things: rows.map(({ value }) => value) };
}

const typed = (label: string, sql: string): DatabaseColumn => ({ label, kind: 'text', sql, typed: true });
const exportedColumns = (timeZone: string): DatabaseColumn[] => [
  {
    ...{ label: 'When', kind: 'moment' },
    sql: `to_char(l.at at time zone ${escapeLiteral(timeZone)}, 'DD-MM-YYYY HH24:MI:SS')`,
  },
  typed('Who', 'l.actor'),
  typed('Address', 'l.ip'),
  typed('What', 'l.action'),
  typed('Thing', 'l.subject'),
  { label: 'Number', kind: 'number', sql: 'l.subject_id' },
  typed('Field', "c.change ->> 'field'"),
  typed('Old', "c.change ->> 'old'"),
  typed('New', "c.change ->> 'new'"),
];

/** A line for each field that changed; an entry without any has one line. */
export function exportEntries(filter: Filter, ctx: ActorContext) {
  const { BUSINESS_TIME_ZONE: timeZone } = ctx.config;
  const conditions = conditionsOf(filter, timeZone);
  const { person, search } = filter;
  if (isGiven(search)) conditions.push(sql`(l.subject, l.subject_id) in (${thingsOfDomains(search)})`);
  if (isGiven(person)) conditions.push(sql`l.actor in (select value from ${people(person)})`);
  return Promise.resolve(
    databaseSheet({
      database: ctx.config,
      columns: exportedColumns(timeZone),
      from: sql`from audit_log l
        left join lateral jsonb_array_elements(l.changes) with ordinality as c(change, place) on true
        where ${allOf(conditions)} order by l.at desc, l.id desc, c.place`,
      finished: auditExport(ctx, 'audit_log', filter),
    }),
  );
}
