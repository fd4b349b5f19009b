import { directoryProduct } from '@desk/contract/directory-product';
import { imports } from '@desk/contract/imports';
import { asc } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { organizationsTable } from '../../platform/db/tables/directory-product.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { check, confirm, csv, importFile, open } from './testing/files.ts';

const KIND = 'directory_contracts';
const HEADER = ['Domain', 'Organisation', 'Plan', 'End Date', 'Licences', 'Price', 'Currency', 'Status'];
const ORG = 'a'.repeat(24);

/** A desk with so many domains of ours, `d1.example` and on, and one organisation that the provider listed. */
async function withDomains(count = 2) {
  const { desk, asha } = await open();
  const domains = [];
  for (let n = 1; n <= count; n++)
    domains.push(await makeDomain(desk.db, { name: `d${n}.example`, customer: { companyName: `Company of ${n}` } }));
  await desk.db
    .insert(organizationsTable)
    .values({ organizationId: ORG, name: 'Lotus', planName: 'Platform', productCode: 'JCP', licences: 46 });
  return {
    ...{ desk, asha, domains },
    subscriptions: () => desk.db.select().from(subscriptionsTable).orderBy(asc(subscriptionsTable.id)),
    renewals: () => desk.db.select().from(renewalsTable).orderBy(asc(renewalsTable.id)),
    organizations: () => desk.db.select().from(organizationsTable).orderBy(asc(organizationsTable.id)),
  };
}
const LOTUS = ['d1.example', 'lotus', '', '31-03-2027', '40', '2,40,000', 'INR', 'active'];
const BARE = ['d2.example', '', '', '15/08/2026', '', '', '', ''];
const results = ({ reply }: Awaited<ReturnType<typeof check>>) =>
  reply.rows.map(({ verdict, reason }) => [verdict, reason]);

describe('a file of contracts', () => {
  test('makes contracts with their renewals, of listed organisations and of those that are not', async () => {
    const { desk, asha, domains, subscriptions, renewals, organizations } = await withDomains();
    const checked = await check(asha, csv(HEADER, LOTUS, BARE), KIND);
    expect(checked.reply.tally).toEqual({ new: 2, changed: 0, unchanged: 0, wrong: 0 });
    expect(await subscriptions()).toEqual([]);

    expect((await confirm(asha, checked.reply.import_id)).reply).toMatchObject({ renewals_opened: 2 });

    expect(await subscriptions()).toMatchObject([
      {
        ...{ domainId: domains[0]?.id, customerId: domains[0]?.customerId, source: 'directory', planName: 'ANNUAL' },
        ...{ externalId: `JCP:${ORG}`, skuName: 'Platform', numberOfSeats: 46, ownRenewalDate: '2027-03-31' },
        ...{ price: '240000.00', currency: 'INR', status: 'ACTIVE' },
      },
      {
        domainId: domains[1]?.id,
        skuName: 'JumpCloud',
        numberOfSeats: null,
        price: null,
        ownRenewalDate: '2026-08-15',
      },
    ]);
    expect((await renewals()).map(({ product, domainName, termEnd }) => [product, domainName, termEnd])).toEqual([
      ['directory', 'd1.example', '2027-03-31'],
      ['directory', 'd2.example', '2026-08-15'],
    ]);
    expect(await organizations()).toMatchObject([
      { organizationId: ORG, domainId: domains[0]?.id, contractLicences: 40, licences: 46 },
      { organizationId: null, name: 'Company of 2', domainId: domains[1]?.id },
    ]);
    expect(desk.announced).toContainEqual({ kind: 'month', month: '2026-08' });
    const entries = await desk.db.select().from(auditLogTable).orderBy(asc(auditLogTable.id));
    expect(entries.filter(({ action }) => action === 'contract_created')).toHaveLength(2);
    expect(entries.some(({ action }) => action === 'file_imported')).toBe(true);
  });

  test.each(['Organisation Id', 'Organization', 'Organization Id'])('may call the organisation %s', async (name) => {
    const { asha } = await withDomains();
    const header = HEADER.map((column) => (column === 'Organisation' ? name : column));

    const { reply } = await check(
      asha,
      csv(header, ['d1.example', 'Nobody Ltd', '', '31-03-2027', '', '', '', '']),
      KIND,
    );

    expect(reply.rows).toMatchObject([{ verdict: 'wrong', column: 'Organisation' }]);
  });

  test('a second time says nothing new, and changes what it says otherwise', async () => {
    const { asha, subscriptions, renewals } = await withDomains();
    await importFile(asha, csv(HEADER, LOTUS, BARE), KIND);
    expect((await check(asha, csv(HEADER, LOTUS, BARE), KIND)).reply.tally).toMatchObject({ unchanged: 2 });
    const later = csv(['Domain', 'End Date', 'Licences'], ['d1.example', '30-06-2027', '44']);
    expect(results(await check(asha, later, KIND))).toEqual([
      ['changed', 'End Date 31-03-2027 → 30-06-2027; Licences 40 → 44'],
    ]);
    const before = await renewals();
    await importFile(asha, later, KIND);
    expect((await renewals())[0]).toMatchObject({ id: before[0]?.id, termEnd: '2027-06-30', price: '240000.00' });
    expect((await subscriptions())[0]).toMatchObject({ price: '240000.00', numberOfSeats: 46 });
  });

  test('hands a contract over to the organisation that it names', async () => {
    const { asha, subscriptions, organizations } = await withDomains();
    await importFile(asha, csv(HEADER, ['d1.example', '', 'Ours', '31-03-2027', '40', '', '', '']), KIND);
    const [made] = await subscriptions();
    const named = csv(HEADER, ['d1.example', ORG, '', '31-03-2027', '', '', '', '']);
    expect(results(await check(asha, named, KIND))).toEqual([
      ['changed', `Organisation none → ${ORG}; Plan Ours → Platform`],
    ]);
    await importFile(asha, named, KIND);
    expect(await subscriptions()).toMatchObject([{ id: made?.id, externalId: `JCP:${ORG}`, skuName: 'Platform' }]);
    expect(await organizations()).toMatchObject([
      { organizationId: ORG, subscriptionId: made?.id, contractLicences: 40 },
    ]);
  });

  test('ends a contract that is cancelled', async () => {
    const { asha, renewals } = await withDomains();
    await importFile(asha, csv(HEADER, LOTUS), KIND);
    await importFile(asha, csv(HEADER, [...LOTUS.slice(0, 7), 'CANCELLED']), KIND);
    expect(await renewals()).toMatchObject([{ state: 'closed', closedBecause: 'ended' }]);
  });

  test('that was checked before somebody changed a contract must be checked again', async () => {
    const { asha } = await withDomains();
    const { reply } = await check(asha, csv(HEADER, BARE), KIND);
    const request = { domain_name: 'd2.example', end_date: '2026-12-01', contract_licences: 5, price: null } as const;
    await asha.calls(directoryProduct.setContract, { ...request, currency: 'INR', customer_status: 'ACTIVE' });
    expect((await confirm(asha, reply.import_id)).status).toBe(409);
  });

  test('has a template that can be taken back as it is, but for its domains', async () => {
    const { asha } = await withDomains();
    const { reply } = await asha.calls(imports.template, { kind: KIND });
    const checked = await check(asha, reply as unknown as string, KIND);
    expect(checked.reply.rows.map(({ column }) => column)).toEqual(['Domain', 'Domain']);
  });

  test('of two thousand lines is written at once', async () => {
    const { desk, asha, subscriptions, renewals } = await withDomains(0);
    await desk.pool
      .query(`with made as (insert into customers (company_name, created_at) select 'C' || n, now() from generate_series(1, 2000) n returning id)
      insert into domains (name, customer_id, created_at) select 'm' || id || '.example', id, now() from made`);
    const { rows } = await desk.pool.query<{ name: string }>('select name::text from domains order by id');
    const lines = rows.map(({ name }, n) => [
      name,
      `31-0${1 + (n % 9)}-2027`.replace(/31-0[2469]/, (day) => `28${day.slice(2)}`),
      '10',
    ]);
    expect(
      (await importFile(asha, csv(['Domain', 'End Date', 'Licences'], ...lines), KIND)).reply.renewals_opened,
    ).toBe(2000);
    expect(await subscriptions()).toHaveLength(2000);
    expect(new Set((await renewals()).map(({ product }) => product))).toEqual(new Set(['directory']));
  });
});

describe('a line of a file of contracts is wrong', () => {
  const wrongIn = async (lines: string[][], count = 3) => {
    const scene = await withDomains(count);
    await importFile(scene.asha, csv(HEADER, LOTUS), KIND);
    const { reply } = await check(scene.asha, csv(HEADER, ...lines), KIND);
    return reply.rows
      .filter(({ verdict }) => verdict === 'wrong')
      .map(({ line, column, reason }) => [line, column, reason]);
  };
  const line = (
    changed: Partial<Record<'domain' | 'organization' | 'end' | 'licences' | 'price' | 'currency' | 'status', string>>,
  ) => [
    ...[changed.domain ?? 'd2.example', changed.organization ?? '', '', changed.end ?? '31-03-2027'],
    ...[changed.licences ?? '', changed.price ?? '', changed.currency ?? '', changed.status ?? ''],
  ];

  test.each([
    [{ domain: 'nobody.example' }, 'Domain', 'No customer of ours has this domain'],
    [{ domain: 'no domain' }, 'Domain', 'Enter a domain such as company.example'],
    [{ organization: 'Nobody Ltd' }, 'Organisation', 'The provider has listed no organisation of this id or name'],
    [{ organization: 'LOTUS' }, 'Organisation', 'This organisation has a contract for d1.example'],
    [{ end: '' }, 'End Date', 'End Date is missing'],
    [{ end: '01-01-2020' }, 'End Date', 'The date lies more than a year back'],
    [{ end: '31-02-2027' }, 'End Date', 'There is no such day'],
    [{ licences: '-4' }, 'Licences', /whole number/],
    [{ price: 'much' }, 'Price', /amount/],
    [{ currency: 'rupees' }, 'Currency', /currency/],
    [{ status: 'PENDING' }, 'Status', 'Enter one of: ACTIVE, SUSPENDED, CANCELLED'],
    [{ organization: '=1+1' }, 'Organisation', /formula/],
  ] as const)('with %o', async (changed, column, reason) => {
    const wrong = await wrongIn([line(changed)]);
    expect(wrong).toEqual([[2, column, typeof reason === 'string' ? reason : expect.stringMatching(reason)]]);
  });

  test('that names a domain again', async () => {
    expect(await wrongIn([line({}), line({ end: '30-04-2027' })])).toEqual([
      [3, 'Domain', 'The same domain is in line 2'],
    ]);
  });

  test('that names one of two organisations of a name', async () => {
    const { desk, asha } = await withDomains();
    await desk.db.insert(organizationsTable).values({ organizationId: 'b'.repeat(24), name: 'LOTUS' });
    expect(results(await check(asha, csv(HEADER, LOTUS), KIND))).toEqual([
      ['wrong', '2 organisations have this name. Enter the id'],
    ]);
  });

  test('that names a domain that is only asked for', async () => {
    const { desk, asha } = await withDomains();
    await makeDomain(desk.db, { name: 'wish.example', status: 'PENDING' });
    expect(results(await check(asha, csv(HEADER, ['wish.example', ...BARE.slice(1)]), KIND))).toEqual([
      ['wrong', 'No customer of ours has this domain'],
    ]);
  });
});

describe('contracts in files of licences', () => {
  const REFUSED = 'This is a contract of the directory product. Import it as one';
  const SKU = 'Google Workspace Business Starter';

  test('are refused by their id, and do not count among the subscriptions of their domain', async () => {
    const { desk, asha, subscriptions } = await withDomains();
    await makeRenewal(desk.db, {
      domain: 'acme.example',
      externalId: 'S-1',
      subscription: { ownRenewalDate: '2027-04-01' },
    });
    await importFile(asha, csv(HEADER, LOTUS, ['acme.example', ...BARE.slice(1)]), KIND);
    const id = (await subscriptions()).find(({ externalId }) => externalId.startsWith('JCP'))?.externalId ?? '';
    const dates = csv(['Subscription Id', 'Renewal Date'], [id, '01-05-2027']);
    expect(results(await check(asha, dates, 'renewal_dates'))).toEqual([['wrong', REFUSED]]);
    const sold = csv(
      ['Domain', 'Company Name', 'Subscription Id', 'SKU', 'Plan'],
      ['d1.example', 'Company of 1', id, SKU, 'ANNUAL'],
    );
    expect(results(await check(asha, sold, 'subscriptions'))).toEqual([['wrong', REFUSED]]);
    const byDomain = csv(['Domain', 'Renewal Date'], ['acme.example', '01-05-2027']);
    expect(results(await check(asha, byDomain, 'renewal_dates'))).toEqual([
      ['changed', 'Renewal Date 01-04-2027 → 01-05-2027'],
    ]);
  });
});
