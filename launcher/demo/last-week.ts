import { STANDARD_BUSINESS } from '@desk/contract/rules/business';
import { sql } from 'drizzle-orm';
import { recordSnapshot } from '../../server/src/domain/renewals/weekly-snapshot.ts';
import type { Db } from '../../server/src/platform/db/db.ts';
import { stageSql } from '../../server/src/platform/db/tables/standing.ts';
import { addDays, mondayOf } from '../../server/src/platform/time/days.ts';

/** How renewals stood when the week before `today` (`yyyy-mm-dd`) began: what was decided since, as its history says, was undecided then. */
export async function recordLastWeek(tx: Db, today: string): Promise<void> {
  const week = mondayOf(addDays(today, -1));
  await recordSnapshot(
    tx,
    week,
    sql`case when exists (select from renewal_comments c where c.renewal_id = r.id and c.updated_on >= ${week}::date)
      then 'undecided' else ${sql.raw(stageSql('r.'))} end`,
  );
  await tx.execute(
    sql`update renewal_snapshots set created_at = (${week}::date + time '04:40') at time zone ${STANDARD_BUSINESS.timeZone}`,
  );
}
