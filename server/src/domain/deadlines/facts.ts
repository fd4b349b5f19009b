import { ACTING_STATES } from '@desk/contract/rules/instruction';
import { LEFT } from '@desk/contract/words/lists';
import { and, asc, eq, gte, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { deadlinesTable as t } from '../../platform/db/tables/deadlines.ts';
import { LIVE } from '../../platform/db/tables/instructions.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { dayIn } from '../../platform/time/days.ts';
import { instructionOf, isDecided, type Speaking } from './decided.ts';
import type { Dates, Known } from './plan.ts';
import { moveAwayOf, type Held } from './suspension.ts';

type Ids = readonly number[] | undefined;

const ofThese = (column: Parameters<typeof sql>[1], ids: Ids) => ids && sql`${column} = any(${sql.param([...ids])})`;
const andOfThese = (column: string, ids: Ids) => (ids ? sql`and ${ofThese(sql.raw(column), ids)}` : sql``);

/** Rows by the subscription that they are of. */
function bySubscription<Row extends { subscriptionId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const grouped = new Map<number, Row[]>();
  for (const row of rows) {
    const group = grouped.get(row.subscriptionId);
    if (group) group.push(row);
    else grouped.set(row.subscriptionId, [row]);
  }
  return grouped;
}

/** Whether what was decided of the term that runs is that another follows it. */
const isToGoOn = (id: SQL) => sql<boolean>`exists (select from renewals r join instructions i on i.renewal_id = r.id
  where r.subscription_id = ${id} and r.state = 'open' and i.state in (${LIVE}) and i.outcome <> 'end')`;

const subscriptionsOf = (tx: Db, ids: Ids) =>
  tx
    .select({
      id: s.id,
      isAlive: sql<boolean>`${s.endedAt} is null`,
      isSuspended: sql<boolean>`${s.status} = 'SUSPENDED'`,
      isToGoOn: isToGoOn(sql`${s.id}`),
      termEndAt: s.termEndAt,
      // A trial that a plan follows ends in that plan.
      trialEndAt:
        sql<Date | null>`case when ${s.ifNobodyActs} in ('suspended', 'ends') then ${s.trialEndAt} end`.mapWith(
          s.trialEndAt,
        ),
    })
    .from(s)
    .where(and(eq(s.source, 'google'), ofThese(s.id, ids)))
    .orderBy(asc(s.id));

/** Those that are open, and those that may be open again. */
const knownOf = (tx: Db, ids: Ids) =>
  tx
    .select({
      subscriptionId: t.subscriptionId,
      id: t.id,
      kind: t.kind,
      at: t.at,
      lastSafeDay: t.lastSafeDay,
      state: t.state,
    })
    .from(t)
    .where(and(or(eq(t.state, 'open'), gte(t.at, NOW)), ofThese(t.subscriptionId, ids)));

/** The terms of these days that somebody has decided. */
async function decidedOf(tx: Db, ids: Ids, days: readonly string[]) {
  const { rows } = await tx.execute<{
    subscriptionId: number;
    termEnd: string;
    status: string | null;
    state: Speaking | null;
  }>(sql`
    select r.subscription_id as "subscriptionId", r.term_end as "termEnd", r.confirmation_status as status, i.state
    from renewals r left join lateral (${instructionOf(sql`r.id`)}) i on true
    where r.term_end = any(${sql.param([...days])}::date[]) and (r.confirmation_status is not null or i.state is not null)
      ${andOfThese('r.subscription_id', ids)}`);
  return bySubscription(rows.filter(({ status, state }) => isDecided(status, state)));
}

interface SecondStep extends Record<string, unknown> {
  subscriptionId: number;
  at: string;
  doneAt: string | null;
}

/** Done longer ago than this: its deadline was closed by the look that followed. */
const RECENT = '40 days';

/**
 * Wishes that need a second step once their term is over: those whose renewal stands on flexible until then, and those whose
 * term has ended otherwise than they wish.
 */
async function secondSteps(tx: Db, ids: Ids) {
  const acting = sql.raw([...ACTING_STATES, 'drifted'].map((state) => `'${state}'`).join(', '));
  const { rows } = await tx.execute<SecondStep>(sql`
    select r.subscription_id as "subscriptionId", i.term_ends_at as at,
      case when i.state = 'fulfilled' then coalesce(i.finished_at, i.changed_at) end as "doneAt"
    from instructions i join renewals r on r.id = i.renewal_id
    where i.outcome = 'renew' and i.term_ends_at is not null ${andOfThese('r.subscription_id', ids)} and (
      (i.state in (${acting}) and (i.read_back->'atTermEnd'->>'then' = 'flexible' or i.term_ends_at <= ${NOW}))
      or (i.state = 'fulfilled' and i.term_ends_at > ${NOW} - ${RECENT}::interval))
    order by i.term_ends_at, i.id`);
  return bySubscription(rows);
}

const LEFT_STATUSES = sql.raw([...LEFT].map((status) => `'${String(status)}'`).join(', '));
/** Whether nobody misses a subscription: by the status that staff gave, or because its end was decided on and has come. */
const isLetGo = (id: SQL) => sql<boolean>`exists (select from renewals r
  where r.id = (select max(n.id) from renewals n where n.subscription_id = ${id})
    and (r.confirmation_status in (${LEFT_STATUSES}) and not exists (select from instructions stays
          where stays.renewal_id = r.id and stays.outcome <> 'end' and stays.state in (${LIVE}))
      or exists (select from instructions i join subscriptions x on x.id = r.subscription_id
        where i.renewal_id = r.id and i.outcome = 'end' and i.state = 'fulfilled'
          and (i.term_ends_at is not null or i.finished_at >= x.suspended_since - interval '1 day'))))`;

/** When the customer of each subscription is moved away, where all that they have is suspended; of what nobody has let go. */
async function moveAways(tx: Db, ids: Ids): Promise<Map<number, Date>> {
  const isIdle = sql`g.status = 'SUSPENDED' and g.source = 'google' and g.ended_at is null`;
  const customers = sql`select g.customer_id from subscriptions g
    where ${isIdle} ${andOfThese('g.id', ids)} and not ${isLetGo(sql`g.id`)}`;
  const rows = await tx
    .select({
      customerId: s.customerId,
      id: s.id,
      skuId: s.skuId,
      isSuspended: sql<boolean>`${s.status} = 'SUSPENDED'`,
      suspendedSince: s.suspendedSince,
      termEndAt: s.termEndAt,
      suspensionReasons: s.suspensionReasons,
      isLetGo: isLetGo(sql`${s.id}`),
      isOffline: sql<boolean>`${s.billingMethod} is not distinct from 'OFFLINE'`,
    })
    .from(s)
    // What costs nothing cannot be suspended: whether it keeps a customer Google does not say, so nobody counts on it.
    .where(and(eq(s.source, 'google'), isNull(s.endedAt), sql`${s.planName} is distinct from 'FREE'`, sql`${s.customerId} in (${customers})`)); // prettier-ignore
  const held = new Map<number, (Held & { readonly isLetGo: boolean })[]>();
  for (const { customerId, ...row } of rows) held.set(customerId, [...(held.get(customerId) ?? []), row]);
  const found = new Map<number, Date>();
  for (const group of held.values()) {
    const move = moveAwayOf(group);
    const missed = new Set(group.flatMap((one) => (one.isLetGo ? [] : [one.id])));
    for (const id of move?.ids ?? []) if (move && missed.has(id)) found.set(id, move.at);
  }
  return found;
}

export interface Facts {
  readonly id: number;
  readonly dates: Dates;
  readonly known: readonly Known[];
}

/** What each subscription's deadlines follow from, beside those that it has: what has passed long ago is not read. */
export async function factsOf(tx: Db, ids: Ids, timeZone: string): Promise<Facts[]> {
  const subscriptions = await subscriptionsOf(tx, ids);
  const rows = await knownOf(tx, ids);
  const known = bySubscription<Known & { subscriptionId: number }>(rows);
  const decided = await decidedOf(tx, ids, [...new Set(rows.map(({ at }) => dayIn(timeZone, at)))]);
  const steps = await secondSteps(tx, ids);
  const moves = await moveAways(tx, ids);
  return subscriptions.map(({ id, ...facts }) => {
    const days = new Set(decided.get(id)?.map(({ termEnd }) => termEnd));
    const own = steps.get(id) ?? [];
    const due = own.find(({ doneAt }) => doneAt === null);
    const dates: Dates = {
      ...facts,
      moveAwayAt: moves.get(id) ?? null,
      finishAt: due ? new Date(due.at) : null,
      finished: own.flatMap(({ at, doneAt }) =>
        doneAt === null ? [] : [{ at: new Date(at), doneAt: new Date(doneAt) }],
      ),
      decided: (known.get(id) ?? []).map(({ at }) => at).filter((at) => days.has(dayIn(timeZone, at))),
    };
    return { id, dates, known: known.get(id) ?? [] };
  });
}
