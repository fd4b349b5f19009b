import { createHash } from 'node:crypto';
import type { BodyOf } from '@desk/contract/call';
import { imports, type ImportKind } from '@desk/contract/imports';
import { eq, sql } from 'drizzle-orm';
import { dayIn } from '../../calendar/days.ts';
import type { ActorContext, Db, Wiring } from '../../context.ts';
import { audit, type Author, type Entry } from '../../db/audit.ts';
import { importsTable as i } from '../../db/tables/subscriptions.ts';
import { monthsOfCustomers } from '../../engine/customers.ts';
import { keepRenewals } from '../../engine/reconcile.ts';
import { takeTurn } from '../../engine/turn.ts';
import { FileProblem } from '../../files/file-problem.ts';
import { readTable } from '../../files/read-table.ts';
import { typedRows, type TypedRow } from '../../files/typed-rows.ts';
import { refuse } from '../../http/refusal.ts';
import {
  type RenewalDateValues,
  renewalDateColumns,
  type SubscriptionValues,
  subscriptionColumns,
} from '../../intake/columns.ts';
import { judge, type Judged } from '../../intake/judging.ts';
import type { Known } from '../../intake/known.ts';
import { judgeRenewalDate } from '../../intake/renewal-dates.ts';
import { judgeSubscription } from '../../intake/subscriptions.ts';
import { writeEffects, type Written } from '../../intake/write.ts';
import { checkedFile, holdStill, knownOf } from './queries.ts';
import { namedBy, tallyOf, whatMatters } from './rules.ts';

/** The lines of a file by its kind. */
type Reading =
  | { kind: 'subscriptions'; rows: TypedRow<SubscriptionValues>[] }
  | { kind: 'renewal_dates'; rows: TypedRow<RenewalDateValues>[] };

async function readFile(kind: ImportKind, bytes: Buffer, today: string): Promise<Reading> {
  const table = await readTable(bytes);
  if (table.rows.length === 0) throw new FileProblem('The file has no rows below its header.');
  if (kind === 'subscriptions') return { kind, rows: typedRows(table, subscriptionColumns, today) };
  const rows = typedRows(table, renewalDateColumns, today);
  const namesNothing = rows[0]?.cells.subscriptionId === undefined && rows[0]?.cells.domain === undefined;
  if (namesNothing) throw new FileProblem(`The file has no column 'Subscription Id' and no column 'Domain'.`);
  return { kind, rows };
}

const verdictsOn = (reading: Reading, known: Known): Judged[] =>
  reading.kind === 'subscriptions'
    ? judge(reading.rows, known, judgeSubscription)
    : judge(reading.rows, known, judgeRenewalDate);

/** What the verdicts rest on, as a fingerprint: when it is another one, the file must be checked again. */
const basisOf = (known: Known): string => createHash('sha256').update(JSON.stringify(known)).digest('base64url');

export interface ImportFile {
  kind: ImportKind;
  name: string;
  bytes: Buffer;
}

/**
 * The dry run: the verdict on each line of a file. Nothing is written.
 * @throws FileProblem when the file cannot be read at all.
 */
export async function judgeFile(
  { kind, bytes }: ImportFile,
  { db, config, now }: Pick<Wiring, 'db' | 'config' | 'now'>,
) {
  const reading = await readFile(kind, bytes, dayIn(config.BUSINESS_TIME_ZONE, now()));
  const known = await knownOf(db, namedBy(reading.rows), kind);
  const verdicts = verdictsOn(reading, known).map((judged) => judged.row);
  return { rows: reading.rows, verdicts, basis: basisOf(known), tally: tallyOf(verdicts) };
}

type Checked = Awaited<ReturnType<typeof judgeFile>>;

/** Keeps a checked file until somebody confirms it. @returns its id. */
export async function keepChecked(
  db: Db,
  { kind, name }: ImportFile,
  { rows, verdicts, basis, tally }: Checked,
  author: Author,
): Promise<number> {
  return db.transaction(async (tx) => {
    const accountId = author.actor?.id ?? null;
    const [kept] = await tx
      .insert(i)
      .values({ kind, fileName: name, accountId, rows, verdicts, basis })
      .returning({ id: i.id });
    const subjectId = kept?.id ?? 0;
    await audit(tx, author, {
      action: 'import_checked',
      subject: 'import',
      subjectId,
      changes: aboutFile(kind, name, tally),
    });
    return subjectId;
  });
}

const aboutFile = (kind: ImportKind, name: string, tally: Checked['tally']): Entry['changes'] =>
  Object.entries({ file: name, kind, ...tally }).map(([field, value]) => ({ field, old: null, new: String(value) }));

const NO_FILE = { line: null, column: null, reason: 'No file was sent.' };

export async function checkImport({ kind }: BodyOf<typeof imports.check>, ctx: ActorContext) {
  if (!ctx.upload) return refuse(imports.check, 422, { errors: [NO_FILE] });
  const file: ImportFile = { kind, ...ctx.upload };
  const checked = await judgeFile(file, ctx).catch((error: unknown) => {
    if (!(error instanceof FileProblem)) throw error;
    const { line = null, column = null, reason } = error;
    return refuse(imports.check, 422, { errors: [{ line, column, reason }] });
  });
  const import_id = await keepChecked(ctx.db, file, checked, ctx);
  return { import_id, tally: checked.tally, ...whatMatters(checked.verdicts) };
}

const ENTRIES_AT_ONCE = 2_000;

/** An entry for the file and one for each subscription, in portions that one statement can carry. */
async function auditImport(tx: Db, author: Author, aboutAll: Entry, written: readonly Written[]) {
  const entries = written.map(({ effect, subscriptionId }): Entry => {
    const action = effect.subscription.id === null ? 'subscription_imported' : 'subscription_changed';
    return { action, subject: 'subscription', subjectId: subscriptionId, changes: effect.changes };
  });
  await audit(tx, author, aboutAll);
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    await audit(tx, author, ...entries.slice(at, at + ENTRIES_AT_ONCE));
  }
}

/** Somebody else wrote the same at the same time: a unique violation, or a deadlock that we lost. */
const COLLISIONS = new Set(['23505', '40P01']);
const isCollision = (error: unknown): boolean =>
  error instanceof Error && (COLLISIONS.has((error as { code?: string }).code ?? '') || isCollision(error.cause));

/** Writes a checked file, all of it or nothing; `because` is told in the audit beside the file. */
export async function writeImport(
  importId: number,
  { db, config, now, announce }: Pick<Wiring, 'db' | 'config' | 'now' | 'announce'>,
  author: Author,
  because: Entry['changes'] = [],
) {
  const done = await db
    .transaction(async (tx) => {
      await takeTurn(tx);
      const file = await checkedFile(tx, importId, 'lock');
      if (!file) return refuse(imports.confirm, 404);
      if (file.confirmedAt !== null) return refuse(imports.confirm, 409);
      const reading = { kind: file.kind, rows: file.rows } as Reading;
      const named = namedBy(reading.rows);
      await holdStill(tx, named, file.kind);
      const known = await knownOf(tx, named, file.kind);
      if (basisOf(known) !== file.basis) return refuse(imports.confirm, 409);
      const judged = verdictsOn(reading, known);
      const tally = tallyOf(judged.map((one) => one.row));
      if (tally.wrong > 0) return refuse(imports.confirm, 422);
      const written = await writeEffects(
        tx,
        judged.flatMap(({ effect }) => effect ?? []),
      );
      const changes = [...aboutFile(file.kind, file.fileName, tally), ...because];
      await auditImport(
        tx,
        author,
        { action: 'file_imported', subject: 'import', subjectId: importId, changes },
        written,
      );
      const renewals = await keepRenewals(tx, {
        subscriptionIds: written.map((one) => one.subscriptionId),
        today: dayIn(config.BUSINESS_TIME_ZONE, now()),
        author,
      });
      await tx
        .update(i)
        .set({ confirmedAt: sql`now()` })
        .where(eq(i.id, importId));
      const renamed = written.filter(({ effect }) => effect.companyName !== null).map((one) => one.customerId);
      const months = new Set([...renewals.changedMonths, ...(await monthsOfCustomers(tx, renamed))]);
      return { tally, opened: renewals.opened, months };
    })
    .catch((error: unknown) => {
      if (isCollision(error)) return refuse(imports.confirm, 409);
      throw error;
    });
  for (const month of done.months) announce({ kind: 'month', month });
  return { tally: done.tally, renewals_opened: done.opened };
}

export const confirmImport = ({ import_id }: BodyOf<typeof imports.confirm>, ctx: ActorContext) =>
  writeImport(import_id, ctx, ctx);
