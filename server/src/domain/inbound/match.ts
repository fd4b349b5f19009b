import { and, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { InboundMail } from '../../integrations/mail/inbound.ts';
import { normalisePhone } from '../../integrations/messaging/phone.ts';
import type { WhatsappText } from '../../integrations/messaging/whatsapp-webhook.ts';
import type { Db } from '../../platform/db/db.ts';
import { isOneOf } from '../../platform/db/sql/constants.ts';
import { PHONE_DIGITS } from '../../platform/db/tables/customers.ts';
import { outboxRenewalsTable as l, outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { messageIdOf, outboxIdIn } from '../../platform/outbox/message-id.ts';
import { replyTokenIn } from '../../platform/outbox/reply-token.ts';

/** The message of ours that a mail is about. */
export interface Answered {
  readonly id: number;
  /** To whom it went. */
  readonly recipient: string;
  /** Who asks somebody else where it does not arrive: the next look of the reminders, or whoever wrote it; null: it asked for nothing. */
  readonly askedBy: 'reminders' | 'staff' | null;
  /** What it is about, by id, and whose that is. */
  readonly renewalIds: readonly number[];
  readonly customerIds: readonly number[];
}

/** So long after a message what comes from its number is about it. */
const ANSWERED_FOR_MS = 60 * 86_400_000;

const MESSAGE = {
  id: o.id,
  recipient: o.recipient,
  createdAt: o.createdAt,
  createdBy: o.createdBy,
  purpose: o.purpose,
};
type Found = { id: number; recipient: string; createdAt: Date; createdBy: string; purpose: string };

/** By the address that only its recipient has. */
async function byToken(tx: Db, { to, returnedTo }: InboundMail): Promise<Found | undefined> {
  const tokens = [...to, ...returnedTo].flatMap((address) => replyTokenIn(address) ?? []);
  if (tokens.length === 0) return undefined;
  const [found] = await tx.select(MESSAGE).from(o).where(inArray(o.replyToken, tokens)).orderBy(desc(o.id)).limit(1);
  return found;
}

/** By what it says that it follows, the nearest first: the whole of our Message-ID, whose number alone anybody can guess. */
async function byReference(tx: Db, { references }: InboundMail, from: string): Promise<Found | undefined> {
  const ids = references.flatMap((reference) => outboxIdIn(reference) ?? []);
  if (ids.length === 0) return undefined;
  const rows = await tx.select(MESSAGE).from(o).where(inArray(o.id, ids));
  const known = new Map(rows.map((row) => [messageIdOf(row, from).toLowerCase(), row]));
  return references.map((reference) => known.get(reference.toLowerCase())).find((row) => row !== undefined);
}

/** A message with what it is about. */
async function withRenewals(tx: Db, { id, recipient, createdBy, purpose }: Found): Promise<Answered> {
  const about = await tx
    .select({ id: r.id, customerId: r.customerId })
    .from(l)
    .innerJoin(r, eq(r.id, l.renewalId))
    .where(eq(l.messageId, id))
    .orderBy(r.id);
  const customerIds = [...new Set(about.map(({ customerId }) => customerId))];
  const askedBy = purpose === 'renewal' ? (createdBy === 'system' ? 'reminders' : 'staff') : null;
  return { id, recipient, askedBy, renewalIds: about.map((one) => one.id), customerIds };
}

/** The message that a mail answers, or that came back with it; undefined: none of ours. @param from MAIL_FROM */
export async function answeredBy(tx: Db, mail: InboundMail, from: string): Promise<Answered | undefined> {
  const found = (await byToken(tx, mail)) ?? (await byReference(tx, mail, from));
  return found && withRenewals(tx, found);
}

/**
 * The message that somebody answers by WhatsApp: the one that they chose, else the newest about renewals that went to their number. Nothing
 * else tells: most answer without choosing one.
 */
export async function answeredByWhatsapp(
  tx: Db,
  { from, answers }: Pick<WhatsappText, 'from' | 'answers'>,
  at: Date,
): Promise<Answered | undefined> {
  const isOurs = and(isOneOf(o.channel, 'WhatsApp'), eq(o.recipient, from));
  const newest = (of: SQL | undefined) =>
    tx
      .select(MESSAGE)
      .from(o)
      .where(and(isOurs, of))
      .orderBy(sql`${o.id} desc nulls last`)
      .limit(1);
  const [chosen] = answers === null ? [] : await newest(eq(o.providerId, answers));
  const since = new Date(at.getTime() - ANSWERED_FOR_MS);
  const [found] = chosen ? [chosen] : await newest(and(eq(o.purpose, 'renewal'), gt(o.createdAt, since)));
  return found && withRenewals(tx, found);
}

/** The one customer who has an address, as its own or a contact's; undefined: nobody, or several. */
export async function customerAt(tx: Db, address: string): Promise<number | undefined> {
  if (address === '') return undefined;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from customers where email = ${address}::citext
    union select customer_id from contacts where email = ${address}::citext and customer_id is not null limit 2`);
  return rows.length === 1 ? rows[0]?.id : undefined;
}

const LAST_DIGITS = 8;

/** The one customer who has a number, its own or a contact's, however it is written; undefined: nobody, or several. @param number +91… */
export async function customerWithNumber(tx: Db, number: string): Promise<number | undefined> {
  const ending = `%${number.slice(-LAST_DIGITS)}%`;
  const { rows } = await tx.execute<{ id: number; numbers: string[] }>(sql`
    select c.id, array[c.phone] as numbers from customers c where ${sql.raw(PHONE_DIGITS(['c.phone']))} like ${ending}
    union all select k.customer_id, array[k.phone, k.mobile] from contacts k
      where k.customer_id is not null and ${sql.raw(PHONE_DIGITS(['k.phone', 'k.mobile']))} like ${ending}`);
  const isIts = (one: string | null): boolean => normalisePhone(one ?? '') === number;
  const found = new Set(rows.filter(({ numbers }) => numbers.some(isIts)).map(({ id }) => id));
  return found.size === 1 ? [...found][0] : undefined;
}
