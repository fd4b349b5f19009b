import { domainPage } from '@desk/contract/domain-page';
import { overview } from '@desk/contract/overview';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeDomain } from '../../testing/fixtures.ts';
import { domainPageDesk } from '../domain-page/testing/domain-page-desk.ts';

const invoice = fc.record({
  of: fc.nat(6),
  status: fc.constantFrom('sent', 'overdue', 'partially_paid', 'viewed', 'unpaid', 'paid', 'draft', 'void', 'deleted'),
  balance: fc.integer({ min: -5_000, max: 9_999_999 }).map((paise) => (paise / 100).toFixed(2)),
  rate: fc.constantFrom('1.000000', '83.123456', '0.500000', null),
});

test('what a domain owes is the same on the dashboard and in its details, whatever its invoices are', async () => {
  const desk = await domainPageDesk();
  for (let n = 0; n < 7; n += 1) await makeDomain(desk.db, { name: `site${n}.example` });
  await fc.assert(
    fc.asyncProperty(fc.array(invoice, { minLength: 1, maxLength: 40 }), async (invoices) => {
      await desk.pool.query('truncate books_invoices');
      for (const { of, rate: exchangeRate, ...rest } of invoices)
        await desk.makeInvoice(of + 1, {
          ...rest,
          exchangeRate,
          currency: exchangeRate === '1.000000' ? 'INR' : 'USD',
        });
      for (let n = 0; n < 7; n += 1) {
        const domain_name = `site${n}.example`;
        const top = (await desk.asha.calls(overview.outstanding, { search: domain_name })).reply.domains;
        const own = (await desk.asha.calls(domainPage.outstanding, { domain_name })).reply.domains;
        expect(top.map(({ amount }) => amount)).toEqual(own.map(({ bcy_balance }) => bcy_balance));
      }
    }),
    { numRuns: 12 },
  );
});

test('what is owed without a domain is counted beside the five, whatever is searched for', async () => {
  const desk = await domainPageDesk();
  const { customerId } = await makeDomain(desk.db, { name: 'acme.example' });
  await desk.makeInvoice(customerId, { balance: '5.00' });
  const request = await makeDomain(desk.db, { name: 'wish.example', status: 'PENDING' });
  await desk.makeInvoice(request.customerId, { balance: '10.00' });
  await desk.makeInvoice(request.customerId, { balance: '20.00', currency: 'USD', exchangeRate: null });
  await desk.makeInvoice(null, { balance: '3.00', booksContactId: 'b-1' });
  await desk.makeInvoice(null, { balance: '0.50', booksContactId: 'b-1' });
  await desk.makeInvoice(null, { balance: '7.00', booksContactId: 'b-2' });
  await desk.makeInvoice(null, { balance: '9.00', booksContactId: 'b-3', status: 'void' });
  for (const body of [{}, { search: 'nobody' }])
    expect((await desk.asha.calls(overview.outstanding, body)).reply.without_domain).toEqual({
      count: 3,
      amount: '20.50',
    });
});

test('a debtor is found by any of its domains', async () => {
  const desk = await domainPageDesk();
  const { customerId } = await makeDomain(desk.db, { name: 'first.example' });
  await desk.pool.query(
    `insert into domains (name, customer_id, status, created_at) values ('second.example', $1, 'SUSPENDED', now()), ('wish.example', $1, 'PENDING', now())`,
    [customerId],
  );
  await desk.makeInvoice(customerId, { balance: '5.00' });
  const found = async (search: string) =>
    (await desk.asha.calls(overview.outstanding, { search })).reply.domains.map(({ domain }) => domain);
  expect(await found('SECOND')).toEqual(['second.example']);
  expect(await found('.example')).toEqual(['first.example']);
  expect(await found('wish')).toEqual([]);
});
