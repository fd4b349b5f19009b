import { CONTACT_SORTS, customers } from '@desk/contract/customers';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { contactWritesTable as w } from '../../platform/db/tables/customers.ts';
import { makeContact, makeDomain } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

let desk: TestServer;
let asha: Awaited<ReturnType<TestServer['as']>>;
beforeEach(async () => {
  desk = await testServer();
  asha = await desk.as();
});
const list = async (asked: { search?: string; page?: number } = {}) => (await asha.calls(customers.all, asked)).reply;
const names = async (search: string) => (await list({ search })).customer.map(({ contact_name: name }) => name);

/** A company of ours with a person. */
async function makeCompany(companyName: string, domain: string, person: Parameters<typeof makeContact>[2] = {}) {
  const { customerId } = await makeDomain(desk.db, { name: domain, customer: { companyName } });
  return makeContact(desk.db, customerId, person);
}

describe('the list of customers', () => {
  test('is in the order of companies and names, ten on a page', async () => {
    for (let n = 11; n >= 0; n--) await makeCompany(`Company ${String(n).padStart(2, '0')}`, `c${n}.example`);
    const first = await list();
    const second = await list({ page: 2 });
    expect(first.total).toBe(12);
    const companies = [...first.customer, ...second.customer].map((row) => row.company_name);
    expect(companies).toEqual(companies.toSorted());
    expect([first.customer.length, second.customer.length, (await list({ page: 3 })).customer.length]).toEqual([
      10, 2, 0,
    ]);
  });

  test('is sorted by each of these columns, both ways, and who has nothing there stands last', async () => {
    await makeCompany('zeta', 'z.example', { name: 'bina', email: 'c@z.example', firstName: 'x' });
    await makeCompany('Acme', 'a.example', { name: 'Asha', email: 'b@a.example' });
    await makeCompany('Moss', 'm.example', { name: 'Chitra' });
    const sorted = async (sort: (typeof CONTACT_SORTS)[number], direction: 'asc' | 'desc') =>
      (await asha.calls(customers.all, { sort, direction })).reply.customer.map((row) => row.contact_name);

    expect(await sorted('contact_name', 'asc')).toEqual(['Asha', 'bina', 'Chitra']);
    expect(await sorted('contact_name', 'desc')).toEqual(['Chitra', 'bina', 'Asha']);
    expect(await sorted('company_name', 'desc')).toEqual(['bina', 'Chitra', 'Asha']);
    expect(await sorted('email', 'asc')).toEqual(['Asha', 'bina', 'Chitra']);
    expect(await sorted('email', 'desc')).toEqual(['bina', 'Asha', 'Chitra']);
    expect(await sorted('contact_id', 'desc')).toEqual(['Chitra', 'Asha', 'bina']);
    for (const sort of CONTACT_SORTS) expect(await sorted(sort, 'desc')).toHaveLength(3);
  });

  test('is filtered by name, by company and by what the CRM knows', async () => {
    const waiting = await makeCompany('Zeta', 'z.example', { name: 'Bina', zohoId: '1' });
    await makeCompany('Acme', 'a.example', { name: 'Asha' });
    await makeCompany('Moss', 'm.example', { name: 'Chitra', companyName: 'Moss Global', zohoId: '2' });
    const entry = { contactId: waiting.id, createdBy: 'asha@desk.example' };
    await desk.db.insert(w).values({ ...entry, state: 'refused' });
    await desk.db.insert(w).values({ ...entry, state: 'queued' });
    const found = async (asked: Parameters<typeof asha.calls<typeof customers.all>>[1]) =>
      (await asha.calls(customers.all, asked)).reply.customer.map((row) => [row.contact_name, row.crm_state].join(' '));

    expect(await found({ name: 'BIN' })).toEqual(['Bina queued']);
    expect(await found({ company: 'moss g' })).toEqual(['Chitra done']);
    expect(await found({ company: 'acme' })).toEqual(['Asha none']);
    for (const [state, names] of [
      ['queued', ['Bina queued']],
      ['refused', []],
      ['none', ['Asha none']],
      ['done', ['Chitra done']],
    ] as const)
      expect(await found({ crm_state: state })).toEqual(names);
  });

  test('shows a person as the CRM has them, and what we know where it has nothing', async () => {
    const { id } = await makeCompany('Acme Pvt Ltd', 'acme.example', { email: 'ravi@acme.example', mobile: '1' });
    const [row] = (await list()).customer;
    expect(row).toEqual({
      contact_id: id,
      contact_name: 'Ravi Iyer',
      website: 'acme.example',
      first_name: null,
      last_name: null,
      email: 'ravi@acme.example',
      company_name: 'Acme Pvt Ltd',
      phone: null,
      mobile: '1',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      crm_state: 'none',
      crm_reason: null,
    });
    await makeCompany('Nova', 'nova.example', {
      name: 'N',
      companyName: 'Nova Global',
      website: 'nova-global.example',
    });
    expect((await list({ search: 'nova' })).customer).toMatchObject([
      { company_name: 'Nova Global', website: 'nova-global.example' },
    ]);
  });

  test('tells what the CRM knows: nothing, the person, or what became of the newest change', async () => {
    const person = async (name: string, zohoId: string | null, ...states: ('done' | 'refused' | 'queued')[]) => {
      const { id } = await makeCompany(name, `${name}.example`, { name, zohoId });
      for (const state of states)
        await desk.db
          .insert(w)
          .values({ contactId: id, state, reason: state === 'done' ? null : state, createdBy: '' });
    };
    await person('a', null);
    await person('b', '1');
    await person('c', '2', 'refused', 'done');
    await person('d', '3', 'done', 'refused');
    await person('e', null, 'queued');
    expect((await list()).customer.map((row) => [row.contact_name, row.crm_state, row.crm_reason])).toEqual([
      ['a', 'none', null],
      ['b', 'done', null],
      ['c', 'done', null],
      ['d', 'refused', 'refused'],
      ['e', 'queued', 'queued'],
    ]);
  });

  test('is searched by part of a company, of a name or of an address, whatever the capitals', async () => {
    await makeCompany('Acme Pvt Ltd', 'acme.example', { name: 'Ravi Iyer', email: 'boss@first.example' });
    await makeCompany('Nova Traders', 'nova.example', {
      name: 'Mira Rao',
      email: 'mira@second.example',
      companyName: 'Nova 100%',
    });
    await makeContact(desk.db, (await makeDomain(desk.db, { name: 'third.example' })).customerId, { name: 'Zed' });
    expect(await names('pvt')).toEqual(['Ravi Iyer', 'Zed']);
    expect(await names('TRADERS')).toEqual(['Mira Rao']);
    expect(await names('100%')).toEqual(['Mira Rao']);
    expect(await names('iye')).toEqual(['Ravi Iyer']);
    expect(await names('@Second')).toEqual(['Mira Rao']);
    expect(await names('_')).toEqual([]);
    expect(await names("' or true --")).toEqual([]);
  });
});

/** How the database reads the list for what is done meanwhile: the page, and its total. */
async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(desk.services.pool, 'query');
  await work();
  const asked = spy.mock.calls as unknown as [string | { text: string }, unknown[] | undefined][];
  spy.mockRestore();
  const texts = asked.map(([query, values]) => ({ text: typeof query === 'string' ? query : query.text, values }));
  const lists = texts.filter(({ text }) => text.includes('ilike'));
  return Promise.all(
    lists.map(async ({ text, values }) => {
      const { rows } = await desk.pool.query<Record<'QUERY PLAN', string>>(`explain ${text}`, values);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    }),
  );
}

test('a search among many reads those alone whom it finds', async () => {
  await desk.db.execute(sql`
    insert into customers (company_name, created_at) select md5(n::text), now() from generate_series(1, 5000) n`);
  for (const n of [1, 2])
    await desk.db.execute(sql`
      insert into contacts (customer_id, name, email, created_at)
      select id, md5(id::text || ${n}::int), substr(md5(id::text || ${n}::int), 1, 10) || '@acme.example', now() from customers`);
  for (const table of ['customers', 'contacts']) await desk.pool.query(`vacuum analyze ${table}`);

  const plans = await plansOf(() => list({ search: 'c4ca4238' }));

  expect(plans).toHaveLength(2);
  for (const plan of plans) {
    expect(plan).toContain('Bitmap Index Scan on contacts_trigram');
    expect(plan).toContain('Bitmap Index Scan on customers_company_trigram');
    // A table of one row may be read whole.
    expect(plan).not.toMatch(/Seq Scan on (?:contacts|customers)/);
  }
}, 60_000);
