import type { ReplyOf } from '@desk/contract/call';
import { COVERAGE_ROWS, type coverage, type CoverageRow } from '@desk/contract/renewal-work/coverage';
import { CoverageFinding } from '@desk/contract/rules/next-action';
import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { coverageFindingsTable as f } from '../../platform/db/tables/work.ts';
import { jobRunsTable as j } from '../../platform/db/tables/job-runs.ts';

/** The first of each kind before the second of any, so that none is hidden behind another. */
async function someOfEach({ db }: ActorContext): Promise<CoverageRow[]> {
  const { rows } = await db.execute<CoverageRow & Record<string, unknown>>(sql`
    select f.kind, f.name, coalesce(r.domain_name, d.name, f.name)::text as domain_name, f.renewal_id
    from (select *, row_number() over (partition by kind order by name, id) as at from coverage_findings
      order by at, kind limit ${COVERAGE_ROWS}) f
    left join renewals r on r.id = f.renewal_id
    left join subscriptions s on s.id = f.subscription_id left join domains d on d.id = s.domain_id
    order by f.at`);
  return rows;
}

export async function latestCoverage(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof coverage.latest>> {
  const [runs, counts, rows] = await Promise.all([
    ctx.db
      .select({ at: j.startedAt })
      .from(j)
      .where(and(eq(j.job, 'coverage'), eq(j.state, 'done')))
      .orderBy(desc(j.id))
      .limit(1),
    ctx.db.select({ kind: f.kind, count: count() }).from(f).groupBy(f.kind),
    someOfEach(ctx),
  ]);
  return {
    checked_at: runs[0]?.at.toISOString() ?? null,
    findings: CoverageFinding.options.map((kind) => ({
      kind,
      count: counts.find((one) => one.kind === kind)?.count ?? 0,
    })),
    rows,
  };
}
