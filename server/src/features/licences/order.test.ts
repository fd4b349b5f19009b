import type { MAPPED_SORTS } from '@desk/contract/licences';
import { LICENCE_SORTS, licences, ORDER_SORTS } from '@desk/contract/licences';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

/** Three domains: one without a subscription, which ends what is sorted by what it does not have. */
async function deskWithThree() {
  const desk = await testServer();
  await makeRenewal(desk.db, { domain: 'b.example', company: 'Zeta', renewsOn: '2027-05-01', sku: 'vault' });
  await makeRenewal(desk.db, { domain: 'c.example', company: 'Acme', renewsOn: '2027-04-01', sku: 'Business' });
  await makeDomain(desk.db, { name: 'a.example', customer: { companyName: 'Acme Two' } });
  return { ...desk, asha: await desk.as() };
}

test('all licences are sorted by each of these columns, both ways, and what is not there stands last', async () => {
  const { asha } = await deskWithThree();
  const sorted = async (sort: (typeof LICENCE_SORTS)[number], direction: 'asc' | 'desc') =>
    (await asha.calls(licences.all, { sort, direction })).reply.domains.map((row) => row.customer_domain[0]).join('');

  expect(await sorted('customer_domain', 'desc')).toBe('cba');
  expect(await sorted('google_renewal_date', 'asc')).toBe('cba');
  expect(await sorted('google_renewal_date', 'desc')).toBe('bca');
  expect(await sorted('sku_name', 'asc')).toBe('cba');
  for (const sort of LICENCE_SORTS) expect(await sorted(sort, 'asc')).toHaveLength(3);
});

test('all licences are filtered by company', async () => {
  const { asha } = await deskWithThree();

  const { reply } = await asha.calls(licences.all, { company: 'ACME' });

  expect([reply.total, ...reply.domains.map((row) => row.customer_domain)]).toEqual([2, 'a.example', 'c.example']);
});

test('a customer sorts the own domains, and staff the orders, by each of their columns', async () => {
  const desk = await deskWithThree();
  const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer', menus: ['add_license'] });
  for (const name of ['a.example', 'b.example', 'c.example'])
    await desk.db.update(domainsTable).set({ ownerId: ravi.id }).where(eq(domainsTable.name, name));
  const mapped = async (sort: (typeof MAPPED_SORTS)[number], direction: 'asc' | 'desc') =>
    (await ravi.calls(licences.mapped, { sort, direction })).reply.domains.map((row) => row.domain_name[0]).join('');

  expect(await mapped('domain_name', 'desc')).toBe('cba');
  expect(await mapped('renewal_date', 'asc')).toBe('cba');
  expect(await mapped('renewal_date', 'desc')).toBe('bca');
  for (const sort of ORDER_SORTS) expect((await desk.asha.calls(licences.orders, { sort })).status).toBe(200);
});
