/**
 * What the mailbox does instead of giving a mail out: `no body` answers NO to whoever wants the whole of it, `hangs up` cuts the line of
 * whoever wants anything of it.
 */
export type MailFault = 'no body' | 'hangs up';

/** A mail in the desk's own mailbox, as it came over the line. */
export interface Arrived {
  /** Counts up from 1, and is never used again. */
  uid: number;
  raw: Buffer;
  flags: Set<string>;
  receivedAt: Date;
  fault: MailFault | undefined;
}

export type Inbox = ReturnType<typeof makeInbox>;

const KEPT = 1_000;

/** The mailbox in which answers to the desk arrive. */
export function makeInbox(now: () => number = Date.now) {
  let mails: Arrived[] = [];
  let last = 0;
  return {
    add(raw: Buffer, fault?: MailFault): Arrived {
      last += 1;
      const mail: Arrived = { uid: last, raw, flags: new Set(), receivedAt: new Date(now()), fault };
      mails = [...mails, mail].slice(-KEPT);
      return mail;
    },
    /** Oldest first. */
    list: (): readonly Arrived[] => mails,
    next: () => last + 1,
    /** Somebody deletes it. */
    remove(uid: number): void {
      mails = mails.filter((mail) => mail.uid !== uid);
    },
    clear(): void {
      mails = [];
    },
  };
}
