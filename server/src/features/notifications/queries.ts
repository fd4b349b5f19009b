import { announcementOf, throughReseller, type Addressee } from '@desk/contract/rules/announcements';
import type { ReplyOf } from '@desk/contract/call';
import type { NotificationType } from '@desk/contract/words/lists';
import type { notifications } from '@desk/contract/notifications';
import { and, desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import { dayIn } from '../../platform/time/days.ts';
import { senderOf } from '../../config.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { asStored, findRecipients, resellerRecipients } from '../../domain/messages/recipients.ts';
import { accountsTable as a } from '../../platform/db/tables/accounts.ts';
import { customersTable as cu, resellersTable as e } from '../../platform/db/tables/customers.ts';
import { outboxRenewalsTable as m, outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { termStateSql } from '../../platform/db/tables/standing.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { agreedOf } from '../../domain/messages/agreed-terms.ts';
import type { Sender } from '../../platform/mail/content.ts';
import { notificationText } from './rules.ts';

export type Notifiable = NonNullable<Awaited<ReturnType<typeof renewalToNotify>>>;
type Channel = z.infer<typeof NotificationType>;

const select = (db: Db, id: number) =>
  db
    .select({
      id: r.id,
      customerId: r.customerId,
      domainName: r.domainName,
      skuName: r.skuName,
      plannedSku: r.plannedSku,
      termEnd: r.termEnd,
      state: sql<'open' | 'closed'>`${sql.raw(termStateSql('renewals.'))}`,
      confirmation_status: r.confirmationStatus,
      instruction: r.instructionState,
      wanted: r.wantedOutcome,
      wantedSeats: r.wantedSeats,
      numberOfSeats: r.numberOfSeats,
      licensedSeats: r.licensedSeats,
      renewedLicences: r.renewedLicences,
      price: r.price,
      pricePerUser: r.pricePerUser,
      upto20: r.upto20,
      above20: r.above20,
      extensionDate: r.extensionDate,
      currency: r.currency,
      companyName: cu.companyName,
      email: cu.email,
      phone: cu.phone,
      /** The assignee, who gets the answers; null: nobody who is still there. */
      assignee: a.email,
      reseller: { name: e.name, companyName: e.companyName, email: e.email, phone: e.phone },
    })
    .from(r)
    .innerJoin(cu, eq(cu.id, r.customerId))
    .leftJoin(e, eq(e.id, cu.resellerId))
    .leftJoin(a, and(eq(a.id, r.assignedToId), eq(a.status, 'ACTIVE')))
    .where(eq(r.id, id));

/** A renewal with the customer that it is about, and the reseller through whom that customer buys. */
export async function renewalToNotify(db: Db, id: number) {
  const [row] = await select(db, id);
  return row;
}

/** The same, held: nothing else is recorded for it before the message is written. */
export async function lockToNotify(tx: Db, id: number) {
  const [row] = await select(tx, id).for('no key update', { of: r });
  return row;
}

/** The sender, and the business day. */
export interface Writer extends Sender {
  readonly today: string;
}

export const writerOf = ({ config, now }: Pick<Context, 'config' | 'now'>): Writer => ({
  ...senderOf(config),
  today: dayIn(config.BUSINESS_TIME_ZONE, now()),
});

export function textOf(type: Channel, { renewal, to }: { renewal: Notifiable; to: Addressee }, writer: Writer) {
  const says = announcementOf(renewal) === 'tells' ? 'tells' : 'asks';
  const seats = renewal.numberOfSeats ?? renewal.licensedSeats;
  const { companyName, domainName, reseller, termEnd: renewsOn, extensionDate: extendedTo } = renewal;
  const facts = { ...agreedOf({ ...renewal, seats }), companyName, domainName, reseller, renewsOn, extendedTo };
  return notificationText(type, { ...facts, ...writer, says, to });
}

/** Whom a notification of a renewal may reach; by default the first of them is told. */
export async function addresseesOf(db: Db, renewal: Notifiable) {
  const { reseller } = renewal;
  const customer = { to: 'customer' as const, company: renewal.companyName, ...(await findRecipients(db, renewal)) };
  if (reseller === null) return [customer];
  const through = { to: 'reseller' as const, company: reseller.companyName, ...resellerRecipients(reseller) };
  const theirs = new Set([...through.emails, ...through.phones]);
  const others = (addresses: readonly string[]) => addresses.filter((address) => !theirs.has(address));
  return [through, { ...customer, emails: others(customer.emails), phones: others(customer.phones) }];
}
export type Addressees = Awaited<ReturnType<typeof addresseesOf>>;

/** The companies of a renewal as the dialog shows them; none where nobody can be reached. */
export async function customersToNotify(db: Db, renewal: Notifiable) {
  const { domainName } = renewal;
  return (await addresseesOf(db, renewal))
    .filter(({ emails, phones }) => emails.length + phones.length > 0)
    .map(({ to, name, company, emails, phones }) => ({
      addressee: to,
      domain_name: domainName,
      customer_name: name,
      company_name: company,
      email: emails,
      phone: phones,
    }));
}

type Message = ReplyOf<typeof notifications.preview>['messages'][number];

/** The message for each recipient; none for unknown ones. */
export function messagesTo(
  addressees: Addressees,
  { type, renewal, writer }: { type: Channel; renewal: Notifiable; writer: Writer },
  recipients: readonly string[],
): Message[] {
  const wanted = asStored(type, recipients);
  const groups = addressees.map(({ to, emails, phones }) => {
    const known = new Set(type === 'Email' ? emails : phones);
    return { to, recipients: wanted.filter((one) => known.has(one)) };
  });
  const reached = groups.filter((group) => group.recipients.length > 0);
  return (reached.length > 0 ? reached : groups.slice(0, 1)).map(({ to, recipients: its }) => {
    const { subject, text } = textOf(type, { renewal, to }, writer);
    const isAround = to === 'customer' && renewal.reseller !== null;
    const warning = isAround ? throughReseller(renewal.reseller?.companyName ?? '', type === 'WhatsApp') : null;
    return { addressee: to, recipients: its, subject, text, warning };
  });
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
