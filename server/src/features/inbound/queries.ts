import type { BodyOf, ReplyOf } from '@desk/contract/call';
import {
  inbound,
  INBOUND_PAGE,
  type InboundMessage,
  type InboundOf,
  type InboundShown,
} from '@desk/contract/renewal-work/inbound';
import { sql, type SQL } from 'drizzle-orm';
import { ABOUT_RENEWALS, HAS_NOBODY, IN_NOBODYS_DAY, seenMail, seesUnmatched } from '../../domain/inbound/unmatched.ts';
import { ASKED_RENEWAL } from '../../domain/work-items/work-rows.ts';
import { ASKS } from '../../platform/db/tables/open-mail.ts';
import { shortTop } from '../../platform/mail/reply-top.ts';
import type { ActorContext } from '../../platform/context.ts';
import { refuse } from '../../platform/http/refusal.ts';

const LONGEST_TOP = 300;
/** So much of a text is looked at for what they wrote themselves. */
const LOOKED_AT = 4_000;
/** A mail to a reseller may be about hundreds. */
const MOST_RENEWALS = 5;

const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Which mails stand in a list of the caller's, of the alias `m`. */
const listsOf = ({ seesUnmatched: seesAll, isToDo, isMine }: Awaited<ReturnType<typeof seenMail>>, of: InboundOf) => {
  const whose = of === 'mine' ? isMine : sql`true`;
  return {
    to_do: sql`(${isToDo} and ${whose})`,
    unmatched: sql`(m.settled_at is null and ${IN_NOBODYS_DAY} and ${whose})`,
    all: seesAll ? whose : sql`(not ${HAS_NOBODY} and ${whose})`,
  } satisfies Record<InboundShown, SQL>;
};

/** Of what answers nothing that we sent, and asks for somebody: the renewal in whose day it is. */
const ASKED_ABOUT = sql`(select json_agg(json_build_object('renewal_id', r.id, 'domain_name', r.domain_name, 'renewal_date', r.term_end)) from renewals r
    where ${ASKS} and not ${ABOUT_RENEWALS} and r.id = ${ASKED_RENEWAL})`;

const ROW = sql`m.id as inbound_id, m.channel, m.kind, m.from_address as "from", m.subject, left(m.text, ${LOOKED_AT}::int) as top,
  ${utc('m.received_at')} as received_at, m.bounced_address, c.company_name, ${utc('m.settled_at')} as settled_at,
  coalesce(nullif(a.name, ''), a.email::text) as settled_by,
  coalesce((select json_agg(o) from (
    select r.id as renewal_id, r.domain_name::text as domain_name, r.term_end as renewal_date from outbox_renewals l join renewals r on r.id = l.renewal_id
    where l.message_id = m.outbox_id order by r.term_end, r.id limit ${MOST_RENEWALS}) o),
    ${ASKED_ABOUT}, '[]') as renewals`;
const JOINS = sql`left join customers c on c.id = m.customer_id left join accounts a on a.id = m.settled_by_id`;

const onWire = (row: InboundMessage): InboundMessage => ({ ...row, top: shortTop(row.top, LONGEST_TOP) });

interface Page extends Record<string, unknown> {
  total: number;
  to_do: number;
  unmatched: number;
  messages: InboundMessage[];
}
const NO_PAGE: Page = { total: 0, to_do: 0, unmatched: 0, messages: [] };

export async function inboundMessages(
  { of, show, page = 1 }: BodyOf<typeof inbound.list>,
  ctx: ActorContext,
): Promise<ReplyOf<typeof inbound.list>> {
  const seen = await seenMail(ctx);
  if (show === 'unmatched' && !seen.seesUnmatched) return refuse(inbound.list, 403);
  const lists = listsOf(seen, of);
  const isShown = lists[show];
  const order = show === 'all' ? sql`m.received_at desc, m.id desc` : sql`m.received_at, m.id`;
  const { rows } = await ctx.db.execute<Page>(sql`
    with shown as (select m.id from inbound_messages m where ${isShown} order by ${order} limit ${INBOUND_PAGE} offset ${(page - 1) * INBOUND_PAGE})
    select (select count(*)::int from inbound_messages m where ${isShown}) as total,
      (select count(*)::int from inbound_messages m where ${lists.to_do}) as to_do,
      (select count(*)::int from inbound_messages m where ${lists.unmatched}) as unmatched,
      coalesce((select json_agg(t) from (
        select ${ROW} from shown join inbound_messages m using (id) ${JOINS} order by ${order}) t), '[]') as messages`);
  const { total, to_do, unmatched, messages } = rows[0] ?? NO_PAGE;
  return { messages: messages.map(onWire), total, counts: { to_do, unmatched: seen.seesUnmatched ? unmatched : null } };
}

interface Opened extends Record<string, unknown> {
  message: InboundMessage;
  to: string;
  text: string;
  is_nobodys: boolean;
  answers: { recipient: string; subject: string | null; sent_at: string } | null;
}

export async function inboundMessage(
  { inbound_id }: BodyOf<typeof inbound.message>,
  ctx: ActorContext,
): Promise<ReplyOf<typeof inbound.message>> {
  const { rows } = await ctx.db.execute<Opened>(sql`
    select (select to_json(t) from (select ${ROW}) t) as message, m.to_address as "to", m.text, ${HAS_NOBODY} as is_nobodys,
      (select json_build_object('recipient', o.recipient, 'subject', o.subject, 'sent_at', ${utc('o.created_at')})
        from outbox o where o.id = m.outbox_id) as answers
    from inbound_messages m ${JOINS} where m.id = ${inbound_id}`);
  const found = rows[0] ?? refuse(inbound.message, 404);
  const { is_nobodys, message, ...rest } = found;
  if (is_nobodys && !(await seesUnmatched(ctx))) refuse(inbound.message, 403);
  return { ...rest, message: onWire(message) };
}
