import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../db.ts';
import { Client, clientConfig } from './client.ts';
import { USER_TIMEOUT } from './keepalive.ts';
import { followHeartbeat, type Heartbeat } from './heartbeat.ts';
import { pipelineTransactions } from './pipeline-transactions.ts';
import { prepareRepeated, statementNames } from './prepare-repeated.ts';
import { forPooler } from './for-pooler.ts';
import { setClock } from '../now.ts';
import type { Clock } from '../../time/clock.ts';

/** Dates, instants and numerics stay text: nothing is rounded or moved by a time zone on the way. */
const KEEP_TEXT = new Set<number>([pg.types.builtins.DATE, pg.types.builtins.TIMESTAMPTZ, pg.types.builtins.NUMERIC]);
const standardParser = pg.types.getTypeParser as (oid: number) => (text: string) => unknown;
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number): unknown => (KEEP_TEXT.has(oid) ? (text: string) => text : standardParser(oid)),
};

interface ConnectOptions {
  /** Clock of the statements' `${NOW}`. */
  readonly now: Clock;
  readonly max?: number;
  /** Milliseconds after which a connection that nobody needs is closed. */
  readonly idleMs?: number;
  /** With a heartbeat, a connection that dies silently blocks nobody either. */
  readonly line?: Heartbeat;
  /** Which statements that come again and again are prepared: those of a screen only in transactions. */
  readonly prepares?: 'in transactions' | 'always';
  /** The address leads to a pooler that may give each transaction another session of PostgreSQL. */
  readonly isPooled?: boolean;
}

/** Settings of a session, in milliseconds: nobody waits for long, and nobody is waited for. */
const TIMEOUTS = {
  statement_timeout: 10_000,
  lock_timeout: 3_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Connections that fail fast, so that an unreachable database is a quick 503 and never a hanging page. */
export function connect(url: string, log: FastifyBaseLogger, options: ConnectOptions) {
  const { now, max = 12, idleMs = 10_000, line, prepares = 'in transactions', isPooled = false } = options;
  const pool = new pg.Pool({
    // To a pooler no settings of a session are told: the next transaction would have another.
    ...(isPooled ? { connectionString: url, keepAlive: true } : { ...clientConfig(url, USER_TIMEOUT), ...TIMEOUTS }),
    Client,
    max,
    idleTimeoutMillis: idleMs,
    types,
    connectionTimeoutMillis: 2_000,
    // Where nobody watches the line; longer than any statement of ours may take.
    query_timeout: 35_000,
    application_name: 'reseller-desk',
  });
  const lost = (error: Error) => {
    log.warn({ event: 'database_connection_lost', reason: error.message });
  };
  pool.on('error', lost);
  // A client that is checked out when the server dies emits on itself.
  pool.on('connect', (client) => client.on('error', lost));
  const nameOf = statementNames();
  pool.on('connect', (client) => {
    const isHeldBack = pipelineTransactions(client);
    const isPrepared = () => prepares === 'always' || isHeldBack() || client.getTransactionStatus() === 'T';
    if (isPooled) forPooler(client, TIMEOUTS);
    else prepareRepeated(client, nameOf, isPrepared);
    setClock(client, now);
  });
  if (line) followHeartbeat(pool, line, isPooled);
  return { pool, db: drizzle(pool) };
}

/** In a transaction that does the work of many clicks at once: its statements may take longer, and wait longer for others. */
export const extendTimeouts = (tx: Db) =>
  tx.execute(sql`select set_config('statement_timeout', '30s', true), set_config('lock_timeout', '20s', true)`);

/** Too much is asked for at the same time; a moment later it may work. */
export class DatabaseBusy extends Error {}
