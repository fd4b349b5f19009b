import type { InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { auditLogTable } from '../../server/src/platform/db/tables/audit.ts';
import type { aximaDomainsTable, aximaSubscriptionsTable } from '../../server/src/platform/db/tables/axima.ts';
import type {
  contactsTable,
  customersTable,
  domainsTable,
  resellersTable,
  silencedAddressesTable,
} from '../../server/src/platform/db/tables/customers.ts';
import type { booksContactsTable, booksInvoicesTable } from '../../server/src/platform/db/tables/books.ts';
import type { organizationsTable } from '../../server/src/platform/db/tables/directory-product.ts';
import type { crmTasksTable } from '../../server/src/platform/db/tables/crm-tasks.ts';
import type { pricesTable, seatOrdersTable } from '../../server/src/platform/db/tables/licences.ts';
import type { memberTagsTable } from '../../server/src/platform/db/tables/team.ts';
import type { ticketsTable } from '../../server/src/platform/db/tables/tickets.ts';
import type { outboxRenewalsTable, outboxTable } from '../../server/src/platform/db/tables/outbox.ts';
import type { renewalCommentsTable, renewalsTable } from '../../server/src/platform/db/tables/renewals.ts';
import type {
  googleSubscriptionsTable,
  subscriptionIdsTable,
  subscriptionsTable,
  syncRunsTable,
} from '../../server/src/platform/db/tables/subscriptions.ts';

/** A row with its key: the demo numbers its rows itself, so that they are the same each time. */
type Row<T extends PgTable> = InferInsertModel<T, { dbColumnNames: false; override: true }>;
type Keyed<T extends PgTable> = Row<T> & { id: number };

export type ResellerRow = Keyed<typeof resellersTable>;
export type CustomerRow = Keyed<typeof customersTable>;
export type DomainRow = Keyed<typeof domainsTable>;
export type ContactRow = Keyed<typeof contactsTable>;
export type SilencedRow = Row<typeof silencedAddressesTable>;
export type SubscriptionRow = Keyed<typeof subscriptionsTable>;
export type SubscriptionIdRow = Row<typeof subscriptionIdsTable>;
export type GoogleRow = Row<typeof googleSubscriptionsTable>;
export type OrganizationRow = Keyed<typeof organizationsTable>;
export type SyncRunRow = Keyed<typeof syncRunsTable>;
export type RenewalRow = Keyed<typeof renewalsTable>;
export type CommentRow = Keyed<typeof renewalCommentsTable>;
export type MessageRow = Keyed<typeof outboxTable>;
export type MessageRenewalRow = Row<typeof outboxRenewalsTable>;
export type AuditRow = Keyed<typeof auditLogTable>;
export type AximaDomainRow = Keyed<typeof aximaDomainsTable>;
export type AximaSubscriptionRow = Keyed<typeof aximaSubscriptionsTable>;
export type PriceRow = Keyed<typeof pricesTable>;
export type SeatOrderRow = Keyed<typeof seatOrdersTable>;
export type CrmTaskRow = Keyed<typeof crmTasksTable>;
export type BooksContactRow = Row<typeof booksContactsTable>;
export type InvoiceRow = Row<typeof booksInvoicesTable>;
export type TicketRow = Row<typeof ticketsTable>;
export type MemberTagsRow = Row<typeof memberTagsTable>;
