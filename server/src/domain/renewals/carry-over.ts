import type { NextActionKind } from '@desk/contract/rules/next-action';
import type { ClosedBecause } from '@desk/contract/rules/standing';
import type { Outcome, Pay } from '@desk/contract/rules/instruction';
import { inSeats } from '@desk/contract/words/seats';
import { LONGEST_REASON } from '@desk/contract/renewal-work/next-step';
import { statusLeadsTo } from '@desk/contract/rules/leads-to';
import type { RenewalStatus } from '@desk/contract/words/lists';
import { getTableColumns, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Entry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { LIVE, NOT_LISTED, OVER } from '../../platform/db/tables/instructions.ts';
import { LAST_SPOKEN } from '../../platform/db/tables/open-mail.ts';
import { unansweredRefusal } from '../../platform/db/tables/refused-wish.ts';
import { unansweredTalk } from '../../platform/db/tables/wants-to-talk.ts';
import { nextActionsTable } from '../../platform/db/tables/work.ts';
import { payOfPlan } from '../../providers/products.ts';
import { weekdayFrom } from '../calendar/business-days.ts';
import type { Facts, Planned, Refused } from '../work-items/facts.ts';
import { wishWords } from '../work-items/instruction-next.ts';
import { IS_ANSWERED } from '../work-items/plan-call.ts';
import { shortDay } from '../work-items/short-day.ts';
import { refusedWords } from '../work-items/undecided.ts';

type Kind = z.infer<typeof NextActionKind>;

/** A term that has just been closed, whose subscription has another one now. */
export interface ClosedTerm {
  readonly termEnd: string;
  readonly closedBecause: z.infer<typeof ClosedBecause>;
  readonly status: z.infer<typeof RenewalStatus> | null;
  /** Of the status Extension: the day until which it is decided. */
  readonly extensionDate: string | null;
  /** Somebody has written about it on its last day or since. */
  readonly isSpokenOf: boolean;
  /** Its customer asked to talk, and nobody has spoken with them since. */
  readonly wantsToTalk: boolean;
  /** A wish that was refused or taken back, and nobody has spoken with its customer since; null: none. */
  readonly refused: Refused | null;
  /** What its customer decided last, and nobody has answered; null: nothing. */
  readonly asked: Facts['asked'];
  /** What was planned and is not answered; null: nothing. */
  readonly planned: Planned | null;
  /** What was wanted of the next term when the last one ended, and nobody had approved; null: nothing. */
  readonly unapproved: { readonly outcome: Outcome; readonly seats: number | null; readonly pay: Pay | null } | null;
  /** What was wanted was set at the provider, or is in somebody's list as long as it is not. */
  readonly isInstructed: boolean;
  /** It is a plan of a provider without a commitment: as long as nobody ends it, nothing is to be done. */
  readonly goesOnByItself: boolean;
  /** As the provider has it in the new term. */
  readonly seats: number | null;
  readonly planName: string;
}

/** `day`: not before then; null: at once. */
interface LeftOpen {
  readonly kind: Kind;
  readonly day: string | null;
  readonly time: string | null;
  readonly reason: string;
}
const atOnce = (kind: Kind, reason: string): LeftOpen => ({
  ...{ kind, day: null, time: null },
  reason: reason.slice(0, LONGEST_REASON),
});

/** What is to be seen to whatever became of the term. */
export const CARRIED_OVER_KINDS: readonly Kind[] = ['invoice', 'purchase_order', 'other'];

function hasComeAbout({ unapproved, seats, planName }: ClosedTerm): boolean {
  if (unapproved?.outcome === 'flexible') return planName === 'FLEXIBLE';
  if (unapproved?.outcome !== 'renew' || unapproved.seats !== seats) return false;
  return unapproved.pay === null || unapproved.pay === payOfPlan(planName);
}

function decidedWords({ decision, seats }: NonNullable<Facts['asked']>): string {
  if (decision === 'do_not_renew') return 'not to renew';
  if (decision === 'change') return seats === null ? 'on a change' : `on ${inSeats(seats)}`;
  return 'to renew';
}

/** Of a term on a date of our own that no status decides. */
function undecidedContract({ asked }: ClosedTerm, day: string): LeftOpen {
  if (asked === null || asked.decision === 'talk')
    return atOnce('call', `Nobody has decided the term that ended on ${day}. Speak with the customer.`);
  const what = `The customer decided ${decidedWords(asked)}.`;
  return atOnce('call', `${what} The term ended on ${day}, and nobody has confirmed it. Speak with them.`);
}

/** Of a term on a date of our own. */
function ofContract(closed: ClosedTerm, day: string, today: string): LeftOpen | undefined {
  const { status, extensionDate, isSpokenOf, isInstructed, goesOnByItself } = closed;
  const leads = statusLeadsTo(status);
  if (isInstructed || leads === 'nothing') return undefined;
  if (status === 'Extension' && extensionDate !== null && extensionDate > today) {
    const reason = `Time to decide the term that ended on ${day} was given until ${shortDay(extensionDate, today)}. Call for the decision.`;
    return { kind: 'call', day: extensionDate, time: null, reason };
  }
  if (leads === 'undecided' || leads === 'order-seats') return undecidedContract(closed, day);
  return isSpokenOf || goesOnByItself
    ? undefined
    : atOnce('other', `Arranged by hand on ${day}: see that it is done, and comment it.`);
}

/** A sentence's beginning. Another term can take the place of one that was to end later. */
const endedInWords = ({ termEnd }: ClosedTerm, today: string): string =>
  termEnd > today
    ? `A new term began before the one until ${shortDay(termEnd, today)} was over`
    : `The term ended on ${shortDay(termEnd, today)}`;

const carriedOverOf = ({ planned }: ClosedTerm): Planned | undefined =>
  planned && CARRIED_OVER_KINDS.includes(planned.kind) ? planned : undefined;

/** What was planned keeps its kind and its day, and says what else there is in short. */
function besidePlanned(closed: ClosedTerm, words: string, short: string): LeftOpen {
  const carriedOver = carriedOverOf(closed);
  if (!carriedOver) return atOnce('call', words);
  return { ...carriedOver, reason: `${short} ${carriedOver.reason}`.slice(0, LONGEST_REASON) };
}

/** Somebody has to speak with the customer; undefined: nobody. */
function toBeSpokenOf(closed: ClosedTerm, today: string): LeftOpen | undefined {
  const { wantsToTalk, refused } = closed;
  const over = endedInWords(closed, today);
  if (wantsToTalk) {
    const words = `The customer wanted to talk. ${over}, and nobody had called them. Call.`;
    return besidePlanned(closed, words, 'The customer wanted to talk: call.');
  }
  if (refused === null) return undefined;
  const words = refusedWords(refused);
  return besidePlanned(closed, `${words} ${over}. Speak with the customer.`, words);
}

/** What the status asks for, and nobody has told of since. */
function leftByStatus({ status, isSpokenOf, ...closed }: ClosedTerm, over: string): LeftOpen | undefined {
  if (isSpokenOf) return undefined;
  const leads = statusLeadsTo(status);
  if (leads === 'renew-by-hand') return atOnce('other', `The customer takes another product. Order it. ${over}.`);
  if (leads !== 'order-seats' || closed.asked !== null) return undefined;
  return atOnce('other', `The customer wanted seats in the middle of the term. Order them. ${over}.`);
}

/** What a closed term leaves to be done, which stands on the one that follows it; undefined: nothing. */
export function leftOpen(closed: ClosedTerm, today: string): LeftOpen | undefined {
  const { unapproved, closedBecause } = closed;
  const day = shortDay(closed.termEnd, today);
  if (unapproved && !hasComeAbout(closed)) {
    const wanted = `Wanted: ${wishWords(unapproved)}${unapproved.pay === null ? '' : `, paid ${unapproved.pay}`}.`;
    return atOnce(
      'call',
      `${wanted} ${endedInWords(closed, today)}, and nobody had approved it. Speak with the customer.`,
    );
  }
  const left =
    toBeSpokenOf(closed, today) ?? carriedOverOf(closed) ?? leftByStatus(closed, endedInWords(closed, today));
  if (left) return left;
  return closedBecause === 'passed' ? ofContract(closed, day, today) : undefined;
}

type Found = ClosedTerm & { readonly nextId: number } & Record<string, unknown>;

/** Days are compared as those of UTC: who wrote in its first hours in India is asked once more. */
const closedTerms = (tx: Db, ids: readonly number[]) =>
  tx.execute<Found>(sql`
    select next.id as "nextId", r.term_end::text as "termEnd", r.closed_because as "closedBecause", r.confirmation_status as status,
      r.extension_date::text as "extensionDate", coalesce((spoke.at at time zone 'UTC')::date >= r.term_end, false) as "isSpokenOf",
      ${unansweredTalk()} as "wantsToTalk",
      case when ${unansweredRefusal()} then json_build_object('state', i.state, 'outcome', i.outcome, 'seats', i.seats, 'reason', i.reason) end as refused,
      (select json_build_object('decision', k.decision, 'seats', k.seats) from renewal_decisions k
        where k.renewal_id = r.id and (spoke.at is null or k.created_at >= spoke.at) order by k.id desc limit 1) as asked,
      case when n.renewal_id is not null and not ${IS_ANSWERED}
        then json_build_object('kind', n.kind, 'day', n.day, 'time', to_char(n.time, 'HH24:MI'), 'reason', n.reason) end as planned,
      case when i.reason in (${OVER}, ${NOT_LISTED}) and i.state = 'cancelled'
        then json_build_object('outcome', i.outcome, 'seats', i.seats, 'pay', i.pay) end as unapproved,
      coalesce(i.state in (${LIVE}) and i.state <> 'draft' or i.state = 'fulfilled', false) as "isInstructed",
      s.source = 'google' and s.billing_method is distinct from 'OFFLINE' and s.plan_name = 'FLEXIBLE' as "goesOnByItself",
      s.number_of_seats as seats, s.plan_name as "planName"
    from renewals r
    join renewals next on next.subscription_id = r.subscription_id and next.state = 'open'
    join subscriptions s on s.id = r.subscription_id
    left join next_actions n on n.renewal_id = r.id
    left join lateral (${LAST_SPOKEN}) spoke on true
    left join lateral (select newest.state, newest.reason, newest.outcome, newest.seats, newest.pay from instructions newest
      where newest.renewal_id = r.id order by newest.id desc limit 1) i on true
    where r.id = any(${sql.param([...ids])}::int[]) and r.state = 'closed'`);

const { renewalId, kind, day, time, reason } = getTableColumns(nextActionsTable);
const plannedColumns = { renewalId, kind, day, time, reason };

/** On its own day, or at once where that is over. */
function dayOf(left: LeftOpen, today: string): Pick<LeftOpen, 'time'> & { readonly day: string } {
  const first = weekdayFrom(today);
  return left.day !== null && left.day >= first ? { day: left.day, time: left.time } : { day: first, time: null };
}

/**
 * Plans what closed terms leave to be done on the terms that follow them, where it is in somebody's list: a closed renewal is in nobody's.
 * @param ids of renewals that have just been closed, or were when their subscription was gone and has another term now
 * @param today `yyyy-mm-dd`
 */
export async function carryOver(tx: Db, ids: readonly number[], today: string): Promise<Entry[]> {
  if (ids.length === 0) return [];
  const { rows } = await closedTerms(tx, ids);
  const planned = rows.flatMap((closed) => {
    const left = leftOpen(closed, today);
    return left ? [{ ...left, renewalId: closed.nextId, ...dayOf(left, today) }] : [];
  });
  for (const some of chunked(planned))
    await tx.execute(sql`
      insert into next_actions (${columnNames(plannedColumns)}, changed_at)
      select ${columnNames(plannedColumns, 'n.')}, ${NOW} from ${recordset(plannedColumns, some)}
      on conflict do nothing`);
  return planned.map((one) => ({
    ...{ action: 'next_action_set', subject: 'renewal', subjectId: one.renewalId },
    changes: (['kind', 'day', 'time', 'reason'] as const).map((field) => ({ field, old: null, new: one[field] })),
  }));
}
