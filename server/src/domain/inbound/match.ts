import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { InboundMail } from '../../integrations/mail/inbound.ts';
import type { Db } from '../../platform/db/db.ts';
import { outboxRenewalsTable as l, outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { messageIdOf, outboxIdIn } from '../../platform/outbox/message-id.ts';
import { replyTokenIn } from '../../platform/outbox/reply-token.ts';

/** The message of ours that a mail is about. */
export interface Answered {
  readonly id: number;
  /** To whom it went. */
  readonly recipient: string;
  /** What it is about, by id, and whose that is. */
  readonly renewalIds: readonly number[];
  readonly customerIds: readonly number[];
}

const MESSAGE = { id: o.id, recipient: o.recipient, createdAt: o.createdAt };
type Found = { id: number; recipient: string; createdAt: Date };

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

/** The message that a mail answers, or that came back with it; undefined: none of ours. @param from MAIL_FROM */
export async function answeredBy(tx: Db, mail: InboundMail, from: string): Promise<Answered | undefined> {
  const found = (await byToken(tx, mail)) ?? (await byReference(tx, mail, from));
  if (!found) return undefined;
  const about = await tx
    .select({ id: r.id, customerId: r.customerId })
    .from(l)
    .innerJoin(r, eq(r.id, l.renewalId))
    .where(eq(l.messageId, found.id))
    .orderBy(r.id);
  return {
    id: found.id,
    recipient: found.recipient,
    renewalIds: about.map(({ id }) => id),
    customerIds: [...new Set(about.map(({ customerId }) => customerId))],
  };
}

/** The one customer who has an address, as its own or a contact's; undefined: nobody, or several. */
export async function customerAt(tx: Db, address: string): Promise<number | undefined> {
  if (address === '') return undefined;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from customers where email = ${address}::citext
    union select customer_id from contacts where email = ${address}::citext and customer_id is not null limit 2`);
  return rows.length === 1 ? rows[0]?.id : undefined;
}
