import { deadlines } from '../contract/src/renewal-work/deadlines.ts';
import { reconcileDeadlines } from '../server/src/domain/deadlines/reconcile.ts';
import { alternate, fire, json, quantile, timed } from './measure.ts';
import { withProductDb } from './product-db.ts';
import type { Bench } from './reads.ts';
import type { Line } from './report.ts';

const OPEN = 5_000;
const CLIENTS = 8;
const READS = 160;
const ROUNDS = 3;
const MOST_MS = 200;
const MOST_PLANNING_MS = 5_000;

/** As many terms as that end within thirty days, nobody has decided any of them. */
const TERMS = `update subscriptions s set term_end_at = (current_date + 3 + s.id % 29)::timestamptz, if_nobody_acts = 'renews',
    seats_if_nobody_acts = number_of_seats where s.id <= ${OPEN}`;
const UNDECIDED = `update renewals set confirmation_status = null where state = 'open' and subscription_id <= ${OPEN}`;
export const ENDING_SOON = [TERMS, UNDECIDED, 'vacuum analyze'] as const;
/** What a plan comes to, without a product: the rows alone, with days that follow from no calendar. */
export const BARE_PLAN = `insert into deadlines (subscription_id, kind, at, day, last_safe_day, state, created_at, changed_at)
  select id, 'change', term_end_at, term_end_at::date, term_end_at::date - 2, 'open', now(), now()
  from subscriptions where term_end_at is not null and ended_at is null`;

const calendar = { timeZone: 'Asia/Kolkata', lead: 2, holidays: new Set<string>() };

/** All deadlines planned and written, as after the first sync; beside it the same rows written by one statement. */
async function planning({ client, databaseUrl }: Bench): Promise<Line> {
  await client.query('begin');
  const limit = await timed(() => client.query(BARE_PLAN));
  await client.query('rollback');
  const took = await withProductDb(databaseUrl, (db) =>
    timed(() => db.transaction((tx) => reconcileDeadlines(tx, { now: new Date(), calendar }))),
  );
  const work = `W14 deadlines of ${OPEN.toLocaleString('en')} terms planned and written, among all subscriptions`;
  return { work, unit: 'ms', limit, product: took, most: MOST_PLANNING_MS };
}

/** W14: until when something can still be done. */
export async function manyDeadlines(bench: Bench): Promise<Line[]> {
  const { client, product, bare } = bench;
  for (const statement of ENDING_SOON) await client.query(statement);
  const planned = await planning(bench);
  await client.query('vacuum analyze deadlines');
  const list = (n: number) => json(`/api/${deadlines.list.path}`, { of: 'team', show: 'month', page: 1 + (n % 20) });
  const counts = () => json(`/api/${deadlines.counts.path}`, { of: 'team' });
  const seen = await alternate(
    ROUNDS,
    () => fire(bare, CLIENTS, READS, (n) => json('/deadlines', { page: String(1 + (n % 20)) })),
    () => fire(product, CLIENTS, READS, list),
  );
  const counted = await fire(product, CLIENTS, READS, counts);
  const p95 = (ones: readonly { ms: number[] }[]) => quantile(ones.flatMap(({ ms }) => ms), 0.95); // prettier-ignore
  const what = `W14 ${OPEN.toLocaleString('en')} open deadlines`;
  return [
    planned,
    { work: `${what}: a page of 50 of them; ${CLIENTS} clients, p95`, unit: 'ms', limit: p95(seen.limit), product: p95(seen.product), most: MOST_MS }, // prettier-ignore
    { work: `${what}: tiles and bars; ${CLIENTS} clients, p95`, unit: 'ms', limit: null, product: p95([counted]), most: MOST_MS }, // prettier-ignore
  ];
}
