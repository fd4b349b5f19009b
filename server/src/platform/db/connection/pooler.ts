import type pg from 'pg';
import { BadSetting } from '../../../config.ts';
import { withClient } from './one-client.ts';

/** The pooler may give a session's next statement to the same backend by chance, hardly this often. */
const ROUNDS = 8;

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
        'there: use its session mode (PgBouncer: pool_mode = session), or connect directly.',
    );
}
