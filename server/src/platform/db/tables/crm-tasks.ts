import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, identityKey, oneOf, leaseColumns } from '../columns.ts';

/** Work for the accounting department, as it was or will be sent to the CRM. `reason`: what was said last, of success too. */
export const crmTasksTable = pgTable(
  'crm_tasks',
  {
    id: identityKey(),
    subject: text().notNull(),
    description: text().notNull(),
    state: oneOf({ options: ['queued', 'done', 'refused'] })
      .notNull()
      .default('queued'),
    ...leaseColumns(),
    /** The CRM's id of the task. */
    zohoId: text('zoho_id').unique(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index().on(t.state, t.nextTryAt)],
);
