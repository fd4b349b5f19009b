import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { deskWithRenewal, mailbox, MEERA, messages, RAVI } from './testing/external-services.ts';

const replyToOf = (mail: ReturnType<typeof mailbox.messages>[number] | undefined) =>
  mail?.headers.find(({ name }) => name.toLowerCase() === 'reply-to')?.value;

test('where answers are read each mail about a renewal has an address of its own for them, and one to ask for no more', async () => {
  const { desk, asha, id, send } = await deskWithRenewal('Acme', { REPLY_ADDRESS: 'renew@reseller.example' });
  await desk.db.update(renewalsTable).set({ assignedToId: asha.id }).where(eq(renewalsTable.id, id));
  await send({ emails: [RAVI, MEERA] });
  const notice = { channel: 'Email', purpose: 'notice', recipient: RAVI, body: 'Hello', createdBy: 'system' } as const;
  await queueMessages(desk.db, { ...notice, subject: 'Notice', replyTo: 'asha@desk.example' });
  await desk.work();

  const mails = mailbox.messages().filter(({ subject }) => subject !== 'Notice');
  const tokens = (await messages(desk)).flatMap(({ replyToken }) => replyToken ?? []);
  expect(new Set(tokens).size).toBe(2);
  expect(mails.map(replyToOf).toSorted()).toEqual(tokens.map((token) => `renew+${token}@reseller.example`).toSorted());
  const [mail] = mails;
  expect(mail?.headers.find(({ name }) => name === 'List-Unsubscribe')?.value).toBe(
    `<mailto:${replyToOf(mail) ?? ''}?subject=unsubscribe>`,
  );
  const [noticed] = mailbox.messages().filter(({ subject }) => subject === 'Notice');
  expect(replyToOf(noticed)).toBe('asha@desk.example');
  expect(noticed?.headers.some(({ name }) => name === 'List-Unsubscribe')).toBe(false);
});
