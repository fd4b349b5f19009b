import { sql } from 'drizzle-orm';
import type { DeadlineStep } from '@desk/contract/rules/deadline';
import { LONGEST_AHEAD, type Alert } from './alert-steps.ts';
import type { Draft } from '../work-items/approvers.ts';
import { factsOfDeadlines, openDeadlines, type DeadlineFacts } from './open.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { chunked, columnNames, recordset } from '../../platform/db/sql/recordset.ts';
import { deadlineAlertsTable } from '../../platform/db/tables/deadlines.ts';

export type Due = DeadlineFacts & { readonly step: DeadlineStep };

/** So many days more than anybody is told ahead: what falls on days off comes before them. */
const MARGIN = 10;

/** Open deadlines of which somebody is to be told by now, and about which something can be done. */
export async function dueDeadlines(tx: Db, today: string): Promise<Due[]> {
  const near = sql`d.last_safe_day <= ${today}::date + ${LONGEST_AHEAD + MARGIN}::int`;
  const open = sql`(select * from (${openDeadlines(near)}) as d where step is not null)`;
  const { rows } = await tx.execute<Due>(
    sql`select * from (${factsOfDeadlines(open)}) as d order by last_safe_day, deadline_id`,
  );
  return rows;
}

/** Of the deadlines about which a wish is to be approved by a second person: that wish, by the deadline. */
export async function draftsToApprove(tx: Db, due: readonly Due[]): Promise<ReadonlyMap<number, Draft>> {
  const waiting = due.filter(({ step }) => step === 'approve');
  if (waiting.length === 0) return new Map();
  const { rows } = await tx.execute<Omit<Draft, 'ownerId'> & { renewalId: number } & Record<string, unknown>>(sql`
    select renewal_id as "renewalId", requested_by_id as "requestedBy", source = 'customer' as "isOfCustomer", approval_reasons as reasons
    from instructions where state = 'draft' and cardinality(approval_reasons) > 0
      and renewal_id = any(${sql.param(waiting.map(({ renewal_id }) => renewal_id))}::int[])`);
  const drafts = new Map(rows.map(({ renewalId, ...draft }) => [renewalId, draft]));
  return new Map(
    waiting.flatMap(({ deadline_id, renewal_id, owner_id }) => {
      const draft = drafts.get(renewal_id ?? 0);
      return draft ? [[deadline_id, { ...draft, ownerId: owner_id }] as const] : [];
    }),
  );
}

/** As `deadline step account`. Those that were withdrawn count: nobody is told of what was just called off. */
export async function knownAlerts(tx: Db, deadlineIds: readonly number[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ key: string }>(sql`
    select concat(deadline_id, ' ', rung, ' ', account_id) as key from deadline_alerts
    where deadline_id = any(${sql.param([...deadlineIds])}::int[])`);
  return new Set(rows.map(({ key }) => key));
}

export interface Withdrawn extends Record<string, unknown> {
  accountId: number;
  domain_name: string;
  last_safe_day: string;
  cause: string;
}

/** What people were told of and is off: each deadline once a person, however many steps there were. */
export async function withdrawnOf(tx: Db): Promise<Withdrawn[]> {
  const { rows } = await tx.execute<Withdrawn>(sql`
    select distinct a.account_id as "accountId", d.last_safe_day::text as last_safe_day, n.name::text as domain_name,
      coalesce(d.cause, '') as cause, d.id
    from deadline_alerts a join deadlines d on d.id = a.deadline_id join subscriptions s on s.id = d.subscription_id
    join domains n on n.id = s.domain_id where a.withdrawn_at is not null order by d.last_safe_day::text, n.name::text, d.id`);
  return rows;
}

/** Which of these keys of a day stand in the outbox, however their message ended: the key of one that failed and was sent anew has an end of its own. */
export async function outboxKeys(tx: Db, keys: readonly string[], today: string): Promise<ReadonlySet<string>> {
  // One pass over what was written since the day began in any time zone, however many keys there are.
  const { rows } = await tx.execute<{ key: string }>(sql`
    select distinct split_part(dedupe_key, '~', 1) as key from outbox
    where created_at >= ${today}::date - interval '1 day' and split_part(dedupe_key, '~', 1) = any(${sql.param([...keys])}::text[])`);
  return new Set(rows.map(({ key }) => key));
}

/** Active people, by their ids. */
export async function namesOf(tx: Db, ids: readonly number[]): Promise<Map<number, { name: string; email: string }>> {
  const { rows } = await tx.execute<{ id: number; name: string; email: string }>(sql`
    select id, name, email from accounts where status = 'ACTIVE' and id = any(${sql.param([...ids])}::int[])`);
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

const { deadlineId, alertStep, accountId } = deadlineAlertsTable;
const COLUMNS = { deadlineId, alertStep, accountId };

/** @returns those that nobody else has claimed: who writes their messages does it in this transaction. */
export async function claimAlerts(tx: Db, alerts: readonly Alert[]): Promise<Alert[]> {
  const claimed: Alert[] = [];
  for (const rows of chunked(alerts.map((one) => ({ ...one })))) {
    const { rows: written } = await tx.execute<Alert & Record<string, unknown>>(sql`
      insert into deadline_alerts (created_at, ${columnNames(COLUMNS)})
      select ${NOW}, ${columnNames(COLUMNS, 'n.')} from ${recordset(COLUMNS, rows)} on conflict do nothing
      returning deadline_id as "deadlineId", rung as "alertStep", account_id as "accountId"`);
    claimed.push(...written);
  }
  return claimed;
}

/** Those whose reader is told now that they are off. Should the date come back, it begins anew. */
export const forgetWithdrawn = (tx: Db, accountIds: readonly number[]) =>
  tx.execute(sql`delete from deadline_alerts
    where withdrawn_at is not null and account_id = any(${sql.param([...accountIds])}::int[])`);
