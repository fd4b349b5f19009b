import { createHash } from 'node:crypto';
import type { BodyOf } from '@desk/contract/call';
import { imports, type ImportedRow, type ImportKind } from '@desk/contract/imports';
import { eq, sql } from 'drizzle-orm';
import { dayIn } from '../../platform/time/days.ts';
import type { Config } from '../../config.ts';
import type { ActorContext, Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, type Author, type Entry } from '../../platform/audit/audit.ts';
import { importsTable as i } from '../../platform/db/tables/subscriptions.ts';
import { writeContracts, type Contract } from '../../domain/subscriptions/contracts.ts';
import { monthsOfCustomers } from '../../domain/customers/customers.ts';
import { reconcileRenewals } from '../../domain/renewals/reconcile.ts';
import { chunked } from '../../platform/db/sql/recordset.ts';
import { acquireSyncLock } from '../../domain/sync/sync-lock.ts';
import { FileProblem } from '../../platform/files/file-problem.ts';
import { jsonInChunks } from '../../platform/concurrency/chunks.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { validateContracts } from '../../domain/imports/directory-contracts.ts';
import { validate, type Effect, type Validated } from '../../domain/imports/validate.ts';
import { validatePrices, type PriceEffect } from '../../domain/imports/prices.ts';
import { readFile, type Reading } from '../../domain/imports/read-file.ts';
import { validateRenewalDate } from '../../domain/imports/renewal-dates.ts';
import { validateSubscription } from '../../domain/imports/subscriptions.ts';
import { writePrices } from '../../domain/imports/write-prices.ts';
import { writeEffects, type Written } from '../../domain/imports/write.ts';
import { checkedFile, lockTables, knownContractsOf, knownOf, knownPricesOf } from './queries.ts';
import { contractsNamedBy, namedBy, skusNamedBy, tallyOf, whatMatters } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

/** A fingerprint of the known state that the results depend on: when it differs, the file must be checked again. */
async function basisOf(known: object): Promise<string> {
  const hash = createHash('sha256');
  for (const [name, facts] of Object.entries(known) as [string, unknown][]) {
    hash.update(name).update(Array.isArray(facts) ? await jsonInChunks(facts) : JSON.stringify(facts));
  }
  return hash.digest('base64url');
}

/** The author, and the business day. */
interface Writing {
  author: Author;
  today: string;
}
/** Effects on the renewals. */
interface Kept {
  opened: number;
  months: Iterable<string>;
}

/** The results of the lines of a file as things stand, what they rest on, and how it is written, its audit entries included. */
interface Validation {
  results: ImportedRow[];
  basis: string;
  write: (tx: Db, by: Writing) => Promise<Kept>;
}

const validation = async <Writes>(
  validated: readonly Validated<Writes>[],
  known: object,
  write: (effects: Writes[], tx: Db, by: Writing) => Promise<Kept>,
): Promise<Validation> => ({
  results: validated.map((one) => one.row),
  basis: await basisOf(known),
  write: (tx, by) =>
    write(
      validated.flatMap(({ effect }) => effect ?? []),
      tx,
      by,
    ),
});

/** @param hold keeps what the results rest on as it is until the transaction ends. */
async function validateReading(
  db: Db,
  reading: Reading,
  { DIRECTORY_PRODUCT_NAME: productName, BUSINESS_CURRENCY: currency }: Config,
  hold?: 'hold',
): Promise<Validation> {
  if (reading.kind === 'directory_contracts') {
    const known = await knownContractsOf(db, contractsNamedBy(reading.rows), { productName, currency });
    return validation(await validateContracts(reading.rows, known), known, importContracts);
  }
  if (reading.kind === 'prices') {
    // They rest on nothing that is written outside of a turn.
    const known = await knownPricesOf(db, skusNamedBy(reading.rows), currency);
    return validation(await validatePrices(reading.rows, known), known, importPrices);
  }
  const named = namedBy(reading.rows);
  if (hold) await lockTables(db, named, reading.kind);
  const known = await knownOf(db, named, reading.kind, currency);
  const results =
    reading.kind === 'subscriptions'
      ? await validate(reading.rows, known, validateSubscription)
      : await validate(reading.rows, known, validateRenewalDate);
  return validation(results, known, importSubscriptions);
}

export interface ImportFile {
  kind: ImportKind;
  name: string;
  bytes: Buffer;
}

/**
 * The dry run: the result of each line of a file. Nothing is written.
 * @throws FileProblem when the file cannot be read at all.
 */
export async function validateFile(
  { kind, bytes }: ImportFile,
  { db, config, now }: Pick<Services, 'db' | 'config' | 'now'>,
) {
  const { reading, notes } = await readFile(kind, bytes, dayIn(config.BUSINESS_TIME_ZONE, now()));
  const { results, basis } = await validateReading(db, reading, config);
  return { rows: reading.rows, notes, results, basis, tally: tallyOf(results) };
}

type Checked = Awaited<ReturnType<typeof validateFile>>;

/** Keeps a checked file until somebody confirms it. @returns its id. */
export async function storeChecked(
  write: Context['write'],
  { kind, name }: ImportFile,
  { rows, results, basis, tally }: Checked,
  author: Author,
): Promise<number> {
  const json = async (items: readonly unknown[]) => sql`${await jsonInChunks(items)}::jsonb`;
  const read = { rows: await json(rows), verdicts: await json(results) };
  return write(async (tx) => {
    const accountId = author.actor?.id ?? null;
    const [kept] = await tx
      .insert(i)
      .values({ kind, fileName: name, accountId, ...read, basis })
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
  const checked = await validateFile(file, ctx).catch((error: unknown) => {
    if (!(error instanceof FileProblem)) throw error;
    const { line = null, column = null, reason } = error;
    return refuse(imports.check, 422, { errors: [{ line, column, reason }] });
  });
  const import_id = await storeChecked(ctx.write, file, checked, ctx);
  return { import_id, tally: checked.tally, notes: checked.notes, ...whatMatters(checked.results) };
}

const ENTRIES_AT_ONCE = 2_000;

async function auditAll(tx: Db, author: Author, entries: readonly Entry[]) {
  for (const piece of chunked(entries, ENTRIES_AT_ONCE)) await audit(tx, author, ...piece);
}

async function importPrices(effects: PriceEffect[], tx: Db, { author }: Writing): Promise<Kept> {
  await auditAll(tx, author, await writePrices(tx, effects));
  return { opened: 0, months: [] };
}

const importContracts = (contracts: Contract[], tx: Db, by: Writing): Promise<Kept> =>
  writeContracts(tx, contracts, by);

const entryOf = ({ effect, subscriptionId }: Written): Entry => ({
  action: effect.subscription.id === null ? 'subscription_imported' : 'subscription_changed',
  subject: 'subscription',
  subjectId: subscriptionId,
  changes: effect.changes,
});

/** The renewals follow what is written. */
async function importSubscriptions(effects: Effect[], tx: Db, { author, today }: Writing): Promise<Kept> {
  const written = await writeEffects(tx, effects);
  await auditAll(tx, author, written.map(entryOf));
  const subscriptionIds = written.map((one) => one.subscriptionId);
  const { opened, changedMonths } = await reconcileRenewals(tx, { subscriptionIds, today, author });
  const renamed = written.filter(({ effect }) => effect.companyName !== null).map((one) => one.customerId);
  return { opened, months: new Set([...changedMonths, ...(await monthsOfCustomers(tx, renamed))]) };
}

/** Somebody else wrote the same at the same time: a unique violation, or a deadlock that we lost. */
const COLLISIONS = new Set(['23505', '40P01']);
const isCollision = (error: unknown): boolean =>
  error instanceof Error && (COLLISIONS.has((error as { code?: string }).code ?? '') || isCollision(error.cause));

/** Writes a checked file, all of it or nothing; `because` is told in the audit beside the file. */
export async function writeImport(
  importId: number,
  { write, config, now, announce }: Pick<Context, 'write' | 'config' | 'now' | 'announce'>,
  author: Author,
  because: Entry['changes'] = [],
) {
  const done = await write(async (tx) => {
    await acquireSyncLock(tx);
    const file = await checkedFile(tx, importId, 'lock');
    if (!file) return refuse(imports.confirm, 404);
    if (file.confirmedAt !== null) return refuse(imports.confirm, 409);
    const reading = { kind: file.kind, rows: file.rows } as Reading;
    const { results, basis, write } = await validateReading(tx, reading, config, 'hold');
    if (basis !== file.basis) return refuse(imports.confirm, 409);
    const tally = tallyOf(results);
    if (tally.wrong > 0) return refuse(imports.confirm, 422);
    const changes = [...aboutFile(file.kind, file.fileName, tally), ...because];
    await audit(tx, author, { action: 'file_imported', subject: 'import', subjectId: importId, changes });
    const { opened, months } = await write(tx, { author, today: dayIn(config.BUSINESS_TIME_ZONE, now()) });
    await tx.update(i).set({ confirmedAt: NOW }).where(eq(i.id, importId));
    return { tally, opened, months };
  }).catch((error: unknown) => {
    if (isCollision(error)) return refuse(imports.confirm, 409);
    throw error;
  });
  for (const month of done.months) announce({ kind: 'month', month });
  return { tally: done.tally, renewals_opened: done.opened };
}

export const confirmImport = ({ import_id }: BodyOf<typeof imports.confirm>, ctx: ActorContext) =>
  writeImport(import_id, ctx, ctx);
