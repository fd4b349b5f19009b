import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

/** A connection that was not used for this long is asked before it is handed out. */
const IDLE_MS = 1_000;
/** For an answer to a question that costs nothing, on such a connection or a new one. */
const ANSWER_MS = 1_000;
/** After this long without an answer it is looked up whether PostgreSQL works on the query at all. */
const UNANSWERED_MS = 2_000;

export const DEAD = 'Connection terminated: the database does not answer';

/** A connection whose query is unanswered for long. */
export interface Unanswered {
  /** The process of PostgreSQL that should work on it; a pooler in between tells another one in its own handshake. */
  readonly backend: number;
  /** Tells this wait, and what arrived during it, from others. */
  readonly progress: string;
  readonly cut: () => void;
}

type Ask = (...given: unknown[]) => unknown;
type Taken = (error: Error | undefined, client: pg.PoolClient | undefined, release: (error?: Error) => void) => void;

/** State of an open connection; instants in milliseconds of a monotonic clock. */
interface Connection {
  backend: number;
  lastAnswer: number;
  waitingSince: number | undefined;
}

const monotonic = () => performance.now();
// A stream (COPY) is read as slowly as its reader likes; only plain queries are answered without delay.
const isStream = (query: unknown) =>
  typeof (query as { submit?: unknown } | undefined)?.submit === 'function' && !(query instanceof pg.Query);

/**
 * Detects connections that died silently, one by one: an idle one is checked before it is handed out, and a query that
 * waits for an answer is reported to a caller that can look it up on another connection.
 */
export function checkConnections(pool: pg.Pool) {
  const open = new Map<pg.Client, Connection>();
  const cut = ({ connection }: pg.Client) => connection.stream.destroy(new Error(DEAD));

  const follow = (client: pg.Client, backend: number): void => {
    const known: Connection = { backend, lastAnswer: monotonic(), waitingSince: undefined };
    open.set(client, known);
    const ask = client.query.bind(client) as Ask;
    client.query = ((...given: unknown[]) => {
      if (!isStream(given[0])) known.waitingSince ??= monotonic();
      return ask(...given);
    }) as typeof client.query;
    client.on('drain', () => {
      known.lastAnswer = monotonic();
      known.waitingSince = undefined;
    });
  };
  const onConnect = async (connected: pg.ClientBase): Promise<void> => {
    const client = connected as pg.Client;
    const asked = client.query<{ backend: number }>('select pg_backend_pid() as backend');
    // The time for connecting is over by then, and nothing else bounds this wait.
    const silence = setTimeout(() => cut(client), ANSWER_MS);
    const { rows } = await asked.finally(() => clearTimeout(silence));
    if (rows[0]) follow(client, rows[0].backend);
  };
  // The pool waits for it, though its types do not say so.
  Object.assign(pool.options, { onConnect });
  const taken = new Set<pg.ClientBase>();
  pool.on('acquire', (client) => taken.add(client));
  pool.on('release', (_, client) => taken.delete(client));
  pool.on('remove', (client) => {
    taken.delete(client);
    open.delete(client);
  });

  const answers = async (client: pg.PoolClient): Promise<boolean> => {
    const asked = client.query('select 1').then(
      () => true,
      () => false,
    );
    return Promise.race([asked, pause(ANSWER_MS, false, { ref: false })]);
  };
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const take = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await connect();
      const known = open.get(client);
      if (!known || monotonic() - known.lastAnswer < IDLE_MS || (await answers(client))) return client;
      client.release(new Error(DEAD));
      // The cause has most likely killed every connection silent since then; checking each in turn would take too long.
      for (const [other, { lastAnswer }] of open)
        if (!taken.has(other) && lastAnswer <= known.lastAnswer + IDLE_MS) cut(other);
      cut(client);
    }
  };
  pool.connect = ((onConnect?: Taken) => {
    if (!onConnect) return take();
    take().then(
      (client) => onConnect(undefined, client, (error) => client.release(error)),
      (error: unknown) => onConnect(error as Error, undefined, () => undefined),
    );
    return undefined;
  }) as typeof pool.connect;

  return {
    connections: (): Iterable<pg.Client> => open.keys(),
    unanswered: (): Unanswered[] =>
      [...open].flatMap(([client, { backend, waitingSince }]) => {
        if (waitingSince === undefined || monotonic() - waitingSince < UNANSWERED_MS) return [];
        const read = Reflect.get(client.connection.stream, 'bytesRead') as number;
        const progress = `${backend} ${waitingSince} ${read}`;
        return [{ backend, progress, cut: () => cut(client) }];
      }),
  };
}
