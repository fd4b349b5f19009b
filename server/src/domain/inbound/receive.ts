import type { InboundKind } from '@desk/contract/words/reach';
import type { Services } from '../../platform/context.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { inboundMessagesTable as m } from '../../platform/db/tables/inbound.ts';
import { LONGEST_TEXT, readInbound, type InboundMail } from '../../integrations/mail/inbound.ts';
import { monthOf, type Renewal } from '../renewals/comments.ts';
import { answerWords, noteBounce, noteUnsubscribed, writeLines } from './events.ts';
import { answeredBy, customerAt, type Answered } from './match.ts';

type Receiving = Pick<Services, 'db' | 'config' | 'announce'>;

const MOST_RECIPIENTS = 2_000;

/** The text as it is kept: of a bounce what the server said comes first, of files that they came. */
function keptText({ text, bounced, attachments }: InboundMail): string {
  const files =
    attachments === 0
      ? []
      : [`[${attachments} ${attachments === 1 ? 'file' : 'files'} came with it. Look for them in the mailbox.]`];
  const parts = [...(bounced ? [bounced.reason] : []), text, ...files];
  return parts
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, LONGEST_TEXT);
}

/** Whose wish for no more mails it is; undefined: nobody can tell. */
const silencedBy = ({ from }: InboundMail, answered: Answered | undefined, customerId: number | null) =>
  answered?.recipient ?? (customerId === null ? undefined : from);

/** What asks for nobody: what a program answered, and a wish that is done with its coming. */
const asksNobody = (mail: InboundMail, answered: Answered | undefined, customerId: number | null): boolean =>
  mail.kind === 'auto-reply' || (mail.kind === 'unsubscribe' && silencedBy(mail, answered, customerId) !== undefined);

/** Keeps a mail. @returns its number; undefined: it is there already */
async function keep(
  tx: Db,
  mail: InboundMail,
  { answered, customerId, receivedAt }: Known,
): Promise<number | undefined> {
  const { messageId, inReplyTo, kind, from, to, subject, bounced } = mail;
  const [kept] = await tx
    .insert(m)
    .values({
      ...{ messageId, inReplyTo, kind, from, subject, customerId, receivedAt },
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

type Effect = (tx: Db, id: number, mail: InboundMail, known: Known) => Promise<readonly Renewal[]>;

/** What mails do to the renewals that they are about. Each tells on which it wrote. */
const EFFECTS: Readonly<Record<InboundKind, Effect>> = {
  reply: (tx, inboundId, mail, { answered }) => {
    const line = { action: 'customer_replied', comment: answerWords(mail) } as const;
    return writeLines(tx, { inboundId, from: mail.from }, answered?.renewalIds ?? [], () => line);
  },
  bounce: (tx, id, { bounced }, { answered }) =>
    answered && bounced?.isPermanent === true ? noteBounce(tx, id, answered, bounced) : Promise.resolve([]),
  unsubscribe: (tx, id, mail, { answered, customerId }) => {
    const address = silencedBy(mail, answered, customerId);
    const about = answered ?? { renewalIds: [], customerIds: customerId === null ? [] : [customerId] };
    return address === undefined ? Promise.resolve([]) : noteUnsubscribed(tx, id, { address, from: mail.from }, about);
  },
  'auto-reply': () => Promise.resolve([]),
};

/** Whose it is: by what it answers, where that is one customer's; of what answers nothing by its sender. */
async function customerOf(tx: Db, { from }: InboundMail, answered: Answered | undefined): Promise<number | null> {
  const [one = null, ...others] = answered?.customerIds ?? [];
  if (one === null) return (await customerAt(tx, from)) ?? null;
  return others.length === 0 ? one : null;
}

/**
 * Takes a mail in, once, however often and by which way it comes: keeps it, finds out what it answers and whose it is, and does what it is
 * for, all in one transaction. What nobody can match waits for a person.
 * @param raw as it came over the line
 * @returns `known`: it was there already, and nothing was done
 */
export async function receiveMail(
  { db, config, announce }: Receiving,
  raw: Uint8Array,
  receivedAt: Date,
): Promise<'kept' | 'known'> {
  const mail = await readInbound(raw);
  const written = await db.transaction(async (tx) => {
    const answered = await answeredBy(tx, mail, config.MAIL_FROM);
    const known = { answered, customerId: await customerOf(tx, mail, answered), receivedAt };
    const id = await keep(tx, mail, known);
    return id === undefined ? undefined : EFFECTS[mail.kind](tx, id, mail, known);
  });
  if (!written) return 'known';
  announce({ kind: 'mail' });
  for (const month of new Set(written.map((renewal) => monthOf(renewal).month))) announce({ kind: 'month', month });
  return 'kept';
}
