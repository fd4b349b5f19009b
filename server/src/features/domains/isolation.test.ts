import { domains } from '@desk/contract/domains';
import { eq, inArray, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { accountMenusTable, accountsTable, menusTable } from '../../platform/db/tables/accounts.ts';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeDomain, makeRenewal } from '../../testing/fixtures.ts';
import { domainsDesk } from './testing/domains-desk.ts';

let desk: Awaited<ReturnType<typeof domainsDesk>>;
let mira: typeof desk.ravi;
beforeEach(async () => {
  desk = await domainsDesk();
  mira = await desk.customer('mira@other.example', 'Canary Ltd');
  // Subscriptions are seen on this screen; made here in case the product does not offer it to customers yet.
  const licences = { name: 'Licences', toRoute: 'add_license', audience: 'customer', position: 20 } as const;
  await desk.db.insert(menusTable).values(licences).onConflictDoNothing();
  const [menu] = await desk.db.select().from(menusTable).where(eq(menusTable.toRoute, 'add_license'));
  const people = [desk.ravi.id, mira.id];
  await desk.db
    .insert(accountMenusTable)
    .values(people.map((accountId) => ({ accountId, menuId: menu?.id ?? 0 })))
    .onConflictDoNothing();
});

/** A domain with a subscription, of a customer's person. */
async function owned(
  domain: string,
  ownerId: number | null,
  status: 'ACTIVE' | 'SUSPENDED' | 'REJECTED' | 'PENDING' = 'ACTIVE',
) {
  const { subscriptionId } = await makeRenewal(desk.db, {
    domain,
    company: `Company of ${domain}`,
    externalId: `sub-${domain}`,
  });
  await desk.db.update(domainsTable).set({ ownerId, status }).where(eq(domainsTable.name, domain));
  return subscriptionId;
}
const subscriptions = (person: typeof desk.ravi | typeof desk.asha, domain_name: string) =>
  person.calls(domains.subscriptions, { domain_name });
/** An answer without what is of the request alone. */
const bare = ({ status, reply }: { status: number; reply: object }) => ({
  status,
  reply: { ...reply, request_id: '' },
});

test('a customer sees the own domains and their subscriptions', async () => {
  await owned('acme.example', desk.ravi.id);

  expect((await subscriptions(desk.ravi, 'ACME.example')).reply.subscriptions).toEqual([
    {
      subscription_id: 'sub-acme.example',
      customer_id: null,
      sku_name: 'Google Workspace Business Starter',
      plan_name: 'ANNUAL',
      status: 'ACTIVE',
      licensed_seats: null,
      max_seats: null,
      number_of_seats: 25,
      renewal_date: '2027-04-01',
    },
  ]);
  expect((await desk.ravi.calls(domains.own, {})).reply.domains).toMatchObject([
    { domain_name: 'acme.example', domain_status: 'ACTIVE' },
  ]);
});

test('customer A never reaches what is of B: to A it is as if there were none', async () => {
  await owned('canary.example', mira.id);
  await owned('nobodys.example', null);
  await makeDomain(desk.db, { name: 'claimed.example' });
  await mira.asks('claimed.example');

  const unknown = bare(await subscriptions(desk.ravi, 'unknown.example'));
  expect(unknown).toMatchObject({ status: 404, reply: { message: 'No Subscription for this Domain' } });
  for (const name of ['canary.example', 'CANARY.example', 'nobodys.example', 'claimed.example', '%', 'canary%'])
    expect(bare(await subscriptions(desk.ravi, name))).toEqual(unknown);
  const { reply } = await desk.ravi.calls(domains.own, {});
  expect(reply.domains).toEqual([]);
});

test('a claim opens nothing before staff approve it', async () => {
  await owned('acme.example', null);
  await desk.ravi.asks('acme.example');

  expect((await subscriptions(desk.ravi, 'acme.example')).status).toBe(404);
  await desk.decides('acme.example', 'ACTIVE');
  expect((await subscriptions(desk.ravi, 'acme.example')).status).toBe(200);
});

test.each(['SUSPENDED', 'REJECTED', 'PENDING'] as const)(
  'a domain that is %s is closed to its own customer, as if there were none',
  async (status) => {
    await owned('acme.example', desk.ravi.id, status);

    expect(bare(await subscriptions(desk.ravi, 'acme.example'))).toEqual(
      bare(await subscriptions(desk.ravi, 'unknown.example')),
    );
    expect((await subscriptions(desk.asha, 'acme.example')).status).toBe(200);
  },
);

test('a suspension of domain or person, and a menu that is taken away, hold at the next request', async () => {
  await owned('acme.example', desk.ravi.id);
  expect((await subscriptions(desk.ravi, 'acme.example')).status).toBe(200);

  await desk.sets('acme.example', 'SUSPENDED');
  expect((await subscriptions(desk.ravi, 'acme.example')).status).toBe(404);
  await desk.sets('acme.example', 'ACTIVE');
  expect((await subscriptions(desk.ravi, 'acme.example')).status).toBe(200);

  const menus = await desk.db
    .select()
    .from(menusTable)
    .where(inArray(menusTable.toRoute, ['add_license', 'map_domain']));
  const ids = menus.map((menu) => menu.id);
  await desk.db.delete(accountMenusTable).where(inArray(accountMenusTable.menuId, ids));
  expect((await subscriptions(desk.ravi, 'acme.example')).status).toBe(403);
  expect((await desk.ravi.calls(domains.own, {})).status).toBe(403);
  await desk.db.update(accountsTable).set({ status: 'SUSPENDED' }).where(eq(accountsTable.id, desk.ravi.id));
  expect((await subscriptions(desk.ravi, 'acme.example')).status).toBe(401);
});

test('the calls of staff turn customers away, and those of customers staff', async () => {
  await desk.ravi.asks('acme.example');
  const domain = { domain_id: (await desk.domainOf('acme.example'))?.id ?? 0, domain_name: 'acme.example' };

  expect((await desk.ravi.calls(domains.pending, {})).status).toBe(403);
  expect((await desk.ravi.calls(domains.all, {})).status).toBe(403);
  expect((await desk.ravi.calls(domains.decide, { ...domain, status: 'ACTIVE' })).status).toBe(403);
  expect((await desk.ravi.calls(domains.setStatus, { ...domain, status: 'ACTIVE' })).status).toBe(403);
  expect((await desk.asha.calls(domains.own, {})).status).toBe(403);
  expect((await desk.asha.calls(domains.add, { domainName: 'staff.example' })).status).toBe(403);
  expect(await desk.domainOf('acme.example')).toMatchObject({ status: 'PENDING' });
});

test('staff see any domain; seats stand as they are stored; our own date stands in for a missing one', async () => {
  const id = await owned('acme.example', null);
  const facts = { planName: 'FLEXIBLE', numberOfSeats: 7, maximumSeats: 50, licensedSeats: 12 };
  await desk.db
    .update(subscriptionsTable)
    .set({ ...facts, termEnd: null, ownRenewalDate: '2027-05-02' })
    .where(eq(subscriptionsTable.id, id));

  const { reply } = await subscriptions(desk.asha, 'acme.example');

  expect(reply.subscriptions).toMatchObject([
    { plan_name: 'FLEXIBLE', number_of_seats: 7, max_seats: 50, licensed_seats: 12, renewal_date: '2027-05-02' },
  ]);
});

test('a domain without a subscription that still runs says so, to staff too', async () => {
  const id = await owned('acme.example', null);
  await desk.db
    .update(subscriptionsTable)
    .set({ endedAt: sql`now()` })
    .where(eq(subscriptionsTable.id, id));
  await makeDomain(desk.db, { name: 'empty.example' });

  for (const name of ['acme.example', 'empty.example', 'unknown.example'])
    expect(await subscriptions(desk.asha, name)).toMatchObject({
      status: 404,
      reply: { message: 'No Subscription for this Domain' },
    });
});
