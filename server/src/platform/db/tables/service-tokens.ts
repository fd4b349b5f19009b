import { sql } from 'drizzle-orm';
import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { bytea } from '../columns.ts';

/** Access tokens of services outside, shared by all nodes. */
export const serviceTokensTable = pgTable('service_tokens', {
  /** The service and a fingerprint of the credentials. */
  name: text().primaryKey(),
  /** What is known of the token, as JSON sealed with the installation's key; null before the first. */
  sealed: bytea(),
  changedAt: timestamp('changed_at', { withTimezone: true, mode: 'date' })
    .notNull()
    .default(sql`now()`),
});
