import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Pool } from 'pg';
import { revisionCache } from '../../platform/db/revision-cache.ts';
import { AS_TEXT, RENEWAL_JOINS, RENEWAL_SELECT, renewalsJson } from './columns.ts';

/** All renewals of a month as the contract's reply, ready to send. */
export interface MonthAnswer {
  revision: string;
  json: Buffer;
  /** Made when it is first asked for, and kept. */
  gzip: () => Promise<Buffer>;
}

const MONTHS = 24;
const BYTES = 64 * 1024 * 1024;
const LEVEL = 2;

// The file of the table stands before the number: after a restore the numbers could be met a second time.
const REVISION = {
  name: 'month-revision',
  text: `select concat(pg_relation_filenode('month_revisions'), '-', coalesce(sum(revision), 0)) as revision
    from month_revisions where month = $1`,
};
const ROWS = {
  name: 'month-rows',
  text: `select ${RENEWAL_SELECT} from renewals r ${RENEWAL_JOINS}
    where r.product = 'licence' and r.term_end >= $1 and r.term_end < ($1::date + interval '1 month')::date order by r.term_end, r.id`,
};

/** Grows with every write that touches what the list of this month shows. */
export async function monthRevision(pool: Pool, month: string): Promise<string> {
  const { rows } = await pool.query<{ revision: string }>({ ...REVISION, values: [`${month}-01`] });
  return rows[0]?.revision ?? '';
}

const zip = promisify(gzip);

async function build(pool: Pool, month: string, revision: string): Promise<MonthAnswer> {
  const values = [`${month}-01`];
  const { rows } = await pool.query<(string | null)[]>({ ...ROWS, values, rowMode: 'array', types: AS_TEXT });
  const json = renewalsJson(rows, '{"customer":', `,"revision":${JSON.stringify(revision)}}`);
  let zipped: Promise<Buffer> | undefined;
  return { revision, json, gzip: () => (zipped ??= zip(json, { level: LEVEL })) };
}

/** The answer of a month at a revision that was read just before. */
export const monthAnswer = revisionCache<MonthAnswer>(
  { most: MONTHS, bytes: BYTES, sizeOf: ({ json }) => json.length },
  build,
);
