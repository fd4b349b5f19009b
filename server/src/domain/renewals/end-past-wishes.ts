import type { InstructionState, Outcome } from '@desk/contract/rules/instruction';
import { sql } from 'drizzle-orm';
import type { Entry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { LIVE } from '../../platform/db/tables/instructions.ts';
import { wishWords } from '../work-items/instruction-next.ts';
import { planCall } from '../work-items/plan-call.ts';

const LONG_OVER = 'Its term is long over.';
const CAME_BACK = 'The subscription was gone meanwhile, and has another term now.';

/** In days: one that the provider does not list for so long at the end of its term, and then under the same id, was never gone. */
const HOLE = 7;

/** The term after that of the closed renewal `r` is over too, or is on its last day. */
const isLongOver = (today: string) => sql`exists (select from renewals later
  where later.subscription_id = r.subscription_id and later.term_end > r.term_end
    and (later.closed_because in ('renewed', 'passed') or later.term_end <= ${today}::date))`;

/** Between the term of the closed renewal `r` and the one that runs its subscription was gone. */
const HAS_COME_BACK = sql`exists (select from renewals gone join renewals now on now.subscription_id = gone.subscription_id
  where gone.subscription_id = r.subscription_id and gone.state = 'closed' and gone.closed_because = 'ended'
    and gone.term_end >= r.term_end and now.state = 'open' and now.term_end > gone.term_end
    and not (gone.external_id = now.external_id
      and (now.created_at at time zone 'UTC')::date - gone.term_end between -1 and ${HOLE}::int))`;

interface Past extends Record<string, unknown> {
  readonly id: number;
  readonly renewalId: number;
  readonly month: string;
  readonly state: InstructionState;
  readonly outcome: Outcome;
  readonly seats: number | null;
  readonly isLongOver: boolean;
  /** The renewal that is open now; null: none is. */
  readonly openId: number | null;
  readonly openMonth: string | null;
}

const pastWishes = async (tx: Db, ids: readonly number[] | undefined, today: string): Promise<Past[]> => {
  const ofThese = ids ? sql`and r.subscription_id = any(${sql.param([...ids])}::int[])` : sql``;
  const { rows } = await tx.execute<Past>(sql`
    select i.id, i.renewal_id as "renewalId", to_char(r.term_end, 'YYYY-MM') as month, i.state, i.outcome, i.seats,
      ${isLongOver(today)} as "isLongOver", o.id as "openId", to_char(o.term_end, 'YYYY-MM') as "openMonth"
    from instructions i join renewals r on r.id = i.renewal_id
    left join renewals o on o.subscription_id = r.subscription_id and o.state = 'open'
    where i.state in (${LIVE}) and r.state = 'closed' ${ofThese} and (${isLongOver(today)} or ${HAS_COME_BACK})
    order by i.renewal_id`);
  return rows;
};

const reasonOf = ({ isLongOver: isOver }: Past): string => (isOver ? LONG_OVER : CAME_BACK);

async function end(tx: Db, past: readonly Past[]): Promise<Entry[]> {
  // The renewal first, as everybody does who writes an instruction: it shows it.
  const renewalIds = past.map(({ renewalId }) => renewalId);
  await tx.execute(sql`select from renewals where id = any(${sql.param(renewalIds)}::int[]) order by id for update`);
  const reasons = past.map((one) => ({ id: one.id, reason: reasonOf(one) }));
  const { rows } = await tx.execute<{ id: number }>(sql`
    update instructions i set state = 'cancelled', reason = n.reason, finished_at = ${NOW}, changed_at = ${NOW},
      leased_until = null, next_try_at = null
    from json_to_recordset(${JSON.stringify(reasons)}) n (id int, reason text)
    where i.id = n.id and i.state in (${LIVE}) returning i.id`);
  const ended = new Set(rows.map(({ id }) => id));
  return past
    .filter(({ id }) => ended.has(id))
    .map((one) => ({
      ...{ action: 'instruction_cancelled', subject: 'renewal', subjectId: one.renewalId },
      changes: [
        { field: 'state', old: one.state, new: 'cancelled' },
        { field: 'reason', old: null, new: reasonOf(one) },
      ],
    }));
}

const callOf = (one: Past): string => {
  const why = one.isLongOver ? 'Its term is long over' : 'The subscription was gone meanwhile';
  return `Wanted: ${wishWords(one)}. ${why}, and it was not done. Speak with the customer.`;
};

/**
 * Ends what was wanted of a term that is not the one before the present one, approved or not: placed now it would act on a term that
 * nobody decided. Whoever has the open renewal is told.
 * @param subscriptionIds all without
 * @param today `yyyy-mm-dd`
 */
export async function endPastWishes(
  tx: Db,
  { subscriptionIds, today }: { subscriptionIds?: readonly number[]; today: string },
): Promise<{ entries: Entry[]; months: string[] }> {
  const past = await pastWishes(tx, subscriptionIds, today);
  if (past.length === 0) return { entries: [], months: [] };
  const ended = await end(tx, past);
  const calls = past.flatMap((one) => (one.openId === null ? [] : [{ renewalId: one.openId, reason: callOf(one) }]));
  const months = past.flatMap(({ month, openMonth }) => (openMonth === null ? [month] : [month, openMonth]));
  const planned: Entry[] = [];
  for (const call of calls) planned.push(...(await planCall(tx, call, today)));
  return { entries: [...ended, ...planned], months };
}
