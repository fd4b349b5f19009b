import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { receiveMail } from '../../domain/inbound/receive.ts';
import { domainsTable } from '../../platform/db/tables/customers.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable } from '../../platform/db/tables/subscriptions.ts';
import { messageIdOf } from '../../platform/outbox/message-id.ts';
import { makeContact } from '../../testing/fixtures.ts';
import { noon, RAVI, remindersDesk, step, type RemindersDesk } from './testing/reminders-desk.ts';

/** Another subscription of the first customer, which ends later. */
async function laterOne({ db, acme, renewal }: RemindersDesk) {
  const later = { renewal: { lastSafeDay: '2026-12-10' }, renewsOn: '2026-12-14' };
  const { id, subscriptionId } = await renewal({ domain: 'acme-two.example', ...later });
  const mine = { customerId: acme.customerId };
  await db.update(domainsTable).set(mine).where(eq(domainsTable.name, 'acme-two.example'));
  await db.update(subscriptionsTable).set(mine).where(eq(subscriptionsTable.id, subscriptionId));
  await db.update(renewalsTable).set(mine).where(eq(renewalsTable.id, id));
}

const answerTo = (inReplyTo: string) =>
  Buffer.from(
    [
      ...[`From: ${RAVI}`, 'To: desk@desk.example', 'Subject: Re: Renewal', 'Message-ID: <a1@acme.example>'],
      ...[`In-Reply-To: ${inReplyTo}`, 'Content-Type: text/plain', ''],
      ...['We are thinking about all of it, please wait.', ''],
    ].join('\r\n'),
  );

test.each([
  ['one customer', false],
  ['two customers', true],
])('who answers a mail about %s is reminded of none of theirs', async (_, isOfTwo) => {
  const desk = await remindersDesk({ steps: [step(30)] });
  if (isOfTwo) {
    const other = await desk.renewal({ domain: 'beta.example' });
    await makeContact(desk.db, other.customerId, { name: 'Ravi Iyer', email: RAVI });
  }
  await laterOne(desk);
  await desk.plan(noon('10-20'));
  const [mail, ...more] = await desk.send(noon('10-28'));
  expect(more).toEqual([]);
  await desk.db.update(o).set({ state: 'sent', finishedAt: noon('10-28') });

  const raw = answerTo(messageIdOf(mail ?? expect.unreachable('nobody was reminded'), desk.services.config.MAIL_FROM));
  expect(await receiveMail(desk.services, raw, noon('10-29'))).toBe('kept');

  expect(await desk.send(noon('11-10'))).toEqual([]);
});
