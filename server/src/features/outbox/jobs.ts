import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { extendTimeouts } from '../../platform/db/connection/connect.ts';
import { createLeasedQueue, retryDelay, type Leased } from '../../platform/queue/leased-queue.ts';
import { MAIL_IS_HELD } from '../../platform/outbox/mail-hold.ts';
import { announceEnd, noteEnd } from '../../domain/messages/message-end.ts';
import { isOutdated } from '../../domain/messages/outdated.ts';
import { enqueueDelivery, lockRenewalsOf } from '../../platform/outbox/outbox.ts';
import { outboxRenewalsTable as m, outboxTable as o } from '../../platform/db/tables/outbox.ts';
import {
  lookAgain,
  sendSkipped,
  skipSteps,
  takeBack,
  waitUntilOpen,
  whyStopped,
  type Late,
} from '../../domain/reminders/deliver.ts';
import { unseal } from '../../platform/crypto/secret.ts';
import { htmlOf } from '../../platform/mail/html.ts';
import { contentFromText, type MailContent } from '../../platform/mail/content.ts';
import { PAUSES, LONG_PAUSE } from './rules.ts';
import { messageIdOf } from '../../platform/outbox/message-id.ts';
import { answerAddress } from '../../platform/outbox/reply-token.ts';
import { DocumentDiffers, readDocument } from '../../domain/offers/read-document.ts';
import type { Attachment } from '../../integrations/mail/mailer.ts';
import type { Unsent } from '../../integrations/mail/problem.ts';
import { NOW } from '../../platform/db/now.ts';

type Message = Leased<typeof o>;
type Result = { outcome: 'sent'; providerId: string } | Unsent;

/** Template of messages that were written before their templates were. */
const FIRST_TEMPLATE = 'renewal_reminder_v1';
const OVERTAKEN = 'Not sent: what was recorded for the renewal has changed since it was written';

const DIFFERS = 'Not sent: its quote can no longer be made as it was. Send a new offer';

const queue = createLeasedQueue({
  table: o,
  open: ['queued'],
  // An expired message is taken all the same: it ends there, and is not sent.
  isReady: sql`(${o.purpose} = 'otp' or ${o.expiresAt} <= ${NOW} or not ${MAIL_IS_HELD})`,
  enqueue: async (db, id, options) => {
    const [message] = await db.select({ id: o.id, purpose: o.purpose }).from(o).where(eq(o.id, id));
    if (message) await enqueueDelivery(db, message, options);
  },
});

/** The HTML's content; of a message that was written without it, the paragraphs of its text. */
function contentOf({ letter, sealedLetter }: Message, text: string, { secret }: Services): MailContent {
  if (sealedLetter) return JSON.parse(unseal(secret, sealedLetter)) as MailContent;
  return letter ? (letter as MailContent) : contentFromText(text);
}

/** Where a mail is answered to: its own address where answers are read. To that one its recipient can also say that it was the last. */
function answeredTo(
  { replyToken, replyTo, purpose }: Message,
  { REPLY_ADDRESS, MAIL_REPLY_TO }: Services['config'],
): { replyTo?: string | undefined; unsubscribe?: string } {
  if (REPLY_ADDRESS === undefined || replyToken === null) return { replyTo: replyTo ?? MAIL_REPLY_TO };
  const address = answerAddress(REPLY_ADDRESS, replyToken);
  // Nobody unsubscribes from the receipt of what they did themselves.
  return { replyTo: address, ...(purpose === 'renewal' && { unsubscribe: `mailto:${address}?subject=unsubscribe` }) };
}

/** The document of the offer that a mail is about, as the offer was made; what that would not be is never sent. */
async function attachmentsOf({ offerId }: Message, { db, config }: Services): Promise<readonly Attachment[]> {
  const document = offerId === null ? undefined : await readDocument(db, config, offerId);
  return document ? [{ ...document, type: 'application/pdf' }] : [];
}

async function sendMail(message: Message, text: string, services: Services): Promise<Result> {
  const { clients, config } = services;
  if (!clients.mailer) return { outcome: 'failed', reason: 'E-mail is not configured' };
  let attachments: readonly Attachment[];
  try {
    attachments = await attachmentsOf(message, services);
  } catch (error) {
    if (error instanceof DocumentDiffers) return { outcome: 'failed', reason: DIFFERS };
    throw error;
  }
  const subject = message.subject ?? '';
  const { replyTo, unsubscribe } = answeredTo(message, config);
  const mail = {
    to: message.recipient,
    subject,
    text,
    html: htmlOf({ subject, brand: config.BRAND_NAME }, contentOf(message, text, services)),
    ...(replyTo !== undefined && { replyTo }),
    ...(unsubscribe !== undefined && { unsubscribe }),
    messageId: messageIdOf(message, config.MAIL_FROM),
    attachments,
  };
  const sent = await clients.mailer.send(mail);
  return sent.outcome === 'sent' ? { outcome: 'sent', providerId: sent.response } : sent;
}

async function dispatch(message: Message, services: Services): Promise<Result> {
  const { channel, recipient: to, sealed, body, parameters } = message;
  const text = sealed ? unseal(services.secret, sealed) : (body ?? '');
  const { messenger } = services.clients;
  if (channel === 'Email') return sendMail(message, text, services);
  if (channel === 'Chat') return messenger.send({ channel: 'chat', text });
  if (channel === 'SMS') return messenger.send({ channel: 'sms', to, text });
  const template = message.template ?? FIRST_TEMPLATE;
  return messenger.send({ channel: 'whatsapp', to, template, language: 'en', parameters: parameters ?? [] });
}

/** Who is reminded within the days of grace is reminded in time: until they are over it is tried, however long a mail server is away. */
const pauseAfter = ({ attempts, expiresAt, purpose }: Message, share: number): number | undefined =>
  retryDelay(PAUSES, attempts, share) ??
  (purpose === 'renewal' && expiresAt !== null ? retryDelay([LONG_PAUSE], 1, share) : undefined);

const noteUnsent = (tx: Db, message: Message) =>
  tx
    .update(o)
    .set({ surelyUnsent: sql`${o.surelyUnsent} + 1` })
    .where(queue.thisTry(message));

/** @returns how the message ended; undefined while it may go out yet, or where another try has decided. */
async function settle(tx: Db, message: Message, result: Result) {
  if (result.outcome === 'retry') {
    const delay = pauseAfter(message, randomInt(1_000) / 1_000);
    if (delay !== undefined) {
      await queue.retryLater(tx, message, result.reason, delay);
      if (result.mayHaveArrived !== true) await noteUnsent(tx, message);
      return undefined;
    }
  }
  const outcome =
    result.outcome === 'sent'
      ? { state: 'sent' as const, providerId: result.providerId, reason: null }
      : { state: 'failed' as const, reason: result.reason, isRecipientRefused: result.isRecipientRefused === true };
  const [ended] = await tx
    .update(o)
    .set({ ...outcome, leasedUntil: null, nextTryAt: null, finishedAt: NOW })
    .where(queue.thisTry(message))
    .returning({ state: o.state, reason: o.reason });
  return ended;
}

/** What a try that is over means for the reminders that its message was written for. A refused recipient's are another person's next. */
async function settleSteps(tx: Db, message: Message, result: Result): Promise<void> {
  if (message.purpose !== 'renewal') return;
  if (result.outcome === 'sent') await sendSkipped(tx, message);
  else if (result.isRecipientRefused !== true) await skipSteps(tx, [message.id], result.reason);
}

/** Writes the outcome of a try, and what it means for the renewals that the message is about. @param late it was not tried: a message of reminders */
async function finish(message: Message, result: Result, services: Services, late?: Late): Promise<void> {
  const held = await services.db.transaction(async (tx) => {
    // An outcome that is not written sends the message again: better to wait.
    await extendTimeouts(tx);
    const renewals = await lockRenewalsOf(tx, message.id);
    const ended = await settle(tx, message, result);
    if (ended) await (late ? takeBack(tx, message, late) : settleSteps(tx, message, result));
    await noteEnd(tx, renewals, { ...message, ended });
    return renewals;
  });
  announceEnd(services, held);
}

/** Too late to be sent. */
const isExpired = ({ expiresAt, takenAt }: Message) => expiresAt !== null && expiresAt <= takenAt;

/** Why a message must not leave any more: it may have waited for days. @param late of a message of reminders */
async function whyNot(db: Db, message: Message, late: Late | undefined): Promise<string | undefined> {
  if (isExpired(message)) return 'expired';
  if (message.purpose !== 'renewal') return undefined;
  const stopped = late && whyStopped(late);
  if (stopped !== undefined) return stopped;
  const about = await db.select({ id: m.renewalId }).from(m).where(eq(m.messageId, message.id));
  const ids = about.map(({ id }) => id);
  return (await isOutdated(db, ids, message.createdAt)) ? OVERTAKEN : undefined;
}

/** Sends one message of the outbox, if it is due and not leased by another worker. */
export async function deliver(payload: Record<string, unknown>, services: Services): Promise<void> {
  const message = await queue.take(services.db, Number(payload['id']));
  if (!message) {
    // It may be held: then one more waits.
    services.announce({ kind: 'mail' });
    return;
  }
  const late = message.purpose === 'renewal' ? await lookAgain(message, services) : undefined;
  const reason = await whyNot(services.db, message, late);
  if (reason !== undefined) {
    await finish(message, { outcome: 'failed', reason }, services, late);
    return;
  }
  if (late && late.waitMinutes > 0) {
    await waitUntilOpen(services.db, message, late.waitMinutes);
    return;
  }
  const result = await queue.underLease(message, services, () => dispatch(message, services));
  await finish(message, result, services);
}

export const sweepOutbox = queue.sweep;
export const wakeOutbox = queue.wake;
