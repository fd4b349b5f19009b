import { sql, type SQL } from 'drizzle-orm';
import type { BodyOf } from '@desk/contract/call';
import { bandsIn, NONE, type renewals } from '@desk/contract/renewals';
import { allOf } from '../../platform/db/sql/all-of.ts';
import { containsPattern, containsDomainPattern } from '../../platform/db/sql/containing.ts';
import { decidedSql, undecidedSql } from '../../platform/db/tables/standing.ts';

export type Page = BodyOf<typeof renewals.all>;
type Filter = Pick<
  Page,
  | 'domain'
  | 'month'
  | 'start_date'
  | 'end_date'
  | 'assigned_to'
  | 'licence'
  | 'segment'
  | 'zone'
  | 'flag'
  | 'agreement'
  | 'decided'
>;

/** Trigram indexes hold three characters each; a shorter text is in many names, and is looked for in all. */
const INDEXED_FROM = 3;

/** What else is asked of the renewals that are looked through: nothing, a month, or a segment of one. */
type Among = 'all' | 'month' | 'segment of a month';

/**
 * The domain of the renewal `r`, also as the address of its site, or its company. Each side of the `or` has an index of its
 * own; without one each row is looked up among the companies that were found, not compared with every one of them. In a month, whose
 * rows are few, no index of names is wanted: a plan that is made once for all texts would read all of it for two letters, so it is not
 * offered the expression that the index has. Where fewer are left the company of each is read instead of all that have the text.
 */
export function searchCondition(text: string, among: Among = 'all'): SQL {
  const name = sql.raw(among === 'all' ? 'r.domain_name::text' : "(r.domain_name::text || '')");
  const isOfDomain = sql`${name} like ${containsDomainPattern(text)}`;
  if (among === 'segment of a month')
    return sql`(${isOfDomain} or exists (select from customers named
      where named.id = r.customer_id and named.company_name ilike ${containsPattern(text)}))`;
  const companies = sql`select id from customers where company_name ilike ${containsPattern(text)}`;
  const isOfCompany =
    among === 'month' || text.length < INDEXED_FROM ? sql`in (${companies})` : sql`= any(array(${companies}))`;
  return sql`(${isOfDomain} or r.customer_id ${isOfCompany})`;
}

const isGiven = <T>(value: T | undefined): value is T => value !== undefined && value !== '';
const when = <T>(value: T | undefined, condition: (given: T) => SQL): SQL[] =>
  isGiven(value) ? [condition(value)] : [];

const isOrNone = (column: 'zone' | 'highlight_case' | 'agreement_status', value: string): SQL =>
  value === NONE ? sql.raw(`r.${column} is null`) : sql`${sql.raw(`r.${column}`)} = ${value}`;
const anyOf = (conditions: readonly SQL[]): SQL => sql`(${sql.join([...conditions], sql` or `)})`;

function amongOf({ month, segment }: Filter): Among {
  if (!isGiven(month)) return 'all';
  return isGiven(segment) ? 'segment of a month' : 'month';
}

/** The filter's condition in SQL, on the alias `r`. */
export const conditionOf = (filter: Filter, ownerId?: number): SQL =>
  allOf([
    // Word for word that of the index.
    sql`r.product = 'licence'`,
    ...when(filter.month, (month) => {
      const first = `${month}-01`;
      return sql`r.term_end >= ${first}::date and r.term_end < (${first}::date + interval '1 month')::date`;
    }),
    ...when(filter.start_date, (day) => sql`r.term_end >= ${day}::date`),
    ...when(filter.end_date, (day) => sql`r.term_end <= ${day}::date`),
    ...(filter.assigned_to === '' ? [sql`r.assigned_to_id is null`] : []),
    ...when(
      filter.assigned_to,
      (email) => sql`r.assigned_to_id = (select id from accounts where email = ${email}::citext)`,
    ),
    ...when(filter.licence, (bands) =>
      anyOf(
        bandsIn(bands).map(
          ([from, to]) => sql`coalesce(r.number_of_seats, r.licensed_seats, 0) between ${from} and ${to}`,
        ),
      ),
    ),
    ...when(filter.segment, (segment) => sql`r.segment = ${segment}`),
    ...when(filter.zone, (zone) => isOrNone('zone', zone)),
    ...when(filter.flag, (flag) => isOrNone('highlight_case', flag)),
    ...when(filter.agreement, (agreement) => isOrNone('agreement_status', agreement)),
    ...when(filter.decided, (decided) => sql.raw(decided === 'decided' ? decidedSql('r.') : undecidedSql('r.'))),
    ...when(ownerId, (id) => sql`r.assigned_to_id = ${id}`),
    // To look through a name costs more than all others.
    ...when(filter.domain, (text) => searchCondition(text, amongOf(filter))),
  ]);

// Each order is that of an index; an empty value counts as the smallest.
const ORDERS: Record<NonNullable<Page['sort']>, readonly string[]> = {
  renewal_date: ['r.term_end'],
  domain_name: ['r.domain_name'],
  company_name: ['c.company_name'],
  number_of_seats: ['r.number_of_seats'],
  price: ['r.currency', 'r.price'],
};
const NULLABLE: readonly string[] = ['r.number_of_seats', 'r.price'];

/** Of what is decided the newest is asked for, of all else what is longest due. */
export function orderOf({ sort, direction, decided }: Page): SQL {
  const isBackwards = sort === undefined && decided === 'decided';
  return sql.raw(orderBy(sort ?? 'renewal_date', direction ?? (isBackwards ? 'desc' : 'asc')));
}

function orderBy(sort: NonNullable<Page['sort']>, direction: 'asc' | 'desc'): string {
  const nulls = direction === 'asc' ? 'nulls first' : 'nulls last';
  const columns = ORDERS[sort].map((column) => `${column} ${direction} ${NULLABLE.includes(column) ? nulls : ''}`);
  return `${columns.join(', ')}, r.id ${direction}`;
}
