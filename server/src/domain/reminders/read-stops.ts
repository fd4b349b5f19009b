import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOT_LISTED, OVER } from '../../platform/db/tables/instructions.ts';
import { readOwes } from './read-owed.ts';
import { LAST_DAY } from './read-terms.ts';
import type { StopFacts } from './stops.ts';

/** So long before the last day an answer can be about the term that ends; what is still unsettled counts whenever it came. Who went on with reminders has set aside what was answered before. */
const ASKED_DAYS = 120;

/** What may stop reminders about a renewal, but whether its recipient is silenced. */
export type RenewalStopFacts = Omit<StopFacts, 'silenced'>;

const ESCALATED = sql`t.department = 'support' and t.status_type <> 'Closed' and t.status = 'Escalated'`;

/** Of messages about a renewal. As an array they are looked up by their ids, and not each message there is beside them. @param renewal its id in SQL */
const messagesAbout = (renewal: SQL): SQL =>
  sql`select l.message_id from outbox_renewals l where l.renewal_id = ${renewal}`;

/** Of what one of the staff sent that offered a renewal, though it was asked for another: found by whoever has a link to the offer. */
const offersByHand = (renewal: SQL): SQL => sql`
  select m.id from offer_renewals f join decision_links k on k.offer_id = f.offer_id
    join outbox m on m.recipient = k.recipient::text and m.offer_id = f.offer_id
  where f.renewal_id = ${renewal} and m.purpose = 'renewal' and m.created_by <> 'system'`;

/** Of a decision `k`: what was asked for by it was refused, or taken back, since it was made, and nothing is asked for in its place. */
const IS_REFUSED = sql`exists (select from instructions no where no.renewal_id = k.renewal_id
    and no.id = (select max(newest.id) from instructions newest where newest.renewal_id = k.renewal_id)
    and no.state in ('refused', 'cancelled') and no.reason is distinct from ${OVER} and no.reason is distinct from ${NOT_LISTED}
    and no.finished_at >= k.created_at)`;

/**
 * Answers to what was about several customers, which are nobody's own: each counts for all of them. As rows of `answers_for_several` they are
 * found once for all renewals that are asked about, by way of the messages to their customers.
 */
const answersForSeveral = (ids: SQL): SQL => sql`answers_for_several as materialized (
      select distinct c.customer_id, m.id
      from (select distinct customer_id from renewals where id = any(${ids})) c
      join renewals x on x.customer_id = c.customer_id
      join outbox_renewals l on l.renewal_id = x.id
      join inbound_messages m on m.outbox_id = l.message_id and m.customer_id is null and m.kind = 'reply')`;

/**
 * The facts of renewals; who must not be overtaken holds them.
 * @param asked `today` and `timeZone` of the business
 * @param toPay those whose customers are reminded to pay: what they owe is read of them alone, and null of the others
 */
export async function readStopFacts(
  db: Db,
  ids: readonly number[],
  { today, timeZone }: { today: string; timeZone: string },
  toPay: readonly number[] = [],
): Promise<ReadonlyMap<number, RenewalStopFacts>> {
  if (ids.length === 0) return new Map();
  const dayOf = (column: ReturnType<typeof sql>) => sql`(${column} at time zone ${timeZone}::text)::date`;
  const owes = await readOwes(db, toPay, today);
  const wanted = sql`${sql.param([...ids])}::int[]`;
  const { rows } = await db.execute<Omit<RenewalStopFacts, 'owes'> & { id: number } & Record<string, unknown>>(sql`
    with ${answersForSeveral(wanted)}
    select r.id, r.confirmation_status as status, r.closed_because as "closedBecause", r.instruction_state as instruction,
      r.wanted_outcome as "wantedOutcome",
      s.ended_at is not null as "isGone",
      (select case when k.decision <> 'talk' and not ${IS_REFUSED} or g.created_at is null or k.created_at > g.created_at
          then k.decision end
        from renewal_decisions k where k.renewal_id = r.id order by k.id desc limit 1) as decision,
      coalesce((select ${IS_REFUSED} from renewal_decisions k where k.renewal_id = r.id order by k.id desc limit 1), false) as "isRefused",
      answers."repliedOn", answers."unsettledReplyOn",
      (select t.number from tickets t where t.domain_name = lower(r.domain_name::text) and ${ESCALATED}
        order by t.opened_at desc limit 1) as "urgentTicket",
      (select json_build_object('reason', p.reason, 'until', p.until_day) from reminder_pauses p where p.renewal_id = r.id) as pause,
      (select o.created_by from outbox o
        where o.id = any(array(${messagesAbout(sql`r.id`)} union all ${offersByHand(sql`r.id`)}))
          and o.purpose = 'renewal' and o.created_by <> 'system' and o.state <> 'failed'
          and o.created_at >= (${today}::date::timestamp at time zone ${timeZone}::text)
        order by o.id desc limit 1) as "sentByHandBy"
    from renewals r join subscriptions s on s.id = r.subscription_id
    left join reminder_resumptions g on g.renewal_id = r.id
    cross join lateral (
      select max(${dayOf(sql`m.received_at`)}) filter (where m.settled_at is null
          or m.received_at >= greatest(r.created_at, ${LAST_DAY} - ${ASKED_DAYS}::int) and m.created_at > coalesce(g.created_at, '-infinity'))::text as "repliedOn",
        max(${dayOf(sql`m.received_at`)}) filter (where m.settled_at is null)::text as "unsettledReplyOn"
      from inbound_messages m
      where m.kind = 'reply'
        and (m.customer_id = r.customer_id or m.outbox_id = any(array(${messagesAbout(sql`r.id`)}))
          or m.id = any(array(select a.id from answers_for_several a where a.customer_id = r.customer_id)))) as answers
    where r.id = any(${wanted})`);
  return new Map(rows.map(({ id, ...facts }) => [id, { ...facts, owes: owes.get(id) ?? null }]));
}
