import { ownDomains } from '@desk/contract/own-domains';
import { ownRenewals } from '@desk/contract/own-renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { seatOrdersTable } from '../../platform/db/tables/licences.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeDomain, makeRenewal, type RenewalOptions } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

/** 20:00 UTC on 31 March: in India, where the desk does business, it is 1 April already. */
const NOW = new Date('2027-03-31T20:00:00Z');

/** Ravi and Mira, customers, and a way to give one of them a domain with its renewal. */
async function open() {
  const desk = await testServer({ now: () => NOW });
  const { db } = desk;
  const ravi = await desk.as({ email: 'ravi@acme.example', kind: 'customer' });
  const mira = await desk.as({ email: 'mira@canary.example', kind: 'customer' });
  const own = async (
    domain: string,
    request: RenewalOptions = {},
    who = ravi,
    status: 'ACTIVE' | 'SUSPENDED' = 'ACTIVE',
  ) => {
    const made = await makeRenewal(db, { domain, company: `Company of ${domain}`, ...request });
    await db.update(domainsTable).set({ ownerId: who.id, status }).where(eq(domainsTable.name, domain));
    return made;
  };
  const order = (subscriptionId: number, values: Partial<typeof seatOrdersTable.$inferInsert>) =>
    db
      .insert(seatOrdersTable)
      .values({ subscriptionId, accountId: ravi.id, createdBy: 'ravi@acme.example', addedSeats: 3, ...values });
  const cards = async (who = ravi, body: { search?: string; page?: number } = {}) =>
    (await who.calls(ownDomains.list, body)).reply;
  return { desk, db, ravi, mira, own, order, cards };
}
const names = ({ domains }: { domains: readonly { domain_name: string }[] }) =>
  domains.map(({ domain_name }) => domain_name);

test('a domain comes with its seats, its price, its renewal and how that stands, and nothing of what staff say', async () => {
  const { own, cards, ravi } = await open();
  const { id } = await own('acme.example', {
    ...{ renewsOn: '2027-04-21', seats: 25, externalId: 'S-1', customer: { googleCustomerId: 'C01' } },
    renewal: { followupComment: 'canary', highlightCase: 'Red', margin: '12.00' },
    subscription: { licensedSeats: 22, price: '1440.00', currency: 'USD', renewalType: 'AUTO_RENEW_YEARLY_PAY' },
  });
  await ravi.calls(ownRenewals.decide, { renewal_id: id, decision: 'talk' });
  const [renewal] = (await ravi.calls(ownRenewals.list, {})).reply.renewals;

  expect(await cards()).toEqual({
    domains: [
      {
        ...{ domain_name: 'acme.example', domain_status: 'ACTIVE' },
        timestamp: expect.stringMatching(/Z$/) as string,
        subscriptions: [
          {
            ...{ subscription_id: 'S-1', sku_name: 'Google Workspace Business Starter', plan_name: 'ANNUAL' },
            ...{ status: 'ACTIVE', bought_seats: 25, used_seats: 22, price: '1440.00', currency: 'USD' },
            ...{ renewal_date: '2027-04-21', days_left: 20, can_add: false, order: null },
            renewal,
          },
        ],
      },
    ],
    total: 1,
  });
  expect(renewal).toMatchObject({ renewal_id: id, standing: 'due', decision: { decision: 'talk' } });
});

test('the next renewal stands first, what waits last, twelve on a page, and a search finds a name', async () => {
  const { db, ravi, own, cards } = await open();
  for (let i = 12; i >= 1; i--) await own(`d${i}.example`, { renewsOn: `2027-05-${String(i).padStart(2, '0')}` });
  await makeDomain(db, { name: 'a-free.example', ownerId: ravi.id });
  await makeDomain(db, { name: 'a-new.example', ownerId: ravi.id, status: 'PENDING' });

  const first = await cards();
  const second = await cards(ravi, { page: 2 });

  expect(names(first).slice(0, 3)).toEqual(['d1.example', 'd2.example', 'd3.example']);
  expect([first.domains.length, names(second), second.total]).toEqual([12, ['a-free.example', 'a-new.example'], 14]);
  expect(names(await cards(ravi, { search: 'D1' }))).toEqual([
    'd1.example',
    'd10.example',
    'd11.example',
    'd12.example',
  ]);
});

test('a customer sees the own domains only, and of one that is not active its name and status', async () => {
  const { mira, own, cards } = await open();
  await own('acme.example');
  await own('suspended.example', {}, undefined, 'SUSPENDED');
  await own('miras.example', {}, mira);

  expect(names(await cards())).toEqual(['acme.example', 'suspended.example']);
  expect((await cards()).domains[1]).toMatchObject({ domain_status: 'SUSPENDED', subscriptions: [] });
  expect(names(await cards(mira))).toEqual(['miras.example']);
  expect(JSON.stringify(await cards(mira))).not.toContain('acme');
});

test('a claim on a domain of somebody else looks like a new domain, in its place as well', async () => {
  const { db, ravi, mira, own, cards } = await open();
  await own('zzz-taken.example', { renewsOn: '2027-04-02' }, mira);
  await db
    .update(domainsTable)
    .set({ claimedById: ravi.id, askedAt: NOW })
    .where(eq(domainsTable.name, 'zzz-taken.example'));
  await makeDomain(db, { name: 'new.example', ownerId: ravi.id, status: 'PENDING', askedAt: NOW });

  const { domains } = await cards();

  const [fresh, claim] = domains;
  expect(names({ domains })).toEqual(['new.example', 'zzz-taken.example']);
  expect(claim).toEqual({ ...fresh, domain_name: 'zzz-taken.example' });
  expect((await cards(mira)).domains[0]?.domain_status).toBe('ACTIVE');
});

test('an order is told while it is under way, and what became of the own one for a day', async () => {
  const { db, ravi, mira, own, order, cards } = await open();
  const shownOrder = async () => (await cards()).domains[0]?.subscriptions[0]?.order;
  const { subscriptionId } = await own('acme.example');
  await order(subscriptionId, { reason: 'Google told us of its quota' });
  expect(await shownOrder()).toMatchObject({ state: 'submitted', added_seats: 3, reason: null });

  const ended = (values: Partial<typeof seatOrdersTable.$inferInsert>) => db.update(seatOrdersTable).set(values);
  await ended({
    state: 'refused',
    reason: 'Google has suspended this subscription.',
    finishedAt: new Date(NOW.getTime() - 3_600_000),
  });
  expect(await shownOrder()).toMatchObject({ state: 'refused', reason: 'Google has suspended this subscription.' });

  await ended({ accountId: mira.id });
  expect(await shownOrder()).toBeNull();
  await ended({ accountId: ravi.id, finishedAt: new Date(NOW.getTime() - 90_000_000) });
  expect(await shownOrder()).toBeNull();
});

test('what has ended, and the contracts of the other product, are on no card; seats can be added to what Google sells', async () => {
  const { db, own, cards, desk } = await open();
  desk.services.clients.providers = { google: {} as never };
  await own('acme.example', { customer: { googleCustomerId: 'C01' } });
  await own('ended.example', { subscription: { endedAt: NOW } });
  await own('file.example', { subscription: { source: 'file' } });
  const { subscriptionId } = await own('other.example');
  await db.update(subscriptionsTable).set({ source: 'directory' }).where(eq(subscriptionsTable.id, subscriptionId));

  const { domains } = await cards();

  const shown = domains.map(({ domain_name, subscriptions }) => [
    domain_name,
    subscriptions.map(({ can_add }) => can_add),
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    'acme.example': [true],
    'file.example': [false],
    'ended.example': [],
    'other.example': [],
  });
});
