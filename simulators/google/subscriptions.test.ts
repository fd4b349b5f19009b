import { expect, test } from 'vitest';
import { dayInIndia } from '../world/calendar.ts';
import { SKUS } from '../world/skus.ts';
import { refused, runningGoogle, today } from './testing/running.ts';
import type { Subscription } from './wire.ts';

const { running, subscriptionOn } = runningGoogle();
const post = (path: string, payload: object = {}) => running().call('POST', path, payload);
const changed = async (path: string, payload?: object) => (await post(path, payload)).body as Subscription;

test('annual seats grow to the new total and never shrink', async () => {
  const { path } = subscriptionOn('ANNUAL', 10, 4);
  expect(await post(`${path}/changeSeats`, { kind: 'subscriptions#seats', numberOfSeats: 15 })).toMatchObject({
    status: 200,
    body: { seats: { numberOfSeats: 15, licensedNumberOfSeats: 4 } },
  });
  expect(await post(`${path}/changeSeats`, { numberOfSeats: 14 })).toEqual(refused(400, 'invalid'));
  expect(await running().call('GET', path)).toMatchObject({ status: 200, body: { seats: { numberOfSeats: 15 } } });
});

test('only the seat field of the plan may be sent, whole and not below what is in use', async () => {
  const annual = subscriptionOn('ANNUAL').path;
  const flexible = subscriptionOn('FLEXIBLE', 20, 8).path;
  for (const [path, seats] of [
    [annual, { maximumNumberOfSeats: 15 }],
    [annual, { numberOfSeats: 15, maximumNumberOfSeats: 15 }],
    [annual, { numberOfSeats: 15, licensedNumberOfSeats: 3 }],
    [annual, { numberOfSeats: 50_001 }],
    [annual, { numberOfSeats: 11.5 }],
    [annual, { numberOfSeats: 'many' }],
    [annual, {}],
    [flexible, { numberOfSeats: 25 }],
    [flexible, { maximumNumberOfSeats: 7 }],
    [subscriptionOn('TRIAL').path, { maximumNumberOfSeats: 11 }],
    [subscriptionOn('FREE', 50).path, { maximumNumberOfSeats: 51 }],
  ] as const) {
    expect(await post(`${path}/changeSeats`, seats)).toEqual(refused(400, 'invalid'));
  }
  expect((await changed(`${flexible}/changeSeats`, { maximumNumberOfSeats: 8 })).seats.maximumNumberOfSeats).toBe(8);
});

test('a suspended subscription takes no orders', async () => {
  const { path } = subscriptionOn('ANNUAL');
  expect(await post(`${path}/suspend`)).toMatchObject({
    status: 200,
    body: { status: 'SUSPENDED', suspensionReasons: ['RESELLER_INITIATED'] },
  });
  expect(await post(`${path}/suspend`)).toEqual(refused(400, 'badRequest'));
  expect(await post(`${path}/changeSeats`, { numberOfSeats: 20 })).toEqual(refused(400, 'badRequest'));
  expect(await post(`${path}/changeRenewalSettings`, { renewalType: 'CANCEL' })).toEqual(refused(400, 'badRequest'));
});

test('only a paid subscription can be suspended', async () => {
  for (const plan of ['TRIAL', 'FREE'] as const) {
    expect(await post(`${subscriptionOn(plan).path}/suspend`)).toEqual(refused(412, 'conditionNotMet'));
  }
});

test('the reseller takes back its own suspension and no other', async () => {
  const { state } = running().google;
  const { path, subscription } = subscriptionOn('ANNUAL');
  expect(await post(`${path}/activate`)).toEqual(refused(400, 'badRequest'));
  await post(`${path}/suspend`);
  const active = await changed(`${path}/activate`);
  expect(active.status).toBe('ACTIVE');
  expect(active).not.toHaveProperty('suspensionReasons');
  expect(active.plan).toEqual(subscription.plan);

  state.change(subscription.subscriptionId, {
    status: 'SUSPENDED',
    suspensionReasons: ['RESELLER_INITIATED', 'PENDING_TOS_ACCEPTANCE'],
  });
  expect(await post(`${path}/activate`)).toEqual(refused(412, 'conditionNotMet'));
});

test('a commitment that ended while suspended begins anew on the day of activation', async () => {
  const { state } = running().google;
  const { domain, subscription } = subscriptionOn('ANNUAL');
  state.remove(subscription.subscriptionId);
  const { subscriptionId } = state.add({
    customer: domain,
    skuId: subscription.skuId,
    planName: 'ANNUAL',
    seats: 5,
    termEndsOn: '2027-03-01',
  });
  const path = `customers/${domain}/subscriptions/${subscriptionId}`;
  await post(`${path}/suspend`);
  const { startTime, endTime } = (await changed(`${path}/activate`)).plan.commitmentInterval ?? {};
  expect([startTime, endTime].map((ms) => dayInIndia(Number(ms)))).toEqual([today, '2028-03-17']);
});

test('renewal settings belong to annual plans', async () => {
  const { path } = subscriptionOn('ANNUAL_YEARLY_PAY');
  expect(await post(`${path}/changeRenewalSettings`, { renewalType: 'SWITCH_TO_PAY_AS_YOU_GO' })).toMatchObject({
    status: 200,
    body: {
      renewalSettings: { kind: 'subscriptions#renewalSettings', renewalType: 'SWITCH_TO_PAY_AS_YOU_GO' },
    },
  });
  expect(await post(`${path}/changeRenewalSettings`, { renewalType: 'SOMEHOW' })).toEqual(refused(400, 'invalid'));
  for (const plan of ['FLEXIBLE', 'TRIAL', 'FREE'] as const) {
    const other = subscriptionOn(plan).path;
    expect(await post(`${other}/changeRenewalSettings`, { renewalType: 'CANCEL' })).toEqual(
      refused(412, 'conditionNotMet'),
    );
  }
});

test('a flexible plan becomes annual, and ANNUAL_MONTHLY_PAY comes back as ANNUAL', async () => {
  const { path } = subscriptionOn('FLEXIBLE', 12, 5);
  const order = { planName: 'ANNUAL_MONTHLY_PAY', seats: { numberOfSeats: 12 }, purchaseOrderId: 'PO 77' };
  const annual = await changed(`${path}/changePlan`, order);
  expect(annual).toMatchObject({
    plan: { planName: 'ANNUAL', isCommitmentPlan: true },
    seats: { numberOfSeats: 12, licensedNumberOfSeats: 5 },
    renewalSettings: { renewalType: 'RENEW_CURRENT_USERS_MONTHLY_PAY' },
    purchaseOrderId: 'PO 77',
  });
  expect(annual.seats).not.toHaveProperty('maximumNumberOfSeats');
  expect(dayInIndia(Number(annual.plan.commitmentInterval?.endTime))).toBe('2028-03-17');
});

test('an annual or a free plan cannot be changed, and nothing changes back to flexible', async () => {
  const annualOrder = { planName: 'ANNUAL_YEARLY_PAY', seats: { numberOfSeats: 50 } };
  for (const plan of ['ANNUAL', 'FREE'] as const) {
    expect(await post(`${subscriptionOn(plan).path}/changePlan`, annualOrder)).toEqual(refused(400, 'invalid'));
  }
  const flexible = subscriptionOn('FLEXIBLE').path;
  for (const order of [
    { planName: 'FLEXIBLE', seats: { maximumNumberOfSeats: 9 } },
    { planName: 'ANNUAL_MONTHLY_PAY', seats: { maximumNumberOfSeats: 9 } },
    { ...annualOrder, purchaseOrderId: 'x'.repeat(81) },
    { planName: 'YEARLY', seats: { numberOfSeats: 9 } },
    {},
  ]) {
    expect(await post(`${flexible}/changePlan`, order)).toEqual(refused(400, 'invalid'));
  }
});

test('a trial keeps running with the plan set up for it, until the paid service starts', async () => {
  const { path } = subscriptionOn('TRIAL', 6, 2);
  expect(await post(`${path}/startPaidService`)).toEqual(refused(412, 'conditionNotMet'));

  const planned = await changed(`${path}/changePlan`, { planName: 'ANNUAL_YEARLY_PAY', seats: { numberOfSeats: 30 } });
  expect(planned).toMatchObject({ plan: { planName: 'ANNUAL_YEARLY_PAY' }, trialSettings: { isInTrial: true } });
  expect(planned.plan).not.toHaveProperty('commitmentInterval');

  const paid = await changed(`${path}/startPaidService`);
  expect(paid.trialSettings).toEqual({ isInTrial: false });
  expect(dayInIndia(Number(paid.plan.commitmentInterval?.startTime))).toBe(today);
  expect(await post(`${path}/startPaidService`)).toEqual(refused(412, 'conditionNotMet'));
});

test('what follows a trial is changed as often as needed, and is no plan of its own', async () => {
  const { path } = subscriptionOn('TRIAL', 6, 2);
  const yearly = { planName: 'ANNUAL_YEARLY_PAY', seats: { numberOfSeats: 30 } };
  for (const order of [yearly, { planName: 'FLEXIBLE', seats: { maximumNumberOfSeats: 40 } }, yearly]) {
    expect(await changed(`${path}/changePlan`, order)).toMatchObject({
      ...plan(order),
      trialSettings: { isInTrial: true },
    });
  }
  const flexible = await changed(`${path}/changePlan`, { planName: 'FLEXIBLE', seats: { maximumNumberOfSeats: 40 } });
  expect(flexible).not.toHaveProperty('renewalSettings');
  expect(await post(`${path}/changePlan`, { planName: 'TRIAL', seats: { maximumNumberOfSeats: 9 } })).toEqual(
    refused(400, 'invalid'),
  );
  expect(await changed(`${path}/startPaidService`)).toMatchObject({
    plan: { planName: 'FLEXIBLE', isCommitmentPlan: false },
    seats: { maximumNumberOfSeats: 40 },
    trialSettings: { isInTrial: false },
  });
});

const plan = ({ planName, seats }: { planName: string; seats: object }) => ({ plan: { planName }, seats });

test('offline billing hides the term in every answer', async () => {
  const { path, subscription } = subscriptionOn('ANNUAL');
  running().google.state.change(subscription.subscriptionId, { billingMethod: 'OFFLINE' });
  for (const reply of [await running().call('GET', path), await post(`${path}/changeSeats`, { numberOfSeats: 11 })]) {
    expect((reply.body as Subscription).plan).toEqual({ planName: 'ANNUAL', isCommitmentPlan: true });
  }
});

test('a subscription that is bought has a new id and its own term, and is not sold twice', async () => {
  const { domain } = subscriptionOn('FREE', 50);
  const order = { skuId: SKUS.vault.skuId, plan: { planName: 'ANNUAL_MONTHLY_PAY' }, seats: { numberOfSeats: 4 } };
  const bought = await changed(`customers/${domain}/subscriptions`, order);
  expect(bought).toMatchObject({ customerDomain: domain, skuName: 'Google Vault', plan: { planName: 'ANNUAL' } });
  expect(bought.creationTime).toMatch(/^\d{13}$/);
  expect((await running().call('GET', `customers/${domain}/subscriptions/${bought.subscriptionId}`)).body).toEqual(
    bought,
  );
  expect(await post(`customers/${domain}/subscriptions`, order)).toEqual(refused(409, 'duplicate'));
});

test('a switch to another SKU gives a new id, keeps the term and ends the old subscription', async () => {
  const { domain, path, subscription } = subscriptionOn('ANNUAL', 10, 7);
  const target = `customers/${domain}/subscriptions?action=switch&sourceSkuId=${subscription.skuId}`;
  const order = { skuId: SKUS.businessPlus.skuId, plan: { planName: 'ANNUAL_MONTHLY_PAY' } };
  expect(await post(target, { ...order, seats: { numberOfSeats: 9 } })).toEqual(refused(400, 'invalid'));

  const upgraded = await changed(target, { ...order, seats: { numberOfSeats: 12 } });
  expect(upgraded.subscriptionId).not.toBe(subscription.subscriptionId);
  expect(upgraded.plan).toEqual(subscription.plan);
  expect(upgraded.seats).toMatchObject({ numberOfSeats: 12, licensedNumberOfSeats: 7 });
  expect(await running().call('GET', path)).toEqual(refused(404, 'notFound'));
});

test('an order for an unknown SKU, from an unknown source or with a plan that is not sold is refused', async () => {
  const { domain } = subscriptionOn('ANNUAL');
  const target = `customers/${domain}/subscriptions`;
  const order = { skuId: SKUS.vault.skuId, plan: { planName: 'FLEXIBLE' }, seats: { maximumNumberOfSeats: 5 } };
  for (const [path, body] of [
    [target, { ...order, skuId: '1' }],
    [target, { ...order, plan: { planName: 'FREE' } }],
    [target, { ...order, plan: [] }],
    [target, { ...order, seats: { numberOfSeats: 5 } }],
    [`${target}?action=switch&sourceSkuId=${SKUS.cloudIdentity.skuId}`, order],
  ] as const) {
    expect(await post(path, body)).toEqual(refused(400, 'invalid'));
  }
});

test('a subscription is deleted once, with a reason that Google knows', async () => {
  const { path } = subscriptionOn('FLEXIBLE');
  const { call } = running();
  for (const wrong of [path, `${path}?deletionType=suspend`]) {
    expect(await call('DELETE', wrong)).toEqual(refused(400, 'invalid'));
  }
  expect(await call('DELETE', `${path}?deletionType=cancel`)).toEqual({ status: 204, body: '' });
  expect(await call('DELETE', `${path}?deletionType=cancel`)).toEqual(refused(404, 'notFound'));
});

test('a body that is no JSON object, and ids that belong to somebody else, are told apart', async () => {
  const { call } = running();
  const { path, subscription } = subscriptionOn('ANNUAL');
  for (const text of ['{', '[1]', '"seats"']) {
    expect(await call('POST', `${path}/changeSeats`, text)).toEqual(refused(400, 'parseError'));
  }
  const elsewhere = subscriptionOn('ANNUAL').domain;
  for (const [customer, status, reason] of [
    [elsewhere, 404, 'notFound'],
    ['nobody.example', 404, 'notFound'],
    ['%E0%A4%A', 404, 'notFound'],
    ['elsewhere-1.example', 403, 'forbidden'],
  ] as const) {
    const target = `customers/${customer}/subscriptions/${subscription.subscriptionId}`;
    expect(await call('GET', target)).toEqual(refused(status, reason));
  }
});
