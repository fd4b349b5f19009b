import { overview } from '@desk/contract/overview';
import { expect, test } from 'vitest';
import { dayIn } from '../../platform/time/days.ts';
import { makeDomain, makeRenewal, type RenewalOptions } from '../../testing/fixtures.ts';
import { domainPageDesk } from '../domain-page/testing/domain-page-desk.ts';

/** A customer with a domain; what it owes comes from the books. */
async function owing(desk: Awaited<ReturnType<typeof domainPageDesk>>, domain: string, ...balances: string[]) {
  const { customerId } = await makeDomain(desk.db, { name: domain });
  for (const balance of balances) await desk.makeInvoice(customerId, { balance, total: balance });
  return customerId;
}

test('the five domains that owe the most stand first, in rupees, those that owe the same by name', async () => {
  const desk = await domainPageDesk();
  await owing(desk, 'b.example', '100.00', '50.55');
  await owing(desk, 'a.example', '150.55');
  const abroad = await owing(desk, 'dollars.example');
  await desk.makeInvoice(abroad, { balance: '10.01', exchangeRate: '84.5', currency: 'USD' });
  await owing(desk, 'c.example', '9.00');
  await owing(desk, 'd.example', '8.00');
  await owing(desk, 'e.example', '7.00');
  const settled = await owing(desk, 'settled.example');
  await desk.makeInvoice(settled, { balance: '0.00', status: 'paid' });
  await desk.makeInvoice(settled, { balance: '99999.00', status: 'void' });
  await desk.makeInvoice(settled, { balance: '99999.00', status: 'draft' });
  await desk.makeInvoice(null, { balance: '99999.00' });
  await desk.synced('books', '2026-11-20T21:40:00Z');

  const { reply } = await desk.asha.calls(overview.outstanding, {});

  expect(reply.domains).toEqual([
    { domain: 'dollars.example', amount: '845.85' },
    { domain: 'a.example', amount: '150.55' },
    { domain: 'b.example', amount: '150.55' },
    { domain: 'c.example', amount: '9.00' },
    { domain: 'd.example', amount: '8.00' },
  ]);
  expect(reply.as_of).toBe('2026-11-20T21:40:00.000Z');
  const { reply: found } = await desk.asha.calls(overview.outstanding, { search: 'E.EX' });
  expect(found.domains).toEqual([{ domain: 'e.example', amount: '7.00' }]);
  expect((await desk.asha.calls(overview.outstanding, { search: '%' })).reply.domains).toEqual([]);
});

test("this month's renewals with the most licences stand first", async () => {
  const desk = await domainPageDesk();
  const month = dayIn('Asia/Kolkata', new Date()).slice(0, 7);
  const due = (domain: string, seats: number, renewsOn = `${month}-15`) =>
    makeRenewal(desk.db, { domain, seats, renewsOn });
  await due('small.example', 3);
  await due('large.example', 400);
  await due('next.example', 900, '2031-01-15');
  for (const n of [1, 2, 3, 4]) await due(`middle${n}.example`, 40 + n);

  const { reply } = await desk.asha.calls(overview.upcoming, {});

  expect(reply.domains.map(({ domain, licence }) => [domain, licence])).toEqual([
    ['large.example', 400],
    ['middle4.example', 44],
    ['middle3.example', 43],
    ['middle2.example', 42],
    ['middle1.example', 41],
  ]);
  const { reply: found } = await desk.asha.calls(overview.upcoming, { search: 'SMALL' });
  expect(found.domains.map(({ domain }) => domain)).toEqual(['small.example']);
});

test('the largest renewals of the month stand there whatever became of them, with their state; who left does not', async () => {
  const desk = await domainPageDesk();
  const month = dayIn('Asia/Kolkata', new Date()).slice(0, 7);
  const due = (domain: string, seats: number, renewal: RenewalOptions['renewal'] = {}) =>
    makeRenewal(desk.db, { domain, seats, renewsOn: `${month}-15`, renewal });
  const renewed = { state: 'closed', closedBecause: 'renewed' } as const;
  await due('renewed.example', 2112, renewed);
  await due('again.example', 1848, { ...renewed, confirmationStatus: 'Lost' });
  await due('lost.example', 1700, { confirmationStatus: 'Lost' });
  await due('ended.example', 1600, { state: 'closed', closedBecause: 'ended' });
  await due('gone.example', 1550, { state: 'closed', closedBecause: 'passed', confirmationStatus: 'Moved to O365' });
  await due('confirmed.example', 1487, { confirmationStatus: 'Confirmation Received' });
  await due('resting.example', 923, { confirmationStatus: 'Suspended' });
  await due('passed.example', 500, { ...renewed, closedBecause: 'passed', confirmationStatus: 'Upgrade' });
  await due('small.example', 3);

  const { reply } = await desk.asha.calls(overview.upcoming, {});

  expect(reply.domains.map(({ domain, licence, standing }) => [domain, licence, standing])).toEqual([
    ['renewed.example', 2112, 'renewed'],
    ['again.example', 1848, 'renewed'],
    ['confirmed.example', 1487, 'decided'],
    ['resting.example', 923, 'suspended'],
    ['passed.example', 500, 'renewed'],
  ]);
});

test('each count of tickets equals the list behind it, whatever the help desk calls a status', async () => {
  const desk = await domainPageDesk();
  const words = ['Open', 'On Hold', 'Escalated', "Waiting for <b>O'Neil</b> 50%", 'Closed'];
  const typeOf = (word: string) => (word === 'Closed' || word === 'On Hold' ? word : 'Open');
  for (let n = 0; n < 61; n += 1) {
    const status = words[(n * 7) % words.length] ?? '';
    const department = n % 3 === 0 ? ('deployment' as const) : ('support' as const);
    const openedAt = new Date(Date.UTC(2026, 9, 1, n));
    await desk.makeTicket(n % 5 === 0 ? null : `site${n % 4}.example`, {
      status,
      statusType: typeOf(status),
      department,
      openedAt,
    });
  }
  const pagesOf = async (call: typeof overview.supportList | typeof overview.deploymentList, status: string) => {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const { reply } = await desk.asha.calls(call, { status, page });
      if (reply.tickets.length === 0) return { ids, total: reply.total };
      ids.push(...reply.tickets.map(({ ticket_id }) => ticket_id));
    }
  };
  let counted = 0;
  for (const [counts, list] of [
    [overview.supportTickets, overview.supportList],
    [overview.deploymentTickets, overview.deploymentList],
  ] as const) {
    const { reply } = await desk.asha.calls(counts, {});
    for (const { status, count } of reply.tickets) {
      const { ids, total } = await pagesOf(list, status);
      expect([status, total, new Set(ids).size]).toEqual([status, count, count]);
      counted += count;
    }
  }
  expect(counted).toBe(61);
});

test('tickets are listed newest first and found by a part of the domain; a status that nobody has finds nothing', async () => {
  const desk = await domainPageDesk();
  await desk.makeTicket('acme.example', { zohoId: 'old', openedAt: new Date('2026-01-01T00:00:00Z') });
  await desk.makeTicket('acme.example', { zohoId: 'new', openedAt: new Date('2026-02-01T00:00:00Z') });
  await desk.makeTicket('other.example');
  const asked = async (body: { status: string; search?: string }) =>
    (await desk.asha.calls(overview.supportList, body)).reply.tickets.map(({ ticket_id }) => ticket_id);

  expect(await asked({ status: 'Open', search: 'ACME' })).toEqual(['new', 'old']);
  expect(await asked({ status: 'Open', search: '_' })).toEqual([]);
  expect(await asked({ status: 'Nobody has this' })).toEqual([]);
  expect((await desk.asha.calls(overview.deploymentList, { status: 'On Hold' })).reply.total).toBe(0);
});
