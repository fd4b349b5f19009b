import type { BodyOf } from '@desk/contract/call';
import { isDue } from '@desk/contract/lists';
import { notifications } from '@desk/contract/notifications';
import { dayIn } from '../../calendar/days.ts';
import type { ActorContext, Db } from '../../context.ts';
import { audit } from '../../db/audit.ts';
import { entriesAbout, holdRenewalsOf, postAbout, sendAgain } from '../../db/outbox.ts';
import { isStillReachable, reachable, sameAddress } from '../../db/reachable.ts';
import { refuse } from '../../http/refusal.ts';
import { normalisePhone } from '../../integrations/messaging/phone.ts';
import { renewalToNotify, textOf, type Notifiable } from './queries.ts';

type Request = BodyOf<typeof notifications.send>['requestBody'];

/** The chosen recipients, in the form in which they are stored; refused unless all are contacts of that customer. */
async function recipientsOf(tx: Db, renewal: Notifiable, { notification_type, emails, phones }: Request) {
  const known = await reachable(tx, renewal);
  const byMail = notification_type === 'Email';
  const allowed = new Set(byMail ? known.emails : known.phones);
  const wanted = new Set(byMail ? emails.map(sameAddress) : phones.map((text) => normalisePhone(text) ?? ''));
  if (wanted.size === 0 || ![...wanted].every((one) => allowed.has(one))) refuse(notifications.send, 422);
  return [...wanted].sort();
}

/** Tells open browsers of a renewal's messages and of its row. */
const tell = ({ announce }: ActorContext, { id, termEnd }: { id: number; termEnd: string }) => {
  announce({ kind: 'month', month: termEnd.slice(0, 7) });
  announce({ kind: 'notification', renewal_id: id });
};

export async function send({ requestBody: request }: BodyOf<typeof notifications.send>, ctx: ActorContext) {
  const { db, actor, config } = ctx;
  const type = request.notification_type;
  const today = dayIn(config.BUSINESS_TIME_ZONE, ctx.now());
  const { renewal, queued } = await db.transaction(async (tx) => {
    const found = (await renewalToNotify(tx, request.renewal_id)) ?? refuse(notifications.send, 404);
    if (!isDue(found)) refuse(notifications.send, 410);
    const recipients = await recipientsOf(tx, found, request);
    const { subject, text, parameters } = textOf(type, found, config.BRAND_NAME);
    const message = {
      channel: type,
      purpose: 'renewal',
      subject,
      body: text,
      parameters,
    } as const;
    const written = await postAbout(
      tx,
      [found.id],
      ...recipients.map((recipient) => ({
        ...message,
        recipient,
        createdBy: actor.email,
        dedupeKey: `renewal:${found.id}:${type}:${recipient}:${today}`,
      })),
    );
    if (written.length === 0) refuse(notifications.send, 409);
    await audit(tx, ctx, {
      action: 'notification_queued',
      subject: 'renewal',
      subjectId: found.id,
      changes: [
        { field: 'notification_type', old: null, new: type },
        { field: 'recipients', old: null, new: recipients.join(', ') },
      ],
    });
    return { renewal: found, queued: written.length };
  });
  tell(ctx, renewal);
  return { queued };
}

export async function resend({ message_id }: BodyOf<typeof notifications.resend>, ctx: ActorContext) {
  const told = await ctx.db.transaction(async (tx) => {
    const about = await holdRenewalsOf(tx, message_id);
    if (about.length === 0) return refuse(notifications.resend, 404);
    if (!about.every(isDue)) refuse(notifications.resend, 410);
    const ids = about.map(({ id }) => id);
    const message = (await sendAgain(tx, message_id, ids)) ?? refuse(notifications.resend, 409);
    if (!(await isStillReachable(tx, ids, message))) refuse(notifications.resend, 422);
    await audit(tx, ctx, ...entriesAbout('notification_queued_again', about, message));
    return about;
  });
  for (const renewal of told) tell(ctx, renewal);
  return {};
}
