import { myDay } from '../contract/src/renewal-work/my-day.ts';
import { CALLER } from './data-set.ts';
import { alternate, fire, json, quantile } from './measure.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const OPEN = 5_000;
const CLIENTS = 8;
const READS = 160;
const ROUNDS = 3;
const MOST_MS = 200;

/** So many undecided renewals that one person has, due within two months. */
export const MINE = `update renewals set assigned_to_id = (select id from accounts where email = '${CALLER}'), confirmation_status = null,
    term_end = current_date + 1 + id % 60
  where id in (select id from renewals where state = 'open' and product = 'licence' order by id limit ${OPEN})`;

/** W13: what one person with many open renewals has to do. */
export async function fullDay({ client, product, bare }: Bench): Promise<Line[]> {
  for (const statement of [MINE, 'vacuum analyze renewals']) await client.query(statement);
  const ask = () => json(`/api/${myDay.list.path}`, {});
  const seen = await alternate(
    ROUNDS,
    () => fire(bare, CLIENTS, READS, () => json('/my-day', { email: CALLER })),
    () => fire(product, CLIENTS, READS, ask),
  );
  const p95 = (ones: readonly { ms: number[] }[]) => quantile(ones.flatMap(({ ms }) => ms), 0.95); // prettier-ignore
  const work = `W13 My day of one person with ${OPEN.toLocaleString('en')} open renewals; ${CLIENTS} clients, p95`;
  return [{ work, unit: 'ms', limit: p95(seen.limit), product: p95(seen.product), most: MOST_MS }];
}
