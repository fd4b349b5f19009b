import type { Email } from 'postal-mime';

const KEPT = 1_000;

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
  /** ISO, UTC. */
  receivedAt: string;
}

export type CaughtMails = ReturnType<typeof caughtMails>;

export function caughtMails() {
  let newestFirst: CaughtMail[] = [];
  let count = 0;
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
        receivedAt: new Date().toISOString(),
      };
      newestFirst = [mail, ...newestFirst].slice(0, KEPT);
    },
    /** Newest first; of one recipient, where one is named. */
    list: (to = ''): CaughtMail[] => {
      const wanted = to.trim().toLowerCase();
      return newestFirst.filter((mail) => wanted === '' || mail.to.some((address) => address.toLowerCase() === wanted));
    },
    find: (id: string): CaughtMail | undefined => newestFirst.find((mail) => mail.id === id),
    clear(): void {
      newestFirst = [];
    },
  };
}
