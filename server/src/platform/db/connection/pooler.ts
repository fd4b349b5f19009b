import pg from 'pg';
import { BadSetting } from '../../../config.ts';
import { withClient } from './one-client.ts';

/** The pooler may give a session's next statement to the same backend by chance, hardly this often. */
const ROUNDS = 8;
const POOLER_MS = 10_000;

export type Asks = Pick<pg.Client, 'query'>;

async function backendOf(client: Asks): Promise<number | undefined> {
  const { rows } = await client.query<{ backend: number }>('select pg_backend_pid() as backend');
  return rows[0]?.backend;
}

/**
 * Whether two open sessions share backends, as they do behind a pooler in transaction mode: while the one holds a
 * transaction, the other's statements go elsewhere than before, or the one got the other's backend.
 */
export async function areBackendsShared(session: Asks, other: Asks): Promise<boolean> {
  const backend = await backendOf(session);
  for (let round = 0; round < ROUNDS; round += 1) {
    await other.query('begin');
    try {
      if ((await backendOf(other)) === backend) return true;
      if ((await backendOf(session)) !== backend) return true;
    } finally {
      await other.query('rollback');
    }
  }
  return false;
}

/** @throws BadSetting where the address leads through a pooler that gives each transaction another backend. */
export async function refuseTransactionPooler(setting: string, url: string): Promise<void> {
  const isShared = await withClient(url, 'pooler', (session) =>
    withClient(url, 'pooler', (other) => areBackendsShared(session, other)),
  );
  if (isShared)
    throw new BadSetting(
      `${setting} leads through a connection pooler in transaction mode. Events, locks and settings of a session get lost ` +
        'there: use its session mode (PgBouncer: pool_mode = session), or connect directly and name the pooler in POOLER_DATABASE_URL, for requests alone.',
    );
}

/** Several addresses that all refuse are one error without words. */
const reasonOf = (error: unknown): string => {
  const { message = '', code = '' } = error as Partial<NodeJS.ErrnoException>;
  return message || code;
};

/** Who is asked as whom: of two addresses of one database the same. */
const WHOSE = `select concat_ws(' ', system_identifier, current_database(), current_user, pg_is_in_recovery()) as whose from pg_control_system()`;

const whoseOf = async (client: Asks): Promise<string | undefined> =>
  (await client.query<{ whose: string }>(WHOSE)).rows[0]?.whose;

/** @throws BadSetting where the pooler cannot be asked, or leads to another database or as another role than the address itself. */
export async function checkPooler(pooler: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: pooler, connectionTimeoutMillis: POOLER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const [through, direct] = [await whoseOf(client), await withClient(url, 'pooler', whoseOf)];
    if (through === direct) return;
  } catch (error) {
    throw new BadSetting(`The pooler of POOLER_DATABASE_URL cannot be asked: ${reasonOf(error)}.`);
  } finally {
    await client.end().catch(() => undefined);
  }
  throw new BadSetting(
    'POOLER_DATABASE_URL leads to another database, to a standby, or as another role, than DATABASE_URL.',
  );
}
