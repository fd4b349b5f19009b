import type { sync, SyncRun } from '@desk/contract/sync';
import type { ReplyOf } from '@desk/contract/call';
import { desc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { subscriptionsTable as s, syncRunsTable as y } from '../../platform/db/tables/subscriptions.ts';
import { isNameless, isRequest } from '../../domain/customers/customers.ts';
import { nextNight } from '../../domain/sync/nightly.ts';

const SHOWN = 10;

const selectRuns = (db: Db) =>
  db
    .select({ run: getTableColumns(y), startedBy: a.email })
    .from(y)
    .leftJoin(a, eq(a.id, y.startedById));

const wire = ({ run, startedBy }: Awaited<ReturnType<typeof selectRuns>>[number]): SyncRun => ({
  run_id: run.id,
  state: run.state,
  started_by: startedBy,
  started_at: run.startedAt.toISOString(),
  finished_at: run.finishedAt?.toISOString() ?? null,
  pages: run.pages,
  subscriptions: run.subscriptions,
  created: run.created,
  changed: run.changed,
  ended: run.ended,
  renewals_opened: run.renewalsOpened,
  renewals_closed: run.renewalsClosed,
  attempts: run.attempts,
  error: run.error,
});

export async function syncRuns(services: Services): Promise<ReplyOf<typeof sync.runs>> {
  const runs = await selectRuns(services.db).where(eq(y.service, 'google')).orderBy(desc(y.id)).limit(SHOWN);
  return {
    runs: runs.map(wire),
    next_run: await nextNight(services, 'google'),
  };
}

export async function syncRun(db: Db, runId: number): Promise<SyncRun | undefined> {
  const [run] = await selectRuns(db).where(eq(y.id, runId));
  return run && wire(run);
}

/** Subscriptions whose open renewal ended before today and that Google tells no date of. */
export async function passedTerms(db: Db, today: string): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select s.id from renewals r join subscriptions s on s.id = r.subscription_id
    where r.state = 'open' and r.term_end < ${today} and s.term_end is null`);
  return rows.map(({ id }) => id);
}

/** Those Google customers, by id, that no customer of ours stands for yet, or one whose name we do not know. */
export async function customersToAskFor(db: Db, listed: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select n.id from unnest(${sql.param([...listed.keys()])}::text[], ${sql.param([...listed.values()])}::citext[]) as n(id, domain)
    where exists (select from customers c where c.google_customer_id = n.id and ${isNameless})
      or not exists (select from customers c where c.google_customer_id = n.id)
      and not exists (select from domains d where d.name = n.domain and not ${isRequest})`);
  return rows.map(({ id }) => id);
}

export async function livingGoogleSubscriptions(db: Db): Promise<number> {
  return db.$count(s, sql`${s.source} = 'google' and ${s.endedAt} is null`);
}
