import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { stageSql, termMonthsSql } from '../../platform/db/tables/standing.ts';

/**
 * Records how open renewals of licences stand at the beginning of a week; does nothing where it is recorded.
 * @param week its Monday, `yyyy-mm-dd`
 * @param stage the `Stage` of the alias `r`: as it stands now, unless somebody knows it of then
 */
export async function recordSnapshot(tx: Db, week: string, stage: SQL = sql.raw(stageSql('r.'))): Promise<void> {
  await tx.execute(sql`
    insert into renewal_snapshots (week, renewal_id, stage, price, price_per_user, number_of_seats, licensed_seats, term_months, currency, created_at)
    select ${week}::date, r.id, ${stage}, r.price, r.price_per_user, r.number_of_seats, r.licensed_seats,
      ${sql.raw(termMonthsSql('r.'))}, r.currency, ${NOW}
    from renewals r
    where r.product = 'licence' and r.state = 'open' and not exists (select from renewal_snapshots where week = ${week}::date)`);
}
