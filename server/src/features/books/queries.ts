import { and, desc, inArray, ne, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { booksContactsTable as b, booksInvoicesTable as i, UNPAID } from '../../platform/db/tables/books.ts';
import { recordset } from '../../platform/db/sql/recordset.ts';
import { BATCH, type SingleStage } from './rules.ts';

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** The records to be asked for one by one, at most a batch of them: those last that could not be read, else the newest first. */
export const RECORDS: Record<SingleStage, (db: Db, runId: number) => Promise<string[]>> = {
  /** On which something is owed as far as we know, although the run did not find them among those. */
  missing: async (db, runId) =>
    idsOf(
      await db
        .select({ id: i.zohoId })
        .from(i)
        .where(and(sql.raw(UNPAID), ne(i.runId, runId)))
        .orderBy(i.tries, desc(i.date), i.zohoId)
        .limit(BATCH),
    ),
  gst: async (db) =>
    idsOf(
      await db
        .select({ id: b.zohoId })
        .from(b)
        .where(sql`not ${b.isRead}`)
        .orderBy(b.tries, sql`${b.modifiedAt} desc nulls last`, b.zohoId)
        .limit(BATCH),
    ),
  lines: async (db) =>
    idsOf(
      await db
        .select({ id: i.zohoId })
        .from(i)
        .where(sql`not ${i.isRead}`)
        // Invoices that are in no sum until they are read go first.
        .orderBy(i.tries, sql`${i.exchangeRate} is not null`, desc(i.date), i.zohoId)
        .limit(BATCH),
    ),
};

type Known = Pick<typeof b.$inferSelect, 'zohoId' | 'crmContactId' | 'email' | 'companyName' | 'name'>;

/**
 * Our customer of each contact, by the contact's id: that of the person in the CRM, the one that bears it, the one it was
 * found to be before, the only one with the address, the only one with the company's name. The CRM goes before all that may
 * have been a guess.
 */
export async function customersOf(tx: Db, rows: readonly Known[]): Promise<ReadonlyMap<string, number>> {
  const known = rows.map(({ zohoId, crmContactId, email, companyName, name }) => ({
    ...{ zohoId, crmContactId, email },
    companyName: companyName ?? name,
  }));
  const { zohoId, crmContactId, email, companyName } = b;
  const { rows: found } = await tx.execute<{ zoho_id: string; customer_id: number | null }>(sql`
    select n.zoho_id, coalesce(
      (select p.customer_id from contacts p where p.zoho_id = n.crm_contact_id),
      (select min(c.id) from customers c where c.zoho_contact_id = n.crm_contact_id having count(*) = 1),
      (select min(c.id) from customers c where c.zoho_customer_id = n.zoho_id),
      (select old.customer_id from books_contacts old where old.zoho_id = n.zoho_id),
      (select min(x.id) from (
        select c.id from customers c where c.email = n.email
        union select p.customer_id from contacts p where p.email = n.email and p.customer_id is not null
      ) as x having count(*) = 1),
      named.id
    ) as customer_id
    from ${recordset({ zohoId, crmContactId, email, companyName }, known)}
    left join (select lower(company_name) as name, min(id) as id from customers group by 1 having count(*) = 1) as named
      on named.name = lower(n.company_name)`);
  return new Map(found.flatMap((row) => (row.customer_id === null ? [] : [[row.zoho_id, row.customer_id]])));
}

/** Whether the CRM says that a contact of the books is the customer's; both in SQL. */
export const isOfPerson = (contact: 'g' | 'k', customer: 'c' | 'own'): SQL =>
  sql.raw(`(coalesce(${contact}.crm_contact_id = ${customer}.zoho_contact_id, false)
    or exists (select from contacts p where p.zoho_id = ${contact}.crm_contact_id and p.customer_id = ${customer}.id))`);

export async function customersOfContacts(
  tx: Db,
  contactIds: readonly string[],
): Promise<ReadonlyMap<string, number | null>> {
  const rows = await tx
    .select({ id: b.zohoId, customerId: b.customerId })
    .from(b)
    .where(inArray(b.zohoId, [...new Set(contactIds)]));
  return new Map(rows.map(({ id, customerId }) => [id, customerId]));
}
