import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '../../context.ts';
import { booksContactsTable as b, booksInvoicesTable as i, UNPAID } from '../../db/tables/books.ts';
import { BATCH, type SingleStage } from './rules.ts';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The records to be asked for one by one, the newest first, at most a batch of them. */
export const RECORDS: Record<SingleStage, (db: Db, runId: number) => Promise<string[]>> = {
  /** On which something is owed as far as we know, although the run did not find them among those. */
  missing: async (db, runId) =>
    idsOf(
      await db
        .select({ id: i.zohoId })
        .from(i)
        .where(and(sql.raw(UNPAID), ne(i.runId, runId)))
        .orderBy(desc(i.date), i.zohoId)
        .limit(BATCH),
    ),
  gst: async (db) =>
    idsOf(
      await db
        .select({ id: b.zohoId })
        .from(b)
        .where(eq(b.isRead, false))
        .orderBy(sql`${b.modifiedAt} desc nulls last`, b.zohoId)
        .limit(BATCH),
    ),
  lines: async (db) =>
    idsOf(
      await db
        .select({ id: i.zohoId })
        .from(i)
        .where(sql`not ${i.isRead}`)
        .orderBy(sql`${i.date} desc nulls last`, i.zohoId)
        .limit(BATCH),
    ),
};
