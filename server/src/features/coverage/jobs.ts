import { sql } from 'drizzle-orm';
import { findUncovered } from '../../domain/work-items/coverage.ts';
import type { Services } from '../../platform/context.ts';
import { isNightlyDue, queueNightly } from '../../platform/queue/nightly-runs.ts';
import { dayIn } from '../../platform/time/days.ts';

/** Looks for what would fall through. */
export const checkCoverage = ({ db, config, now }: Services): Promise<void> =>
  findUncovered(db, dayIn(config.BUSINESS_TIME_ZONE, now()));

/** For the first time as soon as there are subscriptions and no sync is under way: half of them would be a false alarm. Then once a night. */
async function isDue(services: Services): Promise<boolean> {
  const { rows } = await services.db.execute<{ wasRun: boolean; isReady: boolean }>(sql`
    select exists (select from job_runs where job = 'coverage') as "wasRun",
      exists (select from subscriptions) and not exists (select from sync_runs where state in ('queued', 'running')) as "isReady"`);
  return rows[0]?.wasRun === true ? isNightlyDue(services, 'coverage') : (rows[0]?.isReady ?? false);
}

/** Queues the run of the night when it is due. */
export async function sweepCoverage(services: Services): Promise<void> {
  if (await isDue(services)) await queueNightly(services, 'coverage');
}
