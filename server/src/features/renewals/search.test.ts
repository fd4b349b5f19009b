import { boards } from '@desk/contract/boards';
import { renewals } from '@desk/contract/renewals';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { testServer, type TestServer } from '../../testing/server.ts';
import { plansOf, vacuumAnalyze } from '../../testing/plans.ts';
import { deskWith } from './testing/desk-with.ts';

const MONTH = '2027-04';
const renewsOn = `${MONTH}-10`;

const namesIn = (rows: { domain_name: string }[]) => rows.map((row) => row.domain_name);

describe.each(['lotus', 'TRADERS', 'us t', 'lo'])('a search for %j', (domain) => {
  const found = ['one.example', 'two.example'];
  /** Asha has all renewals; two are of the company that is looked for, one of them in another month. */
  async function deskWithLotus() {
    const { desk, asha } = await deskWith(
      { domain: 'one.example', company: 'Lotus Traders', renewsOn },
      { domain: 'two.example', company: 'Lotus Traders', renewsOn: '2027-05-10' },
      { domain: 'three.example', company: 'Acme', renewsOn },
    );
    await desk.db.update(renewalsTable).set({ assignedToId: asha.id, segment: 'SMB' });
    return asha;
  }

  test('finds the renewals of a company by its name, in a month and in all', async () => {
    const asha = await deskWithLotus();

    expect(namesIn((await asha.calls(renewals.all, { domain })).reply.customer)).toEqual(found);
    expect(namesIn((await asha.calls(renewals.mine, { domain })).reply.domains)).toEqual(found);
    const { reply } = await asha.calls(renewals.all, { domain, month: MONTH });
    expect([namesIn(reply.customer), reply.total]).toEqual([['one.example'], 1]);
  });

  test('finds them for a file as well, and for programs', async () => {
    const asha = await deskWithLotus();

    const file = await asha.calls(renewals.exportMonthly, { domain });
    const rows: Record<string, string>[] = parse(file.reply as unknown as string, { bom: true, columns: true });
    expect(rows.map((row) => row['Customer Domain'])).toEqual(found);
    const asJson = await asha.calls(renewals.exportMonthly, { domain, month: MONTH }, { accept: 'application/json' });
    expect(namesIn(asJson.reply.customer)).toEqual(['one.example']);
  });

  test('finds them behind the counts of a dashboard', async () => {
    const asha = await deskWithLotus();

    const asked = { month: MONTH, search: domain };
    const lists = await Promise.all([
      asha.calls(boards.teamList, { ...asked, admin_email: asha.email }),
      asha.calls(boards.segmentList, { ...asked, segment_name: 'SMB' }),
    ]);
    for (const { reply } of lists) expect([namesIn(reply.domains), reply.total]).toEqual([['one.example'], 1]);
  });
});

describe('among many renewals', () => {
  let desk: TestServer;
  let asha: Awaited<ReturnType<TestServer['as']>>;
  beforeAll(async () => {
    desk = await testServer();
    asha = await desk.as();
    for (const statement of [
      `insert into customers (company_name, created_at) select 'Company ' || md5(n::text), now() from generate_series(1, 10000) n`,
      `insert into domains (name, customer_id, created_at) select 'd' || n || '.example', n, now() from generate_series(1, 10000) n`,
      `insert into subscriptions (customer_id, domain_id, source, external_id, sku_id, sku_name, plan_name, status, created_at)
        select n, n, 'google', n, '1', 'Starter', 'ANNUAL', 'ACTIVE', now() from generate_series(1, 10000) n`,
      `insert into renewals (subscription_id, customer_id, term_end, state, external_id, domain_name, reseller_type, plan_name,
          status, sku_name, created_at)
        select n, n, date '2024-01-01' + n % 360 + year * 366, 'closed', n, 'd' || n || '.example', 'N', 'ANNUAL', 'ACTIVE',
          'Starter', now() from generate_series(1, 10000) n, generate_series(0, 2) year`,
    ])
      await desk.pool.query(statement);
    await vacuumAnalyze(desk.pool);
  }, 120_000);
  const plansFor = (asked: { domain: string; month?: string }) =>
    plansOf(desk, 'renewals', () => asha.calls(renewals.all, asked));

  test('a name is found by the parts of domains and companies that the indexes have', async () => {
    for (const plan of await plansFor({ domain: 'c4ca4238' })) {
      expect(plan).toContain('renewals_domain_trigram');
      expect(plan).toContain('customers_company_trigram');
      expect(plan).not.toMatch(/Seq Scan on (?:renewals|customers)/);
    }
  });

  // With an index the rows are few; without one each of them was compared with every company that was found.
  test.each([{}, { month: '2025-03' }])('two letters are looked up once for each row, with %j', async (asked) => {
    const plans = await plansFor({ domain: 'c4', ...asked });

    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).toContain('hashed SubPlan');
      expect(plan).not.toContain('customer_id = ANY');
    }
  });
});
