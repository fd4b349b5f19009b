import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { ZohoBooks } from '../../integrations/zoho/books.ts';
import { ZohoProblem } from '../../integrations/zoho/problem.ts';
import type { OddRow } from '../../integrations/zoho/rows.ts';
import { defineSync, type SyncReading } from '../../domain/sync/define-sync.ts';
import { readPages } from '../../domain/sync/pages.ts';
import type { HeldRun } from '../../domain/sync/runs.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { storeContacts, storeInvoices, storeAllContacts, storeAllInvoices, type Kept } from './commands.ts';
import { RECORDS } from './queries.ts';
import {
  isLastBatch,
  NOT_CONFIGURED,
  placeAfter,
  placeOf,
  tokenOf,
  type Answer,
  type SingleStage,
  type Stage,
} from './rules.ts';

const { runs } = SYNC_SERVICES.books;

/** Result of one request. */
interface Portion {
  /** All of them, those too that could not be read. */
  rows: number;
  skipped: number;
  /** Whether the stage has another page. */
  more: boolean;
  keep: (tx: Db) => Promise<Kept>;
}
type Read = (page: number) => Promise<Portion>;

interface Reading {
  books: ZohoBooks;
  run: HeldRun;
  services: Services;
  signal: AbortSignal;
  /** Undefined: nothing was read yet. */
  modifiedSince: Date | undefined;
}

/** Something is wrong with this record alone: that the others are not read for it helps nobody. */
const isOfOneRecord = (error: unknown): error is ZohoProblem =>
  error instanceof ZohoProblem &&
  (error.kind === 'refused' || (error.kind === 'bad-answer' && error.status === undefined));

/** Asks for single records one after the other. */
function oneByOne<T>(
  stage: SingleStage,
  { run, services: { db, log } }: Reading,
  ask: (id: string) => Promise<T | undefined>,
  keep: (tx: Db, answers: readonly Answer<T>[]) => Promise<Kept>,
): Read {
  const answerOf = async (id: string): Promise<Answer<T>> => {
    try {
      const record = await ask(id);
      return record === undefined ? { id, how: 'gone' } : { id, how: 'told', record };
    } catch (error) {
      if (!isOfOneRecord(error)) throw error;
      log.warn({ event: 'books_record_unreadable', stage, id, reason: error.message });
      return { id, how: 'unreadable' };
    }
  };
  return async (page) => {
    const ids = await RECORDS[stage](db, run.id);
    const answers: Answer<T>[] = [];
    for (const id of ids) answers.push(await answerOf(id));
    const skipped = answers.filter(({ how }) => how === 'unreadable').length;
    // Where not one of them can be read it is not the records: the others would fare no better.
    const more = !isLastBatch(stage, page, ids.length) && skipped < ids.length;
    return { rows: ids.length, skipped, more, keep: (tx) => keep(tx, answers) };
  };
}

function stagesOf(reading: Reading): Record<Stage, Read> {
  const { books, run, services, signal, modifiedSince } = reading;
  const counted = (rows: readonly unknown[], odd: readonly OddRow[]) => {
    for (const row of odd) services.log.warn({ event: 'books_row_unreadable', ...row });
    return { rows: rows.length + odd.length, skipped: odd.length };
  };
  const ofRun = { runId: run.id, currency: services.config.BUSINESS_CURRENCY };
  const invoices =
    (query: { modifiedSince?: Date | undefined; unpaid?: true }): Read =>
    async (page) => {
      const { rows, nextPage, odd } = await books.listInvoices({ ...query, page }, { signal });
      return { ...counted(rows, odd), more: nextPage !== undefined, keep: (tx) => storeInvoices(tx, ofRun, rows) };
    };
  const contact = (id: string) => books.getContact(id, { signal });
  const invoice = (id: string) => books.getInvoice(id, { signal });
  return {
    contacts: async (page) => {
      const { rows, nextPage, odd } = await books.listContacts({ page }, { signal });
      return { ...counted(rows, odd), more: nextPage !== undefined, keep: (tx) => storeContacts(tx, run.author, rows) };
    },
    invoices: invoices({ modifiedSince }),
    unpaid: invoices({ unpaid: true }),
    missing: oneByOne('missing', reading, invoice, (tx, answers) => storeAllInvoices(tx, ofRun, answers)),
    gst: oneByOne('gst', reading, contact, (tx, answers) => storeAllContacts(tx, run.author, answers)),
    lines: oneByOne('lines', reading, invoice, (tx, answers) => storeAllInvoices(tx, ofRun, answers)),
  };
}

async function read({ client: books, run, services, signal }: SyncReading<'books'>): Promise<void> {
  const { db, announce } = services;
  const modifiedSince = await runs.readUntil(db);
  const stages = stagesOf({ books, run, services, signal, modifiedSince });
  await readPages(SYNC_SERVICES.books, run, services, {
    list: async (pageToken) => {
      const place = placeOf(pageToken);
      const portion = await stages[place.stage](place.page);
      const next = placeAfter(place, { more: portion.more, isFirst: modifiedSince === undefined });
      return { ...portion, nextPageToken: next && tokenOf(next) };
    },
    isRefusedToken: () => false,
    keep: async ({ rows, skipped, keep, nextPageToken }) => {
      const months = await db.transaction(async (tx) => {
        const kept = await keep(tx);
        await runs.pageRead(tx, run, { rows, changed: kept.changed, skipped, nextPageToken });
        return kept.months;
      });
      for (const month of months) announce({ kind: 'month', month });
    },
  });
  await db.transaction((tx) => runs.finish(tx, run));
}

export const booksSync = defineSync({
  service: 'books',
  notConfigured: NOT_CONFIGURED,
  readsAtOnce: true,
  read,
});
