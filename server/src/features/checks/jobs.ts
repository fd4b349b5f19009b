import { acquireLock } from '../../platform/db/locks.ts';
import type { CheckKind } from '@desk/contract/checks';
import { sql, type SQL } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { RetentionRule } from '../../platform/retention/delete-expired.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import { isGivenUp, isLastTry, pauseAfter } from '../../domain/sync/pauses.ts';
import { callWorker } from './commands.ts';
import { checkDomains, isGoogleResting, type Checked } from './queries.ts';
import { BATCH, SENTENCES } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

/** A run in the hands of one worker: `attempts` is its claim, which a later worker, or a cancel, makes void. */
interface HeldRun {
  id: number;
  kind: CheckKind;
  attempts: number;
}

const BEAT_MS = 10_000;

const IS_ALIVE = sql`state = 'running' and heartbeat_at > ${NOW} - interval '45 seconds'`;
/** Waits, or lost its worker, while no other file is being checked. */
const IS_NEXT = sql`(state = 'running' or state = 'queued' and heartbeat_at <= ${NOW})
  and not exists (select from check_runs where ${IS_ALIVE})`;

/** Takes the oldest run that waits; undefined while any is being checked, on whatever node. */
const leaseNext = (db: Db): Promise<HeldRun | undefined> =>
  db.transaction(async (tx) => {
    await acquireLock(tx, 'check run');
    const { rows } = await tx.execute<HeldRun & Record<string, unknown>>(sql`
      update check_runs set state = 'running', attempts = attempts + 1, heartbeat_at = ${NOW}
      where id = (select id from check_runs where ${IS_NEXT} order by id limit 1)
      returning id, kind, attempts`);
    return rows[0];
  });

/** Writes on a run that is still held; false where it is not. */
async function setHeld(db: Db, { id, attempts }: HeldRun, values: SQL): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update check_runs set ${values} where id = ${id} and attempts = ${attempts} and state = 'running'`);
  return (rowCount ?? 0) > 0;
}
const beat = (db: Db, run: HeldRun) => setHeld(db, run, sql`heartbeat_at = ${NOW}`);
const end = (db: Db, run: HeldRun, state: 'done' | 'failed', error: string | null = null) =>
  setHeld(db, run, sql`state = ${state}, error = ${error}, finished_at = ${NOW}`);
const releaseRun = (db: Db, run: HeldRun, pauseMs: number) =>
  setHeld(db, run, sql`state = 'queued', heartbeat_at = ${NOW} + make_interval(secs => ${pauseMs / 1_000})`);

type WaitingLine = Readonly<Record<'line', number> & Record<'domain', string>>;

async function nextLines(db: Db, { id }: HeldRun): Promise<WaitingLine[]> {
  const { rows } = await db.execute<WaitingLine & Record<string, unknown>>(sql`
    select line, domain from check_lines where run_id = ${id} and status is null order by line limit ${BATCH}`);
  return rows;
}

/** A batch and its count, in one transaction; false where the run is not held any more. */
const storeBatch = (db: Db, run: HeldRun, found: readonly { checked: Checked; line: number | undefined }[]) =>
  db.transaction(async (tx) => {
    const rows = found.map(({ checked: { status, ...result }, line }) => ({ line, status, result }));
    if (!(await setHeld(tx, run, sql`checked = checked + ${rows.length}::int, heartbeat_at = ${NOW}`))) return false;
    await tx.execute(sql`
      update check_lines l set status = n.status, result = n.result
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(line int, status text, result jsonb)
      where l.run_id = ${run.id} and l.line = n.line`);
    return true;
  });

/** While Google is down a file waits for it, others go first; a file that has waited for some ten minutes does without. */
const GOOGLE_PAUSE_MS = 60_000;

async function checkLines(run: HeldRun, services: Services, signal: AbortSignal): Promise<void> {
  const { db, announce } = services;
  let isGivenUp = false;
  for (;;) {
    const lines = await nextLines(db, run);
    if (lines.length === 0) break;
    const domains = lines.map(({ domain }) => domain);
    const found = await checkDomains(run.kind, domains, services, signal);
    const isGoogleGone = found.some(({ google }) => google === 'failed') && isGoogleResting(services);
    isGivenUp ||= isGoogleGone && isLastTry(run.attempts);
    const mayWait = isGoogleGone && !isGivenUp;
    const kept = found.flatMap((checked, at) =>
      mayWait && checked.google === 'failed' ? [] : [{ checked, line: lines[at]?.line }],
    );
    if (!(await storeBatch(db, run, kept))) return;
    announce({ kind: 'checks' });
    if (mayWait) {
      await releaseRun(db, run, GOOGLE_PAUSE_MS);
      return;
    }
  }
  await end(db, run, 'done', isGivenUp ? SENTENCES.google : null);
}

/** No answer from outside fails a run, so this is an error of our own: tried again some times, then told. */
async function stopped(run: HeldRun, error: unknown, { db, log }: Services): Promise<void> {
  log.error({ event: 'check_error', run: run.id, ...errorForLog(error) });
  const pauseMs = pauseAfter(run.attempts);
  await (pauseMs === undefined ? end(db, run, 'failed', SENTENCES.internal) : releaseRun(db, run, pauseMs));
}

async function workOn(run: HeldRun, services: Services, signal: AbortSignal): Promise<void> {
  const { db, announce } = services;
  const beating = setInterval(() => void beat(db, run).catch(() => undefined), BEAT_MS);
  announce({ kind: 'checks' });
  try {
    if (isGivenUp(run.attempts)) await end(db, run, 'failed', SENTENCES.interrupted);
    else await checkLines(run, services, signal);
  } catch (error) {
    await (signal.aborted ? releaseRun(db, run, 0) : stopped(run, error, services));
  } finally {
    clearInterval(beating);
    announce({ kind: 'checks' });
  }
}

/** Checks the queued files, one after the other; a job that runs while another does so finds nothing to do. */
export async function checkFiles(services: Services, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const run = await leaseNext(services.db);
    if (!run) return;
    await workOn(run, services, signal);
  }
}

/** Files that wait although nobody works: their worker died, or their pause is over. */
export async function sweepChecks({ db }: Services): Promise<void> {
  const { rows } = await db.execute(sql`select from check_runs where ${IS_NEXT} limit 1`);
  if (rows.length > 0) await callWorker(db);
}

/** Files with their lines: thousands each. */
const deleteChecks = async (tx: Db, days: number, atMost: number): Promise<number> => {
  const { rowCount } = await tx.execute(sql`
    delete from check_runs where id in (
      select id from check_runs
      where created_at < ${NOW} - make_interval(days => ${days}) and state not in ('queued', 'running')
      order by id limit ${atMost})`);
  return rowCount ?? 0;
};
export const oldChecks = ({ checks: days }: Record<'checks', number>): RetentionRule => ({
  ...{ what: 'checks', days, forget: deleteChecks },
  atOnce: 10,
});
