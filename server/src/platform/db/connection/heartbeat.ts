import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import { checkConnections, DEAD, type Unanswered } from './connection-checks.ts';
import { Client, clientConfig } from './client.ts';
import { measure } from './measure-clock.ts';
import type { DatabaseClock } from '../../time/clock.ts';

/** Between two questions, and for an answer to one that costs nothing: together less than anybody waits for a connection of a pool. */
const LOOK_MS = 250;
const TIMEOUT_MS = 1_500;
/** The driver's words for a connection that nobody answered to. */
const UNANSWERED = /connection timeout|timeout expired/;

/** The line to the database, as it is seen from a connection on which nothing else is asked. */
export interface Heartbeat {
  /** Tells when the database does not answer though nothing was closed, and when it answers again. */
  readonly follow: (messages: (isSilent: boolean) => void) => void;
  /** Looks up at each question whether PostgreSQL works on what is unanswered; cuts what it knows nothing of. */
  readonly lookUp: (unanswered: () => Unanswered[]) => void;
  readonly stop: () => Promise<void>;
}

interface HeartbeatOptions {
  readonly look?: number;
  readonly timeoutMs?: number;
  /** Compared with the database's at each question. */
  readonly clock?: DatabaseClock;
}

/** Detects a network path that died silently: a firewall that dropped its state, a host that lost power. */
export function startHeartbeat(
  url: string,
  log: FastifyBaseLogger,
  { look = LOOK_MS, timeoutMs = TIMEOUT_MS, clock }: HeartbeatOptions = {},
): Heartbeat {
  const followers: ((isSilent: boolean) => void)[] = [];
  const sources: (() => Unanswered[])[] = [];
  let suspects = new Set<string>();
  const stopping = new AbortController();
  let client: pg.Client | undefined;
  let isSilent = false;

  const drop = () => {
    client?.end().catch(() => undefined);
    client = undefined;
  };
  const open = async (): Promise<pg.Client> => {
    const mine = new Client({
      ...clientConfig(url),
      connectionTimeoutMillis: timeoutMs,
      application_name: 'reseller-desk watch',
    });
    mine.on('error', () => {
      if (client === mine) client = undefined;
    });
    await mine.connect();
    return mine;
  };
  /** Of what is unanswered, what PostgreSQL does not work on; what was so the last time already, and got nothing since, is cut. */
  const question = async (asked: pg.Client): Promise<void> => {
    const unanswered = sources.flatMap((source) => source());
    if (unanswered.length === 0) {
      await measure(asked, clock);
      return;
    }
    const { rows } = await asked.query<{ pid: number }>(
      `select pid from pg_stat_activity where pid = any($1) and state = 'active'`,
      [unanswered.map(({ backend }) => backend)],
    );
    const working = new Set(rows.map(({ pid }) => pid));
    const forgotten = unanswered.filter(({ backend }) => !working.has(backend));
    const before = suspects;
    suspects = new Set(forgotten.map(({ progress }) => progress));
    for (const { progress, cut } of forgotten) if (before.has(progress)) cut();
  };
  const answers = async (asked: pg.Client): Promise<boolean> => {
    const asking = question(asked).then(() => true);
    const isInTime = await Promise.race([asking, pause(timeoutMs, false, { ref: false })]);
    // After a long turn of our own the answer may lie there unread.
    return isInTime || Promise.race([asking, turn(false)]);
  };
  const learn = (isDead: boolean) => {
    if (isDead === isSilent) return;
    isSilent = isDead;
    log.warn({ event: isDead ? 'database_unresponsive' : 'database_recovered' });
    for (const notify of followers) notify(isDead);
  };
  const ask = async () => {
    try {
      client ??= await open();
    } catch (error) {
      if (error instanceof Error && UNANSWERED.test(error.message)) learn(true);
      throw error;
    }
    const isDead = !(await answers(client));
    if (isDead) drop();
    learn(isDead);
  };
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      // An explicit error is not silence: every connection gets one of its own.
      await ask().catch(drop);
      await pause(look, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    follow: (follower) => void followers.push(follower),
    lookUp: (unanswered) => void sources.push(unanswered),
    stop: async () => {
      stopping.abort();
      drop();
      await watching;
    },
  };
}

function lookedAt(pool: pg.Pool, line: Heartbeat): () => Iterable<pg.Client> {
  const { connections, unanswered } = checkConnections(pool);
  line.lookUp(unanswered);
  return connections;
}

/**
 * Of a pooler: which process of PostgreSQL works for one is the pooler's secret, and whoever asks waits in its queue, so that silence on
 * one of them says nothing.
 */
function openConnections(pool: pg.Pool): () => Iterable<pg.Client> {
  const open = new Set<pg.Client>();
  pool.on('connect', (client) => open.add(client as pg.Client));
  pool.on('remove', (client) => open.delete(client as pg.Client));
  return () => open;
}

/**
 * Lets go of a pool's connections when the line goes dead, and tells who asks for one while it is at once: each waits for
 * a connection no longer than it waits anyway, and for nothing after that.
 */
export function followHeartbeat(pool: pg.Pool, line: Heartbeat, isPooled: boolean): void {
  const connections = isPooled ? openConnections(pool) : lookedAt(pool, line);
  const usual = pool.options.connectionTimeoutMillis;
  line.follow((isSilent) => {
    pool.options.connectionTimeoutMillis = isSilent ? 1 : usual;
    // An error, and no mere end: who keeps a connection to listen on must hear that it is gone.
    if (isSilent) for (const { connection } of connections()) connection.stream.destroy(new Error(DEAD));
  });
}
