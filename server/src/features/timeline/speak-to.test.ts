import { timeline } from '@desk/contract/timeline';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { booksContactsTable } from '../../platform/db/tables/books.ts';
import { contactsTable, customersTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { inboundMessagesTable } from '../../platform/db/tables/inbound.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { NOW } from '../../platform/db/now.ts';
import { makeContact } from '../../testing/fixtures.ts';
import { deskWithMail, rawBounce, rawMail, RAVI } from '../inbound/testing/desk-with-mail.ts';

/** Ravi, who buys, and Meera, who pays, each with a number. */
async function room() {
  const desk = await deskWithMail();
  const numbered = (email: string, phone: string) =>
    desk.desk.db.update(contactsTable).set({ phone }).where(eq(contactsTable.email, email));
  await numbered(RAVI, '+91 98000 00001');
  await numbered('meera@acme.example', '+91 98000 00002');
  const speakTo = async (who = desk.tarun) =>
    (await who.calls(timeline.summary, { domain_name: 'acme.example' })).reply.speak_to;
  const { db } = desk.desk;
  const ofCustomer = (values: Partial<typeof customersTable.$inferInsert>) =>
    db.update(customersTable).set(values).where(eq(customersTable.id, desk.customerId));
  return { ...desk, db, speakTo, ofCustomer };
}
const person = (name: string, number: string, of = name) => ({ name, phone: { number, of } });
const MEERA = person('Meera Shah', '+91 98000 00002');
const RAVI_IYER = person('Ravi Iyer', '+91 98000 00001');

test('one speaks to who is asked first; where their mail came back, to who is asked next', async () => {
  const { speakTo, sent, receive } = await room();
  expect(await speakTo()).toEqual(RAVI_IYER);
  await receive(rawBounce({ to: (await sent()).address }));
  expect(await speakTo()).toEqual(MEERA);
});

test('one speaks to who answered, as long as nobody has seen to it', async () => {
  const { speakTo, sent, receive, db } = await room();
  await receive(rawMail({ from: 'Meera@acme.example', to: (await sent()).address }));
  expect(await speakTo()).toEqual(MEERA);
  await db.update(inboundMessagesTable).set({ settledAt: NOW });
  expect(await speakTo()).toEqual(RAVI_IYER);
});

test('who answered and is not known is named by the address, with the number of the company', async () => {
  const { speakTo, sent, receive, ofCustomer } = await room();
  await receive(rawMail({ from: 'new@acme.example', to: (await sent()).address }));
  expect(await speakTo()).toEqual({ name: 'new@acme.example', phone: null });
  await ofCustomer({ phone: '020 1000' });
  expect(await speakTo()).toEqual(person('new@acme.example', '020 1000', 'Acme Pvt Ltd'));
});

test.each([
  ['+919800000002', MEERA],
  ['+919800000009', person('+919800000009', '+919800000009')],
])('who answered by WhatsApp from %s is known by the number, or called there', async (from, expected) => {
  const { speakTo, customerId, db } = await room();
  await db.insert(inboundMessagesTable).values({
    ...{ channel: 'WhatsApp', messageId: 'wamid.1', kind: 'reply', from, to: 'desk', subject: '', text: 'Yes' },
    ...{ customerId, receivedAt: NOW },
  });
  expect(await speakTo()).toEqual(expected);
});

test('who wants to be spoken to before they decide is the one', async () => {
  const { speakTo, id, db, desk } = await room();
  const { id: accountId } = await desk.account({ email: 'meera@acme.example', kind: 'customer' });
  await db.insert(renewalDecisionsTable).values({ renewalId: id, accountId, decision: 'talk' });
  expect(await speakTo()).toEqual(MEERA);
});

test('an answer about another domain of the customer names nobody here, nor does one for who has no screen of renewals', async () => {
  const { speakTo, renewalOf, sent, receive, desk, db, customerId } = await room();
  const other = await renewalOf({ domain: 'other.example', externalId: 'other' });
  await db.update(renewalsTable).set({ customerId }).where(eq(renewalsTable.id, other.id));
  await receive(rawMail({ from: 'new@other.example', to: (await sent([other.id])).address }));
  expect(await speakTo()).toEqual(RAVI_IYER);
  await receive(rawMail({ from: 'new@acme.example', to: (await sent()).address }));
  const lata = await desk.as({ email: 'lata@desk.example', menus: ['renewal_dashboard'] });
  expect(await speakTo(lata)).toEqual(RAVI_IYER);
});

test('who has no number of their own is called at the company, and by the books where it has none', async () => {
  const { speakTo, db, ofCustomer, customerId } = await room();
  await db.update(contactsTable).set({ phone: ' ' });
  expect(await speakTo()).toEqual({ name: 'Ravi Iyer', phone: null });
  await db.insert(booksContactsTable).values({ zohoId: 'b-1', name: 'Acme', customerId, mobile: '+91 98 1' });
  expect(await speakTo()).toEqual(person('Ravi Iyer', '+91 98 1', 'Acme Pvt Ltd'));
  await ofCustomer({ phone: '020 1000' });
  expect(await speakTo()).toEqual(person('Ravi Iyer', '020 1000', 'Acme Pvt Ltd'));
});

test('where nobody can be written to, one speaks to the first who has a number; without any to nobody', async () => {
  const { speakTo, db, customerId } = await room();
  await db.update(contactsTable).set({ email: null, phone: null });
  await makeContact(db, customerId, { name: 'Tara Rao', roles: ['technician'], mobile: '+91 98000 00003' });
  expect(await speakTo()).toEqual(person('Tara Rao', '+91 98000 00003'));
  await db.update(contactsTable).set({ mobile: null });
  expect(await speakTo()).toBeNull();
});

test('of who buys through a reseller one speaks to the reseller', async () => {
  const { speakTo, db, ofCustomer } = await room();
  const reseller = { name: 'Zoe Rao', companyName: 'Partner Ltd', email: 'zoe@partner.example', phone: '022 2000' };
  const [row] = await db.insert(resellersTable).values(reseller).returning();
  await ofCustomer({ resellerId: row?.id ?? 0, phone: '020 1000' });
  expect(await speakTo()).toEqual(person('Zoe Rao', '022 2000'));
});
