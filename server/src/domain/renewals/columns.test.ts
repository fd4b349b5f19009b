import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { RENEWAL_COLUMNS, type Source } from './columns.ts';

/** The trigger of each joined table that makes the months stale in which its rows are shown. */
const TRIGGERS: Readonly<Record<Exclude<Source[0], 'r'>, string>> = {
  c: 'customer_written',
  a: 'account_written',
};

test.each(Object.entries(TRIGGERS))(
  'a change of each column that the list shows of %s makes its months stale (%s)',
  async (alias, name) => {
    const { pool } = await testServer();
    const { rows } = await pool.query<{ prosrc: string }>('select prosrc from pg_proc where proname = $1', [name]);
    const watched = new Set([...(rows[0]?.prosrc ?? '').matchAll(/\bn\.(\w+)/g)].map(([, column]) => column));
    const shown = Object.values(RENEWAL_COLUMNS).filter(([from]) => from === alias);
    // A column of another table in the list must be watched: CREATE OR REPLACE FUNCTION in a migration of its own.
    expect(shown.map(([, column]) => column.name).filter((column) => !watched.has(column))).toEqual([]);
    expect(shown).not.toEqual([]);
  },
);
