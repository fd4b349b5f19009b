import { sql, type SQL } from 'drizzle-orm';

/** Of a row that is there already: every column becomes what was to be inserted. */
export const excluded = (columns: Readonly<Record<string, { name: string }>>): Record<string, SQL> =>
  Object.fromEntries(Object.entries(columns).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]));
