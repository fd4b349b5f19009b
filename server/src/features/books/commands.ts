import { getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../context.ts';
import { audit, changesBetween, type Author } from '../../db/audit.ts';
import { excluded } from '../../db/excluded.ts';
import { booksContactsTable as b, booksInvoicesTable as i } from '../../db/tables/books.ts';
import { cleaned } from '../../engine/person.ts';
import { monthsOfCustomers } from '../../engine/customers.ts';
import { recordset } from '../../engine/recordset.ts';
import { takeTurn } from '../../engine/turn.ts';
import type { BooksContact, BooksInvoice, WholeInvoice } from '../../integrations/zoho/books-records.ts';
import { DELETED, type Answer } from './rules.ts';

type Contact = typeof b.$inferSelect;
type Invoice = typeof i.$inferSelect;

/** What a page changed: so many rows, and the renewals of these months show it. */
export interface Kept {
  changed: number;
  months: string[];
}

const idsOf = (rows: readonly { zohoId: string }[]) => sql.param(rows.map(({ zohoId }) => zohoId));

const isSame = (one: object, other: object | undefined): boolean =>
  other !== undefined && changesBetween({ ...other }, { ...one }).length === 0;

type Moment = Pick<Contact, 'isRead' | 'modifiedAt'>;
/** The record itself was read, and has not changed since. */
const isKnown = (old: Moment | undefined, modifiedAt: Date | null) =>
  old !== undefined && old.isRead && old.modifiedAt?.getTime() === modifiedAt?.getTime();

/** What a list does not tell stays as it was. */
const toldOr = (told: string | null | undefined, old: string | null | undefined): string | null =>
  told === undefined ? (old ?? null) : cleaned(told);

/** Where the contact has changed since it was read itself, it is to be read again. */
function contactFacts(told: BooksContact, old: Contact | undefined): Omit<Contact, 'customerId'> {
  const { gstNumber, crmContactId, modifiedAt } = told;
  const isTold = gstNumber !== undefined && crmContactId !== undefined;
  return {
    zohoId: told.id,
    name: cleaned(told.name) ?? 'Nameless',
    companyName: cleaned(told.companyName),
    email: cleaned(told.email)?.toLowerCase() ?? null,
    phone: cleaned(told.phone),
    mobile: cleaned(told.mobile),
    gstNumber: toldOr(gstNumber, old?.gstNumber),
    crmContactId: toldOr(crmContactId, old?.crmContactId),
    modifiedAt,
    isRead: isTold || isKnown(old, modifiedAt),
    tries: old?.tries ?? 0,
  };
}

/**
 * Our customer of each contact, by the contact's id: the one that bears it, the one it was found to be before, that of the
 * person in the CRM, the only one with the address, the only one with the company's name.
 */
async function customersOf(tx: Db, rows: readonly Omit<Contact, 'customerId'>[]): Promise<ReadonlyMap<string, number>> {
  const known = rows.map(({ zohoId, crmContactId, email, companyName, name }) => ({
    ...{ zohoId, crmContactId, email },
    companyName: companyName ?? name,
  }));
  const { zohoId, crmContactId, email, companyName } = b;
  const { rows: found } = await tx.execute<{ zoho_id: string; customer_id: number | null }>(sql`
    select n.zoho_id, coalesce(
      (select min(c.id) from customers c where c.zoho_customer_id = n.zoho_id),
      (select old.customer_id from books_contacts old where old.zoho_id = n.zoho_id),
      (select p.customer_id from contacts p where p.zoho_id = n.crm_contact_id),
      (select min(c.id) from customers c where c.zoho_contact_id = n.crm_contact_id having count(*) = 1),
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

/** Fills what our customer has not: its id in the books, the GST number, the phone. Returns the ids of those it changed. */
async function fillCustomers(tx: Db, author: Author, contacts: readonly Contact[]): Promise<number[]> {
  const facts = (of: 'c' | 'old') => {
    const row = sql.raw(of);
    return sql`jsonb_build_object('zoho_customer_id', ${row}.zoho_customer_id, 'gst_number', ${row}.gst_number, 'phone', ${row}.phone)`;
  };
  const { rows } = await tx.execute<{ id: number; was: Record<string, unknown>; now: Record<string, unknown> }>(sql`
    update customers c set zoho_customer_id = n.zoho_id, phone = coalesce(nullif(c.phone, ''), n.phone),
      gst_number = coalesce(nullif(c.gst_number, ''), n.gst_number)
    from (
      select distinct on (k.customer_id) k.customer_id, k.zoho_id, k.gst_number, coalesce(k.phone, k.mobile) as phone
      from books_contacts k join customers own on own.id = k.customer_id
      where k.zoho_id = any(${idsOf(contacts)}::text[]) and coalesce(own.zoho_customer_id, k.zoho_id) = k.zoho_id
      order by k.customer_id, k.zoho_id
    ) as n, customers old
    where c.id = n.customer_id and old.id = c.id and (c.zoho_customer_id is null
      or (coalesce(c.phone, '') = '' and n.phone is not null)
      or (coalesce(c.gst_number, '') = '' and n.gst_number is not null))
    returning c.id, ${facts('old')} as was, ${facts('c')} as now`);
  const entries = rows.map(({ id, was, now }) => {
    const changes = changesBetween(was, now);
    return { action: 'customer_changed', subject: 'customer', subjectId: id, changes };
  });
  await audit(tx, author, ...entries);
  return rows.map(({ id }) => id);
}

/** Brings our contacts of the books to what the books say, and finds out whose they are. */
export async function keepContacts(tx: Db, author: Author, listed: readonly BooksContact[]): Promise<Kept> {
  const told = [...new Map(listed.map((contact) => [contact.id, contact])).values()];
  if (told.length === 0) return { changed: 0, months: [] };
  await takeTurn(tx);
  const ids = told.map(({ id }) => id);
  const known = await tx.select().from(b).where(inArray(b.zohoId, ids));
  const old = new Map(known.map((row) => [row.zohoId, row]));
  const facts = told.map((contact) => contactFacts(contact, old.get(contact.id)));
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
  const filled = await fillCustomers(tx, author, rows);
  return { changed: changed.length, months: await monthsOfCustomers(tx, filled) };
}

const money = (amount: number) => amount.toFixed(2);

type InvoiceFacts = Omit<Invoice, 'customerId' | 'runId'>;

function invoiceFacts(told: BooksInvoice | WholeInvoice, old: Invoice | undefined): InvoiceFacts {
  const own = 'planName' in told ? told : undefined;
  return {
    zohoId: told.id,
    booksContactId: told.customerId,
    number: cleaned(told.number) ?? '',
    status: cleaned(told.status) ?? '',
    date: told.date,
    dueOn: told.dueOn,
    currency: told.currency,
    exchangeRate: told.exchangeRate.toFixed(6),
    total: money(told.total),
    balance: money(told.balance),
    planName: toldOr(own?.planName, old?.planName),
    productType: toldOr(own?.productType, old?.productType),
    isRead: own !== undefined || isKnown(old, told.modifiedAt),
    tries: old?.tries ?? 0,
    modifiedAt: told.modifiedAt,
  };
}

async function customersOfContacts(tx: Db, contactIds: readonly string[]): Promise<ReadonlyMap<string, number | null>> {
  const rows = await tx
    .select({ id: b.zohoId, customerId: b.customerId })
    .from(b)
    .where(inArray(b.zohoId, [...new Set(contactIds)]));
  return new Map(rows.map(({ id, customerId }) => [id, customerId]));
}

/** Brings our invoices to what the books say; those of customers that we do not know are kept as well. */
export async function keepInvoices(
  tx: Db,
  runId: number,
  listed: readonly (BooksInvoice | WholeInvoice)[],
): Promise<Kept> {
  const told = [...new Map(listed.map((invoice) => [invoice.id, invoice])).values()];
  if (told.length === 0) return { changed: 0, months: [] };
  const ids = told.map(({ id }) => id);
  const known = await tx.select().from(i).where(inArray(i.zohoId, ids));
  const old = new Map(known.map((row) => [row.zohoId, row]));
  const customers = await customersOfContacts(
    tx,
    told.map(({ customerId }) => customerId),
  );
  const rows = told.map((invoice) => ({
    ...invoiceFacts(invoice, old.get(invoice.id)),
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

/** What contacts told when they were asked one by one; who told nothing is not asked again until it changes. */
export async function keepWholeContacts(
  tx: Db,
  author: Author,
  answers: readonly Answer<BooksContact>[],
): Promise<Kept> {
  const kept = await keepContacts(tx, author, recordsOf(answers));
  const asked = answers.map(({ id }) => id);
  await tx.update(b).set({ isRead: true }).where(inArray(b.zohoId, asked));
  return kept;
}

/** The same of invoices. One that is gone from the books is owed by nobody. */
export async function keepWholeInvoices(
  tx: Db,
  runId: number,
  answers: readonly Answer<WholeInvoice>[],
): Promise<Kept> {
  const kept = await keepInvoices(tx, runId, recordsOf(answers));
  const gone = without(answers, 'gone');
  await tx.update(i).set({ status: DELETED, balance: '0', isRead: true, runId }).where(inArray(i.zohoId, gone));
  await tx
    .update(i)
    .set({ isRead: true, runId })
    .where(inArray(i.zohoId, without(answers, 'unreadable')));
  return { ...kept, changed: kept.changed + gone.length };
}
