import { escapeIdentifier, type Client } from 'pg';
import { withClient } from '../platform/db/connection/one-client.ts';
import { BackupProblem } from './problem.ts';
import { SAME_TEXT } from './read-table.ts';
import { tablesOf, type Table } from './tables.ts';

export interface Snapshot {
  client: Client;
  /** By this name another connection sees the same moment. */
  name: string;
  tables: Table[];
}

/**
 * Reads at one moment of the database, however long it takes and whatever is written meanwhile. The tables are locked
 * against changes of their shape before that moment: a table that is rewritten after it would look empty.
 */
export const inSnapshot = <T>(url: string, work: (snapshot: Snapshot) => Promise<T>, signal: AbortSignal): Promise<T> =>
  withClient(
    url,
    'backup',
    async (client) => {
      await client.query(SAME_TEXT);
      const before = await tablesOf(client);
      if (before.length === 0) throw new BackupProblem('The database has no tables: there is nothing to back up.');
      await client.query('begin isolation level repeatable read read only');
      await client.query(
        `lock table ${before.map(({ name }) => `public.${escapeIdentifier(name)}`).join(', ')} in access share mode`,
      );
      const { rows } = await client.query<{ name: string }>('select pg_export_snapshot() as name');
      const tables = await tablesOf(client);
      if (JSON.stringify(tables) !== JSON.stringify(before))
        throw new BackupProblem('The tables are just being changed by a migration. Please try again.');
      const result = await work({ client, name: rows[0]?.name ?? '', tables });
      await client.query('commit');
      return result;
    },
    signal,
  );
