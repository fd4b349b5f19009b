import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { connect } from '../../platform/db/connection/connect.ts';
import { INSTANT } from '../../platform/db/now.ts';
import { serverUrl } from '../../testing/clone.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { vacuumAnalyze } from '../../testing/plans.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { readTeam } from './team.ts';
import { readWork, workQuery, type Whose } from './work-rows.ts';

const [PEOPLE, TERMS] = [20, 8_000];
let desk: TestServer;
let people: number[];

beforeAll(async () => {
  desk = await testServer();
  const { id, subscriptionId } = await makeRenewal(desk.db);
  people = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push((await desk.as({ email: `p${n}@desk.example` })).id);
  const numbers = `generate_series(${id + 1}, ${TERMS}) n`;
  for (const statement of [
    `insert into customers (company_name, created_at) select 'Company ' || n, now() from ${numbers}`,
    `insert into domains (name, customer_id, created_at) select 'd' || n || '.example', n, now() from ${numbers}`,
    `insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, term_end, created_at)
      select n, n, 'google', n, '1', 'Starter', 'ANNUAL', 'ACTIVE', '2027-04-01', now() from generate_series(${subscriptionId + 1}, ${TERMS}) n`,
    // Each month a term of some years ago is over; one in eight is still open.
    `insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name, reseller_type, plan_name, status, sku_name,
        state, closed_because, assigned_to_id, created_at)
      select n, n, date '2027-04-01' - n % 8 * 365, n, 'd' || n || '.example', 'N', 'ANNUAL', 'ACTIVE', 'Starter',
        case n % 8 when 0 then 'open' else 'closed' end, case n % 8 when 0 then null else 'renewed' end,
        (array[${people.join()}])[1 + n / 8 % ${PEOPLE + 1}], now() from ${numbers}`,
    `insert into instructions (renewal_id, outcome, source, requested_by_id, approval_reasons, state, created_at, changed_at)
      select id, 'end', 'staff', ${people[0] ?? 0}, array['end'], 'draft', now(), now() from renewals where state = 'open' and id % 40 = 0`,
  ])
    await desk.pool.query(statement);
  await vacuumAnalyze(desk.pool);
}, 120_000);

/** Pages that a statement touches when PostgreSQL plans it for its values, and when for any. */
async function pagesOf(whose: Whose): Promise<{ custom: number; generic: number }> {
  const { text, values } = workQuery(whose, 'Asia/Kolkata');
  const client = await desk.pool.connect();
  const literals = values.map((value) => {
    if (value === INSTANT) return client.escapeLiteral(desk.services.now().toISOString());
    return client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value));
  });
  const pages = async (mode: string): Promise<number> => {
    await client.query(`set plan_cache_mode = ${mode}`);
    const { rows } = await client.query<Record<'QUERY PLAN', [{ Plan: Record<string, number> }]>>(
      `explain (analyze, buffers, timing off, format json) execute work(${literals.join()})`,
    );
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    return (plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0);
  };
  try {
    await client.query(`prepare work as ${text}`);
    return { custom: await pages('force_custom_plan'), generic: await pages('force_generic_plan') };
  } finally {
    // Away with it: its settings and statements are no longer those that its pool knows of.
    client.release(true);
  }
}

test.each([
  ['of one person', () => ({ product: 'licence', owners: people.slice(0, 1), withNobodys: false })],
  [
    'of one person with what is nobody’s',
    () => ({ product: 'licence', owners: people.slice(0, 1), withNobodys: true }),
  ],
  ['of half the team', () => ({ product: 'licence', owners: people.slice(0, PEOPLE / 2), withNobodys: false })],
  ['of all', () => ({ product: 'licence', owners: 'all', withNobodys: true })],
  ['of another product', () => ({ product: 'directory', owners: people.slice(0, 1), withNobodys: false })],
  ['of one renewal', () => ({ renewalId: 800 })],
  ['that waits for approval', () => 'to approve'],
] satisfies [string, () => Whose][])('the plan for anybody reads the work %s as that for one', async (_, whose) => {
  const { custom, generic } = await pagesOf(whose());
  expect(custom).toBeGreaterThan(0);
  expect(generic).toBeLessThanOrEqual(custom * 1.5 + 50);
});

/** After so many plans of their own PostgreSQL compares what they cost with a plan for anybody. */
const OWN_PLANS = 5;
const READ = 12;

/** How many plans a statement had, on a connection of its own, once it was asked for so many people one after the other. */
async function plansMade(name: string, read: (pool: Pool, person: number) => Promise<unknown>) {
  const { now, log } = desk.services;
  const { pool } = connect(serverUrl, log, { now, max: 1 });
  try {
    for (const id of people.slice(0, READ)) await read(pool, id);
    const { rows } = await pool.query<{ own: number; common: number }>(
      `select custom_plans::int as own, generic_plans::int as common from pg_prepared_statements where name = $1`,
      [name],
    );
    return rows;
  } finally {
    await pool.end();
  }
}

const ONE_PLAN = [{ own: OWN_PLANS, common: READ - OWN_PLANS }];

test('the work of one person after the other is read by one plan', async () => {
  const plans = await plansMade('work-of-licence-owner', (pool, id) =>
    readWork(pool, { product: 'licence', owners: [id], withNobodys: false }, 'Asia/Kolkata'),
  );
  expect(plans).toEqual(ONE_PLAN);
});

test('the team is read by one plan', async () => {
  expect(await plansMade('team', (pool) => readTeam(drizzle(pool), '2027-03-01'))).toEqual(ONE_PLAN);
});
