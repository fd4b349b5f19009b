import type { Email } from 'postal-mime';

/** So many mails are kept, the newest. */
const KEPT = 1_000;

interface CaughtAttachment {
  name: string;
  type: string;
  /** Bytes. */
  size: number;
}

export interface CaughtMail {
  /** Counts up from 1. */
  id: string;
  /** Of the envelope, not of the headers: who it really came from and went to. */
  from: string;
  to: string[];
  subject: string;
  messageId: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  attachments: CaughtAttachment[];
  /** ISO, UTC. */
  receivedAt: string;
}

export type CaughtMails = ReturnType<typeof caughtMails>;

export function caughtMails(keeps = KEPT) {
  let newestFirst: CaughtMail[] = [];
  let count = 0;
  const contents = new WeakMap<CaughtAttachment, Buffer>();
  const heads = new WeakMap<CaughtMail, string>();
  const attachmentOf = ({ filename, mimeType, content }: Email['attachments'][number]): CaughtAttachment => {
    const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));
    const attachment = { name: filename ?? 'attachment', type: mimeType, size: bytes.length };
    contents.set(attachment, bytes);
    return attachment;
  };
  return {
    add(envelope: { from: string; to: string[] }, email: Email): void {
      count += 1;
      const mail: CaughtMail = {
        id: String(count),
        ...envelope,
        subject: email.subject ?? '',
        messageId: email.messageId ?? '',
        text: email.text ?? '',
        html: email.html ?? '',
        headers: email.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
        attachments: email.attachments.map(attachmentOf),
        receivedAt: new Date().toISOString(),
      };
      heads.set(mail, email.headerLines.map(({ line }) => `${line}\r\n`).join(''));
      newestFirst = [mail, ...newestFirst].slice(0, keeps);
    },
    /** Newest first; of one recipient, where one is named. */
    list: (to = ''): CaughtMail[] => {
      const wanted = to.trim().toLowerCase();
      return newestFirst.filter((mail) => wanted === '' || mail.to.some((address) => address.toLowerCase() === wanted));
    },
    find: (id: string): CaughtMail | undefined => newestFirst.find((mail) => mail.id === id),
    /** Its headers, line by line as they came. */
    headOf: (mail: CaughtMail): string => heads.get(mail) ?? '',
    /** What is in an attachment, counted from 0. */
    contentOf: (id: string, at: number): (CaughtAttachment & { bytes: Buffer }) | undefined => {
      const attachment = newestFirst.find((mail) => mail.id === id)?.attachments[at];
      const bytes = attachment && contents.get(attachment);
      return attachment && bytes && { ...attachment, bytes };
    },
    clear(): void {
      newestFirst = [];
    },
  };
}
