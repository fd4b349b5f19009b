import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Half of a character can be named in JSON, and not stored: it is replaced, as the driver does in text. */
const storable = <Value>(value: Value) =>
  typeof value === 'string' ? value.replaceAll(/\p{Surrogate}/gu, '\ufffd') : value;

/**
 * Rows as a set that SQL can select from, in one parameter however many they are: `from ${recordset(...)} as n(…)`.
 * Its columns have the names and types of the table's; values come by the table's keys.
 */
export function recordset<Key extends string>(
  columns: Readonly<Record<Key, PgColumn>>,
  rows: readonly Readonly<Record<Key, string | number | null>>[],
): SQL {
  const entries = Object.entries<PgColumn>(columns);
  const named = rows.map((row) =>
    Object.fromEntries(entries.map(([key, column]) => [column.name, storable(row[key as Key])])),
  );
  const shape = entries.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`);
  return sql`jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n(${sql.join(shape, sql`, `)})`;
}

export const columnNames = (columns: Readonly<Record<string, PgColumn>>, prefix = ''): SQL =>
  sql.join(
    Object.values(columns).map((column) => sql`${sql.raw(prefix)}${sql.identifier(column.name)}`),
    sql`, `,
  );

/** Long lists go to the database in pieces of this many rows. */
export function* chunked<T>(rows: readonly T[], size = 5_000): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
