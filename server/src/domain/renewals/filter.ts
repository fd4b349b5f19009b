import type { BodyOf } from '@desk/contract/call';
import { LICENCE_BANDS, type renewals } from '@desk/contract/renewals';
import { containsPattern, containsDomainPattern } from '../../platform/db/sql/containing.ts';
import { decidedSql, undecidedSql } from '../../platform/db/tables/standing.ts';

export type Page = BodyOf<typeof renewals.all>;
type Filter = Pick<
  Page,
  'domain' | 'month' | 'start_date' | 'end_date' | 'assigned_to' | 'licence' | 'segment' | 'decided'
>;
/** Puts a value into the text of a query: as a parameter, or as a literal. */
type Put = (value: string | number) => string;

/** The indexes of parts of names hold three letters each; a shorter text is in many names, and is looked for in all. */
const INDEXED_FROM = 3;

/**
 * The domain of the renewal `r`, also as the address of its site, or its company. Each side of the `or` has an index of its
 * own; without one each row is looked up among the companies that were found, not compared with every one of them.
 */
export function searchCondition(text: string, put: (value: string) => string): string {
  const companies = `select id from customers where company_name ilike ${put(containsPattern(text))}`;
  const isOfCompany = text.length < INDEXED_FROM ? `in (${companies})` : `= any(array(${companies}))`;
  return `(r.domain_name::text like ${put(containsDomainPattern(text))} or r.customer_id ${isOfCompany})`;
}

/** What a renewal must hold, under the alias `r`. */
export function conditionOf(filter: Filter, put: Put, ownerId?: number): string {
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
    ...when(filter.decided, (decided) => (decided === 'decided' ? decidedSql('r.') : undecidedSql('r.'))),
    ...when(ownerId, (id) => `r.assigned_to_id = ${put(id)}`),
    // Conditions are tried in this order, and to look through a name costs more than all others.
    ...when(filter.domain, (text) => searchCondition(text, put)),
  ];
  return conditions.join(' and ');
}

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
export function orderOf({ sort, direction, decided }: Page): string {
  const isBackwards = sort === undefined && decided === 'decided';
  return orderBy(sort ?? 'renewal_date', direction ?? (isBackwards ? 'desc' : 'asc'));
}

function orderBy(sort: NonNullable<Page['sort']>, direction: 'asc' | 'desc'): string {
  const nulls = direction === 'asc' ? 'nulls first' : 'nulls last';
  const columns = ORDERS[sort].map((column) => `${column} ${direction} ${NULLABLE.includes(column) ? nulls : ''}`);
  return `${columns.join(', ')}, r.id ${direction}`;
}
