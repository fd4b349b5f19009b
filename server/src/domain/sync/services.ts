import { sql } from 'drizzle-orm';
import type { Clients } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { googleSubscriptionsTable as g } from '../../platform/db/tables/subscriptions.ts';
import { booksInvoicesTable as i } from '../../platform/db/tables/books.ts';
import { organizationsTable as o } from '../../platform/db/tables/directory-product.ts';
import { ticketsTable as t } from '../../platform/db/tables/tickets.ts';
import { makeSyncRuns, type SyncRuns } from './runs.ts';

interface Service {
  readonly runs: SyncRuns;
  /** When the nightly run starts, in the business time zone. */
  readonly nightlyAt: string;
  /** What the audit log calls the click that starts one. */
  readonly started: string;
  readonly isConfigured: (clients: Clients) => boolean;
}

/** What was seen by the run that failed counts as seen by the one that goes on. */
const seenRows =
  (table: typeof g | typeof i | typeof o | typeof t) =>
  async (tx: Db, fromRunId: number, toRunId: number): Promise<void> => {
    await tx.execute(sql`update ${table} set run_id = ${toRunId} where run_id = ${fromRunId}`);
  };

/** What is read from the services outside, in the order of the night. */
export const SYNC_SERVICES = {
  google: {
    runs: makeSyncRuns({
      name: 'google',
      job: 'google-sync',
      action: 'google_sync',
      handOver: seenRows(g),
    }),
    nightlyAt: '02:10',
    started: 'sync_started',
    isConfigured: ({ google }) => google !== undefined,
  },
  crm_contacts: {
    runs: makeSyncRuns({ name: 'crm_contacts', job: 'contact-sync', action: 'contact_sync' }),
    nightlyAt: '02:40',
    started: 'contact_sync_started',
    isConfigured: ({ zoho }) => zoho !== undefined,
  },
  books: {
    runs: makeSyncRuns({
      name: 'books',
      job: 'books-sync',
      action: 'books_sync',
      handOver: seenRows(i),
    }),
    nightlyAt: '03:10',
    started: 'books_sync_started',
    isConfigured: ({ zoho }) => zoho?.books !== undefined,
  },
  desk: {
    runs: makeSyncRuns({
      name: 'desk',
      job: 'desk-sync',
      action: 'desk_sync',
      handOver: seenRows(t),
    }),
    nightlyAt: '03:40',
    started: 'desk_sync_started',
    isConfigured: ({ zoho }) => zoho?.desk !== undefined,
  },
  directory_product: {
    runs: makeSyncRuns({
      name: 'directory_product',
      job: 'directory-sync',
      action: 'directory_sync',
      handOver: seenRows(o),
    }),
    nightlyAt: '04:10',
    started: 'directory_sync_started',
    isConfigured: ({ jumpcloud }) => jumpcloud !== undefined,
  },
} as const satisfies Record<string, Service>;
