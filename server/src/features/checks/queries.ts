import type { BodyOf } from '@desk/contract/call';
import {
  checks,
  MailStatus,
  type AtGoogle,
  type CheckedDomain,
  type CheckKind,
  type CheckRun,
  type Ours,
} from '@desk/contract/checks';
import { and, asc, desc, eq, getTableColumns, isNotNull, sql } from 'drizzle-orm';
import type { ActorContext, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { checkLinesTable as l, checkRunsTable as r } from '../../platform/db/tables/checks.ts';
import { lookUpMail, type MailFacts } from '../../integrations/dns/look-up.ts';
import { isRequest } from '../../domain/customers/customers.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { isCircuitOpen, relationOf } from '../../providers/relation-of.ts';
import { kindsFor, NOTHING_FOUND, SHOWN_LINES, SHOWN_RUNS, type Found } from './rules.ts';

const selectRuns = (db: Db) =>
  db
    .select({ run: getTableColumns(r), startedBy: a.email })
    .from(r)
    .innerJoin(a, eq(a.id, r.accountId));

const wire = ({ run, startedBy }: Awaited<ReturnType<typeof selectRuns>>[number]): CheckRun => ({
  run_id: run.id,
  kind: run.kind,
  file_name: run.fileName,
  started_by: startedBy,
  started_at: run.createdAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  state: run.state,
  lines: run.lines,
  checked: run.checked,
  error: run.error,
});

/** A run whose screen the caller has; what others check is as if there were nothing. */
export async function visibleRun(
  { db, actor }: Pick<ActorContext, 'db' | 'actor'>,
  runId: number,
): Promise<CheckRun | undefined> {
  const [found] = await selectRuns(db).where(eq(r.id, runId));
  return found && kindsFor(actor.menus).includes(found.run.kind) ? wire(found) : undefined;
}

export async function newestRuns({ kind }: BodyOf<typeof checks.runs>, { db, actor }: ActorContext) {
  if (!kindsFor(actor.menus).includes(kind)) return refuse(checks.runs, 404);
  const runs = await selectRuns(db).where(eq(r.kind, kind)).orderBy(desc(r.id)).limit(SHOWN_RUNS);
  return { runs: runs.map(wire) };
}

const wireLine = ({ line, input, domain, status, result }: typeof l.$inferSelect): CheckedDomain[] =>
  status === null ? [] : [{ line, input, domain, status, ...NOTHING_FOUND, ...(result as Partial<Found> | null) }];

/** Checked lines in the order of the file. */
const checkedLines = (db: Db, { run_id, status }: BodyOf<typeof checks.exportRun>) =>
  db
    .select()
    .from(l)
    .where(and(eq(l.runId, run_id), status ? eq(l.status, status) : isNotNull(l.status)))
    .orderBy(asc(l.line));

export const allCheckedLines = async (db: Db, asked: BodyOf<typeof checks.exportRun>): Promise<CheckedDomain[]> =>
  (await checkedLines(db, asked)).flatMap(wireLine);

export async function pageOfRun(asked: BodyOf<typeof checks.run>, ctx: ActorContext) {
  const { run_id, status, page = 1 } = asked;
  const { db } = ctx;
  // One look: counts of a moment and lines of another would not add up.
  return db.transaction(
    async (tx) => {
      const run = (await visibleRun({ ...ctx, db: tx }, run_id)) ?? refuse(checks.run, 404);
      const { rows: counts } = await tx.execute<{ status: CheckedDomain['status']; count: number }>(sql`
        select status, count(*)::int as count from check_lines
        where run_id = ${run_id} and status is not null group by status order by array_position(${sql.param(MailStatus.options)}::text[], status)`);
      const shown = counts.filter((one) => status === undefined || one.status === status);
      const lines = await checkedLines(tx, asked)
        .limit(SHOWN_LINES)
        .offset((page - 1) * SHOWN_LINES);
      const total = shown.reduce((sum, { count }) => sum + count, 0);
      return { run, counts, domains: lines.flatMap(wireLine), total };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type Owned = Record<'ours', Ours> & Record<'owner', string | null>;

/** The owner of each of these domains here. */
async function ownersOf(db: Db, domains: readonly string[]): Promise<Map<string, Owned>> {
  const { rows } = await db.execute<Owned & Record<'domain', string>>(sql`
    select asked.domain, coalesce(found.ours, 'nobody') as ours, found.owner
    from unnest(${sql.param([...domains])}::text[]) as asked(domain)
    left join lateral (
      select case when ${isRequest} then 'pending' when c.reseller_id is null then 'customer' else 'reseller_customer' end as ours,
        concat_ws(', through ', c.company_name, s.company_name) as owner, (${isRequest})::int * 2 as rank
      from domains d join customers c on c.id = d.customer_id left join resellers s on s.id = c.reseller_id
      where d.name = asked.domain::citext and not (${isRequest} and d.status = 'REJECTED')
      union all
      select 'axima', coalesce(nullif(x.company_name, ''), x.customer_name), 1
      from axima_domains x where x.name = asked.domain::citext
      order by rank limit 1
    ) as found on true`);
  return new Map(rows.map(({ domain, ...owned }) => [domain, owned]));
}

/** Relation to us of each domain's customer at Google; a Google that is not connected cannot be asked. */
function atGoogle(domains: readonly string[], { clients, now }: Services, signal?: AbortSignal): Promise<AtGoogle[]> {
  const customers = clients.providers.google?.customers;
  return Promise.all(
    domains.map((domain) =>
      customers ? relationOf(customers, domain, { now, signal }) : Promise.resolve('failed' as const),
    ),
  );
}

export function isGoogleResting({ clients, now }: Services): boolean {
  const customers = clients.providers.google?.customers;
  return customers !== undefined && isCircuitOpen(customers, now());
}

export type Checked = Pick<MailFacts, 'status'> & Found;

/** Findings for each domain, in the same order. */
export async function checkDomains(
  kind: CheckKind,
  domains: readonly string[],
  services: Services,
  signal?: AbortSignal,
): Promise<Checked[]> {
  const mail = lookUpMail(domains, { servers: services.config.DNS_SERVERS, signal });
  if (kind === 'mail') return (await mail).map((facts) => ({ ...NOTHING_FOUND, ...facts }));
  const [facts, owners, google] = await Promise.all([
    mail,
    ownersOf(services.db, domains),
    atGoogle(domains, services, signal),
  ]);
  return facts.map((about, at) => {
    const { ours, owner } = owners.get(domains[at] ?? '') ?? NOTHING_FOUND;
    return { ...about, ours, owner, google: google[at] ?? null };
  });
}
