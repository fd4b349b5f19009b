import { domainPage } from '@desk/contract/domain-page';
import { beforeEach, expect, test } from 'vitest';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { makeDomain } from '../../testing/fixtures.ts';
import { domainPageDesk } from './testing/domain-page-desk.ts';

let desk: Awaited<ReturnType<typeof domainPageDesk>>;
let ids: number[];
beforeEach(async () => {
  desk = await domainPageDesk();
  const made = await desk.db
    .insert(resellersTable)
    .values(
      ['a@partner.example', 'b@partner.example', 'c@lonely.example'].map((email, n) => ({
        ...{ name: `Person ${n}`, companyName: `Reseller ${n}`, email },
        ...(n === 0 ? { phone: '+91 20 1', gstNumber: '27A' } : {}),
      })),
    )
    .returning();
  ids = made.map(({ id }) => id);
  const customer = (n: number) => ({ resellerId: ids[n] ?? 0, companyName: `Company of ${n}` });
  const { customerId } = await makeDomain(desk.db, { name: 'two.example', customer: customer(0) });
  await makeDomain(desk.db, { name: 'one.example', customerId });
  await makeDomain(desk.db, { name: 'wish.example', customerId, status: 'PENDING' });
  await makeDomain(desk.db, { name: 'three.example', customer: customer(1) });
  await makeDomain(desk.db, { name: 'direct.example' });
});

test('a reseller is shown with the number of its customers’ domains', async () => {
  const of = async (reseller_email: string) =>
    (await desk.asha.calls(domainPage.reseller, { reseller_email })).reply.domain[0];

  expect(await of('A@Partner.example')).toEqual({
    ...{ reseller_name: 'Person 0', reseller_email: 'a@partner.example', company_name: 'Reseller 0' },
    ...{ phone_number: '+91 20 1', gst_number: '27A', customer_domain_count: 2 },
  });
  expect(await of('c@lonely.example')).toMatchObject({
    phone_number: null,
    gst_number: null,
    customer_domain_count: 0,
  });
});

test('a reseller that nobody knows is told so', async () => {
  const { status, reply } = await desk.asha.calls(domainPage.reseller, { reseller_email: 'x@nobody.example' });
  expect({ status, message: reply.message }).toEqual({ status: 404, message: 'No resellers found.' });
});

test('the customers of a domain are those of all its resellers; with an e-mail those of one, as many as are counted', async () => {
  const namesOf = async (reseller_domain: string, reseller_email?: string) => {
    const { reply } = await desk.asha.calls(domainPage.resellerCustomers, { reseller_domain, reseller_email });
    expect(reply.total).toBe(reply.customers.length);
    return reply.customers.map(({ domain_name }) => domain_name);
  };

  expect(await namesOf('Partner.example')).toEqual(['one.example', 'three.example', 'two.example']);
  expect(await namesOf('partner.example', 'a@partner.example')).toEqual(['one.example', 'two.example']);
  expect(await namesOf('partner.example', 'b@partner.example')).toEqual(['three.example']);
  expect(await namesOf('lonely.example')).toEqual([]);
  expect(await namesOf('nobody.example')).toEqual([]);
  expect(await namesOf('lonely.example', 'a@partner.example')).toEqual([]);
});
