import { licences } from '@desk/contract/licences';
import { ownDomains } from '@desk/contract/own-domains';
import { ownRenewals } from '@desk/contract/own-renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customersTable, domainsTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { googleWithSeats } from './testing/licences-desk.ts';

const { openDesk } = googleWithSeats();
type Desk = Awaited<ReturnType<typeof openDesk>>;

/** A desk whose subscription has a price, and what its customer reads of it once some seats were ordered. */
async function openPriced() {
  const desk = await openDesk();
  const { id, customerId } = await desk.ours();
  await desk.db.update(subscriptionsTable).set({ price: '16320.00' }).where(eq(subscriptionsTable.id, id));
  await desk.adds(10, 5);
  return { desk, customerId };
}

const more = async (person: Desk['ravi'], externalId: string) => {
  const [order] = (await person.calls(licences.orders, {})).reply.orders;
  const { price, order: open } = (await person.calls(licences.subscription, { subscription_id: externalId })).reply;
  return [price?.yearly, open?.estimate, order?.estimate, order?.currency];
};

async function prices(person: Desk['ravi'], externalId: string) {
  const [domain] = (await person.calls(ownDomains.list, {})).reply.domains;
  const [held] = domain?.subscriptions ?? [];
  const [renewal] = (await person.calls(ownRenewals.list, {})).reply.renewals;
  return { own: [held?.price, held?.renewal?.price, renewal?.price], more: await more(person, externalId) };
}

const OURS = {
  own: ['16320.00', '16320.00', '16320.00'],
  more: ['1632.00', '8160.00', '8160.00', 'INR'],
};

test('who buys through a reseller reads nowhere what the reseller pays us; the reseller and staff do', async () => {
  const { desk, customerId } = await openPriced();
  const { db, ravi, asha, externalId } = desk;
  expect(await prices(ravi, externalId)).toEqual(OURS);

  const [reseller] = await db
    .insert(resellersTable)
    .values({ name: 'Kiran', companyName: 'Kiran Cloud', email: 'Kiran@cloud.example' })
    .returning();
  await db.update(customersTable).set({ resellerId: reseller?.id }).where(eq(customersTable.id, customerId));
  expect(await prices(ravi, externalId)).toEqual({
    own: [null, null, null],
    more: [undefined, null, null, null],
  });
  const [order] = (await asha.calls(licences.orders, {})).reply.orders;
  expect(order).toMatchObject({ estimate: '8160.00', currency: 'INR' });

  const kiran = await desk.as({ email: 'kiran@cloud.example', kind: 'customer' });
  await db.update(domainsTable).set({ ownerId: kiran.id }).where(eq(domainsTable.name, desk.domain));
  expect(await prices(kiran, externalId)).toEqual(OURS);
});
