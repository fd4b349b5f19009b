import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { ClientBase } from 'pg';

/** The database, or a transaction of it. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/**
 * A transaction; of a call that is made with a key of its own, the first one commits together with that key.
 * `work` gets the connection of its transaction, for a statement that the database keeps prepared by its name.
 * `replyOf` is what the call answers, where the transaction's result decides that alone: it is kept in the same commit as the key.
 */
export type Write = <T>(
  work: (tx: Db, connection: ClientBase) => Promise<T>,
  replyOf?: (result: T) => object | undefined,
) => Promise<T>;
