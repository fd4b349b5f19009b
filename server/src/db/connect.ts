import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';

/** Dates, instants and numerics stay text: nothing is rounded or moved by a time zone on the way. */
const KEEP_TEXT = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.NUMERIC]);
const standardParser = pg.types.getTypeParser as (oid: number) => (text: string) => unknown;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number): unknown => (KEEP_TEXT.has(oid) ? (text: string) => text : standardParser(oid)),
};

/** Connections that fail fast, so that an unreachable database is a quick 503 and never a hanging page. */
export function connect(url: string, log: FastifyBaseLogger, max = 12) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 30_000,
    query_timeout: 35_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'reseller-desk',
  });
  const lost = (error: Error) => {
    log.warn({ event: 'database_connection_lost', reason: error.message });
  };
  pool.on('error', lost);
  // A client that is checked out when the server dies emits on itself; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', lost));
  return { pool, db: drizzle(pool) };
}
