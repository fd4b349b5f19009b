import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { ClientBase, QueryConfig } from 'pg';

/** The database, or a transaction of it. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/**
 * What is done in a transaction. It gets the transaction's connection, for a statement that the database keeps prepared by its name, and
 * `last`: a statement that is sent through it takes the `commit` along where nothing else has to be written, so nothing may follow it.
 */
export type Work<T> = (tx: Db, connection: ClientBase, last: (statement: QueryConfig) => QueryConfig) => Promise<T>;

/**
 * A transaction; of a call that is made with a key of its own, the first one commits together with that key.
 * `replyOf` is what the call answers, where the transaction's result decides that alone: it is kept in the same commit as the key.
 */
export type Write = <T>(work: Work<T>, replyOf?: (result: T) => object | undefined) => Promise<T>;
