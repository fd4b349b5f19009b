import { isDue } from '@desk/contract/lists';
import { notifications } from '@desk/contract/notifications';
import type { Db } from '../../context.ts';
import { implement } from '../../http/implement.ts';
import { refuse } from '../../http/refusal.ts';
import { resend, send } from './commands.ts';
import { customerToNotify, messagesOf, renewalToNotify, textOf } from './queries.ts';

const found = async (db: Db, id: number) => (await renewalToNotify(db, id)) ?? refuse(notifications.customer, 404);

export const notificationsRoutes = implement(notifications, {
  customer: async ({ renewal_id }, { db }) => ({
    zoho_customer: await customerToNotify(db, await found(db, renewal_id)),
  }),
  preview: async ({ renewal_id, notification_type }, { db, config }) => {
    const renewal = await found(db, renewal_id);
    if (!isDue(renewal)) refuse(notifications.preview, 410);
    const { subject, text } = textOf(notification_type, renewal, config.BRAND_NAME);
    return { subject, text };
  },
  send,
  results: async ({ renewal_id }, { db }) => ({
    notifications: await messagesOf(db, (await found(db, renewal_id)).id),
  }),
  resend,
});
