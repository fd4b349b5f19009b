import { timeline } from '@desk/contract/timeline';
import { beforeAll, expect, test } from 'vitest';
import { makeRenewal } from '../../testing/fixtures.ts';
import { plansOf, vacuumAnalyze } from '../../testing/plans.ts';
import { domainPageDesk } from '../domain-page/testing/domain-page-desk.ts';

let desk: Awaited<ReturnType<typeof domainPageDesk>>;
const COUNT = 20_000;
beforeAll(async () => {
  desk = await domainPageDesk();
  await makeRenewal(desk.db);
  const { id } = await desk.account({ email: 'owner@customer.example', kind: 'customer' });
  for (const statement of [
    `insert into customers (company_name, created_at) select 'Company ' || n, now() from generate_series(2, ${COUNT}) n`,
    `insert into domains (name, customer_id, created_at) select 'd' || n || '.example', n, now() from generate_series(2, ${COUNT}) n`,
    `insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, created_at)
      select n, n, 'google', n, '1', 'Starter', 'ANNUAL', 'ACTIVE', now() from generate_series(2, ${COUNT}) n`,
    `insert into renewals (subscription_id, customer_id, term_end, external_id, domain_name, reseller_type, plan_name, status,
        sku_name, created_at) select n, n, '2027-04-01', n, 'd' || n || '.example', 'N', 'ANNUAL', 'ACTIVE', 'Starter', now()
      from generate_series(2, ${COUNT}) n`,
    `insert into renewal_comments (renewal_id, comment, updated_by, updated_on) select n, 'Said', 'asha@desk.example', now() from generate_series(1, ${COUNT}) n`,
    `insert into renewal_decisions (renewal_id, account_id, decision, created_at) select n, ${id}, 'renew', now() from generate_series(1, ${COUNT}) n`,
    `insert into outbox (channel, purpose, recipient, state, created_by, created_at) select 'Email', 'renewal', 'it@customer.example', 'sent', 'asha@desk.example', now()
      from generate_series(1, ${COUNT}) n`,
    `insert into outbox_renewals (message_id, renewal_id) select n, n from generate_series(1, ${COUNT}) n`,
    `insert into inbound_messages (message_id, kind, from_address, to_address, subject, text, outbox_id, customer_id, received_at, created_at)
      select n, 'reply', 'it@customer.example', 'renew@reseller.example', 'Re', 'Yes', n, n, now(), now() from generate_series(1, ${COUNT}) n`,
    `insert into seat_orders (subscription_id, account_id, added_seats, state, created_by, created_at)
      select n, ${id}, 1, 'done', 'asha@desk.example', now() from generate_series(1, ${COUNT}) n`,
    `insert into books_invoices (zoho_id, books_contact_id, customer_id, number, status, date, currency, exchange_rate, total,
        balance) select n, n, n, n, 'sent', '2026-10-01', 'INR', 1, 1000, 1000 from generate_series(1, ${COUNT}) n`,
    `insert into tickets (zoho_id, number, department, subject, status, status_type, domain_name, opened_at)
      select n, n, 'support', 'MX change', 'Open', 'Open', 'd' || n || '.example', now() from generate_series(1, ${COUNT}) n`,
    `insert into audit_log (at, actor, action, subject, subject_id, changes)
      select now() - interval '1 second' * n, 'system', 'subscription_changed', 'subscription', n, '[]' from generate_series(1, ${COUNT}) n`,
    `insert into audit_log (at, actor_id, actor, action, subject, subject_id, changes)
      select now() - interval '1 second' * n, ${id}, 'asha@desk.example', 'zone_changed', 'renewal', n, '[]' from generate_series(1, ${COUNT}) n`,
  ])
    await desk.pool.query(statement);
  await vacuumAnalyze(desk.pool);
}, 120_000);

const TABLES = [
  ...['customers', 'domains', 'subscriptions', 'renewals', 'renewal_comments', 'renewal_decisions', 'outbox'],
  // The log is kept in tables of years: these rows are in the first.
  ...['outbox_renewals', 'inbound_messages', 'seat_orders', 'books_invoices', 'tickets', 'audit_log_first'],
];
const domain_name = 'd777.example';
const before = { at: '2100-01-01T00:00:00.000000Z', key: 'order:1' };

test.each([
  ['the first page', () => desk.asha.calls(timeline.entries, { domain_name })],
  ['a further page', () => desk.asha.calls(timeline.entries, { domain_name, before })],
  ['the summary', () => desk.asha.calls(timeline.summary, { domain_name })],
])('for %s of one domain no table is read through', async (_, work) => {
  const [plan = ''] = await plansOf(desk, 'renewals', work);
  expect(plan).toContain('Index');
  for (const table of TABLES) expect(plan).not.toMatch(new RegExp(String.raw`Seq Scan on ${table}\b`));
});
