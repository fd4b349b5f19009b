import type { BodyOf } from '@desk/contract/call';
import { isDue } from '@desk/contract/rules/announcements';
import { notifications } from '@desk/contract/notifications';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit } from '../../platform/audit/audit.ts';
import { auditEntriesAbout, lockRenewalsOf, queueRenewalMessages, retryFailed } from '../../platform/outbox/outbox.ts';
import { isTakenBack } from '../../domain/reminders/deliver.ts';
import { isOutdated } from '../../domain/messages/outdated.ts';
import { asStored, isStillRecipient } from '../../domain/messages/recipients.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addresseesOf, lockToNotify, textOf, writerOf, type Notifiable, type Writer } from './queries.ts';

type Request = BodyOf<typeof notifications.send>['requestBody'];

/** The messages that go to the chosen recipients; refused unless all of these are contacts of that customer, or its reseller. */
async function messagesFor(tx: Db, renewal: Notifiable, request: Request, writer: Writer) {
  const type = request.notification_type;
  const wanted = asStored(type, type === 'Email' ? request.emails : request.phones);
  const addressees = await addresseesOf(tx, renewal);
  const allowed = new Map(
    addressees.flatMap(({ to, emails, phones }) => (type === 'Email' ? emails : phones).map((one) => [one, to])),
  );
  if (wanted.length === 0) refuse(notifications.send, 422);
  return wanted.toSorted().map((recipient) => {
    const to = allowed.get(recipient) ?? refuse(notifications.send, 422);
    const { text: body, ...written } = textOf(type, { renewal, to }, writer);
    return { recipient, body, ...written, replyTo: type === 'Email' ? renewal.assignee : null };
  });
}

/** Tells open browsers of a renewal's messages and of its row. */
const notify = ({ announce }: ActorContext, { id, termEnd }: { id: number; termEnd: string }) => {
  announce({ kind: 'month', month: termEnd.slice(0, 7) });
  announce({ kind: 'notification', renewal_id: id });
};

export async function send({ requestBody: request }: BodyOf<typeof notifications.send>, ctx: ActorContext) {
  const { actor } = ctx;
  const type = request.notification_type;
  const writer = writerOf(ctx);
  const { renewal, queued } = await ctx.write(async (tx) => {
    const found = (await lockToNotify(tx, request.renewal_id)) ?? refuse(notifications.send, 404);
    if (!isDue(found)) refuse(notifications.send, 410);
    const messages = await messagesFor(tx, found, request, writer);
    const written = await queueRenewalMessages(
      tx,
      [found.id],
      ...messages.map((message) => ({
        ...message,
        channel: type,
        purpose: 'renewal' as const,
        createdBy: actor.email,
        dedupeKey: `renewal:${found.id}:${type}:${message.recipient}:${writer.today}`,
      })),
    );
    if (written.length === 0) refuse(notifications.send, 409);
    await audit(tx, ctx, {
      action: 'notification_queued',
      subject: 'renewal',
      subjectId: found.id,
      changes: [
        { field: 'notification_type', old: null, new: type },
        { field: 'recipients', old: null, new: messages.map(({ recipient }) => recipient).join(', ') },
      ],
    });
    return { renewal: found, queued: written.length };
  });
  notify(ctx, renewal);
  return { queued };
}

export async function resend({ message_id }: BodyOf<typeof notifications.resend>, ctx: ActorContext) {
  const renewals = await ctx.write(async (tx) => {
    const about = await lockRenewalsOf(tx, message_id);
    if (about.length === 0) return refuse(notifications.resend, 404);
    if (!about.every(isDue)) refuse(notifications.resend, 410);
    const ids = about.map(({ id }) => id);
    if (await isTakenBack(tx, message_id)) refuse(notifications.resend, 412);
    const message = (await retryFailed(tx, message_id, ids)) ?? refuse(notifications.resend, 409);
    if (!(await isStillRecipient(tx, ids, message))) refuse(notifications.resend, 422);
    if (await isOutdated(tx, ids, message.createdAt)) refuse(notifications.resend, 412);
    await audit(tx, ctx, ...auditEntriesAbout('notification_queued_again', about, message));
    return about;
  });
  for (const renewal of renewals) notify(ctx, renewal);
  return {};
}
