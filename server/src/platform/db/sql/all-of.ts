import { and, sql, type SQL } from 'drizzle-orm';

/** All of these conditions, tried in their order; true where there is none. */
export const allOf = (conditions: readonly SQL[]): SQL => and(...conditions) ?? sql`true`;
