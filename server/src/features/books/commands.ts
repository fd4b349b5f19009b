import { getTableColumns, inArray, sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween, type Author } from '../../platform/audit/audit.ts';
import { excluded } from '../../platform/db/sql/excluded.ts';
import { booksContactsTable as b, booksInvoicesTable as i } from '../../platform/db/tables/books.ts';
import { cleaned } from '../../domain/customers/match-person.ts';
import { monthsOfCustomers } from '../../domain/customers/customers.ts';
import { acquireSyncLock } from '../../domain/sync/sync-lock.ts';
import type { BooksContact, BooksInvoice, WholeInvoice } from '../../integrations/zoho/books-records.ts';
import { customersOf, customersOfContacts, isOfPerson } from './queries.ts';
import { DELETED, type Answer } from './rules.ts';

type Contact = typeof b.$inferSelect;
type Invoice = typeof i.$inferSelect;

/** Result of a page: the number of changed rows, and the months whose renewals show them. */
export interface Kept {
  changed: number;
  months: string[];
}

const idsOf = (rows: readonly { zohoId: string }[]) => sql.param(rows.map(({ zohoId }) => zohoId));

const isSame = (one: object, other: object | undefined): boolean =>
  other !== undefined && changesBetween({ ...other }, { ...one }).length === 0;

type Reading = Pick<Contact, 'modifiedAt' | 'isRead' | 'tries'>;
/** A record that has changed since it was read itself is to be read again, before those that could not be read. */
function readingOf(modifiedAt: Date | null, isComplete: boolean, old: Reading | undefined): Reading {
  if (isComplete) return { modifiedAt, isRead: true, tries: 0 };
  const isSameOne = old !== undefined && old.modifiedAt?.getTime() === modifiedAt?.getTime();
  return isSameOne ? { modifiedAt, isRead: old.isRead, tries: old.tries } : { modifiedAt, isRead: false, tries: 0 };
}

/** A field that a list omits keeps its value. */
const valueOr = (value: string | null | undefined, old: string | null | undefined): string | null =>
  value === undefined ? (old ?? null) : cleaned(value);

function contactFacts(contact: BooksContact, old: Contact | undefined, isWhole: boolean): Omit<Contact, 'customerId'> {
  const { gstNumber, crmContactId, modifiedAt } = contact;
  const isComplete = isWhole || (gstNumber !== undefined && crmContactId !== undefined);
  return {
    zohoId: contact.id,
    name: cleaned(contact.name) ?? 'Nameless',
    companyName: cleaned(contact.companyName),
    email: cleaned(contact.email)?.toLowerCase() ?? null,
    phone: cleaned(contact.phone),
    mobile: cleaned(contact.mobile),
    gstNumber: valueOr(gstNumber, old?.gstNumber),
    crmContactId: valueOr(crmContactId, old?.crmContactId),
    ...readingOf(modifiedAt, isComplete, old),
  };
}

const facts = (of: 'c' | 'old') => {
  const row = sql.raw(of);
  return sql`jsonb_build_object('zoho_customer_id', ${row}.zoho_customer_id, 'gst_number', ${row}.gst_number, 'phone', ${row}.phone)`;
};

/** Writes on customers `c`, beside `old`, and writes that down. Returns the ids of those it changed. */
async function changeCustomers(tx: Db, author: Author, update: SQL): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number; was: Record<string, unknown>; now: Record<string, unknown> }>(
    sql`${update} returning c.id, ${facts('old')} as was, ${facts('c')} as now`,
  );
  const entries = rows.map(({ id, was, now }) => {
    const changes = changesBetween(was, now);
    return { action: 'customer_changed', subject: 'customer', subjectId: id, changes };
  });
  await audit(tx, author, ...entries);
  return rows.map(({ id }) => id);
}

/**
 * An id that a customer got by its address or its name alone goes, with what came with it, where the CRM says that the
 * contact is somebody else's, or that another contact is the customer's.
 */
const takeBack = (tx: Db, author: Author, contacts: readonly Contact[]): Promise<number[]> => {
  const ids = idsOf(contacts);
  return changeCustomers(
    tx,
    author,
    sql`
    update customers c set zoho_customer_id = null,
      gst_number = case when c.gst_number is distinct from g.gst_number then c.gst_number end,
      phone = case when coalesce(c.phone not in (g.phone, g.mobile), true) then c.phone end
    from books_contacts g, customers old
    where g.zoho_id = c.zoho_customer_id and old.id = c.id
      and c.id in (select id from customers where zoho_customer_id = any(${ids}::text[])
        union select customer_id from books_contacts where zoho_id = any(${ids}::text[]))
      and not ${isOfPerson('g', 'c')}
      and ((g.customer_id <> c.id and g.crm_contact_id is not null) or exists (
        select from books_contacts k where k.zoho_id = any(${ids}::text[]) and k.customer_id = c.id
          and k.is_read and ${isOfPerson('k', 'c')}))`,
  );
};

/** Fills what our customer has not: its id in the books, the GST number, the phone; of contacts that were read themselves. */
const fillCustomers = (tx: Db, author: Author, contacts: readonly Contact[]): Promise<number[]> =>
  changeCustomers(
    tx,
    author,
    sql`
    update customers c set zoho_customer_id = n.zoho_id, phone = coalesce(nullif(c.phone, ''), n.phone),
      gst_number = coalesce(nullif(c.gst_number, ''), n.gst_number)
    from (
      select distinct on (k.customer_id) k.customer_id, k.zoho_id, k.gst_number, coalesce(k.phone, k.mobile) as phone
      from books_contacts k join customers own on own.id = k.customer_id
      where k.zoho_id = any(${idsOf(contacts)}::text[]) and k.is_read
        and coalesce(own.zoho_customer_id, k.zoho_id) = k.zoho_id
      order by k.customer_id, ${isOfPerson('k', 'own')} desc, k.zoho_id
    ) as n, customers old
    where c.id = n.customer_id and old.id = c.id and (c.zoho_customer_id is null
      or (coalesce(c.phone, '') = '' and n.phone is not null)
      or (coalesce(c.gst_number, '') = '' and n.gst_number is not null))`,
  );

/**
 * Brings our contacts of the books to what the books say, and finds out whose they are. `isWhole`: each was read itself, and
 * there is no more to tell.
 */
export async function storeContacts(
  tx: Db,
  author: Author,
  listed: readonly BooksContact[],
  isWhole = false,
): Promise<Kept> {
  const contacts = [...new Map(listed.map((contact) => [contact.id, contact])).values()];
  if (contacts.length === 0) return { changed: 0, months: [] };
  await acquireSyncLock(tx);
  const ids = contacts.map(({ id }) => id);
  const known = await tx.select().from(b).where(inArray(b.zohoId, ids));
  const old = new Map(known.map((row) => [row.zohoId, row]));
  const facts = contacts.map((contact) => contactFacts(contact, old.get(contact.id), isWhole));
  const customers = await customersOf(tx, facts);
  const rows = facts.map((row) => ({ ...row, customerId: customers.get(row.zohoId) ?? null }));
  const changed = rows.filter((row) => !isSame(row, old.get(row.zohoId)));
  if (changed.length > 0) {
    const set = excluded(getTableColumns(b));
    await tx.insert(b).values(changed).onConflictDoUpdate({ target: b.zohoId, set });
  }
  await tx.execute(sql`
    update books_invoices i set customer_id = k.customer_id from books_contacts k
    where k.zoho_id = any(${sql.param(ids)}::text[]) and i.books_contact_id = k.zoho_id
      and i.customer_id is distinct from k.customer_id`);
  const taken = await takeBack(tx, author, rows);
  const filled = await fillCustomers(tx, author, rows);
  return { changed: changed.length, months: await monthsOfCustomers(tx, [...taken, ...filled]) };
}

const money = (amount: number) => amount.toFixed(2);

/** A rate that is not told stays as it was; of a new invoice in another currency nobody knows it. */
function rateOf({ currency, exchangeRate }: BooksInvoice, old: Invoice | undefined, home: string): string | null {
  if (exchangeRate !== undefined) return exchangeRate.toFixed(6);
  if (currency === home) return '1.000000';
  return old?.currency === currency ? old.exchangeRate : null;
}

type InvoiceFacts = Omit<Invoice, 'customerId' | 'runId'>;

function invoiceFacts(invoice: BooksInvoice | WholeInvoice, old: Invoice | undefined, home: string): InvoiceFacts {
  const own = 'planName' in invoice ? invoice : undefined;
  return {
    zohoId: invoice.id,
    booksContactId: invoice.customerId,
    number: cleaned(invoice.number) ?? '',
    status: cleaned(invoice.status) ?? '',
    date: invoice.date,
    dueOn: invoice.dueOn,
    currency: invoice.currency,
    exchangeRate: rateOf(invoice, old, home),
    total: money(invoice.total),
    balance: money(invoice.balance),
    planName: valueOr(own?.planName, old?.planName),
    productType: valueOr(own?.productType, old?.productType),
    ...readingOf(invoice.modifiedAt, own !== undefined, old),
  };
}

export interface InvoiceReading {
  readonly runId: number;
  /** The one of the books: its invoices have the rate 1. */
  readonly currency: string;
}

/** Brings our invoices to what the books say; those of customers that we do not know are kept as well. */
export async function storeInvoices(
  tx: Db,
  { runId, currency }: InvoiceReading,
  listed: readonly (BooksInvoice | WholeInvoice)[],
): Promise<Kept> {
  const invoices = [...new Map(listed.map((invoice) => [invoice.id, invoice])).values()];
  if (invoices.length === 0) return { changed: 0, months: [] };
  const ids = invoices.map(({ id }) => id);
  const known = await tx.select().from(i).where(inArray(i.zohoId, ids));
  const old = new Map(known.map((row) => [row.zohoId, row]));
  const customers = await customersOfContacts(
    tx,
    invoices.map(({ customerId }) => customerId),
  );
  const rows = invoices.map((invoice) => ({
    ...invoiceFacts(invoice, old.get(invoice.id), currency),
    customerId: customers.get(invoice.customerId) ?? null,
  }));
  const changed = rows.filter((row) => !isSame(row, old.get(row.zohoId)));
  if (changed.length > 0) {
    const values = changed.map((row) => ({ ...row, runId }));
    const set = excluded(getTableColumns(i));
    await tx.insert(i).values(values).onConflictDoUpdate({ target: i.zohoId, set });
  }
  await tx.update(i).set({ runId }).where(inArray(i.zohoId, ids));
  return { changed: changed.length, months: [] };
}

const recordsOf = <T>(answers: readonly Answer<T>[]): T[] => answers.flatMap(({ record }) => record ?? []);
const without = (answers: readonly Answer<unknown>[], how: 'gone' | 'unreadable'): string[] =>
  answers.flatMap((answer) => (answer.how === how ? [answer.id] : []));

const oneMore = (tries: PgColumn) => sql`least(${tries} + 1, 1000)`;

/** Stores contacts that were read one by one. */
export async function storeAllContacts(
  tx: Db,
  author: Author,
  answers: readonly Answer<BooksContact>[],
): Promise<Kept> {
  const kept = await storeContacts(tx, author, recordsOf(answers), true);
  const [gone, unreadable] = [without(answers, 'gone'), without(answers, 'unreadable')];
  await tx.update(b).set({ isRead: true }).where(inArray(b.zohoId, gone));
  await tx
    .update(b)
    .set({ tries: oneMore(b.tries) })
    .where(inArray(b.zohoId, unreadable));
  return kept;
}

/** The same of invoices. One that is gone from the books is owed by nobody. */
export async function storeAllInvoices(
  tx: Db,
  reading: InvoiceReading,
  answers: readonly Answer<WholeInvoice>[],
): Promise<Kept> {
  const { runId } = reading;
  const kept = await storeInvoices(tx, reading, recordsOf(answers));
  const [gone, unreadable] = [without(answers, 'gone'), without(answers, 'unreadable')];
  await tx.update(i).set({ status: DELETED, balance: '0', isRead: true, runId }).where(inArray(i.zohoId, gone));
  await tx
    .update(i)
    .set({ tries: oneMore(i.tries), runId })
    .where(inArray(i.zohoId, unreadable));
  return { ...kept, changed: kept.changed + gone.length };
}
