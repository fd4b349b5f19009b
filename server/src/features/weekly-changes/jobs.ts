import { sql } from 'drizzle-orm';
import { recordSnapshot } from '../../domain/renewals/weekly-snapshot.ts';
import type { Services } from '../../platform/context.ts';
import { addDays, dayIn, mondayOf } from '../../platform/time/days.ts';

const KEPT_WEEKS = 104;

/** Records how open renewals stand, the first time that it is looked at in a week, and deletes the weeks of two years ago. */
export async function recordWeek({ db, config, now }: Services): Promise<void> {
  const week = mondayOf(dayIn(config.BUSINESS_TIME_ZONE, now()));
  await db.transaction(async (tx) => {
    await recordSnapshot(tx, week);
    await tx.execute(sql`delete from renewal_snapshots where week < ${addDays(week, -7 * KEPT_WEEKS)}::date`);
  });
}
