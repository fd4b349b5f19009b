import type { BodyOf } from '@desk/contract/call';
import { isDue } from '@desk/contract/rules/announcements';
import { mailLog } from '@desk/contract/mail-log';
import { inArray } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { extendTimeouts } from '../../platform/db/connection/connect.ts';
import { holdMail, releaseMail } from '../../platform/outbox/mail-hold.ts';
import {
  auditEntriesAbout,
  releaseDedupeKeys,
  lockRenewalsOf,
  updateNotificationState,
  queueMessages,
  queueRenewalMessages,
  retryFailed,
  enqueueHeldDeliveries,
} from '../../platform/outbox/outbox.ts';
import { isTakenBack, skipSteps } from '../../domain/reminders/deliver.ts';
import { isOutdated } from '../../domain/messages/outdated.ts';
import { isStillRecipient } from '../../domain/messages/recipients.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { messagesToWithdraw, messageToResend, type MessageToResend } from './queries.ts';
import { keyOfCopy } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

type Renewals = Awaited<ReturnType<typeof lockRenewalsOf>>;

/** Queues a copy of a message that was sent; undefined while another copy of it waits. */
async function sendCopy(tx: Db, { actor }: ActorContext, message: MessageToResend, renewalIds: number[]) {
  const { channel, purpose, recipient, subject, body, sealed, template, parameters, expiresAt } = message;
  const { letter, sealedLetter, replyTo } = message;
  const dedupeKey = keyOfCopy(message);
  // An earlier copy gives its key away when it has left. The key is unique: of two who press at the same time, one is
  // told that a copy waits.
  await releaseDedupeKeys(tx, [dedupeKey], ['failed', 'sent']);
  const text = { subject, body, sealed, letter, sealedLetter, template, parameters };
  const original = { channel, purpose, recipient, replyTo, ...text, expiresAt };
  const copy = { ...original, dedupeKey, createdBy: actor.email };
  const [id] = await (renewalIds.length > 0 ? queueRenewalMessages(tx, renewalIds, copy) : queueMessages(tx, copy));
  return id;
}

/** @returns the number of the message that is on its way now. */
async function sendOnceMore(tx: Db, ctx: ActorContext, message: MessageToResend, renewals: Renewals): Promise<number> {
  const ids = renewals.map(({ id }) => id);
  const sent =
    message.state === 'failed' ? (await retryFailed(tx, message.id, ids))?.id : await sendCopy(tx, ctx, message, ids);
  return sent ?? refuse(mailLog.resend, 409);
}

/** The renewals that a message is about and the message, both held; refused where it must not leave once more. */
async function heldToResend(tx: Db, messageId: number) {
  const renewals = await lockRenewalsOf(tx, messageId);
  const message = (await messageToResend(tx, messageId)) ?? refuse(mailLog.resend, 404);
  if (message.purpose === 'otp') refuse(mailLog.resend, 423);
  if (message.state === 'queued') refuse(mailLog.resend, 409);
  if (message.expired) refuse(mailLog.resend, 412);
  if (!renewals.every(isDue)) refuse(mailLog.resend, 410);
  const ids = renewals.map(({ id }) => id);
  if (!(await isStillRecipient(tx, ids, message))) refuse(mailLog.resend, 422);
  if ((await isOutdated(tx, ids, message.createdAt)) || (await isTakenBack(tx, messageId))) refuse(mailLog.resend, 412);
  return { renewals, message };
}

/** Tells browsers what has become of messages and of the renewals that they are about. */
function notify(ctx: ActorContext, renewals: Renewals): void {
  ctx.announce({ kind: 'mail' });
  for (const month of new Set(renewals.map(({ termEnd }) => termEnd.slice(0, 7))))
    ctx.announce({ kind: 'month', month });
  for (const renewal_id of new Set(renewals.map(({ id }) => id))) ctx.announce({ kind: 'notification', renewal_id });
}

export async function resend({ message_id }: BodyOf<typeof mailLog.resend>, ctx: ActorContext) {
  const renewals = await ctx.write(async (tx) => {
    const { renewals, message } = await heldToResend(tx, message_id);
    const sent = await sendOnceMore(tx, ctx, message, renewals);
    const { channel: notification_type, recipient: recipients } = message;
    const copy = sent === message.id ? {} : { copy: sent };
    const entry = { action: 'mail_sent_again', subject: 'mail', subjectId: message.id };
    const about = auditEntriesAbout('notification_queued_again', renewals, message);
    await audit(
      tx,
      ctx,
      { ...entry, changes: changesBetween({}, { notification_type, recipients, ...copy }) },
      ...about,
    );
    return renewals;
  });
  notify(ctx, renewals);
  return {};
}

/** Ends messages that the caller holds, as if they had failed: they may be sent again, or be written anew. */
const end = (tx: Db, ids: number[], reason: string) =>
  tx
    .update(outboxTable)
    .set({ state: 'failed', reason, leasedUntil: null, nextTryAt: null, finishedAt: NOW })
    .where(inArray(outboxTable.id, ids));

export async function withdraw({ message_ids }: BodyOf<typeof mailLog.withdraw>, ctx: ActorContext) {
  const named = [...new Set(message_ids)];
  const { count, about } = await ctx.write(async (tx) => {
    await extendTimeouts(tx);
    const renewals = await lockRenewalsOf(tx, ...named);
    const messages = await messagesToWithdraw(tx, named);
    if (messages.length === 0) refuse(mailLog.withdraw, 409);
    const ids = new Set(messages.map(({ id }) => id));
    const reason = `Withdrawn by ${ctx.actor.email}`;
    await end(tx, [...ids], reason);
    await skipSteps(tx, [...ids], reason);
    const about = renewals.filter(({ messageId }) => ids.has(messageId));
    if (about.length > 0)
      await updateNotificationState(
        tx,
        about.map(({ id }) => id),
      );
    // One by one: a message to a reseller is about hundreds of renewals.
    for (const message of messages) {
      const changes = changesBetween({}, { notification_type: message.channel, recipients: message.recipient });
      const its = about.filter(({ messageId }) => messageId === message.id);
      const entry = { action: 'mail_withdrawn', subject: 'mail', subjectId: message.id, changes };
      await audit(tx, ctx, entry, ...auditEntriesAbout('notification_withdrawn', its, message));
    }
    return { count: messages.length, about };
  });
  notify(ctx, about);
  return { withdrawn: count, left: named.length - count };
}

/** A message that is being sent at that moment may still leave; one that was taken later is not. */
export async function hold({ held }: BodyOf<typeof mailLog.hold>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    await extendTimeouts(tx);
    const isNew = held ? await holdMail(tx, ctx.actor.email) : await releaseMail(tx);
    if (!isNew) return;
    if (!held) await enqueueHeldDeliveries(tx);
    await audit(tx, ctx, { action: held ? 'mail_held' : 'mail_released', subject: 'mail', changes: [] });
  });
  ctx.announce({ kind: 'mail' });
  return {};
}
