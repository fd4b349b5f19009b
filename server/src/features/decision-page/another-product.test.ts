import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { offersTable } from '../../platform/db/tables/offers.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { linkIn } from './testing/link-in.ts';
import { offered } from './testing/offered.ts';

type Desk = Awaited<ReturnType<typeof offered>>;
const STANDARD = 'Google Workspace Business Standard';

const takesAnother = async ({ db, renewal }: Desk, price = '900000.00') => {
  const { subscriptionId, id } = renewal;
  await db
    .update(subscriptionsTable)
    .set({ skuName: STANDARD, skuId: '1010020028' })
    .where(eq(subscriptionsTable.id, subscriptionId));
  await db.update(renewalsTable).set({ skuName: STANDARD, price }).where(eq(renewalsTable.id, id));
};

test('nobody decides about a product that they have no longer; who asks for a new link is offered the one that they have', async () => {
  const desk = await offered();
  const page = (await desk.get(`/d/${desk.token}`)).body;
  expect(page).toContain('Google Workspace Enterprise Plus');
  await takesAnother(desk);

  expect((await desk.get(`/d/${desk.token}`)).statusCode).toBe(404);
  const late = await desk.post(`/d/${desk.token}`, { ...desk.fieldsOf(page), choice: 'renew' });
  expect(late.statusCode).toBe(404);
  expect(await desk.decisions()).toEqual([]);

  await desk.post(`/d/${desk.token}`, { what: 'new-link' });
  await desk.work();
  const [mail] = (await desk.mails('ravi@acme.example')).slice(-1);
  const own = linkIn(mail?.text);
  const again = await desk.get(`/d/${own}`);
  expect(again.statusCode).toBe(200);
  expect(again.body).toContain(STANDARD);
  expect(again.body).not.toContain('Enterprise Plus');
  expect((await desk.decide(own, { choice: 'renew' })).statusCode).toBe(303);
  expect(await desk.decisions()).toHaveLength(1);
});

test('what was offered of the product of before, and decided, is offered anew beside another renewal', async () => {
  const desk = await offered();
  const other = await desk.add({ domain: 'acme-labs.example' });
  await desk.db.update(renewalsTable).set({ customerId: desk.customerId }).where(eq(renewalsTable.id, other.id));
  await desk.db
    .update(subscriptionsTable)
    .set({ customerId: desk.customerId })
    .where(eq(subscriptionsTable.id, other.subscriptionId));
  const both = await desk.offer(desk.renewal.id, other.id);
  const token = await desk.linkFor('ravi@acme.example', 'Ravi Iyer', both?.id);
  for (const one of [desk.renewal, other])
    expect((await desk.decide(token, { choice: 'renew' }, one.id)).statusCode).toBe(303);
  await takesAnother(desk);

  await desk.offer(other.id);
  const [newest] = (await desk.db.select().from(offersTable).orderBy(offersTable.id)).slice(-1);
  const lineOf = (id: number) => newest?.lines.find(({ renewalId }) => renewalId === id);
  expect(lineOf(desk.renewal.id)).toMatchObject({ product: STANDARD, amount: '900000.00' });
  expect(lineOf(other.id)).toEqual(both?.lines.find(({ renewalId }) => renewalId === other.id));
});

test('a product that is only called otherwise is the same; an offer from before ids were kept goes by its name', async () => {
  const desk = await offered();
  const { subscriptionId, id } = desk.renewal;
  await desk.db.update(renewalsTable).set({ skuName: 'Workspace Enterprise Plus' }).where(eq(renewalsTable.id, id));
  expect((await desk.get(`/d/${desk.token}`)).statusCode).toBe(200);

  const [made] = await desk.db.select().from(offersTable);
  const lines = (made?.lines ?? []).map((line) => {
    const { skuId, ...older } = line;
    expect(skuId).toBe('1010020027');
    return older;
  });
  await desk.db.update(offersTable).set({ lines });
  expect((await desk.get(`/d/${desk.token}`)).statusCode).toBe(404);
  await desk.db
    .update(renewalsTable)
    .set({ skuName: made?.lines[0]?.product ?? '' })
    .where(eq(renewalsTable.id, id));
  expect((await desk.get(`/d/${desk.token}`)).statusCode).toBe(200);
  await desk.db.update(subscriptionsTable).set({ skuId: '1' }).where(eq(subscriptionsTable.id, subscriptionId));
  expect((await desk.get(`/d/${desk.token}`)).statusCode).toBe(200);
});
