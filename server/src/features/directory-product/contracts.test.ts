import { directoryProduct } from '@desk/contract/directory-product';
import { followUp } from '@desk/contract/follow-up';
import { describe, expect, test } from 'vitest';
import { makeDomain } from '../../testing/fixtures.ts';
import { CONTRACT, idOf, organization, productDesk } from './testing/product-desk.ts';

const { jumpcloud, openDesk } = productDesk();

/** A desk with Acme's domain and one organisation that is called as it, read. */
async function linkable(users = 40) {
  const desk = await openDesk();
  jumpcloud().put(organization(1, { name: 'acme.example', users }));
  await desk.synced();
  const domain = await desk.domain('acme.example');
  const { id } = await desk.listed('acme.example');
  return { desk, domain, id };
}

describe('a contract', () => {
  test('links an organisation to a domain of ours, and its renewal opens', async () => {
    const { desk, domain, id } = await linkable(46);
    expect(await desk.contract({ id, version: 1 })).toMatchObject({ status: 200, reply: { id, version: 2 } });
    expect(await desk.subscriptions()).toMatchObject([
      {
        ...{ customerId: domain.customerId, domainId: domain.id, source: 'directory', planName: 'ANNUAL' },
        ...{ externalId: `JCPLATFORM:${idOf(1)}`, skuId: 'JCPLATFORM', skuName: 'Platform', status: 'ACTIVE' },
        ...{ numberOfSeats: 46, ownRenewalDate: '2027-03-31', price: '240000.00', currency: 'INR', endedAt: null },
      },
    ]);
    expect(await desk.renewals()).toMatchObject([
      {
        ...{ product: 'directory', domainName: 'acme.example', termEnd: '2027-03-31', state: 'open' },
        ...{ customerId: domain.customerId, numberOfSeats: 46, price: '240000.00', skuName: 'Platform' },
      },
    ]);
    expect(await desk.subscriptionIds()).toEqual([`JCPLATFORM:${idOf(1)}`]);
    expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-03' });
    expect(await desk.listed('acme.example')).toMatchObject({
      ...{ domain_name: 'acme.example', suggested_domain: null, end_date: '2027-03-31', contract_licences: 40 },
      ...{ no_of_lic: 46, price: '240000.00', currency: 'INR', customer_status: 'ACTIVE', version: 2 },
    });
    const [entry] = await desk.entries('subscription');
    expect(entry).toMatchObject({ action: 'contract_created', actor: 'asha@desk.example' });
    expect(entry?.changes).toContainEqual({ field: 'End Date', old: null, new: '2027-03-31' });
    expect(entry?.changes).toContainEqual({ field: 'Organisation', old: null, new: idOf(1) });
  });

  test('that changes moves its renewal, with everything that was said about it', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id });
    const [renewal] = await desk.renewals();
    const renewal_id = renewal?.id ?? 0;
    await desk.asha.calls(followUp.addComment, { renewal_id, comment: 'They asked for two months more.' });
    desk.announced.length = 0;

    await desk.contract({ id, version: 2, end_date: '2027-05-31', price: '250000.5', contract_licences: 44 });

    expect(await desk.renewals()).toMatchObject([
      { id: renewal_id, termEnd: '2027-05-31', price: '250000.50', followupComment: 'They asked for two months more.' },
    ]);
    expect(desk.announced).toEqual([
      { kind: 'month', month: '2027-03' },
      { kind: 'month', month: '2027-05' },
    ]);
    expect((await desk.entries('subscription')).at(-1)).toMatchObject({
      action: 'contract_changed',
      changes: [
        { field: 'End Date', old: '2027-03-31', new: '2027-05-31' },
        { field: 'Licences', old: '40', new: '44' },
        { field: 'Price', old: '240000.00', new: '250000.50' },
      ],
    });
  });

  test('saved as it is writes nothing', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id });
    const before = [await desk.entries('subscription'), await desk.renewals()];
    expect(await desk.contract({ id, version: 2, price: '240000.00' })).toMatchObject({
      status: 200,
      reply: { version: 2 },
    });
    expect([await desk.entries('subscription'), await desk.renewals()]).toEqual(before);
  });

  test('that is cancelled ends, and goes on when it is active again', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id });
    await desk.contract({ id, customer_status: 'CANCELLED' });
    expect(await desk.renewals()).toMatchObject([{ state: 'closed', closedBecause: 'ended' }]);
    expect((await desk.subscriptions())[0]?.endedAt).not.toBeNull();
    await desk.contract({ id, customer_status: 'ACTIVE' });
    expect(await desk.renewals()).toMatchObject([{ state: 'open', closedBecause: null, termEnd: '2027-03-31' }]);
    expect((await desk.subscriptions())[0]?.endedAt).toBeNull();
  });

  test('of somebody whom a colleague changed meanwhile is refused, and nothing is written', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id, version: 1 });
    const late = await desk.contract({ id, version: 1, price: '1' });
    expect(late).toMatchObject({
      status: 409,
      reply: { message: 'Somebody has changed this contract meanwhile. Please check and try again.' },
    });
    expect((await desk.subscriptions())[0]?.price).toBe('240000.00');
  });

  test.each(['PENDING', 'REJECTED'] as const)('is not made for a domain that is %s', async (status) => {
    const { desk, id } = await linkable();
    await makeDomain(desk.db, { name: 'wish.example', status });
    for (const domain_name of ['wish.example', 'nobody.example', 'no domain'])
      expect(await desk.contract({ id, domain_name })).toMatchObject({
        status: 422,
        reply: { message: 'No Domain Found' },
      });
    expect(await desk.subscriptions()).toEqual([]);
  });

  test('is not made for an organisation that is not there', async () => {
    const { desk } = await linkable();
    expect((await desk.contract({ id: 999_999 })).status).toBe(404);
  });

  test.each(['2025-11-20', '1000-01-01', '2036-11-22', '2999-12-31'])('does not end on %s', async (end_date) => {
    const { desk, id } = await linkable();
    expect(await desk.contract({ id, end_date })).toMatchObject({
      status: 400,
      reply: { message: 'Choose an end date from a year ago to ten years ahead.' },
    });
    expect(await desk.renewals()).toEqual([]);
  });

  test('that ended years ago can still be edited', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id });
    await desk.pool.query(`update subscriptions set own_renewal_date = '2022-03-31'`);
    expect((await desk.contract({ id, end_date: '2022-03-31', price: '1' })).status).toBe(200);
  });

  test('that ended already is followed by the next term', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id, end_date: '2026-10-31' });
    expect((await desk.renewals()).map(({ termEnd, state }) => [termEnd, state])).toEqual([
      ['2026-10-31', 'closed'],
      ['2027-10-31', 'open'],
    ]);
    expect(await desk.listed('acme.example')).toMatchObject({ end_date: '2027-10-31' });
  });

  test.each([
    { price: '12,50' },
    { price: '-1' },
    { price: 'much' },
    { contract_licences: -1 },
    { contract_licences: 1.5 },
    { contract_licences: 1_000_001 },
    { currency: 'rupees' },
    { end_date: '2027-02-30' },
    { domain_name: '' },
    { customer_status: 'PENDING' },
  ])('with %o is not taken', async (wrong) => {
    const { desk, id } = await linkable();
    const request = { ...CONTRACT, id, ...wrong } as Partial<typeof CONTRACT> as typeof CONTRACT;
    expect((await desk.asha.calls(directoryProduct.setContract, request)).status).toBe(400);
  });

  test('with a price or licences that nobody knows is a contract all the same', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id, price: null, contract_licences: null });
    expect(await desk.renewals()).toMatchObject([{ price: null, numberOfSeats: 40 }]);
  });

  test('moves to another domain with its running renewal', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id });
    const other = await desk.domain('beta.example', 'Beta LLP');
    await desk.contract({ id, domain_name: 'Beta.Example' });
    expect(await desk.subscriptions()).toMatchObject([{ customerId: other.customerId, domainId: other.id }]);
    expect(await desk.renewals()).toMatchObject([{ customerId: other.customerId, domainName: 'beta.example' }]);
    expect((await desk.entries('subscription')).at(-1)?.changes).toEqual([
      { field: 'Domain', old: 'acme.example', new: 'beta.example' },
    ]);
  });

  test('that was entered by us is called by the customer it moves to', async () => {
    const desk = await openDesk();
    await desk.domain('acme.example');
    await desk.domain('beta.example', 'Beta LLP');
    const { id } = (await desk.contract()).reply;
    await desk.contract({ id, domain_name: 'beta.example' });
    expect((await desk.organizations()).map(({ name }) => name)).toEqual(['Beta LLP']);
  });

  test('of a domain that was rejected since is still edited and cancelled, but moves to no such domain', async () => {
    const { desk, domain, id } = await linkable();
    await desk.contract({ id });
    await desk.pool.query(`update domains set status = 'REJECTED' where id = $1`, [domain.id]);
    await makeDomain(desk.db, { name: 'wish.example', status: 'REJECTED' });
    expect((await desk.contract({ id, price: '1' })).status).toBe(200);
    expect((await desk.contract({ id, domain_name: 'wish.example' })).status).toBe(422);
    expect((await desk.contract({ id, customer_status: 'CANCELLED' })).status).toBe(200);
    expect(await desk.renewals()).toMatchObject([{ state: 'closed', closedBecause: 'ended' }]);
  });

  test('is one to a domain', async () => {
    const { desk, id } = await linkable();
    await desk.contract({ id });
    jumpcloud().put(organization(2));
    await desk.synced();
    const second = await desk.listed('Company 2');
    for (const options of [{ id: second.id }, {}])
      expect(await desk.contract(options)).toMatchObject({
        status: 403,
        reply: { message: 'This domain has another contract.' },
      });
    expect(await desk.subscriptions()).toHaveLength(1);
  });

  test('of one domain that two ask for at once is made once', async () => {
    const { desk } = await linkable();
    const answers = await Promise.all([desk.contract(), desk.contract()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    expect(await desk.subscriptions()).toHaveLength(1);
  });
});

describe('a contract that was entered before the provider listed the organisation', () => {
  test('has a plan of our own words, or the name of the product', async () => {
    const desk = await openDesk();
    await desk.domain('acme.example');
    await desk.domain('beta.example');
    const { reply } = await desk.contract({ plan_name: 'Platform Plus' });
    await desk.contract({ domain_name: 'beta.example', contract_licences: 12 });
    expect(await desk.subscriptions()).toMatchObject([
      { externalId: `contract:${reply.id}`, skuName: 'Platform Plus', numberOfSeats: 40 },
      { skuName: 'JumpCloud', numberOfSeats: 12 },
    ]);
    expect((await desk.organizations())[0]).toMatchObject({ organizationId: null, name: 'Acme Pvt Ltd' });
    await desk.contract({ id: reply.id, plan_name: 'Core' });
    expect((await desk.renewals())[0]).toMatchObject({ skuName: 'Core' });
  });

  test('becomes that of the organisation when it is linked: subscription and renewals stay', async () => {
    const desk = await openDesk();
    await desk.domain('acme.example');
    const { reply } = await desk.contract({ plan_name: 'Ours' });
    const [subscription] = await desk.subscriptions();
    const [renewal] = await desk.renewals();
    await desk.asha.calls(followUp.addComment, { renewal_id: renewal?.id ?? 0, comment: 'Called.' });
    jumpcloud().put(organization(1, { name: 'acme.example', users: 46 }));
    await desk.synced();
    const rows = await desk.organizations();
    const { id } = rows.find(({ organizationId }) => organizationId !== null) ?? expect.unreachable();

    expect(await desk.contract({ id, end_date: '2027-04-30' })).toMatchObject({ status: 200, reply: { id } });

    expect(await desk.organizations()).toMatchObject([{ id, subscriptionId: subscription?.id, contractLicences: 40 }]);
    expect(await desk.subscriptions()).toMatchObject([
      { id: subscription?.id, externalId: `JCPLATFORM:${idOf(1)}`, skuName: 'Platform', numberOfSeats: 46 },
    ]);
    expect(await desk.subscriptionIds()).toEqual([`JCPLATFORM:${idOf(1)}`, `contract:${reply.id}`]);
    expect(await desk.renewals()).toMatchObject([
      { id: renewal?.id, termEnd: '2027-04-30', followupComment: 'Called.', numberOfSeats: 46 },
    ]);
    expect((await desk.entries('subscription')).at(-1)).toMatchObject({
      action: 'contract_changed',
      changes: [
        { field: 'Organisation', old: null, new: idOf(1) },
        { field: 'Plan', old: 'Ours', new: 'Platform' },
        { field: 'End Date', old: '2027-03-31', new: '2027-04-30' },
      ],
    });
    expect((await desk.contract({ id: reply.id })).status).toBe(404);
  });
});
