import { directoryProduct } from '@desk/contract/directory-product';
import { followUp } from '@desk/contract/follow-up';
import { describe, expect, test } from 'vitest';
import { makeDomain } from '../../testing/fixtures.ts';
import { organization, productDesk, TODAY } from './testing/product-desk.ts';

const { jumpcloud, openDesk } = productDesk();
type Desk = Awaited<ReturnType<typeof openDesk>>;

const MONTH = TODAY.slice(0, 7);
const month = (desk: Desk, request: { domain?: string; page?: number; month?: string } = {}) =>
  desk.asha.calls(directoryProduct.monthly, { month: MONTH, ...request });

/** So many contracts that end one after the other from the first of the month on. */
async function withContracts(count: number) {
  const desk = await openDesk();
  for (let n = 1; n <= count; n++) {
    await desk.domain(`d${n}.example`, `Company of ${n}`);
    await desk.contract({ domain_name: `d${n}.example`, end_date: `2026-12-${String(n).padStart(2, '0')}` });
  }
  return desk;
}

describe('the renewals of a month', () => {
  test('come ten at a time by their end, with what the contract and the provider say', async () => {
    const desk = await withContracts(12);
    jumpcloud().put(organization(1, { name: 'Twelve', users: 46 }));
    await desk.synced();
    await desk.contract({ id: (await desk.listed('Twelve')).id, domain_name: 'd12.example', end_date: '2026-12-12' });
    const first = await month(desk, { month: '2026-12' });
    expect(first.reply.total).toBe(12);
    expect(first.reply.customer.map(({ domain_name }) => domain_name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `d${n + 1}.example`),
    );
    const { reply } = await month(desk, { month: '2026-12', page: 2 });
    expect(reply.customer[1]).toMatchObject({
      ...{ domain_name: 'd12.example', company_name: 'Company of 12', customer_name: 'Twelve', plan_name: 'Platform' },
      ...{ customer_status: 'ACTIVE', no_of_lic: 46, contract_licences: 40, number_of_seats: 46 },
      ...{ end_date: '2026-12-12', renewal_date: '2026-12-12', version: 1 },
    });
    expect(reply.customer[0]).toMatchObject({ no_of_lic: null, contract_licences: 40, plan_name: 'JumpCloud' });
    expect((await month(desk, { month: '2027-01' })).reply).toMatchObject({ customer: [], total: 0 });
  });

  test('are found by a part of their domain, taken literally', async () => {
    const desk = await withContracts(3);
    const found = async (domain: string) => (await month(desk, { month: '2026-12', domain })).reply;
    expect((await found('D2.')).customer.map(({ domain_name }) => domain_name)).toEqual(['d2.example']);
    expect((await found('%')).total).toBe(0);
  });

  test('are of no other product', async () => {
    const desk = await withContracts(1);
    const { rows } = await desk.pool.query<{ id: number }>('select id from renewals');
    await desk.pool.query(`update renewals set product = 'licence' where id = $1`, [rows[0]?.id]);
    expect((await month(desk, { month: '2026-12' })).reply.total).toBe(0);
  });

  test('show the work of staff', async () => {
    const desk = await withContracts(1);
    const [renewal] = (await month(desk, { month: '2026-12' })).reply.customer;
    await desk.asha.calls(followUp.addComment, { renewal_id: renewal?.renewal_id ?? 0, comment: 'Called twice.' });
    expect((await month(desk, { month: '2026-12' })).reply.customer[0]).toMatchObject({
      followup_comments: 'Called twice.',
      version: 2,
    });
  });
});

test('a renewal is found by its domain, its company, and its organisation', async () => {
  const desk = await withContracts(2);
  const all = (await month(desk, { month: '2026-12' })).reply.customer;
  const [wanted] = all;
  await desk.pool.query(`update customers set company_name = 'Lotus Traders' where id =
    (select customer_id from renewals where id = ${wanted?.renewal_id ?? 0})`);
  const found = async (domain: string) => (await month(desk, { month: '2026-12', domain })).reply.customer;

  expect(all.length).toBeGreaterThan(1);
  for (const text of [wanted?.domain_name ?? '', 'lotus', wanted?.customer_name ?? ''])
    expect((await found(text)).map((row) => row.renewal_id)).toEqual([wanted?.renewal_id]);
  expect(await found('nobody')).toEqual([]);
});

test('a price is shown and filed in its currency', async () => {
  const desk = await withContracts(1);
  await desk.contract({ id: (await desk.listed('Company of 1')).id, domain_name: 'd1.example', currency: 'USD' });
  expect((await month(desk, { month: '2027-03' })).reply.customer[0]).toMatchObject({
    price: '240000.00',
    currency: 'USD',
  });
  const meera = await desk.as({ email: 'meera@desk.example', mayExport: true });
  const { reply } = await meera.calls(directoryProduct.exportMonthly, { month: '2027-03' });
  const [header, row] = (reply as unknown as string).split('\r\n').map((line) => line.split(','));
  expect(row?.[header?.indexOf('Currency') ?? -1]).toBe('USD');
});

describe('the file of a month', () => {
  const file = async (desk: Desk, person: Desk['asha'], domain = '') =>
    person.calls(directoryProduct.exportMonthly, { month: '2026-12', domain });

  test('goes only to who may take it away', async () => {
    const desk = await withContracts(1);
    expect((await month(desk)).reply.may_export).toBe(false);
    expect((await file(desk, desk.asha)).status).toBe(403);
    const meera = await desk.as({ email: 'meera@desk.example', mayExport: true });
    expect((await meera.calls(directoryProduct.monthly, { month: MONTH })).reply.may_export).toBe(true);
    expect((await file(desk, meera)).status).toBe(200);
    const elsewhere = await desk.as({ email: 'e@desk.example', mayExport: true, menus: ['get_renewal_data'] });
    expect((await file(desk, elsewhere)).status).toBe(403);
  });

  test('holds all that the filter finds, guarded, and is recorded with filter and rows', async () => {
    const desk = await withContracts(12);
    jumpcloud().put(organization(1, { name: '=HYPERLINK("http://x.example")' }));
    await desk.synced();
    await desk.contract({ id: (await desk.listed('=HYPER')).id, domain_name: 'd3.example', end_date: '2026-12-03' });
    const meera = await desk.as({ email: 'meera@desk.example', mayExport: true });
    const { reply, headers } = await file(desk, meera, 'd');
    expect(headers['content-disposition']).toContain('data.csv');
    const lines = (reply as unknown as string).trim().split('\r\n');
    expect(lines[0]).toMatch(/^Customer Domain,Company Name,Organisation,Plan,Status,Licence,Contract Licence,/);
    expect(lines).toHaveLength(13);
    expect(lines[3]).toContain(
      `d3.example,Company of 3,"'=HYPERLINK(""http://x.example"")",Platform,ACTIVE,40,40,03-12-2026`,
    );
    expect((await desk.entries('directory_renewals')).at(-1)).toMatchObject({
      action: 'exported',
      actor: 'meera@desk.example',
      changes: [
        { field: 'month', old: null, new: '2026-12' },
        { field: 'domain', old: null, new: 'd' },
        { field: 'rows', old: null, new: '12' },
      ],
    });
  });
});

describe('the organisations', () => {
  const list = async (desk: Desk, options: { search?: string; state?: 'unlinked' | 'differs'; page?: number } = {}) =>
    (await desk.asha.calls(directoryProduct.organizations, options)).reply;

  test('come ten at a time by name', async () => {
    const desk = await openDesk();
    for (let n = 10; n < 22; n++) jumpcloud().put(organization(n));
    await desk.synced();
    const first = await list(desk);
    expect(first.total).toBe(12);
    expect(first.organizations.map(({ customer_name }) => customer_name)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Company ${n + 10}`),
    );
    expect((await list(desk, { page: 2 })).organizations).toHaveLength(2);
  });

  test('are found by name, e-mail and domain', async () => {
    const desk = await openDesk();
    jumpcloud().put(organization(1, { name: 'Lotus', contactEmail: 'it@bay.example' }));
    await desk.synced();
    await desk.domain('acme.example');
    await desk.contract({ id: (await desk.listed('Lotus')).id });
    for (const search of ['otu', 'BAY.', 'acme']) expect((await list(desk, { search })).total).toBe(1);
    expect((await list(desk, { search: '_otus' })).total).toBe(0);
  });

  test('without a contract, or with other licences than it, are found by that', async () => {
    const desk = await openDesk();
    for (let n = 1; n <= 4; n++) {
      jumpcloud().put(organization(n, { users: 40 }));
      await desk.domain(`d${n}.example`);
    }
    await desk.synced();
    for (const n of [2, 3])
      await desk.contract({
        ...{ id: (await desk.listed(`Company ${n}`)).id, domain_name: `d${n}.example` },
        contract_licences: n === 3 ? 45 : 40,
      });
    const names = async (state: 'unlinked' | 'differs') =>
      (await list(desk, { state })).organizations.map(({ customer_name }) => customer_name);
    expect(await names('differs')).toEqual(['Company 3']);
    expect(await names('unlinked')).toEqual(['Company 1', 'Company 4']);
    jumpcloud().remove(organization(4).id);
    await desk.synced();
    expect(await names('unlinked')).toEqual(['Company 1']);
  });

  test('differ no more when the contract is cancelled or the provider has them no longer', async () => {
    const desk = await openDesk();
    for (let n = 1; n <= 3; n++) {
      jumpcloud().put(organization(n, { users: 40 }));
      await desk.domain(`d${n}.example`);
    }
    await desk.synced();
    for (let n = 1; n <= 3; n++) {
      const { id } = await desk.listed(`Company ${n}`);
      const customer_status = n === 2 ? 'CANCELLED' : 'ACTIVE';
      await desk.contract({ id, domain_name: `d${n}.example`, contract_licences: 45, customer_status });
    }
    jumpcloud().remove(organization(3).id);
    await desk.synced();
    const { organizations } = await list(desk, { state: 'differs' });
    expect(organizations.map(({ customer_name }) => customer_name)).toEqual(['Company 1']);
  });

  test('are suggested the domain of ours that is their name, that of their e-mail, or their company’s only one', async () => {
    const desk = await openDesk();
    const beta = await desk.domain('beta.example', 'Beta LLP');
    await desk.domain('acme.example');
    await desk.domain('gamma.example', 'Gamma Foods');
    await desk.domain('delta.example', 'Delta');
    await makeDomain(desk.db, {
      name: 'delta-two.example',
      customerId: (await desk.domain('d3.example', 'Delta')).customerId,
    });
    await makeDomain(desk.db, { name: 'wish.example', status: 'PENDING', customerId: beta.customerId });
    const cases = [
      [{ name: 'ACME.example', contactEmail: 'x@beta.example' }, 'acme.example'],
      [{ name: 'Something', contactEmail: 'Head@Beta.Example' }, 'beta.example'],
      [{ name: 'Gamma Foods', contactEmail: null }, 'gamma.example'],
      [{ name: 'Delta', contactEmail: null }, null],
      [{ name: 'wish.example', contactEmail: 'a@nobody.example' }, null],
    ] as const;
    cases.forEach(([options], n) => jumpcloud().put(organization(n + 1, options)));
    await desk.synced();
    for (const [{ name }, suggested_domain] of cases)
      expect([name, (await desk.listed(name)).suggested_domain]).toEqual([name, suggested_domain]);
  });

  test('are not suggested a domain that another organisation has', async () => {
    const desk = await openDesk();
    await desk.domain('acme.example');
    jumpcloud().put(organization(1, { name: 'acme.example' }));
    jumpcloud().put(organization(2, { name: 'Second', contactEmail: 'it@acme.example' }));
    await desk.synced();
    await desk.contract({ id: (await desk.listed('acme.example')).id });
    expect((await desk.listed('Second')).suggested_domain).toBeNull();
  });
});
