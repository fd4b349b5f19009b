import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { errorForLog } from '../log/error-for-log.ts';
import { Client, clientConfig } from '../db/connection/client.ts';

/** Server-sent events. A browser queries again what one concerns; a lost event costs nothing but freshness. */
export type DeskEvent =
  | { kind: 'month'; month: string }
  | { kind: 'sync' }
  | { kind: 'notification'; renewal_id: number }
  | { kind: 'licences' }
  | { kind: 'crm' }
  | { kind: 'checks' }
  | { kind: 'jobs' }
  | { kind: 'mail' }
  /** Somebody registered or asked for a domain, or it was decided on. */
  | { kind: 'waiting' }
  /** A saved view of a list was made, changed or deleted. */
  | { kind: 'views' };

/** Events between nodes, not sent to browsers. */
export type NodeEvent = { kind: 'session_ended'; account_id: number };

export const CHANNEL = 'desk';
const GATHER_MS = 150;
const RETRY_MS = 2_000;
const CONNECT_MS = 5_000;
/** A connection that only listens would never notice that it is dead: it is asked this often, and has so long to answer. */
const HEARTBEAT_MS = 5_000;
const ANSWER_MS = 3_000;
const GOODBYE_MS = 500;

/**
 * Sends events to all nodes through NOTIFY, gathered for a moment and outside the writing transaction: a NOTIFY inside
 * would make all writers commit one after the other.
 */
export function createAnnouncer(pool: Pool, log: FastifyBaseLogger) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    timer = undefined;
    const events = [...waiting];
    waiting.clear();
    try {
      for (const event of events) await pool.query('select pg_notify($1, $2)', [CHANNEL, event]);
    } catch (error) {
      log.warn({ event: 'event_publish_failed', ...errorForLog(error) });
    }
  };
  return {
    announce: (event: DeskEvent) => {
      waiting.add(JSON.stringify(event));
      timer ??= setTimeout(() => void flush(), GATHER_MS);
    },
    stop: async () => {
      clearTimeout(timer);
      await flush();
    },
  };
}

/** Listens on a connection of its own and opens another one `retryMs` after it is lost. */
export function listen(
  url: string,
  log: FastifyBaseLogger,
  received: (event: DeskEvent | NodeEvent) => void,
  retryMs: number = RETRY_MS,
  heartbeatMs: number = HEARTBEAT_MS,
) {
  let client: Client | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  /** A client tells its loss more than once, and a failed `listen` leaves it open: whatever comes, it is replaced once. */
  const replaced = new WeakSet<Client>();
  const replace = (lost: Client, { message }: Error) => {
    if (stopped || replaced.has(lost)) return;
    replaced.add(lost);
    log.warn({ event: 'event_connection_lost', reason: message });
    lost.end().catch(() => undefined);
    clearTimeout(retry);
    retry = setTimeout(() => void open(), retryMs);
  };
  const open = async () => {
    const mine = new Client({
      ...clientConfig(url),
      connectionTimeoutMillis: CONNECT_MS,
      application_name: 'reseller-desk events',
    });
    client = mine;
    mine.on('error', (error) => replace(mine, error));
    mine.on('notification', ({ payload }) => {
      // Thrown from here it would be nobody's, and end the process.
      try {
        if (payload !== undefined) received(JSON.parse(payload) as DeskEvent | NodeEvent);
      } catch (error) {
        log.warn({ event: 'event_delivery_failed', ...errorForLog(error) });
      }
    });
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
    } catch (error) {
      replace(mine, error as Error);
    }
  };
  const beat = async (asked: Client) => {
    const answer = asked.query(`listen ${CHANNEL}`).then(
      () => true,
      () => true, // What fails in so many words has been replaced.
    );
    const isAlive = await Promise.race([answer, pause(ANSWER_MS, false, { ref: false })]);
    if (!isAlive) replace(asked, new Error('the database does not answer'));
  };
  const heartbeat = setInterval(() => {
    if (client && !replaced.has(client)) void beat(client);
  }, heartbeatMs);
  void open();
  return {
    /** The line is dead, though nothing says so. */
    reopen: () => {
      if (client) replace(client, new Error('the database does not answer'));
    },
    stop: async () => {
      stopped = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      const ended = client?.end().catch(() => undefined);
      await Promise.race([ended, pause(GOODBYE_MS, undefined, { ref: false })]);
      client?.connection.stream.destroy();
    },
  };
}
