import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';

const dialect = new PgDialect();

/** A query as a pool takes it: for rows that are read as text, and statements that are prepared by their name. */
export function compiled(query: SQL): { text: string; values: unknown[] } {
  const { sql, params } = dialect.sqlToQuery(query);
  return { text: sql, values: params };
}

/** A query whose values are literals, for what takes no parameters: COPY. */
export const inlined = (query: SQL): string => dialect.sqlToQuery(query.inlineParams()).sql;
