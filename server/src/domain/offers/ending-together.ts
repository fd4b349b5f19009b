import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../platform/db/tables/subscriptions.ts';
import { monthRange } from '../../platform/time/days.ts';
import { lastSafeDayToDecide, mayDecide } from '../renewals/own-renewals.ts';

interface Beside {
  readonly customerId: number;
  /** They end in this month, `yyyy-mm`. */
  readonly month: string;
  readonly without: readonly number[];
  readonly today: string;
}

/** What else of a customer ends in a month and can be decided. */
export async function othersEnding(db: Db, { customerId, month, without, today }: Beside) {
  const range = monthRange(month);
  const found = await db
    .select({
      ...{ renewal_id: r.id, sku_name: r.skuName, renewal_date: r.termEnd, lastSafeDay: lastSafeDayToDecide },
      domain_name: sql<string>`${r.domainName}::text`,
    })
    .from(r)
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .where(
      and(
        ...[eq(r.customerId, customerId), eq(r.state, 'open'), eq(r.product, 'licence'), isNull(s.endedAt)],
        ...[sql`${r.termEnd} between ${range.from} and ${range.to}`, notInArray(r.id, [...without])],
      ),
    )
    .orderBy(asc(r.termEnd), asc(r.domainName), asc(r.id))
    .limit(50);
  return found
    .filter(({ lastSafeDay, renewal_date }) => mayDecide(lastSafeDay, renewal_date, today))
    .map(({ renewal_id, sku_name, renewal_date, domain_name }) => ({
      renewal_id,
      sku_name,
      renewal_date,
      domain_name,
    }));
}
