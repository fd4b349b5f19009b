import { ownRenewals } from '@desk/contract/own-renewals';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeLink } from '../../domain/offers/links.ts';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { decisionLinksTable, offersTable } from '../../platform/db/tables/offers.ts';
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

/** The link that who asks for a new one gets by mail. */
async function newLink(desk: Desk) {
  await desk.post(`/d/${desk.token}`, { what: 'new-link' });
  await desk.work();
  const [mail] = (await desk.mails('ravi@acme.example')).slice(-1);
  return linkIn(mail?.text);
}

/** Another subscription of the customer, in one offer with the first. */
async function withOther(desk: Desk) {
  const { db, customerId } = desk;
  const other = await desk.add({ domain: 'acme-labs.example' });
  await db.update(renewalsTable).set({ customerId }).where(eq(renewalsTable.id, other.id));
  await db.update(subscriptionsTable).set({ customerId }).where(eq(subscriptionsTable.id, other.subscriptionId));
  return { other, both: await desk.offer(desk.renewal.id, other.id) };
}

test('nobody decides about a product that they have no longer; who asks for a new link is offered the one that they have', async () => {
  const desk = await offered();
  const page = (await desk.get(`/d/${desk.token}`)).body;
  expect(page).toContain('Google Workspace Enterprise Plus');
  await takesAnother(desk);

  expect((await desk.get(`/d/${desk.token}`)).statusCode).toBe(404);
  const late = await desk.post(`/d/${desk.token}`, { ...desk.fieldsOf(page), choice: 'renew' });
  expect(late.statusCode).toBe(404);
  expect(await desk.decisions()).toEqual([]);

  const own = await newLink(desk);
  const again = await desk.get(`/d/${own}`);
  expect(again.statusCode).toBe(200);
  expect(again.body).toContain(STANDARD);
  expect(again.body).not.toContain('Enterprise Plus');
  expect((await desk.decide(own, { choice: 'renew' })).statusCode).toBe(303);
  expect(await desk.decisions()).toHaveLength(1);
});

test('an offer of a term that ends on another day by now decides nothing; who asks for a new link is offered the term as it is', async () => {
  const desk = await offered();
  expect((await desk.decide(desk.token, { choice: 'renew' })).statusCode).toBe(303);
  await desk.db.update(renewalsTable).set({ termEnd: '2026-12-20' });

  expect((await desk.get(`/d/${desk.token}`)).statusCode).toBe(404);
  const own = await newLink(desk);
  const again = await desk.get(`/d/${own}`);

  expect(again.statusCode).toBe(200);
  expect(again.body).toContain('on 20 December 2026</h1>');
  expect(again.body).not.toContain('2 December 2026');
});

test('what was offered of the product of before, and decided, is offered anew beside another renewal', async () => {
  const desk = await offered();
  const { other, both } = await withOther(desk);
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

test('another product of the same name: who asks for a new link has one that opens', async () => {
  const desk = await offered();
  await desk.db.update(subscriptionsTable).set({ skuId: '1010020028' });
  expect((await desk.get(`/d/${desk.token}`)).statusCode).toBe(404);
  await desk.post(`/d/${desk.token}`, { what: 'new-link' });
  await desk.work();
  const [mail] = (await desk.mails('ravi@acme.example')).slice(-1);
  expect((await desk.get(`/d/${linkIn(mail?.text)}`)).statusCode).toBe(200);
});

test('a new link leaves as it was what was decided beside the product that changed', async () => {
  const desk = await offered();
  const { other, both } = await withOther(desk);
  const token = await desk.linkFor('ravi@acme.example', 'Ravi Iyer', both?.id);
  expect((await desk.decide(token, { choice: 'renew' }, other.id)).statusCode).toBe(303);
  await takesAnother(desk);
  await desk.db.update(renewalsTable).set({ price: '3000000.00' }).where(eq(renewalsTable.id, other.id));
  await desk.post(`/d/${token}`, { what: 'new-link' });
  await desk.work();
  const [newest] = (await desk.db.select().from(offersTable).orderBy(offersTable.id)).slice(-1);
  expect(newest?.version).toBe((both?.version ?? 0) + 1);
  const lineIn = (made: typeof both) => made?.lines.find(({ renewalId }) => renewalId === other.id);
  expect(lineIn(newest)).toEqual(lineIn(both));
});

test('to whom it was passed on gets the new link that they ask for', async () => {
  const desk = await offered();
  const [first] = await desk.db.select().from(decisionLinksTable);
  const priya = { address: 'priya@acme.example', name: 'Priya', contactId: null, forwardedFromId: first?.id ?? 0 };
  const passedOn = await desk.db.transaction((tx) => makeLink(tx, desk.first?.id ?? 0, priya));
  await takesAnother(desk);
  await desk.post(`/d/${passedOn}`, { what: 'new-link' });
  await desk.work();
  expect(await desk.mails('ravi@acme.example')).toHaveLength(0);
  const [mail] = await desk.mails(priya.address);
  expect((await desk.get(`/d/${linkIn(mail?.text)}`)).statusCode).toBe(200);
});

/** What the portal shows as the price of a renewal, and what the mail that confirms its decision tells. */
async function pricesOf(desk: Desk, renewalId: number, isOwn?: ReturnType<typeof eq>) {
  const mira = await desk.as({ email: 'mira@acme.example', name: 'Mira Sen', kind: 'customer' });
  await desk.db.update(domainsTable).set({ ownerId: mira.id }).where(isOwn);
  const { renewals } = (await mira.calls(ownRenewals.list, {})).reply;
  const shown = renewals.find((one) => one.renewal_id === renewalId)?.next_term?.amount;
  expect((await mira.calls(ownRenewals.decide, { renewal_id: renewalId, decision: 'renew' })).status).toBe(200);
  const [mail] = await desk.mails('mira@acme.example');
  const confirmed = /INR ([\d,.]+\d)/.exec(mail?.text ?? '')?.[1];
  return {
    shown: shown === undefined ? undefined : Number(shown),
    confirmed: confirmed && Number(confirmed.replaceAll(',', '')),
  };
}

test('the portal shows the price that its mail of confirmation tells', async () => {
  const desk = await offered();
  const { other } = await withOther(desk);
  await takesAnother(desk);
  await desk.db.update(renewalsTable).set({ price: '3000000.00' }).where(eq(renewalsTable.id, other.id));
  const { shown, confirmed } = await pricesOf(desk, other.id);
  expect(shown).toBe(2_051_262);
  expect(confirmed).toBe(shown);
});

test('of an offer in which something of others stands neither tells a price', async () => {
  const desk = await offered();
  await withOther(desk);
  await takesAnother(desk);
  const isOwn = eq(domainsTable.name, 'acme.example');
  expect(await pricesOf(desk, desk.renewal.id, isOwn)).toEqual({ shown: undefined, confirmed: undefined });
});
