import { access } from '@desk/contract/access';
import { portal, PORTAL_SORTS } from '@desk/contract/portal';
import { expect, test } from 'vitest';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const MENUS = ['{provider}_portal', 'us_{provider}_portal'];

const domainsOf = (answer: { reply: { customer: { customer_domain: string }[] } }) =>
  answer.reply.customer.map((row) => row.customer_domain);
const dollars = { subscription: { currency: 'USD', price: '1440.00' } };

async function deskWithFour(): Promise<TestServer> {
  const desk = await testServer();
  await makeRenewal(desk.db, { domain: 'acme.example', sku: 'Business Plus' });
  await makeRenewal(desk.db, { domain: 'boston.example', sku: 'Business Plus', ...dollars });
  await makeRenewal(desk.db, { domain: 'a_b.example', sku: 'Vault' });
  await makeRenewal(desk.db, { domain: 'gone.example', subscription: { endedAt: new Date() } });
  return desk;
}

test('a row tells plan, seats, price with its currency, status and both renewal dates', async () => {
  const desk = await testServer();
  await makeRenewal(desk.db, {
    domain: 'acme.example',
    externalId: 'S-1',
    sku: 'Business Plus',
    renewsOn: '2027-04-01',
    seats: 25,
    subscription: { price: '34500.50', ownRenewalDate: '2027-03-28', licensedSeats: 24 },
  });
  const asha = await desk.as();

  const { reply } = await asha.calls(portal.list, {});

  expect(reply).toEqual({
    customer: [
      {
        subscription_id: 'S-1',
        customer_domain: 'acme.example',
        sku_name: 'Business Plus',
        licensed_seats: 24,
        number_of_seats: 25,
        plan_name: 'ANNUAL',
        price: '34500.50',
        currency: 'INR',
        status: 'ACTIVE',
        provider_renewal_date: '2027-03-28',
        google_renewal_date: '2027-04-01',
      },
    ],
    total: 1,
  });
});

test('ten stand on a page by domain, with the exact total on every page', async () => {
  const desk = await testServer();
  for (let i = 23; i >= 1; i--) await makeRenewal(desk.db, { domain: `d${String(i).padStart(2, '0')}.example` });
  const asha = await desk.as();

  const pages = await Promise.all([1, 2, 3, 4].map((page) => asha.calls(portal.list, { page })));

  expect(pages.map(({ reply }) => reply.total)).toEqual([23, 23, 23, 23]);
  expect(pages.map((page) => domainsOf(page).length)).toEqual([10, 10, 3, 0]);
  expect(pages.flatMap(domainsOf)).toEqual(
    Array.from({ length: 23 }, (_, i) => `d${String(i + 1).padStart(2, '0')}.example`),
  );
});

test('what the provider lists no longer is left out, and the US list has just what is sold in dollars', async () => {
  const desk = await deskWithFour();
  const asha = await desk.as();

  const all = await asha.calls(portal.list, {});
  const us = await asha.calls(portal.usList, {});

  expect(domainsOf(all)).toEqual(['a_b.example', 'acme.example', 'boston.example']);
  expect(us.reply).toMatchObject({
    customer: [{ customer_domain: 'boston.example', price: '1440.00', currency: 'USD' }],
    total: 1,
  });
});

test.each([
  ['ACME', ['acme.example']],
  ['plus', ['acme.example', 'boston.example']],
  ['_', ['a_b.example']],
  ['%', []],
  ["'--", []],
])('a search for %j finds domains and SKUs that contain it', async (search, found) => {
  const desk = await deskWithFour();
  const asha = await desk.as();

  const result = await asha.calls(portal.list, { search });

  expect(domainsOf(result)).toEqual(found);
  expect(result.reply.total).toBe(found.length);
  const ours = found.filter((domain) => domain === 'boston.example');
  expect(domainsOf(await asha.calls(portal.usList, { search }))).toEqual(ours);
});

test('both lists are sorted by each of these columns, both ways, and what has no date stands last', async () => {
  const desk = await testServer();
  const own = (ownRenewalDate: string) => ({ subscription: { ownRenewalDate, currency: 'USD' } });
  await makeRenewal(desk.db, { domain: 'b.example', sku: 'vault', renewsOn: '2027-05-01', ...own('2027-01-02') });
  await makeRenewal(desk.db, { domain: 'c.example', sku: 'Business', renewsOn: '2027-04-01', ...own('2027-01-01') });
  await makeRenewal(desk.db, { domain: 'a.example', sku: 'Drive', subscription: { currency: 'USD', termEnd: null } });
  const asha = await desk.as();
  for (const call of [portal.list, portal.usList]) {
    const sorted = async (sort: (typeof PORTAL_SORTS)[number], direction: 'asc' | 'desc') =>
      domainsOf(await asha.calls(call, { sort, direction }))
        .map((name) => name[0])
        .join('');

    expect(await sorted('customer_domain', 'desc')).toBe('cba');
    expect(await sorted('sku_name', 'asc')).toBe('cab');
    expect(await sorted('provider_renewal_date', 'asc')).toBe('cba');
    expect(await sorted('provider_renewal_date', 'desc')).toBe('bca');
    expect(await sorted('google_renewal_date', 'desc')).toBe('bca');
    for (const sort of PORTAL_SORTS) expect(await sorted(sort, 'asc')).toHaveLength(3);
  }
});

test('both lists are filtered by company and status', async () => {
  const desk = await deskWithFour();
  await makeRenewal(desk.db, {
    ...{ domain: 'zeta.example', company: 'Zeta Works' },
    subscription: { currency: 'USD', status: 'SUSPENDED' },
  });
  const asha = await desk.as();

  for (const call of [portal.list, portal.usList]) {
    expect(domainsOf(await asha.calls(call, { company: 'zeta' }))).toEqual(['zeta.example']);
    expect(domainsOf(await asha.calls(call, { status: 'SUSPENDED' }))).toEqual(['zeta.example']);
    expect(domainsOf(await asha.calls(call, { status: 'ACTIVE', company: 'zeta' }))).toEqual([]);
  }
});

test('each list needs its own menu', async () => {
  const desk = await testServer();
  const one = await desk.as({ email: 'one@desk.example', menus: ['{provider}_portal'] });
  const other = await desk.as({ email: 'other@desk.example', menus: ['us_{provider}_portal'] });
  const customer = await desk.as({ email: 'ravi@acme.example', kind: 'customer', menus: MENUS });
  const statuses = async (who: typeof one) => [
    (await who.calls(portal.list, {})).status,
    (await who.calls(portal.usList, {})).status,
  ];

  expect(await statuses(one)).toEqual([200, 403]);
  expect(await statuses(other)).toEqual([403, 200]);
  expect(await statuses(customer)).toEqual([403, 403]);
});

test('paths and menus carry the slug of the brand', async () => {
  const desk = await testServer({ env: { BRAND_SLUG: 'indus' } });
  const asha = await desk.as({ menus: MENUS });
  const post = async (path: string) => {
    const url = `/api/adminpanel/${path}/`;
    const headers = { authorization: asha.token ?? '', 'content-type': 'application/json' };
    return (await desk.app.inject({ method: 'POST', url, headers, payload: '{}' })).statusCode;
  };

  const { menu } = (await asha.calls(access.menu, {})).reply;

  const routes = ['indus_portal', 'us_indus_portal'];
  expect(menu.map(({ to_route }) => to_route)).toEqual(routes);
  expect([await post('get_indus_portal'), await post('get_us_indus_portal')]).toEqual([200, 200]);
  expect(await post('get_provider_portal')).toBe(404);
});
