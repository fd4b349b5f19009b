import type { Service } from '@desk/contract/connections';
import { sql } from 'drizzle-orm';
import type { Clients } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { DeskEvent } from '../../platform/events/events.ts';
import { googleSubscriptionsTable as g } from '../../platform/db/tables/subscriptions.ts';
import { booksInvoicesTable as i } from '../../platform/db/tables/books.ts';
import { organizationsTable as o } from '../../platform/db/tables/directory-product.ts';
import { ticketsTable as t } from '../../platform/db/tables/tickets.ts';
import { makeSyncRuns, type SyncRuns } from './runs.ts';

export interface SyncService {
  readonly runs: SyncRuns;
  /** When the nightly run starts, in the business time zone. */
  readonly nightlyAt: string;
  /** The audit log's action for a start by hand. */
  readonly started: string;
  /** Told to browsers when a run is queued, begins, rests and ends, and after each page. */
  readonly event: DeskEvent;
  /** The service's client; undefined where it is not configured. */
  readonly clientOf: (clients: Clients) => object | undefined;
}

/** Rows seen by the run that failed count as seen by the one that goes on. */
const seenRows =
  (table: typeof g | typeof i | typeof o | typeof t) =>
  async (tx: Db, fromRunId: number, toRunId: number): Promise<void> => {
    await tx.execute(sql`update ${table} set run_id = ${toRunId} where run_id = ${fromRunId}`);
  };

/** The services that are synced, in the order of the night. */
export const SYNC_SERVICES = {
  google: {
    runs: makeSyncRuns({ service: 'google', action: 'google_sync', handOver: seenRows(g) }),
    nightlyAt: '02:10',
    started: 'sync_started',
    event: { kind: 'sync' },
    clientOf: ({ providers }) => providers.google,
  },
  crm_contacts: {
    runs: makeSyncRuns({ service: 'crm_contacts', action: 'contact_sync' }),
    nightlyAt: '02:40',
    started: 'contact_sync_started',
    event: { kind: 'crm' },
    clientOf: ({ zoho }) => zoho?.crm,
  },
  books: {
    runs: makeSyncRuns({ service: 'books', action: 'books_sync', handOver: seenRows(i) }),
    nightlyAt: '03:10',
    started: 'books_sync_started',
    event: { kind: 'sync' },
    clientOf: ({ zoho }) => zoho?.books,
  },
  desk: {
    runs: makeSyncRuns({ service: 'desk', action: 'desk_sync', handOver: seenRows(t) }),
    nightlyAt: '03:40',
    started: 'desk_sync_started',
    event: { kind: 'sync' },
    clientOf: ({ zoho }) => zoho?.desk,
  },
  directory_product: {
    runs: makeSyncRuns({ service: 'directory_product', action: 'directory_sync', handOver: seenRows(o) }),
    nightlyAt: '04:10',
    started: 'directory_sync_started',
    event: { kind: 'sync' },
    clientOf: ({ jumpcloud }) => jumpcloud,
  },
} as const satisfies Record<Service, SyncService>;

export const isConfigured = (service: Service, clients: Clients): boolean =>
  SYNC_SERVICES[service].clientOf(clients) !== undefined;
