import type { BodyOf } from '@desk/contract/call';
import type { LoggedMessage, mailLog, MailSwitch } from '@desk/contract/mail-log';
import { and, asc, eq, getTableColumns, inArray, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { MAIL_IS_HELD, mailHold } from '../../platform/outbox/mail-hold.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { NOW } from '../../platform/db/now.ts';

const PAGE = 50;

const STATE = sql`case when o.state = 'queued' and o.purpose <> 'otp' and ${MAIL_IS_HELD} then 'held' else o.state end`;

const utc = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row of the log. */
const LOGGED = sql`o.id as message_id, o.channel as notification_type, o.purpose, o.recipient, o.subject, ${STATE} as state,
  o.reason, o.attempts, o.created_by, ${utc(sql`o.created_at`)} as created_at, ${utc(sql`o.finished_at`)} as finished_at,
  case when o.state = 'queued' then ${utc(sql`o.next_try_at`)} end as next_try_at,
  coalesce(o.expires_at <= ${NOW}, false) as expired`;

type Filter = BodyOf<typeof mailLog.list>;

/** The filter's conditions, without the state. Both days count. */
function wanted({ notification_type, purpose, search = '', from, to }: Filter, timeZone: string): SQL {
  const beginOf = (day: string, later: number) =>
    sql`(${day}::date + ${later}::int)::timestamp at time zone ${timeZone}::text`;
  const pattern = containsPattern(search);
  const conditions = [
    sql`true`,
    ...(notification_type === undefined ? [] : [sql`o.channel = ${notification_type}`]),
    ...(purpose === undefined ? [] : [sql`o.purpose = ${purpose}`]),
    ...(from === undefined ? [] : [sql`o.created_at >= ${beginOf(from, 0)}`]),
    ...(to === undefined ? [] : [sql`o.created_at < ${beginOf(to, 1)}`]),
    ...(search === '' ? [] : [sql`(o.recipient ilike ${pattern} or o.subject ilike ${pattern})`]),
  ];
  return sql.join(conditions, sql` and `);
}

/** A held one is a queued one: said besides, because the index knows this alone. */
const inState = (state: Filter['state']): SQL =>
  state === undefined ? sql`true` : sql`kept = ${state === 'held' ? 'queued' : state} and state = ${state}`;

/** A word that is in most messages is not looked for in all of them. */
const MOST_FOUND = 10_000;

/**
 * One page, and the counts of the same moment. A search is made once, by the trigrams of recipients and subjects, or from
 * the newest on where many have the word; one or two letters that hardly any has read all: a second or two beside 500,000
 * messages. Without a search all is read from the index of the newest alone.
 */
export async function pageOfMessages(asked: Filter, { db, config }: Services) {
  const { state, page = 1, search = '' } = asked;
  const [once, atMost] =
    search === ''
      ? [sql`not materialized`, sql``]
      : [sql`materialized`, sql`order by o.created_at desc nulls last, o.id desc nulls last limit ${MOST_FOUND}`];
  const { rows } = await db.execute<{ counts: Record<string, number> | null; messages: LoggedMessage[] | null }>(sql`
    with found as ${once} (
      select o.id, o.created_at, o.state as kept, ${STATE} as state from outbox o
      where ${wanted(asked, config.BUSINESS_TIME_ZONE)} ${atMost}
    ), counts as (
      select state, count(*) as number from found group by state
    ), shown as (
      select id from found where ${inState(state)}
      order by created_at desc nulls last, id desc nulls last limit ${PAGE} offset ${(page - 1) * PAGE}
    ), messages as (
      select ${LOGGED} from shown join outbox o using (id) order by o.created_at desc, o.id desc
    )
    select (select json_object_agg(state, number) from counts) as counts, (select json_agg(m) from messages m) as messages`);
  const [found] = rows;
  const counts = { queued: 0, held: 0, sent: 0, failed: 0, ...found?.counts };
  const total = state === undefined ? counts.queued + counts.held + counts.sent + counts.failed : counts[state];
  return { messages: found?.messages ?? [], total, counts };
}

interface Opened extends Record<string, unknown> {
  message: LoggedMessage;
  text: string | null;
  provider_id: string | null;
  renewals: { renewal_id: number; domain_name: string }[];
}

/** A sealed body holds a code or a password: it is never shown, whatever the message is for. */
const TEXT = sql`case when o.purpose <> 'otp' and o.sealed is null then o.body end`;

export async function messageOpened(db: Db, id: number): Promise<Opened | undefined> {
  const { rows } = await db.execute<Opened>(sql`
    select (select to_json(m) from (select ${LOGGED}) m) as message, ${TEXT} as text, o.provider_id, (
      select coalesce(json_agg(json_build_object('renewal_id', r.id, 'domain_name', r.domain_name) order by r.domain_name, r.id), '[]')
      from outbox_renewals l join renewals r on r.id = l.renewal_id where l.message_id = o.id
    ) as renewals
    from outbox o where o.id = ${id}`);
  return rows[0];
}

/** A message that is to be sent again, locked: no worker sends or deletes it meanwhile. */
export async function messageToResend(tx: Db, id: number) {
  const expired = sql<boolean>`coalesce(${o.expiresAt} <= ${NOW}, false)`;
  const [message] = await tx
    .select({ ...getTableColumns(o), expired })
    .from(o)
    .where(eq(o.id, id))
    .for('update');
  return message;
}
export type MessageToResend = NonNullable<Awaited<ReturnType<typeof messageToResend>>>;

/**
 * Those of these messages that are queued, locked (`skip locked`): a message that a worker holds is left out. One-time codes
 * are never among them.
 */
export function messagesToWithdraw(tx: Db, ids: number[]) {
  const isFree = or(isNull(o.leasedUntil), lt(o.leasedUntil, NOW));
  return tx
    .select({ id: o.id, channel: o.channel, recipient: o.recipient })
    .from(o)
    .where(and(inArray(o.id, ids), eq(o.state, 'queued'), ne(o.purpose, 'otp'), isFree))
    .orderBy(asc(o.id))
    .for('update', { skipLocked: true });
}

export async function mailSwitch({ db }: Services): Promise<MailSwitch> {
  const hold = await mailHold(db);
  return hold ? { held: true, ...hold } : { held: false, since: null, by: null, waiting: 0 };
}
