import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { citext, oneOf } from '../columns.ts';

/** Tickets of the help desk. */
export const ticketsTable = pgTable(
  'tickets',
  {
    zohoId: text('zoho_id').primaryKey(),
    number: text().notNull(),
    department: oneOf({ options: ['support', 'deployment'] }).notNull(),
    subject: text().notNull(),
    email: citext(),
    /** The help desk's own word. */
    status: text().notNull(),
    /** Open, On Hold or Closed. */
    statusType: text('status_type').notNull(),
    /** Its field for the domain, else the domain of the e-mail; lower case. */
    domainName: text('domain_name'),
    openedAt: timestamp('opened_at', { withTimezone: true, mode: 'date' }).notNull(),
    closedAt: timestamp('closed_at', { withTimezone: true, mode: 'date' }),
    closureDate: date('closure_date'),
    modifiedAt: timestamp('modified_at', { withTimezone: true, mode: 'date' }),
    /** The sync run that saw it last. */
    runId: integer('run_id').notNull().default(0),
  },
  (t) => [
    index('tickets_of_domain').on(t.domainName, t.department, t.openedAt.desc()),
    index('tickets_by_number').on(sql`(number collate "C")`),
    index('tickets_subject_trigram').using('gin', sql`subject gin_trgm_ops`),
    index('tickets_by_status').on(t.department, t.status, t.openedAt.desc()),
    index('tickets_by_type').on(t.department, t.statusType, t.openedAt.desc()),
  ],
);
