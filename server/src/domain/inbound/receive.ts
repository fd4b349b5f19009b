import type { InboundKind, ReminderChannel } from '@desk/contract/words/reach';
import type { Services } from '../../platform/context.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { inboundMessagesTable as m } from '../../platform/db/tables/inbound.ts';
import { LONGEST_TEXT, readInbound, type InboundMail } from '../../integrations/mail/inbound.ts';
import { monthOf, type Renewal } from '../renewals/comments.ts';
import { noteAlive } from './silence.ts';
import { answerWords, noteBounce, noteUnsubscribed, writeLines } from './events.ts';
import type { WhatsappText } from '../../integrations/messaging/whatsapp-webhook.ts';
import { answeredBy, answeredByWhatsapp, customerAt, customerWithNumber, type Answered } from './match.ts';

/** What came in, by whichever channel. */
type Incoming = Omit<InboundMail, 'references' | 'returnedTo' | 'date'> & { readonly channel: ReminderChannel };

export type Receiving = Pick<Services, 'db' | 'announce'> & { readonly config: Pick<Services['config'], 'MAIL_FROM'> };

const MOST_RECIPIENTS = 2_000;
const OPT_OUT = /^\s*(?:stop|stop all|unsubscribe|opt out)[\s.!]*$/i;

/** The text as it is kept: of a bounce what the server said comes first, of files that they came. */
function keptText({ channel, text, bounced, attachments }: Incoming): string {
  const files =
    attachments === 0
      ? []
      : [
          `[${attachments} ${attachments === 1 ? 'file' : 'files'} came with it. Look for them in ${channel === 'Email' ? 'the mailbox' : channel}.]`,
        ];
  const parts = [...(bounced ? [bounced.reason] : []), text, ...files];
  return parts
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, LONGEST_TEXT);
}

/**
 * Whose wish for no more mails it is: of whom we wrote to at the address that it came to. Undefined: nobody can tell, as anybody can write
 * whatever sender they like into a mail, but not into what WhatsApp hands over.
 */
const silencedBy = ({ from, channel }: Incoming, answered: Answered | undefined, customerId: number | null) =>
  answered?.recipient ?? (channel === 'WhatsApp' && customerId !== null ? from : undefined);

/** What asks for nobody: what a program answered, and a wish that is done with its coming. */
const asksNobody = (mail: Incoming, answered: Answered | undefined, customerId: number | null): boolean =>
  mail.kind === 'auto-reply' || (mail.kind === 'unsubscribe' && silencedBy(mail, answered, customerId) !== undefined);

/**
 * The page of a decision link in a text, also where quoting has broken it or a mail filter has put it into an address of its own. What stands
 * deeper in an address, as a customer's own documents do, is none.
 */
const KEYS =
  /(https?(?::|%3A)(?:\/|%2F){2}[^\s/%]+(?:%3A\d+)?(?:\/|%2F)d(?:\/|%2F))(?:[\w-](?:=?\r?\n[>\s]*)?){42}[\w-](?![\w-])/gi;

/** What is quoted has the keys of whom it was sent to: whoever reads it could decide for them. */
const withoutKeys = (text: string): string => text.replace(KEYS, '$1…');

/** Keeps a mail. @returns its number; undefined: it is there already */
async function keep(tx: Db, mail: Incoming, { answered, customerId, receivedAt }: Known): Promise<number | undefined> {
  const { channel, messageId, inReplyTo, kind, from, to, subject, bounced } = mail;
  const [kept] = await tx
    .insert(m)
    .values({
      ...{ channel, messageId, inReplyTo, kind, from, subject, customerId, receivedAt },
      to: to.join(', ').slice(0, MOST_RECIPIENTS),
      text: keptText(mail),
      bouncedAddress: bounced?.address ?? null,
      outboxId: answered?.id ?? null,
      settledAt: asksNobody(mail, answered, customerId) ? NOW : null,
    })
    .onConflictDoNothing({ target: m.messageId })
    .returning({ id: m.id });
  if (kept) {
    const changes = changesBetween({}, { kind, from, subject });
    await audit(tx, {}, { action: 'mail_received', subject: 'inbound_mail', subjectId: kept.id, changes });
  }
  return kept?.id;
}

interface Known {
  readonly answered: Answered | undefined;
  readonly customerId: number | null;
  readonly receivedAt: Date;
}

type Effect = (tx: Db, id: number, mail: Incoming, known: Known) => Promise<readonly Renewal[]>;

/** What mails do to the renewals that they are about. Each tells on which it wrote. */
const EFFECTS: Readonly<Record<InboundKind, Effect>> = {
  reply: async (tx, inboundId, mail, { answered, customerId }) => {
    await noteAlive(tx, mail.from, customerId);
    const line = { action: 'customer_replied', comment: answerWords(mail) } as const;
    return writeLines(tx, { inboundId, from: mail.from }, answered?.renewalIds ?? [], () => line);
  },
  bounce: (tx, id, { bounced }, { answered }) =>
    answered && bounced?.isPermanent === true ? noteBounce(tx, id, answered, bounced) : Promise.resolve([]),
  unsubscribe: (tx, id, mail, { answered, customerId }) => {
    const address = silencedBy(mail, answered, customerId);
    const about = answered ?? { renewalIds: [], customerIds: customerId === null ? [] : [customerId] };
    return address === undefined ? Promise.resolve([]) : noteUnsubscribed(tx, id, { ...mail, address }, about);
  },
  'auto-reply': () => Promise.resolve([]),
};

/** Keeps it and does what it is for, all in one transaction, and tells the browsers. */
async function receive(
  { db, announce }: Receiving,
  asWritten: Incoming,
  know: (tx: Db) => Promise<Known>,
): Promise<'kept' | 'known'> {
  const incoming = { ...asWritten, text: withoutKeys(asWritten.text), subject: withoutKeys(asWritten.subject) };
  const written = await db.transaction(async (tx) => {
    const known = await know(tx);
    const id = await keep(tx, incoming, known);
    return id === undefined ? undefined : EFFECTS[incoming.kind](tx, id, incoming, known);
  });
  if (!written) return 'known';
  announce({ kind: 'mail' });
  for (const month of new Set(written.map((renewal) => monthOf(renewal).month))) announce({ kind: 'month', month });
  return 'kept';
}

/** Whose it is: by what it answers, where that is one customer's; of what answers nothing by its sender. */
async function customerOf(answered: Answered | undefined, sender: () => Promise<number | undefined>) {
  const [one = null, ...others] = answered?.customerIds ?? [];
  if (one === null) return (await sender()) ?? null;
  return others.length === 0 ? one : null;
}

/**
 * Takes a mail in, once, however often and by which way it comes: keeps it, finds out what it answers and whose it is, and does what it is
 * for. What nobody can match waits for a person.
 * @param raw as it came over the line
 * @returns `known`: it was there already, and nothing was done
 */
export async function receiveMail(services: Receiving, raw: Uint8Array, receivedAt: Date): Promise<'kept' | 'known'> {
  const mail = await readInbound(raw);
  return receive(services, { ...mail, channel: 'Email' }, async (tx) => {
    const answered = await answeredBy(tx, mail, services.config.MAIL_FROM);
    return { answered, customerId: await customerOf(answered, () => customerAt(tx, mail.from)), receivedAt };
  });
}

/** A mail of the mailbox that could not be taken in. */
interface Untaken {
  readonly key: string;
  readonly reason: string;
  /** Undefined: not even that can be read. */
  readonly head: Uint8Array | undefined;
  readonly receivedAt: Date;
}

/** Keeps of such a mail what can be read, as nobody's: a person looks for it in the mailbox. */
export async function keepUntaken(services: Receiving, { key, reason, head, receivedAt }: Untaken): Promise<void> {
  const { messageId, inReplyTo, from, to, subject } = await readInbound(head ?? new Uint8Array());
  const incoming: Incoming = {
    ...({ channel: 'Email', kind: 'reply', inReplyTo, from, to, subject, attachments: 0 } as const),
    messageId: head === undefined ? `unread:${key}` : messageId,
    text: `This mail could not be taken in (${reason}). Look for it in the mailbox.`,
  };
  await receive(services, incoming, () => Promise.resolve({ answered: undefined, customerId: null, receivedAt }));
}

/** The same of what somebody wrote by WhatsApp. Who writes one word for it wants no more messages. */
export async function receiveWhatsapp(
  services: Receiving,
  { id, from, to, text, attachments, answers }: WhatsappText,
  receivedAt: Date,
): Promise<'kept' | 'known'> {
  const kind = OPT_OUT.test(text) ? 'unsubscribe' : 'reply';
  const incoming: Incoming = {
    ...{ channel: 'WhatsApp', messageId: id, inReplyTo: answers, kind, from, to: [to], subject: '', text, attachments },
  };
  return receive(services, incoming, async (tx) => {
    const answered = await answeredByWhatsapp(tx, { from, answers }, receivedAt);
    return { answered, customerId: await customerOf(answered, () => customerWithNumber(tx, from)), receivedAt };
  });
}
