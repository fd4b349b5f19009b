import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { booksContactsTable, booksInvoicesTable as b } from '../../platform/db/tables/books.ts';
import { customersTable, resellersTable } from '../../platform/db/tables/customers.ts';
import { inboundMessagesTable } from '../../platform/db/tables/inbound.ts';
import { offersTable } from '../../platform/db/tables/offers.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { reminderStepsTable as t } from '../../platform/db/tables/reminders.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { mailServer } from '../../testing/mail-server.ts';
import { deliver } from '../outbox/jobs.ts';
import { deskWithPayer, payment, subjects, type PayerDesk } from './testing/payment-desk.ts';
import { LAST_DAY, noon, RAVI, step } from './testing/reminders-desk.ts';

const { mailbox, mailer } = await mailServer();

test('who decided is asked nothing more, and the payer is reminded of what is owed', async () => {
  const desk = await deskWithPayer();
  expect(await subjects(desk, '10-28')).toEqual(['ravi: Renewal of acme.example']);
  await desk.confirm();
  await desk.owe({ number: 'INV-7', balance: '59000.50', currency: 'INR' });
  await desk.owe({ number: 'INV-8', balance: '20.00', currency: 'USD', dueOn: null });
  // What nobody owes, and what is just on its way, is not named.
  await desk.owe({ number: 'INV-9', status: 'draft' });
  await desk.owe({ number: 'INV-10', balance: '0.00', status: 'paid' });
  await desk.owe({ number: 'INV-11', date: '2026-11-07' });
  expect(await subjects(desk, '11-06')).toEqual([]);
  await desk.readBooks('11-09');
  const [mail] = await desk.send(noon('11-09'));
  expect(mail?.subject).toBe('Payment for acme.example');
  expect(mail?.recipient).toBe('meera@acme.example');
  expect(mail?.body).toContain(
    'Thank you for your decision about acme.example: INR 59,000.50 and USD 20.00 is to be paid by 27-11-2026.',
  );
  expect(mail?.body).toContain('INV-7 of INR 59,000.50, due on 16-11-2026\nINV-8 of USD 20.00');
  expect(mail?.body).not.toMatch(/INV-9|INV-1[01]|Decide now/);
  expect(mail?.letter).toContainEqual(
    expect.objectContaining({ rows: [['INV-7', '16-11-2026', 'INR 59,000.50'], ['INV-8', '-', 'USD 20.00']] }), // prettier-ignore
  );
  // Nothing of it is to be decided: it has no offer but that of the first reminder.
  expect(await desk.db.$count(offersTable)).toBe(1);
  expect(await subjects(desk, '11-10')).toEqual([]);
});

test('a reminder of payment waits until it was decided and something is owed, however long', async () => {
  const desk = await deskWithPayer([payment(20), payment(10)]);
  expect(await subjects(desk, '11-09')).toEqual([]);
  expect(await subjects(desk, '11-12')).toEqual([]);
  await desk.confirm();
  expect(await subjects(desk, '11-16')).toEqual([]);
  expect(await desk.steps()).toEqual(['email-payment-20 meera planned', 'email-payment-10 meera planned']);
  await desk.owe();
  await desk.plan(noon('11-18'));
  await desk.plan(noon('11-19'));
  // One mail for both: a later one would say the same again.
  expect(await subjects(desk, '11-19')).toEqual(['meera: Payment for acme.example']);
  expect(await desk.steps()).toEqual(['email-payment-20 meera sent', 'email-payment-10 meera sent']);
});

test('one that waited to the end was stopped by nothing to pay, and one of an undecided term too', async () => {
  const desk = await deskWithPayer();
  const other = await desk.renewal({ domain: 'beta.example', customer: { email: RAVI } });
  await desk.plan();
  await desk.confirm();
  for (const day of ['11-09', '11-26', '11-30']) await subjects(desk, day);
  const rows = await desk.db.select().from(t).where(eq(t.purpose, 'payment'));
  const reasons = rows.map(({ renewalId, stoppedBy, reason }) => [renewalId === other.id, stoppedBy, reason]);
  expect(reasons).toContainEqual([false, 'nothing_owed', 'Nothing is owed.']);
  expect(reasons).toContainEqual([true, 'nothing_owed', 'The customer has not decided.']);
});

test('who wrote and waits for an answer is not reminded, and is once it was settled', async () => {
  const desk = await deskWithPayer([payment(20), payment(10)]);
  await desk.confirm();
  await desk.owe();
  const [message] = await desk.db
    .insert(inboundMessagesTable)
    .values({
      ...{
        messageId: '<1@acme.example>',
        kind: 'reply',
        from: RAVI,
        to: 'renew@desk.example',
        customerId: desk.acme.customerId,
      },
      ...{ subject: 'Paid?', text: 'We wonder', receivedAt: noon('11-05') },
    })
    .returning();
  expect(await subjects(desk, '11-09')).toEqual([]);
  expect(await desk.steps()).toContain('email-payment-20 meera planned');
  await desk.db
    .update(inboundMessagesTable)
    .set({ settledAt: noon('11-10') })
    .where(eq(inboundMessagesTable.id, message?.id ?? 0));
  expect(await subjects(desk, '11-12')).toEqual(['meera: Payment for acme.example']);
});

test('what is to be decided and what is to be paid are one mail', async () => {
  const desk = await deskWithPayer([step(20), payment(20, { to: 'first' })]);
  const beta = await desk.renewal({ domain: 'beta.example', customer: { email: RAVI } });
  const gamma = await desk.renewal({ domain: 'gamma.example', customer: { email: RAVI } });
  await desk.plan();
  await desk.confirm();
  await desk.confirm(gamma.id);
  await desk.owe({ number: 'INV-7' });
  await desk.owe({ number: 'INV-8' }, gamma.customerId);
  expect(await subjects(desk, '11-09')).toEqual(['ravi: Please decide on 1 renewal, by 27-11-2026']);
  const [mail] = await desk.mails();
  expect(mail?.body).toContain('beta.example');
  expect(mail?.body).toContain('For acme.example we have your decision, and INR 1,000.00 is still to be paid.');
  expect(mail?.body).toContain('INV-8 of INR 1,000.00, due on 16-11-2026');
  expect(beta.id).not.toBe(gamma.id);
  const offered = await desk.db.execute(sql`select renewal_id from offer_renewals`);
  expect(offered.rows).toEqual([{ renewal_id: beta.id }]);
});

test('several that were decided are one mail of payments alone', async () => {
  const desk = await deskWithPayer([payment(20, { to: 'first' })]);
  const beta = await desk.renewal({ domain: 'beta.example', customer: { email: RAVI } });
  await desk.plan();
  for (const id of [desk.acme.id, beta.id]) await desk.confirm(id);
  await desk.owe();
  await desk.owe({}, beta.customerId);
  expect(await subjects(desk, '11-09')).toEqual(['ravi: Payment for the renewals of acme.example and beta.example']);
  expect((await desk.mails())[0]?.body).toMatch(/For acme\.example .*For beta\.example /s);
});

test('a mail that waited does not leave once the invoice was paid', async () => {
  const desk = await deskWithPayer([payment(20)], { mailer });
  await desk.confirm();
  await desk.owe();
  await desk.readBooks('11-09');
  const [mail] = await desk.send(noon('11-09'));
  await desk.db.update(b).set({ balance: '0.00', status: 'paid' });
  await deliver({ id: mail?.id ?? 0 }, desk.services);
  expect(mailbox.messages()).toEqual([]);
  // It is owed again once something is.
  expect(await desk.steps()).toEqual(['email-payment-20 meera planned']);
  const [kept] = await desk.db.select({ reason: o.reason }).from(o);
  expect(kept?.reason).toBe('Not sent: Nothing is owed.');
});

test('a mail that waited is written anew once one of its invoices was paid', async () => {
  const desk = await deskWithPayer([payment(20)], { mailer });
  await desk.confirm();
  await desk.owe({ number: 'INV-7' });
  await desk.owe({ number: 'INV-8' });
  await desk.readBooks('11-09');
  const [mail] = await desk.send(noon('11-09'));
  desk.at(noon('11-10'));
  const paid = { balance: '0.00', status: 'paid', modifiedAt: new Date('2026-11-09T20:00:00Z') };
  await desk.db.update(b).set(paid).where(eq(b.number, 'INV-8'));
  await deliver({ id: mail?.id ?? 0 }, desk.services);
  expect(mailbox.messages()).toEqual([]);
  await desk.readBooks('11-10');
  const [anew] = await desk.send(noon('11-10'));
  expect(anew?.body).toContain('INV-7');
  expect(anew?.body).not.toContain('INV-8');
});

test('on the last day it still leaves, however long it waited', async () => {
  const desk = await deskWithPayer([payment(20)], { mailer });
  await desk.confirm();
  await desk.owe();
  await desk.readBooks(LAST_DAY.slice(5));
  const [mail] = await desk.send(noon(LAST_DAY.slice(5)));
  await deliver({ id: mail?.id ?? 0 }, desk.services);
  expect(mailbox.messages().map(({ subject }) => subject)).toEqual(['Payment for acme.example']);
});

test('a plan made in the course of a day leaves what waits as it is', async () => {
  const desk = await deskWithPayer([payment(20)], { mailer });
  for (const day of ['11-09', '11-17']) {
    expect(await subjects(desk, day)).toEqual([]);
    await desk.plan();
    expect(await desk.steps(), day).toEqual(['email-payment-20 meera planned']);
  }
});

test('invoices that nobody has read lately are not reminded of', async () => {
  const desk = await deskWithPayer([payment(20)], { mailer });
  await desk.confirm();
  await desk.owe();
  await desk.readBooks('11-07');
  expect(await desk.send(noon('11-09'))).toEqual([]);
  expect(await subjects(desk, '11-10')).toEqual(['meera: Payment for acme.example']);
});

test.each([
  [
    'of who has the same name alone',
    ({ db }: PayerDesk) => db.update(booksContactsTable).set({ email: 'x@other.example' }),
  ],
  ['to be paid after the last day', ({ db }: PayerDesk) => db.update(b).set({ dueOn: '2026-12-15' })],
  [
    'of who buys through a reseller now',
    async ({ db }: PayerDesk) => {
      const [way] = await db.insert(resellersTable).values({ name: 'North', companyName: 'North Ltd', email: 'desk@north.example' }).returning(); // prettier-ignore
      await db.update(customersTable).set({ resellerId: way?.id ?? 0 });
      await db.update(t).set({ recipient: 'desk@north.example' });
    },
  ],
])('an invoice %s is not reminded of', async (_, change) => {
  const desk = await deskWithPayer([payment(20)], { mailer });
  await desk.confirm();
  await desk.owe();
  await change(desk);
  expect(await subjects(desk, '11-09')).toEqual([]);
});

test('who was asked to pay about one renewal is asked about another a week later, not the next day', async () => {
  const desk = await deskWithPayer([payment(20)], { mailer });
  await desk.renewal({ domain: 'beta.example', renewal: { lastSafeDay: '2026-11-30' } });
  await desk.db.update(r).set({ customerId: desk.acme.customerId, confirmationStatus: 'Confirmation Received' });
  await desk.plan();
  await desk.owe();
  expect(await subjects(desk, '11-09')).toEqual(['meera: Payment for acme.example']);
  expect(await subjects(desk, '11-10')).toEqual([]);
  expect(await subjects(desk, '11-13')).toEqual([]);
  expect(await subjects(desk, '11-16')).toEqual(['meera: Payment for beta.example']);
});

test('who leaves by an instruction of staff pays for nothing', async () => {
  const desk = await deskWithPayer([payment(20)], { mailer });
  await desk.db.update(r).set({ instructionState: 'approved', wantedOutcome: 'end' });
  await desk.owe();
  expect(await subjects(desk, '11-09')).toEqual([]);
  expect(await desk.steps()).toEqual(['email-payment-20 meera left']);
});
