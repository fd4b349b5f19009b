import type { NotificationType } from '@desk/contract/lists';
import { desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { Db } from '../../context.ts';
import { reachable } from '../../db/reachable.ts';
import { customersTable as cu } from '../../db/tables/customers.ts';
import { outboxRenewalsTable as m, outboxTable as o } from '../../db/tables/outbox.ts';
import { renewalsTable as r } from '../../db/tables/renewals.ts';
import { subscriptionsTable as s } from '../../db/tables/subscriptions.ts';
import { notificationText } from './rules.ts';

export type Notifiable = NonNullable<Awaited<ReturnType<typeof renewalToNotify>>>;

/** A renewal with the customer that it is about. */
export async function renewalToNotify(db: Db, id: number) {
  const [row] = await db
    .select({
      id: r.id,
      customerId: r.customerId,
      domainName: r.domainName,
      skuName: r.skuName,
      termEnd: r.termEnd,
      state: r.state,
      confirmation_status: r.confirmationStatus,
      numberOfSeats: r.numberOfSeats,
      licensedSeats: r.licensedSeats,
      price: r.price,
      currency: s.currency,
      companyName: cu.companyName,
      email: cu.email,
      phone: cu.phone,
    })
    .from(r)
    .innerJoin(cu, eq(cu.id, r.customerId))
    .innerJoin(s, eq(s.id, r.subscriptionId))
    .where(eq(r.id, id));
  return row;
}

export const textOf = (type: z.infer<typeof NotificationType>, renewal: Notifiable, brand: string) =>
  notificationText(type, {
    ...renewal,
    brand,
    renewsOn: renewal.termEnd,
    seats: renewal.numberOfSeats ?? renewal.licensedSeats,
  });

/** The customer of a renewal as the dialog shows it: one row, or none where nobody can be reached. */
export async function customerToNotify(db: Db, renewal: Notifiable) {
  const { name, emails, phones } = await reachable(db, renewal);
  if (emails.length + phones.length === 0) return [];
  const { domainName, companyName } = renewal;
  return [{ domain_name: domainName, customer_name: name, company_name: companyName, email: emails, phone: phones }];
}

/** Newest first. */
export async function messagesOf(db: Db, renewalId: number) {
  const rows = await db
    .select({
      message_id: o.id,
      notification_type: o.channel,
      recipient: o.recipient,
      state: o.state,
      reason: o.reason,
      attempts: o.attempts,
      created_by: o.createdBy,
      created_at: o.createdAt,
      finished_at: o.finishedAt,
    })
    .from(m)
    .innerJoin(o, eq(o.id, m.messageId))
    .where(eq(m.renewalId, renewalId))
    .orderBy(desc(o.id));
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  }));
}
