import { followUp } from '@desk/contract/follow-up';
import { mailLog } from '@desk/contract/mail-log';
import { notifications } from '@desk/contract/notifications';
import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { resellersTable } from '../../platform/db/tables/customers.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { makeContact, makeRenewal } from '../../testing/fixtures.ts';
import { importFile } from '../imports/testing/files.ts';
import { clockFrom } from '../../testing/clock-from.ts';
import { testServer } from '../../testing/server.ts';

const RAVI = 'ravi@acme.example';
const NILA = 'nila@north.example';

/** A desk with one renewal of a customer that buys directly, or through North Cloud. */
async function deskWith(through: 'directly' | 'through North Cloud') {
  const desk = await testServer({ now: clockFrom('2027-03-10T06:00:00Z') });
  const asha = await desk.as();
  const north = { name: 'Nila Rao', companyName: 'North Cloud', email: NILA, phone: '9800000009' };
  const [reseller] = await desk.db.insert(resellersTable).values(north).returning();
  const { id, customerId } = await makeRenewal(desk.db, {
    customer: { resellerId: through === 'directly' ? null : (reseller?.id ?? null) },
    renewal: { price: '30000.00' },
  });
  await makeContact(desk.db, customerId, { name: 'Ravi Iyer', email: RAVI, phone: '98000 00001' });
  const decide = (form: object) =>
    asha.calls(followUp.saveStatus, { renewal_id: id, formData: { highlight: 'Green', ...form } });
  const preview = async (recipients?: string[]) =>
    (
      await asha.calls(notifications.preview, {
        renewal_id: id,
        notification_type: 'Email',
        ...(recipients && { recipients }),
      })
    ).reply;
  const send = (...emails: string[]) =>
    asha.calls(notifications.send, {
      requestBody: { renewal_id: id, notification_type: 'Email', emails, phones: [] },
    });
  const outbox = () => desk.db.select().from(outboxTable).orderBy(asc(outboxTable.id));
  return { desk, asha, id, decide, preview, send, outbox };
}
const CONFIRMED = { status: 'Confirmation Received', add_lic: '15', priceType: 'price', price: '1250' };

test('a customer who has confirmed is told what was recorded, and asked for nothing', async () => {
  const { decide, preview, send, outbox } = await deskWith('directly');
  expect((await decide(CONFIRMED)).status).toBe(200);

  const { text, subject } = await preview();
  expect((await send(RAVI)).status).toBe(200);

  expect(text).toContain('Licences: 40\nPrice: INR 1,250.00 per licence\nRenewal date: 01-04-2027');
  expect(text).not.toMatch(/confirm|30,000/);
  expect(await outbox()).toMatchObject([{ subject, body: text }]);
});

test("a reseller's customer: the reseller stands first and is told by default, with the price", async () => {
  const { asha, id, preview } = await deskWith('through North Cloud');

  const { reply } = await asha.calls(notifications.customer, { renewal_id: id });
  const { messages } = await preview();

  expect(reply.zoho_customer.map(({ addressee, company_name, email }) => [addressee, company_name, email])).toEqual([
    ['reseller', 'North Cloud', [NILA]],
    ['customer', 'Acme Pvt Ltd', [RAVI]],
  ]);
  expect(messages).toMatchObject([{ addressee: 'reseller', warning: null }]);
  expect(messages[0]?.text).toContain('Price: INR 30,000.00');
});

test("the desk's price never goes to a reseller's customer: the preview warns, and shows what goes to whom", async () => {
  const { preview, send, outbox } = await deskWith('through North Cloud');

  const { messages } = await preview([RAVI, NILA]);
  expect((await send(RAVI, NILA)).reply).toEqual({ queued: 2 });

  expect(messages.map(({ addressee, recipients }) => [addressee, recipients])).toEqual([
    ['reseller', [NILA]],
    ['customer', [RAVI]],
  ]);
  expect(messages[1]?.warning).toBe(
    "This customer buys through North Cloud. The message names no price and sends the customer to North Cloud; the reseller's own message has the price.",
  );
  const sent = new Map((await outbox()).map(({ recipient, body }) => [recipient, body]));
  expect(sent.get(RAVI)).toBe(messages[1]?.text);
  expect(sent.get(RAVI)).not.toContain('30,000');
  expect(sent.get(RAVI)).toContain('Please confirm the renewal with North Cloud.');
  expect(sent.get(NILA)).toBe(messages[0]?.text);
});

test('a message that is not true any more is not sent again: a new one is', async () => {
  const { desk, asha, decide, send, outbox } = await deskWith('directly');
  await send(RAVI);
  await desk.work();
  const [failed] = await outbox();
  const message_id = failed?.id ?? 0;
  await decide(CONFIRMED);

  expect(await asha.calls(notifications.resend, { message_id })).toMatchObject({
    status: 412,
    reply: { message: expect.stringMatching(/^What was recorded for the renewal has changed since/) as string },
  });
  expect((await asha.calls(mailLog.resend, { message_id })).status).toBe(412);
  expect((await send(RAVI)).status).toBe(200);
});

test('a request to confirm that still waits does not leave once the customer has decided', async () => {
  const { desk, decide, send, outbox } = await deskWith('directly');
  await send(RAVI);
  await decide(CONFIRMED);

  await desk.work();

  expect(await outbox()).toMatchObject([
    { state: 'failed', reason: 'Not sent: what was recorded for the renewal has changed since it was written' },
  ]);
});

test('a price or date that came by a file since is not told as it was', async () => {
  const { desk, asha, send, outbox } = await deskWith('directly');
  await send(RAVI);
  const file = 'Subscription Id,Renewal Date,Price\nS-1,01-04-2027,"45,000"\n';
  await desk.db.update(subscriptionsTable).set({ externalId: 'S-1', ownRenewalDate: '2027-04-01' });
  expect((await importFile(asha, file, 'renewal_dates')).status).toBe(200);

  await desk.work();

  expect(await outbox()).toMatchObject([
    { state: 'failed', reason: expect.stringMatching(/has changed since/) as string },
  ]);
});

test('what else is noted on a renewal keeps no message back', async () => {
  const { desk, asha, id, decide, send, outbox } = await deskWith('directly');
  await decide({ status: 'In Discussion' });
  await send(RAVI);
  await decide({ status: 'In Discussion', special_comments: 'Calls back on Monday' });
  await asha.calls(followUp.addComment, { renewal_id: id, comment: 'Calls back' });

  await desk.work();

  expect((await outbox()).map(({ reason }) => reason)).toEqual(['E-mail is not configured']);
});
