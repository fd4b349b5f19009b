import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { lastSafeDaySql } from '../../platform/db/tables/last-safe-day.ts';

/** The open renewals of the given subscriptions, of all without, show until when something can safely be done. */
export async function showLastSafeDays(tx: Db, subscriptionIds?: readonly number[]): Promise<void> {
  const ofThese = subscriptionIds ? sql`and r.subscription_id = any(${sql.param([...subscriptionIds])})` : sql``;
  await tx.execute(sql`
    update renewals r set last_safe_day = n.last_safe_day from (
      select r.id, d.last_safe_day from renewals r
      left join lateral (select ${sql.raw(lastSafeDaySql('r.'))} as last_safe_day) d on true
      where r.state = 'open' ${ofThese} and r.last_safe_day is distinct from d.last_safe_day
      order by r.id for update of r) n
    where r.id = n.id`);
}
