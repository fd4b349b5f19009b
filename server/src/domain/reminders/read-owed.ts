import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { UNPAID } from '../../platform/db/tables/books.ts';
import { addDays } from '../../platform/time/days.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import { LAST_DAY } from './read-terms.ts';

/** An invoice on which something is owed. Amounts are decimal text, days ISO. */
export interface OpenInvoice {
  readonly number: string;
  readonly dueOn: string | null;
  readonly balance: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** So many days after its own nobody is reminded of an invoice: it is on its way, or just being paid. */
const HAD_FOR_DAYS = 3;
/** Invoices are read each night: where two nights failed, nobody knows who has paid. */
const READ_WITHIN_HOURS = 36;

const ARE_INVOICES_READ = sql`exists (select from sync_runs where service = 'books' and state = 'done'
  and finished_at > ${NOW} - make_interval(hours => ${READ_WITHIN_HOURS}::int))`;

/** Whose invoices they are by more than the name of a company, of which there may be another: nobody is told what somebody else owes. */
const IS_OF_CUSTOMER = sql`exists (select from books_contacts k where k.zoho_id = b.books_contact_id and (
  k.crm_contact_id = c.zoho_contact_id or k.zoho_id = c.zoho_customer_id or k.email = c.email
  or exists (select from contacts p where p.customer_id = c.id and (p.zoho_id = k.crm_contact_id or p.email = k.email))))`;

/**
 * The open invoices of a customer that are reminded of, as a table: those that are to be paid by a day. Who buys through a reseller
 * pays the reseller.
 */
const owedBy = (customerId: SQL, today: string, by: SQL): SQL =>
  sql`(select b.number, b.due_on, b.balance, b.currency, b.date from books_invoices b join customers c on c.id = b.customer_id
    where b.customer_id = ${customerId} and c.reseller_id is null and ${sql.raw(UNPAID)}
      and b.date <= ${addDays(today, -HAD_FOR_DAYS)}::date and (b.due_on is null or b.due_on <= ${by}) and ${IS_OF_CUSTOMER}) i`;

/** Whether the customers of renewals owe something; null: the invoices were not read lately. */
export async function readOwes(
  db: Db,
  renewalIds: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, boolean | null>> {
  if (renewalIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; owes: boolean | null }>(sql`
    select r.id, case when ${ARE_INVOICES_READ} then exists (select from ${owedBy(sql`r.customer_id`, today, LAST_DAY)}) end as owes
    from renewals r where r.id = any(${sql.param([...renewalIds])}::int[])`);
  return new Map(rows.map(({ id, owes }) => [id, owes]));
}

/** What the customers of renewals owe, the oldest invoice first, by customer; who owes nothing is not in it. */
export async function readOwed(
  db: Db,
  renewalIds: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, readonly OpenInvoice[]>> {
  if (renewalIds.length === 0) return new Map();
  const { rows } = await db.execute<OpenInvoice & { customerId: number } & Record<string, unknown>>(sql`
    select d.customer_id as "customerId", i.number, i.due_on::text as "dueOn", i.balance::text as balance, i.currency
    from (select r.customer_id, max(${LAST_DAY}) as by from renewals r
      where r.id = any(${sql.param([...renewalIds])}::int[]) group by 1) as d, lateral ${owedBy(sql`d.customer_id`, today, sql`d.by`)}
    order by d.customer_id, i.date, i.number`);
  return groupedBy(rows, ({ customerId }) => customerId);
}

/** So many days after a reminder of payment the same customer has none about another renewal: it names the same invoices. */
const BETWEEN_DAYS = 6;

/** Those of some renewals whose customers were asked to pay a few days ago, about another one. Today's own do not count. */
export async function askedToPayLately(
  db: Db,
  renewalIds: readonly number[],
  { today, timeZone }: { today: string; timeZone: string },
): Promise<ReadonlySet<number>> {
  if (renewalIds.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(sql`
    select r.id from renewals r where r.id = any(${sql.param([...renewalIds])}::int[]) and exists (
      select from renewals x join reminder_steps t on t.renewal_id = x.id and t.purpose = 'payment' and t.state = 'sent'
      where x.customer_id = r.customer_id and x.id <> r.id
        and (t.changed_at at time zone ${timeZone}::text)::date between ${addDays(today, -BETWEEN_DAYS)}::date and ${addDays(today, -1)}::date)`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether an invoice of the customers of renewals has changed since an instant. */
export async function haveInvoicesChanged(db: Db, renewalIds: readonly number[], since: Date): Promise<boolean> {
  const { rows } = await db.execute<{ have: boolean }>(sql`
    select exists (select from books_invoices b join renewals r on r.customer_id = b.customer_id
      where r.id = any(${sql.param([...renewalIds])}::int[]) and b.modified_at > ${since.toISOString()}::timestamptz) as have`);
  return rows[0]?.have === true;
}
