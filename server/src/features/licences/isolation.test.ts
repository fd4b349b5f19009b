import { licences } from '@desk/contract/licences';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { seatOrdersTable } from '../../platform/db/tables/licences.ts';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

type Desk = Awaited<ReturnType<typeof withTwoCustomers>>;
let desk: Desk;
async function withTwoCustomers() {
  const made = await testServer();
  const asha = await made.as();
  const ravi = await made.as({ email: 'ravi@acme.example', kind: 'customer' });
  const mira = await made.as({ email: 'mira@canary.example', kind: 'customer' });
  /** A domain with a subscription and an order of it, of a customer's person. */
  const owned = async (domain: string, owner: typeof ravi | null, by = owner) => {
    const subscription = { currency: 'INR' };
    const customer = { googleCustomerId: `C-${domain}` };
    const request = { domain, company: `Company of ${domain}`, externalId: `sub-${domain}`, subscription, customer };
    const { subscriptionId } = await makeRenewal(made.db, request);
    await made.db
      .update(domainsTable)
      .set({ ownerId: owner?.id ?? null })
      .where(eq(domainsTable.name, domain));
    const giver = by ?? asha;
    const order = {
      subscriptionId,
      accountId: giver.id,
      createdBy: giver.email,
      addedSeats: 3,
      state: 'done',
    } as const;
    await made.db.insert(seatOrdersTable).values({ ...order, finishedAt: made.services.now() });
    return subscriptionId;
  };
  await owned('acme.example', ravi);
  await owned('canary.example', mira);
  await owned('nobodys.example', null);
  return { ...made, asha, ravi, mira, owned };
}
beforeEach(async () => (desk = await withTwoCustomers()));

/** An answer without what is of the request alone. */
const bare = ({ status, reply }: { status: number; reply: object }) => ({
  status,
  reply: { ...reply, request_id: '' },
});
const look = (subscription_id: string, who = desk.ravi) => who.calls(licences.subscription, { subscription_id });
const add = (domain_name: string, subscription_id: string, who = desk.ravi) =>
  who.calls(licences.add, { domain_name, subscription_id, seats: 25, added_seats: 1 });
const everything = async (who: Desk['ravi']) =>
  JSON.stringify([
    (await who.calls(licences.mapped, {})).reply,
    (await who.calls(licences.mapped, { search: 'canary' })).reply,
    (await who.calls(licences.orders, {})).reply,
    (await who.calls(licences.orders, { search: 'canary', state: 'done' })).reply,
  ]);

test('a customer sees the own domains and orders, and staff those of all', async () => {
  expect((await desk.ravi.calls(licences.mapped, {})).reply).toEqual({
    domains: [
      {
        domain_id: expect.any(Number) as number,
        domain_name: 'acme.example',
        domain_status: 'ACTIVE',
        subscription: ['Google Workspace Business Starter'],
        renewal_date: '2027-04-01',
      },
    ],
    total: 1,
  });
  expect((await desk.ravi.calls(licences.orders, {})).reply).toMatchObject({
    orders: [{ domain_name: 'acme.example', created_by: 'ravi@acme.example' }],
    total: 1,
  });
  expect((await desk.asha.calls(licences.orders, {})).reply).toMatchObject({ total: 3 });
  expect((await desk.asha.calls(licences.orders, { search: 'CANARY' })).reply).toMatchObject({
    orders: [{ domain_name: 'canary.example', created_by: 'mira@canary.example' }],
    total: 1,
  });
});

test('nothing of B is in what A reads, and what A asks of B is as if there were none', async () => {
  expect(await everything(desk.mira)).toContain('canary');
  expect(await everything(desk.ravi)).not.toMatch(/canary|mira|nobodys/);

  const unknown = bare(await look('sub-unknown'));
  expect(unknown).toMatchObject({ status: 404, reply: { message: 'No Subscription Found in this Domain' } });
  const notAdded = bare(await add('unknown.example', 'sub-unknown'));
  expect(notAdded).toEqual(unknown);
  for (const domain of ['canary.example', 'nobodys.example']) {
    expect(bare(await look(`sub-${domain}`))).toEqual(unknown);
    for (const named of [domain, 'acme.example']) expect(bare(await add(named, `sub-${domain}`))).toEqual(unknown);
  }
  expect(bare(await add('canary.example', 'sub-acme.example'))).toEqual(unknown);
  expect(await desk.db.$count(seatOrdersTable)).toBe(3);
});

describe.each(['SUSPENDED', 'REJECTED', 'PENDING'] as const)('a domain that is %s', (status) => {
  test('is closed to its own customer', async () => {
    await desk.db.update(domainsTable).set({ status }).where(eq(domainsTable.name, 'acme.example'));

    expect(await everything(desk.ravi)).not.toContain('acme');
    expect(bare(await look('sub-acme.example'))).toEqual(bare(await look('sub-unknown')));
    expect((await add('acme.example', 'sub-acme.example')).status).toBe(404);
    expect((await look('sub-acme.example', desk.asha)).status).toBe(200);
  });
});

test('a claim opens nothing, and a domain that changes hands takes its orders along without a name', async () => {
  const named = eq(domainsTable.name, 'canary.example');
  await desk.db.update(domainsTable).set({ claimedById: desk.ravi.id }).where(named);
  expect(await everything(desk.ravi)).not.toContain('canary');

  await desk.db.update(domainsTable).set({ claimedById: null, ownerId: desk.ravi.id }).where(named);

  expect((await desk.ravi.calls(licences.orders, { search: 'canary' })).reply.orders).toMatchObject([
    { domain_name: 'canary.example', created_by: 'somebody else' },
  ]);
  expect((await look('sub-canary.example', desk.mira)).status).toBe(404);
});

test('the calls of staff turn customers away', async () => {
  expect((await desk.ravi.calls(licences.all, {})).status).toBe(403);
  expect((await desk.ravi.calls(licences.lookAgain, { order_id: 1 })).status).toBe(403);
  expect((await desk.asha.calls(licences.mapped, {})).status).toBe(403);
});

describe('the list of all domains', () => {
  test('has a row for each subscription that lives, and one for a domain without any', async () => {
    const ended = await desk.owned('b-ended.example', null);
    await desk.pool.query('update subscriptions set ended_at = now() where id = $1', [ended]);
    await makeDomain(desk.db, { name: 'b-bare.example', status: 'REJECTED' });

    const { reply } = await desk.asha.calls(licences.all, {});

    expect(reply.total).toBe(5);
    expect(reply.domains.map(({ customer_domain, sku_name }) => [customer_domain, sku_name !== null])).toEqual([
      ['acme.example', true],
      ['b-bare.example', false],
      ['b-ended.example', false],
      ['canary.example', true],
      ['nobodys.example', true],
    ]);
    expect(reply.domains[0]).toEqual({
      domain_id: expect.any(Number) as number,
      customer_domain: 'acme.example',
      sku_name: 'Google Workspace Business Starter',
      reseller_type: 'N',
      number_of_seats: 25,
      licensed_seats: null,
      plan_name: 'ANNUAL',
      price: null,
      currency: 'INR',
      status: 'ACTIVE',
      domain_status: 'ACTIVE',
      provider_renewal_date: null,
      google_renewal_date: '2027-04-01',
      subscription_id: 'sub-acme.example',
      customer_id: 'C-acme.example',
    });
    expect((await desk.asha.calls(licences.all, { status: 'REJECTED' })).reply).toMatchObject({
      domains: [{ customer_domain: 'b-bare.example', subscription_id: null }],
      total: 1,
    });
    expect((await desk.asha.calls(licences.all, { search: 'B-' })).reply.total).toBe(2);
    expect((await desk.asha.calls(licences.all, { search: '%' })).reply.total).toBe(0);
  });

  test('comes ten rows at a time', async () => {
    for (let n = 0; n < 12; n++) await makeDomain(desk.db, { name: `many-${String(n).padStart(2, '0')}.example` });

    const first = (await desk.asha.calls(licences.all, { search: 'many' })).reply;
    const second = (await desk.asha.calls(licences.all, { search: 'many', page: 2 })).reply;

    expect([first.total, first.domains.length, second.domains.length]).toEqual([12, 10, 2]);
    expect(second.domains.map(({ customer_domain }) => customer_domain)).toEqual([
      'many-10.example',
      'many-11.example',
    ]);
  });
});
