import { beforeEach, describe, expect, test } from 'vitest';
import { SKUS } from '../world/skus.ts';
import { officialClient, refusalOf } from './testing/official-client.ts';
import { runningGoogle, today } from './testing/running.ts';

/** Google's own client for Node, `googleapis`: what it sends and expects is not our reading of the documentation. */
const { world, running, subscriptionOn } = runningGoogle();
const client = (options?: Parameters<typeof officialClient>[1]) => officialClient(running().google, options);

beforeEach(() => running().google.faults.clear());

const order = (customerDomain: string) => ({
  customerDomain,
  alternateEmail: 'owner@mailbox.example',
  postalAddress: { contactName: 'Asha Rao', organizationName: 'Foods', postalCode: '682001', countryCode: 'IN' },
});

describe('reading', () => {
  test('goes through all pages', async () => {
    const google = client();
    const ids: unknown[] = [];
    let pageToken: string | undefined;
    do {
      const { data } = await google.subscriptions.list({ maxResults: 50, ...(pageToken && { pageToken }) });
      ids.push(...(data.subscriptions ?? []).map((row) => row.subscriptionId));
      pageToken = data.nextPageToken ?? undefined;
    } while (pageToken);
    expect(ids).toEqual(
      running()
        .google.state.subscriptions()
        .map((row) => row.subscriptionId),
    );
  });

  test('gives a subscription and a customer as the service has them', async () => {
    const { domain, subscription } = subscriptionOn('ANNUAL', 10, 4);
    const { customerId, subscriptionId } = subscription;
    expect((await client().subscriptions.get({ customerId, subscriptionId })).data).toEqual(subscription);
    expect((await client().customers.get({ customerId: domain })).data).toMatchObject({ customerId });
    const list = await client().subscriptions.list({ customerId, customerNamePrefix: domain.slice(0, 5) });
    expect(list.data.subscriptions).toEqual([subscription]);
  });

  test('gives the fields that were asked for, and no others', async () => {
    const { customerId, subscriptionId } = subscriptionOn('ANNUAL', 10, 4).subscription;
    const { data } = await client().subscriptions.list({
      customerId,
      fields: 'subscriptions(subscriptionId,plan/planName,seats(numberOfSeats)),nextPageToken',
    });
    expect(data).toEqual({
      subscriptions: [{ subscriptionId, plan: { planName: 'ANNUAL' }, seats: { numberOfSeats: 10 } }],
    });
    const whole = await client().customers.get({ customerId, fields: '*' });
    expect(whole.data).toEqual((await client().customers.get({ customerId })).data);
    const wrong = client().subscriptions.get({ customerId, subscriptionId, fields: 'subscriptionId,price' });
    expect(await refusalOf(wrong)).toEqual([400, 'invalidParameter']);
  });
});

describe('writing', () => {
  test('buys, grows, changes, stops and ends a subscription', async () => {
    const { subscriptions, customers } = client();
    const { data: customer } = await customers.insert({ requestBody: order('official.example') });
    const customerId = customer.customerId ?? '';
    const requestBody = {
      skuId: SKUS.businessStarter.skuId,
      plan: { planName: 'FLEXIBLE' },
      seats: { maximumNumberOfSeats: 5 },
    };
    const { data: bought } = await subscriptions.insert({ customerId, requestBody });
    const of = { customerId, subscriptionId: bought.subscriptionId ?? '' };
    const grown = await subscriptions.changeSeats({ ...of, requestBody: { maximumNumberOfSeats: 8 } });
    expect(grown.data.seats).toMatchObject({ maximumNumberOfSeats: 8 });
    const plan = { planName: 'ANNUAL_YEARLY_PAY', seats: { numberOfSeats: 8 } };
    const annual = await subscriptions.changePlan({ ...of, requestBody: plan });
    expect(annual.data).toMatchObject({ plan: { planName: 'ANNUAL_YEARLY_PAY' }, seats: { numberOfSeats: 8 } });
    const renewal = await subscriptions.changeRenewalSettings({ ...of, requestBody: { renewalType: 'CANCEL' } });
    expect(renewal.data.renewalSettings).toMatchObject({ renewalType: 'CANCEL' });
    expect((await subscriptions.suspend(of)).data.status).toBe('SUSPENDED');
    expect((await subscriptions.activate(of)).data.status).toBe('ACTIVE');
    expect((await subscriptions.delete({ ...of, deletionType: 'transfer_to_direct' })).status).toBe(204);
    expect(await refusalOf(subscriptions.get(of))).toEqual([404, 'notFound']);
  });

  test('answers a write with the fields that were asked for, and writes nothing where they are none', async () => {
    const { customerId, subscriptionId } = subscriptionOn('ANNUAL', 10).subscription;
    const grow = (fields: string) =>
      client().subscriptions.changeSeats({ customerId, subscriptionId, fields, requestBody: { numberOfSeats: 11 } });
    expect(await refusalOf(grow('seats(numberOfSeat)'))).toEqual([400, 'invalidParameter']);
    expect(running().google.state.subscription(subscriptionId).seats.numberOfSeats).toBe(10);
    expect((await grow('seats/numberOfSeats')).data).toEqual({ seats: { numberOfSeats: 11 } });
  });

  test('changes a customer in part and whole', async () => {
    const customerId = world.customers[4]?.domain ?? '';
    const { customers } = client();
    const patched = await customers.patch({ customerId, requestBody: { postalAddress: { locality: 'Mysuru' } } });
    expect(patched.data.postalAddress?.locality).toBe('Mysuru');
    const { customerDomain, ...settings } = order(customerId);
    expect((await customers.update({ customerId, requestBody: settings })).data).toMatchObject({
      ...settings,
      customerDomain,
    });
  });

  test('takes a team by its first administrator, without a second address', async () => {
    const { alternateEmail, ...team } = { ...order('team.example'), customerType: 'team' };
    const { customers } = client();
    expect(alternateEmail).toBeDefined();
    expect(await refusalOf(customers.insert({ requestBody: team }))).toEqual([400, 'invalid']);
    const primaryAdmin = { primaryEmail: 'asha@team.example' };
    const { data } = await customers.insert({ requestBody: { ...team, primaryAdmin } });
    expect(data).toMatchObject({ customerType: 'team', primaryAdmin, customerDomain: 'team.example' });
    expect(data).not.toHaveProperty('alternateEmail');
    const customerId = data.customerId ?? '';
    const patched = await customers.patch({ customerId, requestBody: { phoneNumber: '+91 60000 12345' } });
    expect(patched.data).toMatchObject({ primaryAdmin, phoneNumber: '+91 60000 12345' });
  });

  test('registers service accounts for notifications, and takes them off', async () => {
    const { resellernotify } = client();
    expect((await resellernotify.getwatchdetails()).data).toEqual({});
    const first = { serviceAccountEmailAddress: 'watch@invented-project.iam.gserviceaccount.example' };
    const { topicName } = (await resellernotify.register(first)).data;
    expect(topicName).toMatch(/^projects\/partner-watch\/topics\/C0\w+$/);
    // The how-to pages send it in the body, the discovery document in the address.
    const second = 'other@invented-project.iam.gserviceaccount.example';
    const { call } = running();
    const registered = await call('POST', 'resellernotify/register', { serviceAccountEmailAddress: second });
    expect(registered).toEqual({ status: 200, body: { topicName } });
    const serviceAccountEmailAddresses = [first.serviceAccountEmailAddress, second];
    expect((await resellernotify.getwatchdetails()).data).toEqual({ topicName, serviceAccountEmailAddresses });
    expect((await resellernotify.unregister(first)).data).toEqual({ topicName });
    expect((await resellernotify.getwatchdetails()).data.serviceAccountEmailAddresses).toEqual([second]);
    expect(await refusalOf(resellernotify.unregister(first))).toEqual([404, 'notFound']);
    expect(await refusalOf(resellernotify.register({}))).toEqual([400, 'invalid']);
    expect(await refusalOf(resellernotify.register({ serviceAccountEmailAddress: 'nobody' }))).toEqual([
      400,
      'invalid',
    ]);
    expect((await resellernotify.unregister({ serviceAccountEmailAddress: second })).data).toEqual({ topicName });
    expect((await resellernotify.getwatchdetails()).data).toEqual({});
  });
});

describe('refusals and faults', () => {
  test('carry their status and reason', async () => {
    const { subscriptions, customers } = client();
    const { customerId, subscriptionId } = subscriptionOn('FLEXIBLE').subscription;
    const foreign = world.foreignCustomers[0]?.domain ?? '';
    const of = { customerId, subscriptionId };
    const shrunk = subscriptions.changeSeats({ ...of, requestBody: { numberOfSeats: 1 } });
    expect(await refusalOf(shrunk)).toEqual([400, 'invalid']);
    expect(await refusalOf(subscriptions.list({ customerId: foreign }))).toEqual([403, 'forbidden']);
    expect(await refusalOf(subscriptions.startPaidService(of))).toEqual([412, 'conditionNotMet']);
    expect(await refusalOf(customers.insert({ requestBody: order(foreign) }))).toEqual([409, 'duplicate']);
  });

  test('an account without rights gets no token, and who may only read writes nothing', async () => {
    const unauthorized = client({ subject: 'somebody@reseller.example' });
    expect(await refusalOf(unauthorized.subscriptions.list())).toEqual([401, 'unauthorized_client']);
    const reader = client({ scope: 'https://www.googleapis.com/auth/apps.order.readonly' });
    expect((await reader.resellernotify.getwatchdetails()).status).toBe(200);
    expect(await refusalOf(reader.customers.insert({ requestBody: order('reader.example') }))).toEqual([
      403,
      'insufficientPermissions',
    ]);
  });

  test('what is read is asked for again by the client, what is written is not', async () => {
    const { google } = running();
    const { customerId, subscriptionId } = subscriptionOn('ANNUAL', 10).subscription;
    const of = { customerId, subscriptionId };
    google.faults.add({ kind: 'unavailable' });
    google.faults.add({ kind: 'quotaExceeded' });
    const before = google.state.calls('subscriptions.get');
    expect((await client().subscriptions.get(of)).data.subscriptionId).toBe(subscriptionId);
    expect(google.state.calls('subscriptions.get') - before).toBe(3);
    google.faults.add({ kind: 'unavailable' });
    const write = client().subscriptions.changeSeats({ ...of, requestBody: { numberOfSeats: 20 } });
    expect(await refusalOf(write)).toEqual([503, 'backendError']);
    expect(google.state.subscription(subscriptionId).seats.numberOfSeats).toBe(10);
  });

  test('a token that died opens nothing', async () => {
    const { subscriptions } = client();
    await subscriptions.list({ maxResults: 1 });
    running().google.tokens.expireAll();
    expect(await refusalOf(subscriptions.list({ maxResults: 1 }))).toEqual([401, 'authError']);
  });

  test('a term is told in milliseconds as text', async () => {
    const { customerId, subscriptionId } = subscriptionOn('ANNUAL').subscription;
    const { data } = await client().subscriptions.get({ customerId, subscriptionId });
    const { startTime } = data.plan?.commitmentInterval ?? {};
    expect(new Date(Number(startTime)).toLocaleDateString('sv', { timeZone: 'Asia/Kolkata' })).toBe(today);
  });
});
