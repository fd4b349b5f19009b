import { LONGEST_REASON } from '@desk/contract/renewal-work/next-step';
import { sql } from 'drizzle-orm';
import { changesBetween, type Entry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { LAST_SPOKEN } from '../../platform/db/tables/open-mail.ts';
import { nextActionsTable as n } from '../../platform/db/tables/work.ts';
import { weekdayFrom } from '../calendar/business-days.ts';
import type { Planned } from './facts.ts';
import { shortDay } from './short-day.ts';

/** Of what is planned, the alias `n`: one of the staff has spoken since, `spoke`, on its day or after it. */
export const IS_ANSWERED = sql`coalesce(spoke.at > n.changed_at and (spoke.at at time zone 'UTC')::date >= n.day, false)`;

interface Call {
  readonly renewalId: number;
  readonly reason: string;
}

/** What is planned and not answered; undefined: nothing. */
async function unansweredPlan(tx: Db, renewalId: number): Promise<Planned | undefined> {
  const { rows } = await tx.execute<Planned & Record<string, unknown>>(sql`
    select n.kind, n.day::text, to_char(n.time, 'HH24:MI') as time, n.reason
    from next_actions n join renewals r on r.id = n.renewal_id left join lateral (${LAST_SPOKEN}) spoke on true
    where n.renewal_id = ${renewalId} and not ${IS_ANSWERED} for update of n`);
  return rows[0];
}

/** By the log, in which it stays when somebody plans something else. */
async function wasPlanned(tx: Db, { renewalId, reason }: Call): Promise<boolean> {
  const { rows } = await tx.execute<{ is: boolean }>(sql`
    select exists (select from audit_log l, jsonb_array_elements(l.changes) change
      where l.subject = 'renewal' and l.subject_id = ${renewalId} and l.action = 'next_action_set'
        and change ->> 'field' = 'reason' and starts_with(change ->> 'new', ${reason})) as is`);
  return rows[0]?.is ?? false;
}

/** What was planned for later says its day, which comes first now. */
function together(words: string, before: Planned, first: string, today: string): Planned {
  if (before.day <= first) return { ...before, reason: `${words} ${before.reason}` };
  const time = before.time === null ? '' : `, ${before.time}`;
  const reason = `${words} Planned for ${shortDay(before.day, today)}${time}: ${before.reason}`;
  return { kind: before.kind, day: first, time: null, reason };
}

/**
 * Plans a call that nobody of the staff asked for. What is planned already keeps its kind, and stands behind it. It is said once: whoever
 * plans something else has read it.
 * @param reason of this very call: two of the same words are one
 * @param today `yyyy-mm-dd`
 * @returns what is to be written to the audit log in the same transaction
 */
export async function planCall(tx: Db, { renewalId, reason }: Call, today: string): Promise<Entry[]> {
  const words = reason.slice(0, LONGEST_REASON);
  if (await wasPlanned(tx, { renewalId, reason: words })) return [];
  const before = await unansweredPlan(tx, renewalId);
  const first = weekdayFrom(today);
  const planned = before
    ? together(words, before, first, today)
    : ({ kind: 'call', day: first, time: null, reason: words } as const);
  const next = { ...planned, reason: planned.reason.slice(0, LONGEST_REASON) };
  await tx
    .insert(n)
    .values({ renewalId, ...next })
    .onConflictDoUpdate({ target: n.renewalId, set: { ...next, setById: null, changedAt: NOW } });
  const changes = changesBetween({ ...before }, { ...next });
  return [{ action: 'next_action_set', subject: 'renewal', subjectId: renewalId, changes }];
}
