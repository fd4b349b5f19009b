import { randomUUID } from 'node:crypto';
import { UNANNOUNCED } from '../../contract/src/rules/announcements.ts';
import { notifications } from '../../contract/src/notifications.ts';
import type { Product } from '../product.ts';
import type { Acknowledged, Workload } from '../acknowledged-writes.ts';
import { boughtFor } from './seats.ts';

type Counted = { mark: string; rows: number; links: number; queued: number; sent: number };

/**
 * Reminders by mail, each to another person: an entry, a row of the outbox, and one mail in the end. Of other renewals than
 * those that seats are bought for meanwhile: a reminder that tells of fewer than there are by now is rightly not sent.
 */
export async function reminders(product: Product): Promise<Workload> {
  const changing = await boughtFor(product);
  const people = await product.ask<{ renewal_id: number; email: string }>(
    `select distinct on (k.email) r.id as renewal_id, k.email::text as email
     from contacts k join renewals r on r.customer_id = k.customer_id
     where k.email like '%@fault-tests.example' and r.state = 'open' and coalesce(r.confirmation_status, '') <> all($1)
       and not exists (select from subscriptions s where s.id = r.subscription_id and s.external_id = any($2))
     order by k.email, r.id`,
    [[...UNANNOUNCED], changing.map(({ id }) => id)],
  );
  const actions: Acknowledged[] = [];
  let turn = 0;
  return {
    name: 'reminders',
    actions,
    next: (token) => {
      const person = people[turn++];
      if (person === undefined) return Promise.resolve(undefined);
      const { renewal_id, email: mark } = person;
      const body = { requestBody: { renewal_id, emails: [mark], phones: [], notification_type: 'Email' } };
      const path = notifications.send.path;
      return Promise.resolve({ path, body, key: randomUUID(), token, mark, acknowledged: false });
    },
    open: async () => {
      const [row] = await product.ask<{ open: number }>(
        `select count(*)::int as open from outbox where recipient like '%@fault-tests.example' and state = 'queued'`,
      );
      return row?.open ?? 0;
    },
    look: async () => {
      product.mails.look();
      const rows = await product.ask<Counted>(
        `with messages as (select recipient as mark, count(distinct o.id)::int as rows, count(m.message_id)::int as links
           from outbox o left join outbox_renewals m on m.message_id = o.id
           where recipient like '%@fault-tests.example' group by 1),
         entries as (select c ->> 'new' as mark, (count(*) filter (where action = 'notification_queued'))::int as queued,
             (count(*) filter (where action = 'notification_sent'))::int as sent
           from audit_log, jsonb_array_elements(changes) c
           where subject = 'renewal' and c ->> 'field' = 'recipients' and c ->> 'new' like '%@fault-tests.example' group by 1)
         select mark, coalesce(rows, 0) as rows, coalesce(links, 0) as links, coalesce(queued, 0) as queued,
           coalesce(sent, 0) as sent from messages full join entries using (mark)`,
      );
      return new Map(
        rows.map(({ mark, rows, links, queued, sent }) => {
          const beside = { 'links to renewals': links, 'entries of the click': queued, 'entries of the sending': sent };
          return [mark, { rows, effects: product.mails.to(mark), beside }];
        }),
      );
    },
    torn: async () => {
      const rows = await product.ask<{ id: number }>(
        `select distinct r.id from renewals r join outbox_renewals m on m.renewal_id = r.id join outbox o on o.id = m.message_id
         where o.recipient like '%@fault-tests.example' and o.state = 'sent' and r.notification = 'queued'`,
      );
      return rows.map(({ id }) => `reminders: renewal ${id} says that something is queued`);
    },
  };
}
