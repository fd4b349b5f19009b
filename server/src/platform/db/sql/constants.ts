import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/**
 * Whether a column is one of some constants of the code, which stand in the statement and are no parameters: so PostgreSQL sees that a partial index
 * holds for a plan that is made for any values, too, and how few the rows are.
 */
export const isOneOf = (column: PgColumn, ...constants: readonly string[]): SQL<boolean> =>
  sql<boolean>`${column} in (${sql.raw(constants.map((one) => `'${one.replaceAll("'", "''")}'`).join(', '))})`;
