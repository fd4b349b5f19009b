import { ownRenewals } from '@desk/contract/own-renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeOffer } from '../../domain/offers/make-offer.ts';
import { customersTable, domainsTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';

/** Mira, whose domain has one renewal, for which a price was agreed. */
async function owned() {
  const desk = await testServer({ now: () => new Date('2026-11-01T06:00:00Z') });
  const { db, services } = desk;
  const { id, customerId } = await makeRenewal(db, {
    ...{ domain: 'acme.example', renewsOn: '2026-12-02', seats: 12 },
    ...{ subscription: { planName: 'ANNUAL' }, renewal: { planName: 'ANNUAL', price: '18000.00', licensedSeats: 10 } },
  });
  const mira = await desk.as({ email: 'mira@acme.example', kind: 'customer' });
  await db.update(domainsTable).set({ ownerId: mira.id }).where(eq(domainsTable.name, 'acme.example'));
  const nextTerm = async () => (await mira.calls(ownRenewals.list, {})).reply.renewals[0]?.next_term;
  const offer = (proposal: { seats: number | null; unitPrice: string | null }) =>
    db.transaction((tx) =>
      makeOffer(tx, services, {
        ...{ customerId, renewalIds: [id], createdById: null },
        proposals: new Map([[id, { plan: null, ...proposal }]]),
      }),
    );
  return { db, id, customerId, nextTerm, offer };
}

const PRESENT = { seats: 12, amount: '18000.00', offered: null, is_year: true, to: '2027-12-01' };

test('the next term costs what was agreed, as the mail of confirmation says it', async () => {
  const { nextTerm, db, id } = await owned();
  expect(await nextTerm()).toEqual(PRESENT);
  await db.update(renewalsTable).set({ pricePerUser: '1600.00' }).where(eq(renewalsTable.id, id));
  expect(await nextTerm()).toMatchObject({ amount: '19200.00' });
});

test('what was offered is the price: of each seat where that is all, else of the number that is offered', async () => {
  const { nextTerm, offer } = await owned();
  await offer({ seats: null, unitPrice: '1400' });
  expect(await nextTerm()).toEqual({ ...PRESENT, amount: '16800.00' });
  await offer({ seats: 20, unitPrice: '1200' });
  expect(await nextTerm()).toEqual({ ...PRESENT, offered: { seats: 20, amount: '24000.00' } });
});

test('who buys through a reseller sees no price, nor who has a plan from month to month; nor where none is known', async () => {
  const { nextTerm, db, id, customerId } = await owned();
  await db.update(renewalsTable).set({ planName: 'FLEXIBLE' }).where(eq(renewalsTable.id, id));
  expect(await nextTerm()).toBeNull();
  await db.update(renewalsTable).set({ planName: 'ANNUAL', price: null }).where(eq(renewalsTable.id, id));
  expect(await nextTerm()).toBeNull();
  await db.update(renewalsTable).set({ price: '18000.00' }).where(eq(renewalsTable.id, id));
  expect(await nextTerm()).toEqual(PRESENT);
  const [reseller] = await db
    .insert(resellersTable)
    .values({ name: 'Orbit', companyName: 'Orbit', email: 'sales@orbit.example' })
    .returning();
  await db
    .update(customersTable)
    .set({ resellerId: reseller?.id ?? 0 })
    .where(eq(customersTable.id, customerId));
  expect(await nextTerm()).toBeNull();
});
