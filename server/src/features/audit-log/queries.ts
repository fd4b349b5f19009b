import type { auditLog, AuditEntry } from '@desk/contract/audit-log';
import type { BodyOf } from '@desk/contract/call';
import { escapeLiteral } from 'pg';
import type { ActorContext } from '../../platform/context.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { databaseSheet, type DatabaseColumn } from '../../platform/db/export/database-sheet.ts';
import { auditExport } from '../../platform/audit/exported.ts';

type Filter = BodyOf<typeof auditLog.export>;
/** Puts a value into the text of a query: as a parameter, or as a literal. */
type Put = (value: string | number) => string;

const PAGE = 50;

/** Every different value of a column, few among many rows: each is one step in the index that begins with the column. */
const eachValueOf = (column: 'actor' | 'subject'): string => `(
  with recursive steps(value) as (
    (select ${column} from audit_log order by ${column} limit 1)
    union all
    select (select ${column} from audit_log where ${column} > steps.value order by ${column} limit 1)
    from steps where steps.value is not null
  ) select value from steps where value is not null)`;

/** Who is meant by a part of an e-mail, under the alias `p`. */
const people = (person: string, put: Put): string =>
  `${eachValueOf('actor')} p where p.value ilike ${put(containsPattern(person))}`;

/** What an entry must hold, under the alias `l`. Both days count. */
function conditionsOf({ thing, from, to }: Filter, put: Put, timeZone: string): string[] {
  const beginOf = (day: string, later: number) =>
    `(${put(day)}::date + ${later})::timestamp at time zone ${put(timeZone)}::text`;
  return [
    ...(thing === undefined || thing === '' ? [] : [`l.subject = ${put(thing)}`]),
    ...(from === undefined ? [] : [`l.at >= ${beginOf(from, 0)}`]),
    ...(to === undefined ? [] : [`l.at < ${beginOf(to, 1)}`]),
  ];
}

const all = (conditions: readonly string[]): string => (conditions.length === 0 ? 'true' : conditions.join(' and '));

/** The newest entries; of several people the newest of each, so that seldom and busy ones are found alike. */
function newestOf({ before, ...filter }: BodyOf<typeof auditLog.entries>, put: Put, timeZone: string): string {
  const conditions = conditionsOf(filter, put, timeZone);
  if (before !== undefined)
    conditions.push(`(l.at, l.id) < (select b.at, b.id from audit_log b where b.id = ${put(before)}::bigint)`);
  const newest = (more: string[]) =>
    `(select l.* from audit_log l where ${all([...conditions, ...more])} order by l.at desc, l.id desc limit ${PAGE + 1})`;
  if (filter.person === undefined || filter.person === '') return `${newest([])} e`;
  return `(select value from ${people(filter.person, put)}) who cross join lateral ${newest(['l.actor = who.value'])} e`;
}

interface Row {
  id: string;
  at: string;
  actor: string;
  action: string;
  subject: string;
  subject_id: number | null;
  changes: AuditEntry['changes'];
  ip: string | null;
}

export async function pageOfEntries(asked: BodyOf<typeof auditLog.entries>, { pool, config }: ActorContext) {
  const values: (string | number)[] = [];
  const newest = newestOf(asked, (value) => `$${values.push(value)}`, config.BUSINESS_TIME_ZONE);
  const { rows } = await pool.query<Row>(
    `select e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, e.actor, e.action, e.subject,
       e.subject_id, e.changes, e.ip
     from ${newest} order by e.at desc, e.id desc limit ${PAGE + 1}`,
    values,
  );
  const entries = rows.slice(0, PAGE).map(({ id, actor, ...row }) => ({ entry_id: Number(id), by: actor, ...row }));
  return { entries, more: rows.length > PAGE };
}

export async function thingsWithEntries(_body: unknown, { pool }: ActorContext) {
  const { rows } = await pool.query<{ value: string }>(`select value from ${eachValueOf('subject')} t order by value`);
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
  const { DATABASE_URL: url, BUSINESS_TIME_ZONE: timeZone } = ctx.config;
  const put: Put = (value) => escapeLiteral(String(value));
  const conditions = conditionsOf(filter, put, timeZone);
  const { person } = filter;
  if (person !== undefined && person !== '') conditions.push(`l.actor in (select value from ${people(person, put)})`);
  return Promise.resolve(
    databaseSheet({
      url,
      columns: exportedColumns(timeZone),
      from: `from audit_log l
        left join lateral jsonb_array_elements(l.changes) with ordinality as c(change, place) on true
        where ${all(conditions)} order by l.at desc, l.id desc, c.place`,
      finished: auditExport(ctx, 'audit_log', filter),
    }),
  );
}
