import type { Service } from '@desk/contract/connections';
import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { NOW } from '../../platform/db/now.ts';

/**
 * The newest run of a service's sync, who started it, when a run last ended well (an instant as the database writes it),
 * and how many failed within a week.
 */
export async function newestRun({ db }: Services, service: Service) {
  const earlier = db
    .select({
      doneAt: sql<string | null>`max(${y.finishedAt}) filter (where ${y.state} = 'done')`.as('done_at'),
      failures:
        sql<number>`(count(*) filter (where ${y.state} = 'failed' and ${y.finishedAt} > ${NOW} - interval '7 days'))::int`.as(
          'failures',
        ),
    })
    .from(y)
    .where(eq(y.service, service))
    .as('earlier');
  const [newest] = await db
    .select({ run: getTableColumns(y), startedBy: a.email, doneAt: earlier.doneAt, failures: earlier.failures })
    .from(y)
    .leftJoin(a, eq(a.id, y.startedById))
    .crossJoin(earlier)
    .where(eq(y.service, service))
    .orderBy(desc(y.id))
    .limit(1);
  return newest;
}
