import { domainPage } from '@desk/contract/domain-page';
import { beforeAll, expect, test } from 'vitest';
import { makeRenewal } from '../../testing/fixtures.ts';
import { plansOf, vacuumAnalyze } from '../../testing/plans.ts';
import { domainPageDesk } from './testing/domain-page-desk.ts';

let desk: Awaited<ReturnType<typeof domainPageDesk>>;
const COUNT = 4_000;
beforeAll(async () => {
  desk = await domainPageDesk();
  await makeRenewal(desk.db);
  for (const statement of [
    `insert into customers (company_name, created_at) select 'Company ' || n, now() from generate_series(2, ${COUNT}) n`,
    `insert into domains (name, customer_id, created_at) select 'd' || n || '.example', n, now() from generate_series(2, ${COUNT}) n`,
    `insert into contacts (customer_id, name, created_at) select n, 'Person ' || n, now() from generate_series(1, ${COUNT}) n`,
    `insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, created_at)
      select n, n, 'google', n, '1', 'Starter', 'ANNUAL', 'ACTIVE', now() from generate_series(2, ${COUNT}) n`,
    `insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name, reseller_type, plan_name, status,
        sku_name, created_at) select n, n, '2027-04-01', n, 'd' || n || '.example', 'N', 'ANNUAL', 'ACTIVE', 'Starter', now()
     from generate_series(2, ${COUNT}) n`,
    `insert into books_contacts (zoho_id, name, customer_id) select n, 'Company ' || n, n from generate_series(1, ${COUNT}) n`,
    `insert into books_invoices (zoho_id, books_contact_id, customer_id, number, status, date, currency, exchange_rate, total,
        balance) select n, n % ${COUNT}, 1 + n % ${COUNT}, n, 'sent', '2026-10-01', 'INR', 1, 1000, 1000
      from generate_series(1, ${5 * COUNT}) n`,
    `insert into tickets (zoho_id, number, department, subject, status, status_type, domain_name, opened_at)
      select n, n, 'support', 'MX change', 'Open', 'Open', 'd' || n % ${COUNT} || '.example', now()
      from generate_series(1, ${5 * COUNT}) n`,
  ])
    await desk.pool.query(statement);
  await vacuumAnalyze(desk.pool);
}, 120_000);

const READ_BY = {
  contact: ['customers', 'domains', 'renewals', 'contacts', 'books_contacts'],
  plans: ['subscriptions', 'domains', 'renewals'],
  invoices: ['books_invoices', 'domains', 'renewals'],
  outstanding: ['books_invoices', 'domains', 'renewals'],
  renewals: ['renewals', 'subscriptions', 'domains'],
  deploymentTickets: ['tickets'],
  supportTickets: ['tickets'],
} as const;

test.each(Object.entries(READ_BY))('of %s no table is read through for one domain', async (section, tables) => {
  const call = domainPage[section as keyof typeof READ_BY];
  for (const table of tables) {
    const plans = await plansOf(desk, table, () => desk.asha.calls(call, { domain_name: 'd77.example' }));
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) expect(plan).not.toMatch(new RegExp(String.raw`Seq Scan on ${table}\b`));
  }
});
