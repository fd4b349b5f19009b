import { sql, type SQL } from 'drizzle-orm';

/** Days before a term ends from which on somebody of its customer has to be there to be asked. */
export const REACHED_BEFORE = 90;

/** `addressKey` in SQL. Nearly all addresses are ASCII, which is its own normal form: to find that out anew takes longer than all the rest. */
export const addressKeySql = (column: string): string => {
  const address = `${column}::text`;
  const normal = `case when octet_length(${address}) = length(${address}) then ${address} else normalize(${address}, NFKC) end`;
  return `lower(btrim(${normal}, E' \\t\\n\\v\\f\\r'))`;
};
/** As one set that is looked into: each address by itself would be compared with all of them, which for a list of thousands takes longer than the list. */
const isWrittenTo = (address: string): string =>
  `(${address})::citext not in (select s.address from silenced_addresses s)`;
const IS_VIEWER = `'viewer' = any(person.roles)`;

/**
 * Whether nobody of a customer (in SQL as `c`) can be asked: `reachableContactsOf` is empty. Of who buys through a reseller that is the reseller
 * alone.
 */
export const NOBODY_REACHABLE: SQL = sql.raw(`case when c.reseller_id is not null
  then not exists (select from resellers e where e.id = c.reseller_id and ${addressKeySql('e.email')} <> '' and ${isWrittenTo(addressKeySql('e.email'))})
  else not exists (
    select from (
      select ${addressKeySql('c.email')} as address
      union all select ${addressKeySql('person.email')} from contacts person where person.customer_id = c.id and not coalesce(${IS_VIEWER}, false)
    ) own
    where own.address <> '' and ${isWrittenTo('own.address')}
      and not exists (select from contacts person where person.customer_id = c.id and ${IS_VIEWER} and ${addressKeySql('person.email')} = own.address))
  end`);
