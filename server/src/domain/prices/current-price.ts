import { sql, type SQL } from 'drizzle-orm';

/** As `numeric(12, 2)` holds it. */
const MOST = '9999999999.99';

/**
 * The price of a subscription for the seats that it has now, those in use where none are bought: it was told for all seats
 * of its day. Decimal text or null.
 * @param alias of the table
 */
export function currentPrice(alias = 'subscriptions'): SQL<string | null> {
  const seats = `coalesce(${alias}.number_of_seats, ${alias}.licensed_seats)`;
  return sql.raw(`case when ${alias}.priced_seats > 0 and ${seats} is not null
    then round(least(${alias}.price * ${seats} / ${alias}.priced_seats, ${MOST}), 2) else ${alias}.price end`) as SQL<
    string | null
  >;
}
