import { LONGEST_REASON } from '@desk/contract/renewal-work/next-step';
import { sql } from 'drizzle-orm';
import { changesBetween, type Entry } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { addDays } from '../../platform/time/days.ts';

/** Nobody works at the weekend: what stands on it would be late on Monday. What is left open on a holiday is late the day after. */
export function workDay(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 6) return addDays(day, 2);
  return weekday === 0 ? addDays(day, 1) : day;
}

interface Call {
  readonly renewalId: number;
  readonly reason: string;
}

/**
 * Plans a call that nobody asked for. What is planned already keeps its kind and its day, and says this too; said once, it is not said again.
 * @param today `yyyy-mm-dd`
 */
export async function planCall(tx: Db, { renewalId, reason }: Call, today: string): Promise<Entry[]> {
  const { rows } = await tx.execute<{ kind: string; day: string; reason: string }>(sql`
    insert into next_actions as n (renewal_id, kind, day, time, reason, changed_at)
    values (${renewalId}, 'call', ${workDay(today)}, null, left(${reason}, ${LONGEST_REASON}::int), ${NOW})
    on conflict (renewal_id) do update set reason = left(excluded.reason || ' ' || n.reason, ${LONGEST_REASON}::int)
      where not starts_with(n.reason, excluded.reason)
    returning kind, day::text, reason`);
  return rows.map((planned) => ({
    ...{ action: 'next_action_set', subject: 'renewal', subjectId: renewalId },
    changes: changesBetween({}, { ...planned }),
  }));
}
