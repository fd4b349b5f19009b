import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytea, stamped } from '../columns.ts';

/** Access tokens of services outside, shared by all nodes. */
export const serviceTokensTable = pgTable('service_tokens', {
  /** The service and a fingerprint of the credentials. */
  name: text().primaryKey(),
  /** The token and its details, as JSON sealed with the installation's key; null before the first. */
  sealed: bytea(),
  changedAt: stamped('changed_at'),
});
