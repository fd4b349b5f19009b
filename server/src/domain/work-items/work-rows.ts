import { annualValue } from '@desk/contract/rules/annual-value';
import type { ApprovalReason } from '@desk/contract/rules/approval';
import type { NextActionKind, WorkProduct } from '@desk/contract/rules/next-action';
import type { WishSource } from '@desk/contract/rules/instruction';
import { sql, type SQL } from 'drizzle-orm';
import type { ClientBase } from 'pg';
import type { Db } from '../../platform/db/db.ts';
import { compiled } from '../../platform/db/sql/compile.ts';
import { termMonthsSql, undecidedSql } from '../../platform/db/tables/standing.ts';
import { NOW } from '../../platform/db/now.ts';
import { NOBODY_REACHABLE, REACHED_BEFORE } from '../contacts/nobody-reachable.ts';
import { shortTop } from '../../platform/mail/reply-top.ts';
import { ASKS, ASKS_SINCE, LAST_SPOKEN } from '../../platform/db/tables/open-mail.ts';
import { unansweredTalk, WANTS_TO_TALK } from '../../platform/db/tables/wants-to-talk.ts';
import { DECIDED_BEFORE, unansweredRefusal } from '../../platform/db/tables/refused-wish.ts';
import type { Facts, LiveInstruction, Planned, OpenMail } from './facts.ts';
import { LIVE } from '../../platform/db/tables/instructions.ts';

/** An instruction that is not over, with who asked for it and why somebody else has to approve it. */
interface Live extends LiveInstruction {
  readonly id: number;
  /** Null: the customer, by a link. */
  readonly requestedBy: number | null;
  readonly source: WishSource;
  readonly reasons: readonly ApprovalReason[];
}

/** An open renewal as work: how it stands, who has it, and what is at stake in a year. */
export interface WorkRow {
  readonly renewalId: number;
  readonly ownerId: number | null;
  readonly domain: string;
  readonly value: number | null;
  readonly currency: string;
  readonly facts: Facts;
  readonly live: Live | null;
  /** How it stands for who plans what is next. */
  readonly seen: string;
}

/** Open renewals, and those whose term is over while what was decided of it is not in place; of the alias `r`. */
export const IS_WORK = sql`(r.state = 'open' or r.instruction_state is not null)`;

type Flat = readonly [
  renewalId: number,
  ownerId: number | null,
  termEnd: string,
  lastSafeDay: string | null,
  openedOn: string,
  status: Facts['status'],
  extensionDate: string | null,
  seats: number | null,
  licensed: number | null,
  price: string | null,
  pricePerUser: string | null,
  termMonths: number | null,
  currency: string,
  spokeOn: string | null,
  asked: Facts['asked'],
  isByHand: boolean,
  outcome: Facts['byItself']['outcome'],
  seatsByItself: number | null,
  planned: Planned | null,
  live: Live | null,
  refused: Facts['refused'],
  domain: string,
  isUnreachable: boolean,
  openMail: OpenMail | null,
  isOver: boolean,
  restoreBy: string | null,
  seen: string,
];

/**
 * What was said after the customer decided answers it; the decision's own line in the history bears its instant. Of a renewal that
 * is decided nothing is asked, but by who wants to talk all the same; nor of what is over, but where it is open for that.
 */
const IS_OVER = sql`(r.state = 'open' and r.closed_because is not null)`;
const ASKED = sql`left join lateral (select json_build_object('decision', k.decision, 'seats', k.seats) as decided, k.created_at as at
    from renewal_decisions k where (i.id is null and ${sql.raw(undecidedSql('r.'))} or ${WANTS_TO_TALK} or ${IS_OVER} and (${unansweredTalk()} or ${unansweredRefusal()}))
      and k.renewal_id = r.id and (spoke.at is null or k.created_at >= spoke.at)
    order by k.id desc limit 1) asked on true`;

/** Looked up only where something was said, by the index that the history is read by. */
const SPOKE = sql`left join lateral (${LAST_SPOKEN}) spoke on true`;

const IN_DISCUSSION = sql.raw(`r.confirmation_status = 'In Discussion'`);

/**
 * A refusal leaves it in discussion: the next comment, or another decision of the customer's, answers it. So does a take-back, where the
 * customer has decided something and nobody has spoken with them since: of what only we wanted they know nothing. What was approved is to be
 * decided anew all the same, for what was set for it stays at the provider, whatever its status was before.
 */
const REFUSED = sql`left join lateral (select no.finished_at as at,
      json_build_object('state', no.state, 'outcome', no.outcome, 'seats', no.seats, 'reason', no.reason,
        'isOurs', no.state = 'cancelled' and no.source <> 'customer' and asked.at is null) as wish
    from instructions no where i.id is null and (${IN_DISCUSSION} or ${sql.raw(undecidedSql('r.'))}) and (${IN_DISCUSSION} or ${DECIDED_BEFORE})
      and no.renewal_id = r.id and ((no.state = 'refused' or ${DECIDED_BEFORE}) and asked.at is null or no.state in ('refused', 'cancelled') and no.finished_at > asked.at)
      and (spoke.at is null or no.finished_at >= spoke.at)
    order by no.id desc limit 1) refused on true`;

/** Where no server has said more. */
const UNTOLD_BOUNCE = 'A mail about it came back, and not in words that a program understands. Read it';
/** So much of a text is looked at for what they wrote themselves. */
const LOOKED_AT = 2_000;

/** What a mail of a customer asks about that answers nothing about renewals: what it has a line of, else what ends first; of the alias `m`. */
export const ASKED_RENEWAL = sql`coalesce((select line.renewal_id from renewals of_theirs join renewal_comments line on line.renewal_id = of_theirs.id
          where of_theirs.customer_id = m.customer_id and line.form -> 'inbound' = to_jsonb(m.id) order by line.id desc limit 1),
        (select of_theirs.id from renewals of_theirs where of_theirs.customer_id = m.customer_id and of_theirs.state = 'open'
          order by of_theirs.term_end, of_theirs.id limit 1))`;

/**
 * Mails that nobody has seen to, each with the renewal that it asks about, of one renewal the newest: those about a message of ours by
 * what that is about, others by the line that they have in a history, else at what ends first. There are few of them at a time, so that
 * they are read once for all renewals, by the index of the open ones. What bounced is told by its line, and hides nothing that is to be
 * spoken of since.
 */
const OPEN_MAIL = (timeZone: string) => sql`left join (
    select distinct on (one.renewal_id) one.renewal_id, one.kind, one.since as at, json_build_object('inboundId', one.id, 'kind', one.kind,
      'on', (one.received_at at time zone ${timeZone})::date, 'words', case when one.kind = 'reply' then left(one.text, ${LOOKED_AT}::int) else coalesce((
        select line.comment from renewal_comments line where line.renewal_id = one.renewal_id and line.form -> 'inbound' = to_jsonb(one.id)
        order by line.id desc limit 1), ${UNTOLD_BOUNCE}::text) end) as mail
    from (
      select l.renewal_id, m.*, ${ASKS_SINCE} as since from inbound_messages m join outbox_renewals l on l.message_id = m.outbox_id where ${ASKS}
      union all
      select ${ASKED_RENEWAL}, m.*, ${ASKS_SINCE} as since from inbound_messages m
      where ${ASKS} and m.customer_id is not null and not exists (select from outbox_renewals l where l.message_id = m.outbox_id)
    ) one order by one.renewal_id, one.kind = 'bounce', one.id desc
    ) mail_in on mail_in.renewal_id = r.id and (spoke.at is null or mail_in.at >= spoke.at)
      and (mail_in.kind = 'reply' or mail_in.at > all (array[asked.at, refused.at]) is not false)`;

/**
 * How a renewal stands for who plans what is next, of the aliases `r`, `i` and `mail_in`. Each line in its history, also one that a mail
 * about it or a decision writes, makes its version; other mails of its customer have no line. Of an instruction what has come about by
 * itself is no reason to look again.
 */
const SEEN = sql`concat(r.version, '/', i.id, case when i.state in ('draft', 'blocked', 'drifted') then '/' || i.state end,
    '/mail ' || (mail_in.mail ->> 'inboundId'))`;

const INSTRUCTION = (timeZone: string) => sql`case when i.id is not null then json_build_object(
    'id', i.id, 'state', i.state, 'outcome', i.outcome, 'seats', i.seats, 'requestedBy', i.requested_by_id,
    'reason', i.reason, 'isStuck', i.state in ('approved', 'placed') and (i.reason is not null or i.approved_at < ${NOW} - interval '1 hour'),
    'source', i.source, 'reasons', i.approval_reasons, 'needsApproval', cardinality(i.approval_reasons) > 0,
    'overdueSince', case when i.term_ends_at <= ${NOW} - interval '1 day' then (i.term_ends_at at time zone ${timeZone})::date end) end`;

/**
 * What is planned to have a decision, or to have it made possible, is overtaken when it is decided, and when it is in place. What was
 * planned together with the decision stands, and an invoice or an order is still to be seen to: once its day has come, where that decision
 * was refused meanwhile.
 */
const OVERTAKEN = sql.raw(
  (['call', 'decide', 'wait', 'quote'] satisfies NextActionKind[]).map((kind) => `'${kind}'`).join(', '),
);

/** Asked of what ends soon and nobody has decided, which is a fraction of all: each looks at the people of its customer. */
const IS_UNREACHABLE = (timeZone: string) => sql`case when r.product = 'licence' and r.state = 'open' and i.id is null
    and r.term_end <= (${NOW} at time zone ${timeZone})::date + ${REACHED_BEFORE}::int and ${sql.raw(undecidedSql('r.'))}
  then (select ${NOBODY_REACHABLE} from customers c where c.id = r.customer_id) else false end`;

/** Looked up only where it is suspended, by the index of the open ones. */
const RESTORE_BY = sql`case when s.if_nobody_acts = 'suspended' then (select d.last_safe_day from deadlines d
    where d.subscription_id = s.id and d.kind = 'suspension' and d.state = 'open') end`;

/** As one JSON text: to make an object of each row in the driver takes three times as long. */
const statement = (which: SQL, timeZone: string): SQL => sql`
  select coalesce(json_agg(json_build_array(
    r.id, r.assigned_to_id, r.term_end, case when r.state = 'open' and r.closed_because is null then r.last_safe_day end, (r.created_at at time zone ${timeZone})::date, r.confirmation_status,
    r.extension_date, r.number_of_seats, r.licensed_seats, r.price::text, r.price_per_user::text, ${sql.raw(termMonthsSql('r.'))}, r.currency,
    (spoke.at at time zone ${timeZone})::date, asked.decided,
    s.source <> 'google' or s.term_end is null or s.billing_method is not distinct from 'OFFLINE',
    s.if_nobody_acts, s.seats_if_nobody_acts,
    case when n.renewal_id is not null and not (spoke.at is not null and spoke.at > n.changed_at and (spoke.at at time zone ${timeZone})::date >= n.day)
      and not coalesce(asked.at > n.changed_at, false) and not coalesce(refused.at > n.changed_at and (n.kind in (${OVERTAKEN}) or n.day > (${NOW} at time zone ${timeZone})::date), false) and not coalesce(mail_in.at > n.changed_at and (mail_in.kind = 'reply' or i.id is null and ${sql.raw(undecidedSql('r.'))}), false)
      and not coalesce(i.changed_at > n.changed_at
        and (i.state in ('draft', 'blocked', 'drifted') or n.kind in (${OVERTAKEN}) and n.changed_at <> i.created_at), false)
      then json_build_object('kind', n.kind, 'day', n.day, 'time', to_char(n.time, 'HH24:MI'), 'reason', n.reason) end,
    ${INSTRUCTION(timeZone)}, refused.wish, r.domain_name, ${IS_UNREACHABLE(timeZone)}, mail_in.mail, ${IS_OVER}, ${RESTORE_BY}, ${SEEN}) order by r.term_end, r.id), '[]')::text as rows
  from renewals r
  join subscriptions s on s.id = r.subscription_id
  left join instructions i on i.renewal_id = r.id and i.state in (${LIVE})
  left join next_actions n on n.renewal_id = r.id
  ${SPOKE} ${ASKED} ${REFUSED} ${OPEN_MAIL(timeZone)}
  where ${which}`;

const LONGEST_WORDS = 160;
/** Of a bounce nothing is cut: who is next stands at its end. */
const wordsOf = ({ kind, words }: OpenMail): string => (kind === 'reply' ? shortTop(words, LONGEST_WORDS) : words);

function rowOf(flat: Flat): WorkRow {
  const [renewalId, ownerId, termEnd, lastSafeDay, openedOn, status, extensionDate, seats, licensed, ...rest] = flat;
  const [
    price,
    perUser,
    months,
    currency,
    spokeOn,
    asked,
    isByHand,
    outcome,
    byItself,
    planned,
    live,
    refused,
    domain,
    isUnreachable,
    openMail,
    isOver,
    restoreBy,
    seen,
  ] = rest;
  const value = annualValue({
    ...{ price, price_per_user: perUser, number_of_seats: seats, licensed_seats: licensed, term_months: months },
  });
  return {
    ...{ renewalId, ownerId, domain, currency, live, seen, value: value ?? null },
    facts: {
      ...{ termEnd, lastSafeDay, openedOn, status, extensionDate, seats, spokeOn, asked, isByHand, planned, refused },
      ...{
        inUse: licensed,
        isUnreachable,
        isOver,
        restoreBy,
        openMail: openMail && { ...openMail, words: wordsOf(openMail) },
      },
      byItself: { outcome, seats: byItself },
      instruction: live,
    },
  };
}

/** Whose work is read: that of owners, or of all, and with it what is nobody's; that of one renewal; or what waits for somebody to approve it. */
export type Whose =
  | { readonly product: WorkProduct; readonly owners: readonly number[] | 'all'; readonly withNobodys: boolean }
  | { readonly renewalId: number }
  | 'to approve';

const WAITS_FOR_APPROVAL = sql`r.id in (select renewal_id from instructions where state = 'draft' and cardinality(approval_reasons) > 0)`;

/** The renewals that are that work, as a condition on the alias `r`. */
export function conditionOf(whose: Whose): SQL {
  if (whose === 'to approve') return sql`r.product = 'licence' and ${IS_WORK} and ${WAITS_FOR_APPROVAL}`;
  if ('renewalId' in whose) return sql`r.id = ${whose.renewalId} and ${IS_WORK}`;
  const { product, owners, withNobodys } = whose;
  // In words: the statement has a name, and a plan for any product could use the indexes of none.
  const isWork = sql`r.product = ${sql.raw(`'${product}'`)} and ${IS_WORK}`;
  if (owners === 'all') return isWork;
  // Behind a query of its own: a plan for those whose ids PostgreSQL knew would always seem cheaper than one for anybody, and be made anew each time.
  const owned =
    owners.length === 1
      ? sql`r.assigned_to_id = (select ${owners[0]}::int)`
      : sql`r.assigned_to_id = any((select ${sql.param([...owners])}::int[])::int[])`;
  return withNobodys ? sql`${isWork} and (r.assigned_to_id is null or ${owned})` : sql`${isWork} and ${owned}`;
}

function nameOfOwners(owners: readonly number[] | 'all'): string {
  if (owners === 'all') return 'all';
  return owners.length === 1 ? 'owner' : 'owners';
}

/** One for each text that the condition can have. */
function nameOf(whose: Whose): string {
  if (whose === 'to approve') return 'work-to-approve';
  if ('renewalId' in whose) return 'work-of-renewal';
  const { product, owners, withNobodys } = whose;
  return ['work-of', product, nameOfOwners(owners), ...(withNobodys ? ['and-nobodys'] : [])].join('-');
}

/** Each list and each comment asks for it: to plan its joins anew takes longer than to read what one person has. */
export const workQuery = (whose: Whose, timeZone: string) => ({
  name: nameOf(whose),
  ...compiled(statement(conditionOf(whose), timeZone)),
});

const workOf = (rows: readonly { rows: string }[]): WorkRow[] =>
  (JSON.parse(rows[0]?.rows ?? '[]') as Flat[]).map(rowOf);

export async function readWork(
  pool: Pick<ClientBase, 'query'>,
  whose: Whose,
  timeZone: string,
): Promise<readonly WorkRow[]> {
  return workOf((await pool.query<{ rows: string }>(workQuery(whose, timeZone))).rows);
}

/** `seen` of a renewal that the caller holds; empty where it is no work any more. */
export async function seenNow(tx: Db, renewalId: number, timeZone: string): Promise<string> {
  const { rows } = await tx.execute<{ rows: string }>(statement(conditionOf({ renewalId }), timeZone));
  return workOf(rows)[0]?.seen ?? '';
}
