import type { Client } from 'pg';
import { addMonths } from '../server/src/platform/time/days.ts';
import { CLOSED_TERM, termColumns } from './earlier-terms.ts';
import { afterChanges, type Bench } from './reads.ts';
import type { Line } from './report.ts';

const ROWS = 50_000;
/** No term of the data set ends there. */
const MONTHS_AHEAD = 120;
const CHANGES = 2;

/** Stores a term of so many subscriptions that ends in that month, spread over its days. */
async function fillMonth(client: Client, month: string, rows: number): Promise<void> {
  const columns = await termColumns(client);
  const day = `('${month}-01'::date + (subscription_id % 28)::int)`;
  const values = columns.map(({ name }) => (name === 'term_end' ? day : (CLOSED_TERM[name] ?? name)));
  await client.query(`insert into renewals (${columns.map(({ name }) => name).join(', ')}) select ${values.join(', ')}
    from (select distinct on (subscription_id) * from renewals order by subscription_id limit ${rows}) as one`);
  await client.query('vacuum analyze renewals');
}

/** W17: a month ten times as large as the busiest of the data set. */
export async function largeMonth(bench: Bench): Promise<Line[]> {
  const rows = Math.round(ROWS * bench.scale);
  const month = addMonths(`${bench.month}-01`, MONTHS_AHEAD).slice(0, 7);
  await fillMonth(bench.client, month, rows);
  return afterChanges(bench, { month, what: `W17 a month, ${rows.toLocaleString('en')} rows`, changes: CHANGES });
}
