import { isDue } from '@desk/contract/rules/announcements';
import { notifications } from '@desk/contract/notifications';
import type { ActorContext } from '../../platform/context.ts';
import { implement } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { resend, send } from './commands.ts';
import { addresseesOf, customersToNotify, messagesOf, messagesTo, renewalToNotify, writerOf } from './queries.ts';

const found = async (db: ActorContext['db'], id: number) =>
  (await renewalToNotify(db, id)) ?? refuse(notifications.customer, 404);

export const notificationsRoutes = implement(notifications, {
  customer: async ({ renewal_id }, { db }) => ({
    zoho_customer: await customersToNotify(db, await found(db, renewal_id)),
  }),
  preview: async ({ renewal_id, notification_type: type, recipients = [] }, ctx) => {
    const { db } = ctx;
    const renewal = await found(db, renewal_id);
    if (!isDue(renewal)) refuse(notifications.preview, 410);
    const about = { type, renewal, writer: writerOf(ctx) };
    const messages = messagesTo(await addresseesOf(db, renewal), about, recipients);
    return { subject: messages[0]?.subject ?? null, text: messages[0]?.text ?? '', messages };
  },
  send,
  results: async ({ renewal_id }, { db }) => ({
    notifications: await messagesOf(db, (await found(db, renewal_id)).id),
  }),
  resend,
});
