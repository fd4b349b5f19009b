import { isUndecided } from '@desk/contract/rules/standing';
import { and, asc, eq, gte, isNotNull, or, sql } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { deadlinesTable as t, holidaysTable } from '../../platform/db/tables/deadlines.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { dayIn } from '../../platform/time/days.ts';
import type { Calendar } from './last-safe-day.ts';
import { showLastSafeDays } from './last-safe-days.ts';
import { planDeadlines, type Dates, type Known, type Step } from './plan.ts';

type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>;

/** By what days the business counts, with its holidays as they are listed now. */
export async function calendarOf(
  db: Db,
  config: Pick<Config, 'BUSINESS_TIME_ZONE' | 'LEAD_BUSINESS_DAYS'>,
): Promise<Calendar> {
  const holidays = await db.select({ day: holidaysTable.day }).from(holidaysTable);
  return {
    timeZone: config.BUSINESS_TIME_ZONE,
    lead: config.LEAD_BUSINESS_DAYS,
    holidays: new Set(holidays.map(({ day }) => day)),
  };
}

const ofThese = (
  column: typeof s.id | typeof t.subscriptionId | typeof r.subscriptionId,
  ids: readonly number[] | undefined,
) => ids && sql`${column} = any(${sql.param([...ids])})`;

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

/** What each subscription's deadlines follow from, beside those that it has: what has passed long ago is not read. */
async function read(tx: Db, ids: readonly number[] | undefined, timeZone: string) {
  const subscriptions = await tx
    .select({
      id: s.id,
      isAlive: sql<boolean>`${s.endedAt} is null`,
      isSuspended: sql<boolean>`${s.status} = 'SUSPENDED'`,
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
  const known = await tx
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
  const rows = bySubscription<Known & { subscriptionId: number }>(known);
  const days = [...new Set(known.map(({ at }) => dayIn(timeZone, at)))];
  const statuses = await tx
    .select({ subscriptionId: r.subscriptionId, termEnd: r.termEnd, status: r.confirmationStatus })
    .from(r)
    .where(
      and(
        isNotNull(r.confirmationStatus),
        sql`${r.termEnd} = any(${sql.param(days)}::date[])`,
        ofThese(r.subscriptionId, ids),
      ),
    );
  return { subscriptions, rows, statuses: bySubscription(statuses) };
}

type Opened = StepOf<'open'>['deadline'] & { subscriptionId: number };

async function write(tx: Db, opened: readonly Opened[], steps: readonly Step[]): Promise<void> {
  const { id, state, cause, lastSafeDay, subscriptionId, kind, at, day } = t;
  const closed = steps.filter((step): step is StepOf<'close'> => step.do === 'close');
  for (const rows of chunked(closed.map(({ id: row, state: to, cause: why }) => ({ id: row, state: to, cause: why }))))
    await tx.execute(sql`update ${t} set state = n.state, cause = n.cause, changed_at = ${NOW}
      from ${recordset({ id, state, cause }, rows)} where ${t}.id = n.id`);
  const moved = steps.filter((step): step is StepOf<'move' | 'reopen'> => step.do === 'move' || step.do === 'reopen');
  for (const rows of chunked(moved.map(({ id: row, lastSafeDay: safe }) => ({ id: row, lastSafeDay: safe }))))
    await tx.execute(sql`update ${t} set state = 'open', cause = null, last_safe_day = n.last_safe_day, changed_at = ${NOW}
      from ${recordset({ id, lastSafeDay }, rows)} where ${t}.id = n.id`);
  const columns = { subscriptionId, kind, at, day, lastSafeDay };
  for (const rows of chunked(opened.map((one) => ({ ...one, at: one.at.toISOString() }))))
    await tx.execute(sql`insert into ${t} (created_at, changed_at, ${columnNames(columns)})
      select ${NOW}, ${NOW}, ${columnNames(columns, 'n.')} from ${recordset(columns, rows)}`);
}

interface Request {
  now: Date;
  calendar: Calendar;
  /** All of them without. */
  subscriptionIds?: readonly number[];
}

/**
 * Brings the deadlines of the given subscriptions in line with what the provider says of them. Part of the transaction that
 * changed them; writes nothing where nothing changed.
 */
export async function reconcileDeadlines(
  tx: Db,
  { now, calendar, subscriptionIds }: Request,
): Promise<{ opened: number; changed: number }> {
  const { subscriptions, rows, statuses } = await read(tx, subscriptionIds, calendar.timeZone);
  const opened: Opened[] = [];
  const steps: Step[] = [];
  for (const { id, ...facts } of subscriptions) {
    const known = rows.get(id) ?? [];
    const decidedOn = new Set(
      statuses.get(id)?.flatMap(({ status, termEnd }) => (isUndecided(status) ? [] : [termEnd])),
    );
    const decided = known.map(({ at }) => at).filter((at) => decidedOn.has(dayIn(calendar.timeZone, at)));
    const dates: Dates = { ...facts, decided };
    for (const step of planDeadlines(dates, known, now, calendar))
      if (step.do === 'open') opened.push({ subscriptionId: id, ...step.deadline });
      else steps.push(step);
  }
  await write(tx, opened, steps);
  await showLastSafeDays(tx, subscriptionIds);
  return { opened: opened.length, changed: steps.length };
}
