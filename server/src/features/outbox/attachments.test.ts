import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { documentHashOf, issuerOf, offerDocument } from '../../domain/offers/document.ts';
import { documentOfOffer } from '../../domain/offers/read-document.ts';
import { OFFER, offerLine } from '../../domain/offers/testing/offer.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import { offersTable } from '../../platform/db/tables/offers.ts';
import type { TestServer } from '../../testing/server.ts';
import { deskWithRenewal, mailbox, messages, RAVI } from './testing/external-services.ts';

/** An offer of the renewal's customer, and a mail that carries it. */
async function mailedOffer({ db, services: { config } }: TestServer, renewalId: number) {
  const { rows } = await db.execute<{ id: number }>('select customer_id as id from renewals');
  const content = { ...OFFER, customerId: rows[0]?.id ?? 0, lines: [offerLine({ renewalId })] };
  const documentHash = documentHashOf(await offerDocument(content, issuerOf(config)));
  const [offer] = await db
    .insert(offersTable)
    .values({ ...content, documentHash })
    .returning();
  const offerId = offer?.id ?? 0;
  const mail = {
    channel: 'Email',
    purpose: 'notice',
    recipient: RAVI,
    subject: 'Your renewal',
    body: 'Hello',
  } as const;
  await queueMessages(db, { ...mail, createdBy: 'system', offerId });
  return offerId;
}

test('the document of an offer goes with its mail, made of what is stored', async () => {
  const { desk, id } = await deskWithRenewal();
  const offerId = await mailedOffer(desk, id);

  await desk.work();

  expect(await messages(desk)).toMatchObject([{ state: 'sent' }]);
  const [mail] = mailbox.messages();
  expect(mail).toMatchObject({
    text: 'Hello\n',
    attachments: [{ name: expect.stringMatching(/^quote-2026-\d{6}-v2\.pdf$/) as string, type: 'application/pdf' }],
  });
  const saved = await fetch(`${mailbox.url}/mails/${mail?.id ?? ''}/attachments/0`);
  const bytes = Buffer.from(await saved.arrayBuffer());
  expect(bytes.equals(await documentOfOffer(desk.db, desk.services.config, offerId))).toBe(true);
  const [offer] = await desk.db.select().from(offersTable).where(eq(offersTable.id, offerId));
  expect(documentHashOf(bytes)).toBe(offer?.documentHash);
});

test('a document that would not be the one that was offered is never sent', async () => {
  const { desk, id } = await deskWithRenewal();
  await mailedOffer(desk, id);
  const { config } = desk.services;
  desk.services.config = { ...config, BUSINESS_GSTIN: '27AAPFU0939F1ZV' };

  await desk.work();

  expect(mailbox.messages()).toEqual([]);
  expect(await messages(desk)).toMatchObject([
    {
      state: 'failed',
      reason: 'Not sent: its quote can no longer be made as it was. Send a new offer',
    },
  ]);
});

test('a mail without an offer has no attachment', async () => {
  const { desk, send } = await deskWithRenewal();
  await send();
  await desk.work();
  expect(mailbox.messages()[0]?.attachments).toEqual([]);
});
