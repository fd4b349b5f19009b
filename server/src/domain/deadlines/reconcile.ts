import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { deadlinesTable as t } from '../../platform/db/tables/deadlines.ts';
import { factsOf } from './facts.ts';
import type { Calendar } from '../calendar/business-days.ts';
import { showLastSafeDays } from './last-safe-days.ts';
import { planDeadlines, type Step } from './plan.ts';

type StepOf<Do extends Step['do']> = Extract<Step, { do: Do }>;

type Opened = StepOf<'open'>['deadline'] & { subscriptionId: number };

/** Whoever was told of a date that is none any more is told so in the next digest. */
async function withdrawAlerts(tx: Db, closed: readonly StepOf<'close'>[]): Promise<void> {
  const ids = closed.flatMap(({ id, state }) => (state === 'void' ? [id] : []));
  if (ids.length > 0)
    await tx.execute(sql`update deadline_alerts set withdrawn_at = ${NOW}
      where deadline_id = any(${sql.param(ids)}) and withdrawn_at is null`);
}

/** Of a date that comes back before anybody was told that it was gone, all is as it was. */
async function restoreAlerts(tx: Db, steps: readonly Step[]): Promise<void> {
  const ids = steps.flatMap((step) => (step.do === 'reopen' ? [step.id] : []));
  if (ids.length > 0)
    await tx.execute(sql`update deadline_alerts set withdrawn_at = null where deadline_id = any(${sql.param(ids)})`);
}

async function write(tx: Db, opened: readonly Opened[], steps: readonly Step[]): Promise<void> {
  const { id, state, cause, lastSafeDay, subscriptionId, kind, at, day } = t;
  const closed = steps.filter((step): step is StepOf<'close'> => step.do === 'close');
  for (const rows of chunked(closed.map(({ id: row, state: to, cause: why }) => ({ id: row, state: to, cause: why }))))
    await tx.execute(sql`update ${t} set state = n.state, cause = n.cause, changed_at = ${NOW}
      from ${recordset({ id, state, cause }, rows)} where ${t}.id = n.id`);
  await withdrawAlerts(tx, closed);
  const moved = steps.filter((step): step is StepOf<'move' | 'reopen'> => step.do === 'move' || step.do === 'reopen');
  for (const rows of chunked(moved.map(({ id: row, lastSafeDay: safe }) => ({ id: row, lastSafeDay: safe }))))
    await tx.execute(sql`update ${t} set state = 'open', cause = null, last_safe_day = n.last_safe_day, changed_at = ${NOW}
      from ${recordset({ id, lastSafeDay }, rows)} where ${t}.id = n.id`);
  await restoreAlerts(tx, steps);
  const columns = { subscriptionId, kind, at, day, lastSafeDay };
  for (const rows of chunked(opened.map((one) => ({ ...one, at: one.at.toISOString() }))))
    await tx.execute(sql`insert into ${t} (created_at, changed_at, ${columnNames(columns)})
      select ${NOW}, ${NOW}, ${columnNames(columns, 'n.')} from ${recordset(columns, rows)}
      on conflict (subscription_id, kind, at) do update
        set state = 'open', cause = null, last_safe_day = excluded.last_safe_day, changed_at = excluded.changed_at`);
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
  const opened: Opened[] = [];
  const steps: Step[] = [];
  for (const { id, dates, known } of await factsOf(tx, subscriptionIds, calendar.timeZone))
    for (const step of planDeadlines(dates, known, now, calendar))
      if (step.do === 'open') opened.push({ subscriptionId: id, ...step.deadline });
      else steps.push(step);
  await write(tx, opened, steps);
  await showLastSafeDays(tx, subscriptionIds);
  return { opened: opened.length, changed: steps.length };
}
