import type { Client } from 'pg';
import { renewals } from '../contract/src/renewals.ts';
import { NAME_PARTS } from './data-set.ts';
import { earlierTerms } from './earlier-terms.ts';
import { fire, json, median, send, timed } from './measure.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const CLIENTS = 8;
const PAGES = 400;
const COUNTS = 30;
/** So many terms of earlier years for each that the data set has. */
const EARLIER = 3;
/** What takes as long with many as with few. */
const FLAT = 1.1;

async function addYears(client: Client, more: number): Promise<void> {
  await client.query('set synchronous_commit = off');
  for (const statement of await earlierTerms(client, more)) await client.query(statement);
  await client.query('reset synchronous_commit');
  await client.query('vacuum analyze renewals');
}

export const countOf = async ({ client }: Bench): Promise<number> =>
  (await client.query<{ count: number }>('select count(*)::int as count from renewals')).rows[0]?.count ?? 0;

/** A page with four filters of a month, and the first page of all months, whose total is counted after a write. */
async function measured({ client, product, month }: Bench): Promise<{ page: number; total: number }> {
  const path = `/api/${renewals.all.path}`;
  const { ms } = await fire(product, CLIENTS, PAGES, (n) =>
    json(path, { domain: NAME_PARTS[n % NAME_PARTS.length], month, licence: '< 99' }),
  );
  const after: number[] = [];
  for (let n = 0; n < COUNTS; n++) {
    await client.query(
      `update renewals set version = version + 1 where id = (select min(id) from renewals where term_end >= $1::date)`,
      [`${month}-01`],
    );
    after.push(await timed(() => send(product, json(path, { zone: 'North' }))));
  }
  return { page: median(ms), total: median(after) };
}

/** W16: what grows is what is stored; the limit is the product itself before it has. */
export async function growth(bench: Bench): Promise<Line[]> {
  await measured(bench);
  const [few, before] = [await countOf(bench), await measured(bench)];
  await addYears(bench.client, few * EARLIER);
  await measured(bench);
  const [many, after] = [await countOf(bench), await measured(bench)];
  const what = `W16 ${many.toLocaleString('en')} renewals beside ${few.toLocaleString('en')}`;
  return [
    { work: `${what}: a page of a month, three filters; ${CLIENTS} clients, p50`, unit: 'ms', limit: before.page, product: after.page, times: FLAT }, // prettier-ignore
    { work: `${what}: the total of all months after a write, p50`, unit: 'ms', limit: before.total, product: after.total, times: FLAT }, // prettier-ignore
  ];
}
