import { directory } from '@desk/contract/directory';
import { beforeAll, expect, test } from 'vitest';
import { plansOf, vacuumAnalyze } from '../../testing/plans.ts';
import { directoryDesk } from './testing/directory-desk.ts';

let made: Awaited<ReturnType<typeof directoryDesk>>;
const COUNT = 20_000;
beforeAll(async () => {
  made = await directoryDesk(['sales@partner.example'], []);
  for (const statement of [
    `insert into customers (company_name, reseller_id, created_at) select 'Company ' || md5(n::text), case when n % 100 = 0 then 1 end, now()
     from generate_series(1, ${COUNT}) n`,
    `insert into domains (name, customer_id, created_at) select chr(97 + n % 26) || md5(n::text) || '.example', n, now()
     from generate_series(1, ${COUNT}) n`,
    `insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, created_at)
      select n, n, 'google', n, '1', 'Starter', 'ANNUAL', 'ACTIVE', now() from generate_series(1, ${COUNT}) n`,
  ])
    await made.desk.pool.query(statement);
  await vacuumAnalyze(made.desk.pool);
}, 120_000);

test.each([1, 90])('page %d of a letter is found and counted in the index alone', async (page) => {
  const [plan = ''] = await plansOf(made.desk, 'domains', () =>
    made.asha.calls(directory.domains, { letter: 'M', page }),
  );

  expect(plan.match(/Index Only Scan using domains_directory on domains d/g)).toHaveLength(2);
  expect(plan).not.toContain('Seq Scan on domains');
  expect(plan).not.toContain('Seq Scan on customers');
});

test('a search goes by the parts of names and companies', async () => {
  const ask = () => made.asha.calls(directory.search, { tabValue: 'customers', search: 'c4ca4238a0' });
  const plans = (await plansOf(made.desk, 'domains', ask)).join('\n');

  expect(plans).toContain('domains_name_trigram');
  expect(plans).toContain('customers_company_trigram');
  expect(plans).not.toContain('Seq Scan');
});

test('who is active is read from an index', async () => {
  const [plan = ''] = await plansOf(made.desk, 'domains', () => made.asha.calls(directory.customerCount, {}));

  expect(plan).toContain('Index Only Scan using subscriptions_active on subscriptions');
});
