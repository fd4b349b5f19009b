import type { TimelineKind } from '@desk/contract/timeline';
import { sql, type SQL } from 'drizzle-orm';

/** An entry of the audit log of which a comment, a message or an order tells. */
const OF_OTHER_ENTRIES: readonly string[] = [
  'comment_added',
  'status_saved',
  'customer_decided',
  'customer_replied',
  'mail_bounced',
  'customer_unsubscribed',
  'notification_queued',
  'notification_sent',
  'notification_failed',
  'reseller_notified',
  'offer_made',
  'offer_sent',
  'seats_ordered',
  'seats_looked_at',
  'seats_put_off',
  'seats_added',
  'seats_refused',
];

/** What no person changes by hand, whoever started the sync or gave the file. */
const SYNCED: readonly string[] = [
  'term_opened',
  'term_closed',
  'term_over',
  'term_moved',
  'provider_changed',
  'subscription_created',
  'subscription_changed',
  'subscription_imported',
  'subscription_renamed',
  'subscription_moved',
  'subscription_ended',
  'domain_created',
  'domain_renamed',
];

/** Where the entries of a kind are read. */
export interface Source {
  table: SQL;
  /** Which rows of it are of the domain; `about` is what is known of that. */
  where: SQL;
  /** What its parts need beside its own row. */
  joins?: SQL;
  /** The instant, and what tells entries of one instant apart: the number of the row, or its text. */
  at: SQL;
  id: SQL;
  isNumber: boolean;
  by: SQL;
  parts: SQL;
}

const of = (what: 'renewals' | 'subscriptions') => sql.raw(`any((select ${what} from about)::int[])`);
const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
const RENEWAL = sql`json_build_object('renewal_date', r.term_end, 'sku_name', r.sku_name)`;

/** A customer's decision, and a mail, write a comment of the same words in the same transaction: one of the two is enough. */
const COMMENT: Source = {
  table: sql`renewal_comments c`,
  joins: sql`join renewals r on r.id = c.renewal_id`,
  where: sql`c.renewal_id = ${of('renewals')}
    and not exists (select from renewal_decisions k where k.renewal_id = c.renewal_id and k.created_at = c.updated_on)
    and not coalesce(c.form ? 'inbound', false)`,
  at: sql`c.updated_on`,
  id: sql`c.id`,
  isNumber: true,
  by: sql`c.updated_by`,
  parts: sql`json_build_object('text', c.comment, 'flag', nullif(c.form ->> 'highlight', ''),
    'status', nullif(c.form ->> 'status', ''), 'renewal', ${RENEWAL})`,
};

const MESSAGE: Source = {
  table: sql`outbox o`,
  where: sql`(o.purpose = 'renewal' or o.offer_id is not null)
    and o.id in (select l.message_id from outbox_renewals l where l.renewal_id = ${of('renewals')})`,
  at: sql`o.created_at`,
  id: sql`o.id`,
  isNumber: true,
  by: sql`o.created_by`,
  parts: sql`json_build_object('channel', o.channel, 'recipient', o.recipient, 'subject', o.subject, 'state', o.state,
    'reason', o.reason, 'finished_at', ${utc('o.finished_at')})`,
};

/** Those that were sent are messages. */
const REMINDER: Source = {
  table: sql`reminder_steps n`,
  joins: sql`join renewals r on r.id = n.renewal_id`,
  where: sql`n.renewal_id = ${of('renewals')} and n.state = 'stopped'
    and not exists (select from reminder_steps e where e.renewal_id = n.renewal_id and e.purpose = n.purpose and e.stopped_by = n.stopped_by and e.id < n.id)`,
  at: sql`n.changed_at`,
  id: sql`n.id`,
  isNumber: true,
  by: sql`'system'`,
  parts: sql`json_build_object('cause', n.stopped_by, 'purpose', n.purpose, 'channel', n.channel, 'recipient', n.recipient::text,
    'reason', coalesce(n.reason, ''), 'renewal', ${RENEWAL})`,
};

/** The first opening of a link; how often it was opened since stands beside it. */
const OPENING: Source = {
  table: sql`decision_links l`,
  joins: sql`join offers f on f.id = l.offer_id`,
  where: sql`l.opened_at is not null
    and l.offer_id in (select m.offer_id from offer_renewals m where m.renewal_id = ${of('renewals')})`,
  at: sql`l.opened_at`,
  id: sql`l.id`,
  isNumber: true,
  by: sql`l.recipient::text`,
  parts: sql`json_build_object('name', l.name, 'version', f.version, 'openings', l.openings)`,
};

/** So much of a text is looked at for what they wrote themselves. */
const LOOKED_AT = 4_000;

/** What answers a message about its renewals, and what its customer wrote about nothing of ours. What became of a mail that bounced stands in the line that it has in a history. */
const INBOUND: Source = {
  table: sql`inbound_messages m`,
  where: sql`m.id in (
      select answer.id from outbox_renewals l join inbound_messages answer on answer.outbox_id = l.message_id
        where l.renewal_id = ${of('renewals')}
      union select other.id from inbound_messages other where other.customer_id = (select customer_id from about)
        and not exists (select from outbox_renewals l where l.message_id = other.outbox_id))`,
  at: sql`m.received_at`,
  id: sql`m.id`,
  isNumber: true,
  by: sql`nullif(m.from_address, '')`,
  parts: sql`json_build_object('mail', m.kind, 'subject', m.subject, 'text', coalesce((
      select line.comment from renewal_comments line where m.kind in ('bounce', 'unsubscribe')
        and line.renewal_id = ${of('renewals')} and line.form -> 'inbound' = to_jsonb(m.id) order by line.id desc limit 1),
    left(m.text, ${LOOKED_AT}::int)))`,
};

const DECISION: Source = {
  table: sql`renewal_decisions k`,
  joins: sql`join renewals r on r.id = k.renewal_id left join accounts a on a.id = k.account_id`,
  where: sql`k.renewal_id = ${of('renewals')}`,
  at: sql`k.created_at`,
  id: sql`k.id`,
  isNumber: true,
  by: sql`coalesce(a.email, 'by link, ' || k.name)`,
  parts: sql`json_build_object('decision', k.decision, 'seats', k.seats, 'plan', k.plan_name, 'reason', k.reason,
    'text', k.comment, 'renewal', ${RENEWAL})`,
};

const ORDER: Source = {
  table: sql`seat_orders o`,
  joins: sql`join subscriptions s on s.id = o.subscription_id`,
  where: sql`o.subscription_id = ${of('subscriptions')}`,
  at: sql`o.created_at`,
  id: sql`o.id`,
  isNumber: true,
  by: sql`o.created_by`,
  parts: sql`json_build_object('added_seats', o.added_seats, 'sku_name', s.sku_name, 'state', o.state,
    'seats_before', o.seats_before, 'seats_after', o.seats_after, 'reason', o.reason)`,
};

const TICKET: Source = {
  table: sql`tickets t`,
  where: sql`t.domain_name = (select tickets_of from about)`,
  at: sql`t.opened_at`,
  id: sql`t.zoho_id`,
  isNumber: false,
  by: sql`null::text`,
  parts: sql`json_build_object('number', t.number, 'subject', t.subject, 'department', t.department, 'status', t.status,
    'closed_at', ${utc('t.closed_at')})`,
};

const invoices = (timeZone: string): Source => ({
  table: sql`books_invoices i`,
  where: sql`i.customer_id = (select customer_id from about)`,
  at: sql`(i.date::timestamp at time zone ${timeZone}::text)`,
  id: sql`i.zoho_id`,
  isNumber: false,
  by: sql`null::text`,
  parts: sql`json_build_object('number', i.number, 'status', i.status, 'total', i.total::text, 'balance', i.balance::text,
    'currency', i.currency, 'plan', i.plan_name)`,
});

const textArray = (texts: readonly string[]) => sql`${sql.param([...texts])}::text[]`;
const IS_SYNCED = sql`(l.actor_id is null and l.actor = 'system' or l.action = any(${textArray(SYNCED)}))`;
/** What follows from an order, and a renewal that follows its subscription, are told with those. */
const FOLLOWS = sql`(l.action in ('subscription_changed', 'provider_changed') and exists (
    select from audit_log o where o.subject = 'subscription' and o.subject_id = ${of('subscriptions')} and o.at = l.at
      and (o.action in ('seats_added', 'seats_refused') or (l.action = 'provider_changed' and o.action = 'subscription_changed'))))`;

const audited = (isSynced: boolean): Source => ({
  table: sql`audit_log l`,
  where: sql`(l.subject, l.subject_id) in (
      select 'renewal' as subject, unnest(renewals) as id from about
      union all select 'subscription', unnest(subscriptions) from about
      union all select 'domain', domain_id from about union all select 'customer', customer_id from about
    ) and l.action <> all(${textArray(OF_OTHER_ENTRIES)}) and ${isSynced ? IS_SYNCED : sql`not ${IS_SYNCED}`} and not ${FOLLOWS}`,
  at: sql`l.at`,
  id: sql`l.id`,
  isNumber: true,
  by: sql`l.actor`,
  parts: sql`json_build_object('action', l.action, 'changes', l.changes,
    'renewal', (select ${RENEWAL} from renewals r where l.subject = 'renewal' and r.id = l.subject_id),
    'product', (select s.sku_name from subscriptions s where l.subject = 'subscription' and s.id = l.subject_id))`,
});

export const sourcesOf = (timeZone: string): Record<TimelineKind, Source> => ({
  comment: COMMENT,
  message: MESSAGE,
  reminder: REMINDER,
  opening: OPENING,
  inbound: INBOUND,
  decision: DECISION,
  order: ORDER,
  ticket: TICKET,
  invoice: invoices(timeZone),
  sync: audited(true),
  edit: audited(false),
});
