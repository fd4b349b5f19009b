import { beforeAll, expect, test } from 'vitest';
import { INSTANT } from '../../platform/db/now.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { vacuumAnalyze } from '../../testing/plans.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { workQuery, type Whose } from './work-rows.ts';

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
    await client.query('deallocate all; reset plan_cache_mode');
    client.release();
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
