import type { BodyOf } from '@desk/contract/call';
import { checks, MOST_LINES, type CheckedDomain, type CheckKind } from '@desk/contract/checks';
import { eq, sql } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit } from '../../platform/audit/audit.ts';
import { enqueue } from '../../platform/queue/enqueue.ts';
import { checkLinesTable as l, checkRunsTable as r } from '../../platform/db/tables/checks.ts';
import { typedDomain } from '../../platform/domain-names/typed.ts';
import { recordset } from '../../platform/db/sql/recordset.ts';
import { hasColumn, pickColumns, type ColumnSpec } from '../../platform/files/columns/pick-columns.ts';
import { FileProblem } from '../../platform/files/file-problem.ts';
import { sheetNotes } from '../../platform/files/columns/file-notes.ts';
import { readTable } from '../../platform/files/read-table.ts';
import { mapInChunks } from '../../platform/concurrency/chunks.ts';
import type { Table } from '../../platform/files/table.ts';
import { sheetOf, type Sheet } from '../../platform/files/sheet.ts';
import { refuse, refuseFor } from '../../platform/http/refusal.ts';
import { attemptAll, type Limit } from '../../auth/throttle.ts';
import { logSecurityEvent } from '../../platform/log/security-log.ts';
import { allCheckedLines, checkDomains, visibleRun } from './queries.ts';
import * as rules from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

/** The two calls that check: what differs are their texts. */
type CheckCall = (typeof checks)['domains' | 'mail'];
const CALLS: Record<CheckKind, CheckCall> = { domains: checks.domains, mail: checks.mail };

async function throttled(kind: CheckKind, what: 'typed' | 'file', limit: Limit, ctx: ActorContext): Promise<void> {
  const wait = await attemptAll(ctx.db, [`checks-${what}:${ctx.actor.id}`, limit]);
  if (wait === 0) return;
  logSecurityEvent(ctx, 'excess_rate_limit_exceeded', { call: CALLS[kind].path });
  refuseFor<CheckCall>(CALLS[kind], wait);
}

async function checkTyped(kind: CheckKind, input: string, ctx: ActorContext): Promise<CheckedDomain[]> {
  const domain = typedDomain(input);
  if (domain === undefined) {
    return [{ line: 1, input, domain: null, status: 'not_a_domain', ...rules.NOTHING_FOUND }];
  }
  const found = await checkDomains(kind, [domain], ctx);
  return found.map((checked) => ({ line: 1, input, domain, ...checked }));
}

const DOMAIN_COLUMN = {
  names: ['Domain Name', 'Domain Names', 'Domain', 'Domains', 'Customer Domain', 'Primary Domain'],
  required: true,
} as const satisfies ColumnSpec;

const NEITHER = "The first line is neither a domain nor the header 'Domain Name'.";

/** The cells of the column of domains; a file of one column may be a plain list, whose first line is a domain. */
async function domainCells(table: Table): Promise<{ line: number; cell: string }[]> {
  const { header, rows } = table;
  const [first = ''] = header;
  if (header.length === 1 && !hasColumn(table, DOMAIN_COLUMN)) {
    if (typedDomain(first) === undefined) throw new FileProblem(NEITHER, { line: 1, column: first });
    return [{ line: 1, cells: header }, ...rows].map(({ line, cells: [cell = ''] }) => ({ line, cell: cell.trim() }));
  }
  return (await pickColumns(table, { domain: DOMAIN_COLUMN })).map(({ line, values }) => ({
    line,
    cell: values.domain,
  }));
}

const MANY = MOST_LINES.toLocaleString('en-US');

async function linesOf(bytes: Buffer): Promise<{ lines: rules.ReadLine[]; notes: string[] }> {
  const table = await readTable(bytes, { rows: MOST_LINES });
  const cells = await domainCells(table);
  if (cells.length === 0) throw new FileProblem('The file has no domains below its header.');
  const tooMany = cells[MOST_LINES];
  if (tooMany) throw new FileProblem(`The file has more than ${MANY} rows. Split it into smaller files.`, tooMany);
  const domains = await mapInChunks(cells, ({ cell }) => typedDomain(cell));
  return { lines: rules.readLines(cells, domains), notes: sheetNotes(table) };
}

/** Wakes a worker: it checks all files that wait, one after the other. */
export const callWorker = (db: Db) => enqueue(db, 'check-files', {}, { key: 'check-files' });

/** One after the other for each account, so that two files sent at once do not both see room for one. */
async function refuseTooMany(tx: Db, kind: CheckKind, { id }: ActorContext['actor']): Promise<void> {
  await tx.execute(sql`select from accounts where id = ${id} for no key update`);
  const own = sql`${r.accountId} = ${id} and ${r.state} in ('queued', 'running')`;
  if ((await tx.$count(r, own)) >= rules.MOST_WAITING) refuse(CALLS[kind], 409);
}

async function storeRun(
  tx: Db,
  kind: CheckKind,
  fileName: string,
  lines: readonly rules.ReadLine[],
  ctx: ActorContext,
): Promise<number> {
  await refuseTooMany(tx, kind, ctx.actor);
  const checked = lines.filter(({ status }) => status !== null).length;
  const [run] = await tx
    .insert(r)
    .values({ kind, fileName, accountId: ctx.actor.id, state: 'queued', lines: lines.length, checked })
    .returning({ id: r.id });
  const runId = run?.id ?? 0;
  const columns = { line: l.line, input: l.input, domain: l.domain, status: l.status };
  const rows = lines.map(({ line, input, domain, status }) => ({ line, input, domain, status }));
  await tx.execute(sql`
    insert into check_lines (run_id, line, input, domain, status)
    select ${runId}::int, n.line, n.input, n.domain, n.status from ${recordset(columns, rows)}`);
  const about = { file: fileName, kind, lines: lines.length };
  const changes = Object.entries(about).map(([field, value]) => ({ field, old: null, new: String(value) }));
  await audit(tx, ctx, { action: 'check_started', subject: 'check', subjectId: runId, changes });
  await callWorker(tx);
  return runId;
}

async function startRun(kind: CheckKind, file: { name: string; bytes: Buffer }, ctx: ActorContext) {
  const { lines, notes } = await linesOf(file.bytes).catch((error: unknown) => {
    if (!(error instanceof FileProblem)) throw error;
    const { line = null, column = null, reason } = error;
    return refuse(CALLS[kind], 422, { errors: [{ line, column, reason }] });
  });
  const runId = await ctx.write((tx) => storeRun(tx, kind, file.name, lines, ctx));
  ctx.announce({ kind: 'checks' });
  return { run: (await visibleRun(ctx, runId)) ?? null, notes };
}

/** A typed domain is answered at once; of a file the answer is the run that was begun. */
export const check =
  (kind: CheckKind) =>
  async ({ domain = '' }: BodyOf<CheckCall>, ctx: ActorContext) => {
    if (ctx.upload) {
      await throttled(kind, 'file', rules.FILE_LIMIT, ctx);
      const begun = await startRun(kind, ctx.upload, ctx);
      return { error: false as const, message: rules.SENTENCES.started, domains: [], ...begun };
    }
    if (domain === '') return refuse(CALLS[kind], 400);
    await throttled(kind, 'typed', rules.TYPED_LIMIT, ctx);
    const domains = await checkTyped(kind, domain, ctx);
    return { error: false as const, message: rules.SENTENCES.typed, notes: [], domains, run: null };
  };

export async function cancelRun({ run_id }: BodyOf<typeof checks.cancel>, ctx: ActorContext) {
  if (!(await visibleRun(ctx, run_id))) return refuse(checks.cancel, 404);
  await ctx.write(async (tx) => {
    const [cancelled] = await tx
      .update(r)
      .set({ state: 'cancelled', finishedAt: NOW })
      .where(sql`${eq(r.id, run_id)} and ${r.state} in ('queued', 'running')`)
      .returning({ checked: r.checked });
    if (!cancelled) return refuse(checks.cancel, 409);
    const changes = [{ field: 'checked', old: null, new: String(cancelled.checked) }];
    await audit(tx, ctx, { action: 'check_cancelled', subject: 'check', subjectId: run_id, changes });
  });
  ctx.announce({ kind: 'checks' });
  return {};
}

export async function exportRun(asked: BodyOf<typeof checks.exportRun>, ctx: ActorContext): Promise<Sheet> {
  const run = (await visibleRun(ctx, asked.run_id)) ?? refuse(checks.exportRun, 404);
  const lines = await allCheckedLines(ctx.db, asked);
  const about = { ...(asked.status && { status: asked.status }), rows: lines.length };
  const changes = Object.entries(about).map(([field, value]) => ({ field, old: null, new: String(value) }));
  await audit(ctx.db, ctx, { action: 'exported', subject: 'check', subjectId: run.run_id, changes });
  const { header, rows } = rules.exported(run.kind, lines);
  const kindOf = (at: number) => (at === 0 ? 'number' : 'text');
  return sheetOf(
    header.map((label, at) => ({ label, kind: kindOf(at) })),
    rows,
  );
}
