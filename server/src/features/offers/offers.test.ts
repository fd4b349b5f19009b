import { offers } from '@desk/contract/renewal-work/offers';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { documentHashOf } from '../../domain/offers/document.ts';
import { textOfPdf } from '../../platform/files/pdf/testing/read-text.ts';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { resellersTable, silencedAddressesTable } from '../../platform/db/tables/customers.ts';
import { decisionLinksTable, offersTable } from '../../platform/db/tables/offers.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { reminderPoliciesTable, reminderStepsTable } from '../../platform/db/tables/reminders.ts';
import { renewalDecisionsTable } from '../../platform/db/tables/renewal-decisions.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { testServer } from '../../testing/server.ts';
import { deskWithPricedRenewal, MEERA, NOW, RAVI } from './testing/priced-renewal.ts';

test('an offer is previewed as it would be sent, and nothing is written', async () => {
  const { desk, asha, id } = await deskWithPricedRenewal();

  const { status, reply } = await asha.calls(offers.preview, { renewal_ids: [id], message: 'As we discussed.' });

  expect(status).toBe(200);
  expect(reply).toMatchObject({
    company_name: 'Acme Pvt Ltd',
    offer: {
      version: 1,
      total: '50000.00',
      valid_until: '2027-04-01',
      lines: [
        { domain_name: 'acme.example', seats: 25, unit_price: '2000.00', amount: '50000.00', from: '2027-04-01' },
      ],
    },
    recipients: [{ address: RAVI, name: 'Ravi Iyer', as: 'buyer' }],
    problems: [],
    notes: [],
  });
  expect(reply.text).toContain('As we discussed.');
  expect(reply.text).toContain('http://desk.example/d/…');
  expect(await desk.db.$count(offersTable)).toBe(0);
});

test('sending makes the offer, a link for each recipient, their mails, and a line in the history', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();

  const { status, reply } = await send({ message: 'As we discussed.' });

  expect([status, reply]).toMatchObject([200, { version: 1, queued: 1 }]);
  const [mail] = await desk.db.select().from(outboxTable);
  // The key to somebody's decision is not in a column that staff can read.
  expect(mail).toMatchObject({
    recipient: RAVI,
    body: null,
    letter: null,
    purpose: 'renewal',
    offerId: reply.offer_id,
  });
  expect(await desk.db.select().from(decisionLinksTable)).toMatchObject([{ recipient: RAVI, name: 'Ravi Iyer' }]);
  const [renewal] = await desk.db.select().from(renewalsTable);
  expect(renewal).toMatchObject({
    followupComment: `Offer version 1 sent to Ravi Iyer (${RAVI})`,
    notification: 'queued',
  });
  const audited = await desk.db.select().from(auditLogTable).orderBy(asc(auditLogTable.id));
  expect(audited.map(({ action }) => action)).toEqual(['offer_made', 'offer_sent']);
  const list = await asha.calls(offers.list, { renewal_id: id });
  expect(list.reply.offers).toMatchObject([
    {
      ...{ version: 1, total: '50000.00', created_by: 'asha@desk.example', replaced_at: null },
      links: [{ recipient: RAVI, state: 'live', delivery: 'queued', openings: 0, forwarded_from: null }],
    },
  ]);
});

test('of one press too many one mail goes; on another day the offer can be sent again', async () => {
  let at = NOW();
  const desk = await testServer({ now: () => at });
  const { id, customerId } = await makeRenewal(desk.db);
  await makeContact(desk.db, customerId, { email: RAVI });
  let asha = await desk.as();
  const send = () => asha.calls(offers.send, { renewal_ids: [id], recipients: [RAVI] });

  const pressed = await Promise.all([send(), send(), send()]);

  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await desk.db.$count(outboxTable)).toBe(1);
  at = new Date('2027-03-11T06:00:00Z');
  asha = await desk.as({ email: 'ben@desk.example' });
  expect((await send()).reply).toMatchObject({ version: 1, queued: 1 });
  expect(await desk.db.$count(decisionLinksTable)).toBe(2);
});

test('a changed price is another version, and the links of the one before open nothing', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();
  await send();
  await desk.db.update(renewalsTable).set({ pricePerUser: '1900.00' });

  expect((await send()).reply).toMatchObject({ version: 2, queued: 1 });

  const { reply } = await asha.calls(offers.list, { renewal_id: id });
  expect(reply.offers.map(({ version, total, links }) => [version, total, links.map(({ state }) => state)])).toEqual([
    [2, '47500.00', ['live']],
    [1, '50000.00', ['revoked']],
  ]);
});

test('only those who can be asked get an offer: no viewer, no stranger', async () => {
  const { desk, send } = await deskWithPricedRenewal();
  for (const recipients of [[MEERA], ['somebody@else.example'], [RAVI, MEERA]])
    expect((await send({ recipients })).status).toBe(422);
  expect(await desk.db.$count(offersTable)).toBe(0);
  expect(await desk.db.$count(outboxTable)).toBe(0);
});

test('of a customer who buys through a reseller the reseller alone is asked', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();
  const reseller = { name: 'Tara Rao', companyName: 'Rao Cloud', email: 'tara@rao.example' };
  const [made] = await desk.db.insert(resellersTable).values(reseller).returning();
  await desk.db.execute(`update customers set reseller_id = ${made?.id ?? 0}`);

  const { reply } = await asha.calls(offers.preview, { renewal_ids: [id] });

  expect(reply.recipients).toEqual([{ address: 'tara@rao.example', name: 'Tara Rao', as: 'reseller' }]);
  expect(reply.notes).toEqual(['This customer buys through Rao Cloud, and only Rao Cloud is asked.']);
  expect((await send()).status).toBe(422);
  expect((await send({ recipients: ['tara@rao.example'] })).status).toBe(200);
});

test('what cannot be sent says why', async () => {
  const desk = await testServer({ now: NOW });
  const asha = await desk.as();
  const nobody = await makeRenewal(desk.db, { domain: 'nobody.example' });
  const over = await makeRenewal(desk.db, { domain: 'over.example', renewsOn: '2027-03-01' });
  await makeContact(desk.db, over.customerId, { email: RAVI });

  const unreachable = (await asha.calls(offers.preview, { renewal_ids: [nobody.id] })).reply;
  expect(unreachable.problems).toEqual([
    'Nobody of this customer can be reached. Enter the e-mail address of a contact first.',
  ]);
  expect(unreachable.notes).toEqual([
    'No price is known for Google Workspace Business Starter of nobody.example: the offer says “price on request”.',
  ]);
  const late = (await asha.calls(offers.preview, { renewal_ids: [over.id] })).reply;
  expect(late).toMatchObject({
    offer: null,
    problems: ['This cannot be decided any more: its last safe day has passed, or it is closed.'],
  });
  expect((await asha.calls(offers.send, { renewal_ids: [over.id], recipients: [RAVI] })).status).toBe(410);
  const both = { renewal_ids: [nobody.id, over.id] };
  expect((await asha.calls(offers.preview, both)).status).toBe(422);
  expect((await asha.calls(offers.send, { ...both, recipients: [RAVI] })).status).toBe(422);
  const unknown = { renewal_ids: [nobody.id, 999_999] };
  expect((await asha.calls(offers.preview, unknown)).status).toBe(404);
  expect((await asha.calls(offers.send, { ...unknown, recipients: [RAVI] })).status).toBe(404);
});

test('what else of the customer ends in the month is proposed, and one offer has a line for each', async () => {
  const { desk, asha, id, customerId, send } = await deskWithPricedRenewal();
  const other = await makeRenewal(desk.db, { domain: 'other.example', renewsOn: '2027-04-20' });
  const later = await makeRenewal(desk.db, { domain: 'later.example', renewsOn: '2027-06-01' });
  await desk.db.update(renewalsTable).set({ customerId });

  const { reply } = await asha.calls(offers.preview, { renewal_ids: [id] });
  expect(reply.others.map(({ renewal_id }) => renewal_id)).toEqual([other.id]);
  expect(later.id).toBeGreaterThan(0);

  expect((await send({ renewal_ids: [other.id, id] })).status).toBe(200);
  const [offer] = await desk.db.select().from(offersTable);
  expect(offer?.lines.map(({ domain }) => domain)).toEqual(['acme.example', 'other.example']);
  expect((await asha.calls(offers.list, { renewal_id: other.id })).reply.offers).toHaveLength(1);
});

test('a link is revoked once, and the audit log says whose it was', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();
  await send();
  const { reply } = await asha.calls(offers.list, { renewal_id: id });
  const link_id = reply.offers[0]?.links[0]?.link_id ?? 0;

  expect((await asha.calls(offers.revokeLink, { link_id })).status).toBe(200);
  expect((await asha.calls(offers.revokeLink, { link_id })).status).toBe(409);
  expect((await asha.calls(offers.revokeLink, { link_id: link_id + 1 })).status).toBe(404);

  expect((await asha.calls(offers.list, { renewal_id: id })).reply.offers[0]?.links[0]?.state).toBe('revoked');
  const [entry] = await desk.db.select().from(auditLogTable).where(eq(auditLogTable.action, 'offer_link_revoked'));
  expect(entry).toMatchObject({ actor: 'asha@desk.example', subject: 'customer' });
  expect(entry?.changes).toContainEqual({ field: 'recipient', old: RAVI, new: null });
});

test('a link whose mail came back has bounced, with the reason, until its address takes mail again', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();
  await send();
  const link = async () => (await asha.calls(offers.list, { renewal_id: id })).reply.offers[0]?.links[0];

  const reason = '550 5.1.1 No such user';
  const address = RAVI.toUpperCase();
  await desk.db.update(outboxTable).set({ state: 'sent' });
  await desk.db.insert(silencedAddressesTable).values({ address, cause: 'bounced', reason });
  expect(await link()).toMatchObject({ state: 'live', delivery: 'bounced', delivery_reason: reason });

  await desk.db.update(silencedAddressesTable).set({ createdAt: new Date('2027-01-01') });
  expect(await link()).toMatchObject({ delivery: 'sent' });
  await desk.db.update(silencedAddressesTable).set({ createdAt: NOW(), cause: 'unsubscribed' });
  expect(await link()).toMatchObject({ delivery: 'sent' });

  await desk.db.update(outboxTable).set({ state: 'failed', reason, isRecipientRefused: true });
  expect(await link()).toMatchObject({ delivery: 'bounced', delivery_reason: reason });
  await desk.db.update(outboxTable).set({ isRecipientRefused: false });
  expect(await link()).toMatchObject({ delivery: 'failed', delivery_reason: reason });
});

test('of a link that a reminder carried it tells what became of the reminder', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();
  await send();
  const [mail] = await desk.db.update(outboxTable).set({ offerId: null, state: 'sent' }).returning();
  const link = async () => (await asha.calls(offers.list, { renewal_id: id })).reply.offers[0]?.links[0];
  expect(await link()).toMatchObject({ delivery: null });

  const [policy] = await desk.db.insert(reminderPoliciesTable).values({ steps: [], isOn: true }).returning();
  await desk.db.insert(reminderStepsTable).values({
    ...{
      renewalId: id,
      policyId: policy?.id ?? 0,
      stepKey: 'email-30',
      purpose: 'decision',
      channel: 'Email',
      recipient: RAVI,
      dueOn: '2027-03-01',
    },
    ...{ state: 'sent', messageId: mail?.id, offerId: 1 },
  });
  expect(await link()).toMatchObject({ delivery: 'sent' });
});

test('of a link by which somebody decided several times the newest counts', async () => {
  const { desk, asha, id, send } = await deskWithPricedRenewal();
  await send();
  const [first, last] = [new Date('2027-03-11T11:22:00Z'), new Date('2027-03-12T08:00:00Z')];
  await desk.db.update(decisionLinksTable).set({ usedAt: first });
  await desk.db.insert(renewalDecisionsTable).values([
    { renewalId: id, linkId: 1, name: 'Ravi Iyer', decision: 'talk', createdAt: first },
    { renewalId: id, linkId: 1, name: 'Ravi Iyer', decision: 'renew', createdAt: last },
  ]);

  const { reply } = await asha.calls(offers.list, { renewal_id: id });

  expect(reply.offers[0]?.links[0]).toMatchObject({ state: 'used', used_at: last.toISOString() });
});

test('the quote of an offer is downloaded as it was made, and not at all where it would be another', async () => {
  const { desk, asha, send } = await deskWithPricedRenewal({ BUSINESS_LEGAL_NAME: 'Test Desk Private Limited' });
  const { offer_id } = (await send()).reply;

  const { status, headers, bytes } = await asha.calls(offers.document, { offer_id });

  expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="quote-2027-\d{6}-v1\.pdf"$/);
  const [offer] = await desk.db.select().from(offersTable);
  expect(documentHashOf(bytes)).toBe(offer?.documentHash);
  expect(textOfPdf(bytes).flat()).toContain('Test Desk Private Limited');
  expect((await asha.calls(offers.document, { offer_id: offer_id + 1 })).status).toBe(404);
  desk.services.config = { ...desk.services.config, BUSINESS_GSTIN: '27AAPFU0939F1ZV' };
  await desk.db.update(offersTable).set({ documentHash: 'another' });
  expect((await asha.calls(offers.document, { offer_id })).status).toBe(409);
});

test('who has no screen of renewals sees no offer and sends none', async () => {
  const { desk, id } = await deskWithPricedRenewal();
  const ben = await desk.as({ email: 'ben@desk.example', menus: ['all_users'] });
  const customer = await desk.as({ email: RAVI, kind: 'customer', role: 'CUSTOMER', menus: ['my_renewals'] });
  for (const caller of [ben, customer]) {
    expect((await caller.calls(offers.list, { renewal_id: id })).status).toBe(403);
    expect((await caller.calls(offers.preview, { renewal_ids: [id] })).status).toBe(403);
    expect((await caller.calls(offers.send, { renewal_ids: [id], recipients: [RAVI] })).status).toBe(403);
    expect((await caller.calls(offers.document, { offer_id: 1 })).status).toBe(403);
    expect((await caller.calls(offers.revokeLink, { link_id: 1 })).status).toBe(403);
  }
});
