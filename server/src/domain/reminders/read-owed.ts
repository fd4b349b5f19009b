import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { UNPAID } from '../../platform/db/tables/books.ts';
import { addDays } from '../../platform/time/days.ts';
import { groupedBy } from './grouped-by.ts';

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

/** The open invoices of a customer that are reminded of, as a table. */
export const owedBy = (customerId: SQL, today: string): SQL =>
  sql`(select number, due_on, balance, currency, date from books_invoices
    where customer_id = ${customerId} and ${sql.raw(UNPAID)} and date <= ${addDays(today, -HAD_FOR_DAYS)}::date) i`;

/** What customers owe, the oldest invoice first; who owes nothing is not in it. */
export async function readOwed(
  db: Db,
  customerIds: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, readonly OpenInvoice[]>> {
  const ids = [...new Set(customerIds)];
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<OpenInvoice & { customerId: number } & Record<string, unknown>>(sql`
    select c.id as "customerId", i.number, i.due_on::text as "dueOn", i.balance::text as balance, i.currency
    from unnest(${sql.param(ids)}::int[]) as c(id), lateral ${owedBy(sql`c.id`, today)}
    order by c.id, i.date, i.number`);
  return groupedBy(rows, ({ customerId }) => customerId);
}
