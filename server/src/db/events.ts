import pg from 'pg';
import type { Pool } from 'pg';
import type { FastifyBaseLogger } from 'fastify';

/** What open browsers are told. They ask anew for what it touches; an event that is lost costs nothing but freshness. */
export type DeskEvent =
  { kind: 'month'; month: string } | { kind: 'sync' } | { kind: 'notification'; renewal_id: number };

const CHANNEL = 'desk';
const GATHER_MS = 150;

/**
 * Sends events to all nodes through NOTIFY, gathered for a moment and outside the writing transaction: a NOTIFY inside
 * would make all writers commit one after the other.
 */
export function makeAnnouncer(pool: Pool, log: FastifyBaseLogger) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    timer = undefined;
    const events = [...waiting];
    waiting.clear();
    try {
      for (const event of events) await pool.query('select pg_notify($1, $2)', [CHANNEL, event]);
    } catch (error) {
      log.warn({ event: 'announce_failed', reason: String(error) });
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

/** Listens on a connection of its own and reconnects when it is lost. */
export function listen(url: string, log: FastifyBaseLogger, heard: (event: DeskEvent) => void) {
  let client: pg.Client | undefined;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  const again = () => {
    if (!stopped) retry = setTimeout(() => void open(), 2_000);
  };
  const open = async () => {
    const mine = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'reseller-desk events' });
    client = mine;
    mine.on('error', (error) => {
      log.warn({ event: 'event_connection_lost', reason: error.message });
      again();
    });
    mine.on('notification', ({ payload }) => {
      if (payload !== undefined) heard(JSON.parse(payload) as DeskEvent);
    });
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
    } catch {
      again();
    }
  };
  void open();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
    },
  };
}
