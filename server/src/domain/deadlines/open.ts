import { RESTING, UNDECIDED } from '@desk/contract/rules/standing';
import type { DeadlineKind, DeadlineState, DeadlineStep } from '@desk/contract/rules/deadline';
import type { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import { RenewalStatus } from '@desk/contract/words/lists';
import { LIVE } from '../../platform/db/tables/instructions.ts';
import { sql, type SQL } from 'drizzle-orm';
import { NOW } from '../../platform/db/now.ts';
import { WANTS_TO_TALK } from '../../platform/db/tables/wants-to-talk.ts';

const listed = (words: readonly string[]): SQL => sql.raw(words.map((word) => `'${word}'`).join(', '));

const RENEWING = listed(RenewalStatus.options.filter((status) => statusLeadsTo(status) === 'renew'));

/**
 * A tenth of the seats and more is used by nobody, and the provider would renew them all the same; as long as that can be changed. The day of
 * the provider's clock: where the business's begins earlier, it is shown some hours longer.
 */
const HAS_UNUSED = sql`(s.if_nobody_acts = 'renews' and s.licensed_seats <= s.number_of_seats * 0.9
    and d.last_safe_day >= (${NOW} at time zone 'UTC')::date)`;

/** It rests with us, and the provider knows nothing of that: its term goes on unless somebody acts. */
const GOES_ON_UNTOLD = sql`(r.confirmation_status = '${sql.raw(RESTING)}' and s.status <> 'SUSPENDED'
    and s.if_nobody_acts in ('renews', 'shrinks', 'proposed', 'flexible'))`;

/**
 * What is still to be done, as `DeadlineStep`; null: nothing. Over the aliases of the statements below. A second step is done by itself when
 * the term is over: people are asked for it only where that has not come about a day later. Until the end the deadline of the term asks.
 */
const STEP = sql`case
  when d.kind = 'suspension' then 'restore'
  when d.kind = 'finish' and d.at > ${NOW} then null
  when i.state = 'blocked' then 'unblock'
  when i.state = 'drifted' then 'settle'
  when d.kind = 'finish' then case when i.id is not null and d.at <= ${NOW} - interval '1 day' then 'finish' end
  when i.state = 'draft' then 'approve'
  when i.state in ('approved', 'placed') and (i.reason is not null or i.approved_at < ${NOW} - interval '1 hour') then 'unblock'
  when d.kind = 'change' and ${WANTS_TO_TALK} then 'decide'
  when i.state is not null then null
  when d.kind = 'trial_end' then 'set_plan'
  when d.kind = 'change' and ${GOES_ON_UNTOLD} then 'decide'
  when r.confirmation_status is null or r.confirmation_status in (${listed(UNDECIDED)}) then 'decide'
  when r.confirmation_status in (${RENEWING}) and ${HAS_UNUSED} then 'reduce' end`;

/** The open renewal of the subscription, and the instruction that lives: sets, for there are thousands. */
const OF_OPEN = sql`left join renewals r on r.subscription_id = d.subscription_id and r.state = 'open'
  left join instructions i on i.renewal_id = r.id and i.state in (${LIVE})`;
/** A second step is about the term that is over, whose renewal is closed. */
const OF_FINISH = sql`left join renewals r on r.subscription_id = d.subscription_id and r.state = 'open'
  left join lateral (select x.* from instructions x join renewals y on y.id = x.renewal_id
    where y.subscription_id = d.subscription_id and x.term_ends_at = d.at and x.state in (${LIVE})
    order by x.id desc limit 1) i on true`;
/** Of what is over the renewal whose term ended then; nothing is to be done about it. */
const OF_CLOSED = sql`left join lateral (select x.* from renewals x where x.subscription_id = d.subscription_id
    and x.term_end between d.day and d.day + 1 order by x.id limit 1) r on true
  left join instructions i on false`;

/** In its own currency: what a year is worth by the price that was agreed, as `annualValue` says it. */
const VALUE = sql`round(12 * coalesce(r.price_per_user * coalesce(r.number_of_seats, r.licensed_seats, 0), r.price, s.price)
  / coalesce(nullif(round((r.term_end - r.term_start + 1) / 30.4375)::int, 0), 12), 2)`;

/** A deadline as lists, alerts and calendars tell it. Days are `yyyy-mm-dd`, instants ISO, amounts decimal text. */
export interface DeadlineFacts extends Record<string, unknown> {
  deadline_id: number;
  kind: DeadlineKind;
  state: DeadlineState;
  cause: string | null;
  at: string;
  day: string;
  last_safe_day: string;
  domain_name: string;
  company_name: string;
  renewal_id: number | null;
  owner_id: number | null;
  step: DeadlineStep | null;
  /** Why an instruction is blocked, or not set yet. */
  reason: string | null;
  if_nobody_acts: IfNobodyActs;
  seats_if_nobody_acts: number | null;
  seats: number | null;
  wished_seats: number | null;
  value: string | null;
  currency: string;
}

/** What lists sort and count by; all else is read of the rows that are shown. */
const narrow = (
  step: SQL,
): SQL => sql`d.id as deadline_id, d.last_safe_day, r.assigned_to_id as owner_id, ${step} as step,
  ${VALUE} as value, coalesce(r.currency, s.currency) as currency, coalesce(i.renewal_id, r.id) as renewal_id, i.id as instruction_id`;
const FROM = sql`deadlines d join subscriptions s on s.id = d.subscription_id`;

/** Open deadlines with what is to be done about each. @param where over `d` */
export const openDeadlines = (where: SQL): SQL => sql`
  select ${narrow(STEP)} from ${FROM} ${OF_OPEN} where d.state = 'open' and d.kind <> 'finish' and ${where}
  union all select ${narrow(STEP)} from ${FROM} ${OF_FINISH} where d.state = 'open' and d.kind = 'finish' and ${where}`;

/** Those that are over. */
export const closedDeadlines = (where: SQL): SQL =>
  sql`select ${narrow(sql`null`)} from ${FROM} ${OF_CLOSED} where d.state <> 'open' and ${where}`;

/** Some of these with all that is told of them, as `DeadlineFacts`. @param rows a name or a statement in brackets */
export const factsOfDeadlines = (rows: SQL): SQL => sql`
  select d.id as deadline_id, d.kind, d.state, d.cause, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
    d.day::text as day, d.last_safe_day::text as last_safe_day, n.name::text as domain_name, c.company_name,
    p.renewal_id, p.owner_id, p.step, case when i.state in ('blocked', 'drifted', 'approved', 'placed') then i.reason end as reason,
    s.if_nobody_acts, s.seats_if_nobody_acts, coalesce(s.number_of_seats, s.licensed_seats) as seats,
    i.seats as wished_seats, p.value::text as value, p.currency
  from ${rows} as p join deadlines d on d.id = p.deadline_id join subscriptions s on s.id = d.subscription_id
  join domains n on n.id = s.domain_id join customers c on c.id = s.customer_id
  left join instructions i on i.id = p.instruction_id`;
