import { directoryProduct } from '@desk/contract/directory-product';
import { followUp } from '@desk/contract/follow-up';
import { describe, expect, test } from 'vitest';
import { idOf, organization, productDesk } from './testing/product-desk.ts';

const { jumpcloud, openDesk } = productDesk();

/** A desk with Acme's domain and the organisations of these names, read. */
async function listing(...names: string[]) {
  const desk = await openDesk();
  names.forEach((name, n) => jumpcloud().put(organization(n + 1, { name })));
  await desk.synced();
  await desk.domain('acme.example');
  const remove = (id: number, version: number) => desk.asha.calls(directoryProduct.removeContract, { id, version });
  return { desk, remove };
}

describe('an organisation that is linked to a domain with a contract of our own', () => {
  test('keeps its price and licences where nobody says others', async () => {
    const { desk } = await listing('acme.example');
    await desk.contract({ currency: 'USD' });
    const { id } = await desk.listed('acme.example');
    const listed = (await desk.organizations()).find(({ organizationId }) => organizationId !== null);

    await desk.contract({ id: listed?.id ?? id, price: null, contract_licences: null, currency: 'INR' });

    expect(await desk.subscriptions()).toMatchObject([{ price: '240000.00', currency: 'USD' }]);
    expect(await desk.organizations()).toMatchObject([{ organizationId: idOf(1), contractLicences: 40 }]);
    expect((await desk.entries('subscription')).at(-1)?.changes.map(({ field }) => field)).toEqual([
      'Organisation',
      'Plan',
    ]);
  });

  test('has the price that is said', async () => {
    const { desk } = await listing('acme.example');
    await desk.contract({ currency: 'USD' });
    const listed = (await desk.organizations()).find(({ organizationId }) => organizationId !== null);
    await desk.contract({ id: listed?.id ?? 0, price: '5', contract_licences: 7 });
    expect(await desk.subscriptions()).toMatchObject([{ price: '5.00', currency: 'INR' }]);
    expect(await desk.organizations()).toMatchObject([{ contractLicences: 7 }]);
  });

  test('may have one that ended long ago', async () => {
    const { desk } = await listing('acme.example');
    await desk.contract();
    await desk.pool.query(`update subscriptions set own_renewal_date = '2022-03-31'`);
    const listed = (await desk.organizations()).find(({ organizationId }) => organizationId !== null);
    expect((await desk.contract({ id: listed?.id ?? 0, end_date: '2022-03-31' })).status).toBe(200);
  });
});

describe('the contract of an organisation that the provider lists no longer', () => {
  test('goes on as that of another one: subscription and renewals stay', async () => {
    const { desk } = await listing('Old', 'New');
    const [old, next] = [await desk.listed('Old'), await desk.listed('New')];
    await desk.contract({ id: old.id });
    expect((await desk.contract({ id: next.id })).status).toBe(403);
    const [renewal] = await desk.renewals();
    await desk.asha.calls(followUp.addComment, { renewal_id: renewal?.id ?? 0, comment: 'Called.' });
    jumpcloud().remove(idOf(1));
    await desk.synced();

    expect((await desk.contract({ id: next.id, price: null })).status).toBe(200);

    expect(await desk.subscriptions()).toMatchObject([{ externalId: `JCPLATFORM:${idOf(2)}`, price: '240000.00' }]);
    expect(await desk.renewals()).toMatchObject([{ id: renewal?.id, state: 'open', followupComment: 'Called.' }]);
    expect(await desk.listed('Old')).toMatchObject({ domain_name: null, contract_licences: null, gone: true });
    expect(await desk.listed('New')).toMatchObject({ domain_name: 'acme.example', contract_licences: 40 });
    expect((await desk.entries('subscription')).at(-1)?.changes).toEqual([
      { field: 'Organisation', old: idOf(1), new: idOf(2) },
    ]);
  });

  test('leaves it free for another domain when it is back', async () => {
    const { desk } = await listing('Old', 'New');
    const [old, next] = [await desk.listed('Old'), await desk.listed('New')];
    await desk.contract({ id: old.id });
    jumpcloud().remove(idOf(1));
    await desk.synced();
    await desk.contract({ id: next.id });
    jumpcloud().put(organization(1, { name: 'Old' }));
    await desk.synced();
    await desk.domain('beta.example', 'Beta LLP');

    expect((await desk.contract({ id: old.id, domain_name: 'beta.example' })).status).toBe(200);

    const { rows } = await desk.pool.query(`select i.external_id, d.name from subscription_ids i
      join subscriptions s on s.id = i.subscription_id join domains d on d.id = s.domain_id order by 1`);
    expect(rows).toEqual([
      { external_id: `JCPLATFORM:${idOf(1)}`, name: 'beta.example' },
      { external_id: `JCPLATFORM:${idOf(2)}`, name: 'acme.example' },
    ]);
  });
});

describe('a contract that is removed', () => {
  test('ends with its renewals, and its organisation can be linked anew', async () => {
    const { desk, remove } = await listing('acme.example');
    const { id } = await desk.listed('acme.example');
    await desk.contract({ id });
    desk.announced.length = 0;

    expect((await remove(id, 2)).status).toBe(200);

    expect(await desk.subscriptions()).toMatchObject([{ status: 'CANCELLED', endedAt: expect.any(Date) as Date }]);
    expect(await desk.renewals()).toMatchObject([{ state: 'closed', closedBecause: 'ended' }]);
    expect(await desk.listed('acme.example')).toMatchObject({
      ...{ domain_name: null, suggested_domain: 'acme.example', end_date: null, contract_licences: null },
      ...{ price: null, customer_status: null, version: 3 },
    });
    expect(desk.announced).toContainEqual({ kind: 'month', month: '2027-03' });
    const entry = (await desk.entries('subscription')).at(-1);
    expect(entry).toMatchObject({ action: 'contract_removed', actor: 'asha@desk.example' });
    expect(entry?.changes).toContainEqual({ field: 'Organisation', old: idOf(1), new: null });
    expect(entry?.changes).toContainEqual({ field: 'Price', old: '240000.00', new: null });
    const { reply } = await desk.asha.calls(directoryProduct.monthly, { month: '2027-03' });
    expect(reply).toMatchObject({
      ...{ total: 1, customer: [{ id: null, customer_name: 'Acme Pvt Ltd', customer_status: 'CANCELLED' }] },
    });

    expect((await desk.contract({ id })).status).toBe(200);

    expect((await desk.subscriptions()).map(({ endedAt }) => endedAt === null)).toEqual([false, true]);
    expect((await desk.renewals()).map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  test('of an organisation that was never listed takes that with it', async () => {
    const { desk, remove } = await listing();
    const { id, version } = (await desk.contract()).reply;
    expect((await remove(id, version)).status).toBe(200);
    expect(await desk.organizations()).toEqual([]);
    expect((await desk.contract()).status).toBe(200);
  });

  test('was there, and is as it was seen', async () => {
    const { desk, remove } = await listing('acme.example');
    const { id } = await desk.listed('acme.example');
    expect((await remove(id, 1)).status).toBe(404);
    expect((await remove(999_999, 1)).status).toBe(404);
    await desk.contract({ id });
    expect((await remove(id, 1)).status).toBe(409);
    expect(await desk.renewals()).toMatchObject([{ state: 'open' }]);
  });
});
