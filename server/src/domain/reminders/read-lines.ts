import { sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import type { LineFacts } from './mail.ts';
import { LAST_DAY } from './read-terms.ts';

/** What reminders tell of renewals, and for whom: `through` is the reseller whom the customer buys from. */
export type Line = LineFacts & { readonly through: string | null; readonly termEnd: string };

export async function readLines(db: Db, renewalIds: readonly number[]): Promise<ReadonlyMap<number, Line>> {
  const { rows } = await db.execute<Line & Record<string, unknown>>(sql`
    select r.id as "renewalId", r.customer_id as "customerId", c.company_name as company, r.domain_name::text as domain,
      r.sku_name as product, r.plan_name as plan, coalesce(r.number_of_seats, r.licensed_seats) as seats,
      r.licensed_seats as used, ${LAST_DAY}::text as "lastDay", r.term_end::text as "renewalDate", r.term_end::text as "termEnd",
      r.if_nobody_acts as outcome, r.seats_if_nobody_acts as "seatsIfNobodyActs", s.renewal_type as "renewalType",
      r.price::text as price, r.currency, e.name as through
    from renewals r join customers c on c.id = r.customer_id join subscriptions s on s.id = r.subscription_id
    left join resellers e on e.id = c.reseller_id
    where r.id = any(${sql.param([...renewalIds])}::int[])`);
  return new Map(rows.map((row) => [row.renewalId, row]));
}
