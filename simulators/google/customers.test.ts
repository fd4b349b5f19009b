import { expect, test } from 'vitest';
import { SKUS } from '../world/skus.ts';
import { refused, runningGoogle } from './testing/running.ts';
import type { Customer } from './wire.ts';

const { world, running } = runningGoogle();
const call: ReturnType<typeof running>['call'] = (...request) => running().call(...request);

const order = {
  customerDomain: 'newcomer.example',
  alternateEmail: 'owner@mailbox.example',
  phoneNumber: '+91 60000 12345',
  postalAddress: {
    contactName: 'Asha Rao',
    organizationName: 'Newcomer Foods',
    addressLine1: '7, Lake View Road',
    locality: 'Kochi',
    region: 'Kerala',
    postalCode: '682001',
    countryCode: 'IN',
  },
};

test('a customer of ours is shown whole, by id and by domain', async () => {
  const [customer] = world.customers;
  const [byId, byDomain] = [
    await call('GET', `customers/${customer?.customerId}`),
    await call('GET', `customers/${customer?.domain}`),
  ];
  expect(byId).toEqual(byDomain);
  expect(byId).toMatchObject({
    status: 200,
    body: {
      customerDomain: customer?.domain,
      customerType: 'domain',
      postalAddress: { organizationName: customer?.companyName, countryCode: 'IN' },
    },
  });
});

test('of a customer that somebody else manages only the name is told, of an unknown domain nothing', async () => {
  const { customerId, domain } = world.foreignCustomers[0] ?? {};
  expect(await call('GET', `customers/${domain}`)).toEqual({
    status: 200,
    body: { customerId, customerDomain: domain, customerType: 'domain' },
  });
  expect(await call('GET', 'customers/nobody.example')).toEqual(refused(404, 'notFound'));
});

test('a new customer is created once and can buy', async () => {
  const { status, body } = await call('POST', 'customers', order);
  expect([status, body]).toMatchObject([200, { ...order, customerDomainVerified: false }]);
  expect(await call('POST', 'customers', order)).toEqual(refused(409, 'duplicate'));
  const { customerId } = body as Customer;
  const options = { skuId: SKUS.vault.skuId, plan: { planName: 'FLEXIBLE' }, seats: { maximumNumberOfSeats: 3 } };
  expect((await call('POST', `customers/${customerId}/subscriptions`, options)).status).toBe(200);
});

test('an order for a customer without what Google needs is refused', async () => {
  const { postalAddress } = order;
  const other = { ...order, customerDomain: 'second.example' };
  for (const body of [
    { ...other, customerDomain: '' },
    { ...other, customerDomain: 'www.second.example' },
    { ...other, customerDomain: 'second' },
    { ...other, alternateEmail: undefined },
    { ...other, alternateEmail: 'owner@second.example' },
    { ...other, alternateEmail: 'owner' },
    { ...other, postalAddress: undefined },
    { ...other, postalAddress: { ...postalAddress, postalCode: '12' } },
    { ...other, postalAddress: { ...postalAddress, countryCode: 'India' } },
    { ...other, postalAddress: { ...postalAddress, contactName: 'x'.repeat(256) } },
  ]) {
    expect(await call('POST', 'customers', body)).toEqual(refused(400, 'invalid'));
  }
  expect(await call('GET', 'customers/second.example')).toEqual(refused(404, 'notFound'));
});

test('a patch changes what it names, an update needs everything, and nobody becomes somebody else', async () => {
  const path = `customers/${world.customers[1]?.domain}`;
  const before = (await call('GET', path)).body as Customer;
  const patched = (await call('PATCH', path, { postalAddress: { locality: 'Mysuru' } })).body as Customer;
  expect(patched).toEqual({ ...before, postalAddress: { ...before.postalAddress, locality: 'Mysuru' } });

  expect(await call('PUT', path, { alternateEmail: 'x@mailbox.example' })).toEqual(refused(400, 'invalid'));
  const { customerDomain, ...settings } = order;
  expect(await call('PUT', path, settings)).toMatchObject({ status: 200, body: settings });
  expect(await call('PATCH', path, { customerDomain })).toEqual(refused(400, 'invalid'));
  expect(await call('PATCH', path, { customerType: 'team' })).toEqual(refused(400, 'invalid'));
  expect(await call('PATCH', 'customers/elsewhere-1.example', {})).toEqual(refused(403, 'forbidden'));
});

test('a phone number that is none is ignored without a word', async () => {
  const customer = world.customers[2];
  const reply = await call('PATCH', `customers/${customer?.domain}`, { phoneNumber: '123' });
  expect(reply).toMatchObject({ status: 200, body: { phoneNumber: customer?.contacts[0]?.phone } });
});

test('a customer of somebody else becomes ours with its transfer token only', async () => {
  const { state } = running().google;
  const input = {
    skuId: SKUS.businessStarter.skuId,
    plan: { planName: 'FLEXIBLE' },
    seats: { maximumNumberOfSeats: 3 },
  };
  const buyAt = (domain: string, token: string) =>
    call('POST', `customers/${domain}/subscriptions?customerAuthToken=${token}`, input);
  expect(await call('POST', 'customers/elsewhere-2.example/subscriptions', input)).toEqual(refused(403, 'forbidden'));
  expect(await buyAt('elsewhere-2.example', 'guessed')).toEqual(refused(403, 'forbidden'));
  const token = state.accounts.transferTokenOf('elsewhere-2.example') ?? '';
  expect((await buyAt('elsewhere-2.example', token)).status).toBe(200);
  expect(await call('GET', 'customers/elsewhere-2.example')).toMatchObject({ body: { kind: 'reseller#customer' } });

  const { customerId } = world.foreignCustomers[2] ?? {};
  const taken = { ...order, customerDomain: 'elsewhere-3.example' };
  expect(await call('POST', 'customers', taken)).toEqual(refused(409, 'duplicate'));
  const second = state.accounts.transferTokenOf('elsewhere-3.example') ?? '';
  expect(await call('POST', `customers?customerAuthToken=${second}`, taken)).toMatchObject({
    status: 200,
    body: { customerId },
  });
});
