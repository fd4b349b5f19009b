import type { ImapFlow } from 'imapflow';
import { LARGEST_MAIL } from './inbound.ts';

/** A mail, or its head alone, as it came over the line. */
interface ReadMail {
  readonly raw: Uint8Array;
  /** When it came into the mailbox. */
  readonly receivedAt: Date;
}

export interface UnreadMail {
  /** The same at every look, and no other's. */
  readonly key: string;
  /** @throws where the mailbox does not give it out */
  read(part: 'whole' | 'head'): Promise<ReadMail>;
  /** @throws where the mailbox does not note it: then it is handed over again */
  markRead(): Promise<void>;
}

/** A mailbox whose unread mails are read. */
export interface Mailbox {
  /**
   * Hands over all unread mails, oldest first, one after the other.
   * @throws where the mailbox cannot be reached, hangs up or is to be left, and what `take` throws: that is the end of the look
   */
  readUnread(take: (mail: UnreadMail) => Promise<unknown>, signal: AbortSignal): Promise<void>;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Connection options of an IMAP address. Mail comes over an encrypted line or not at all; `?ignoreTLS=true` is for a private network.
 */
export function imapOptions(address: string) {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(address);
  const secure = protocol === 'imaps:';
  const plain = !secure && (LOOPBACK.test(hostname) || searchParams.get('ignoreTLS') === 'true');
  return {
    folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
    connection: {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port) || (secure ? 993 : 143),
      secure,
      ...(!secure && { doSTARTTLS: !plain }),
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    },
  };
}

interface Options {
  /** `imaps://user:password@host:993/INBOX`. */
  url: string;
  /** Milliseconds of silence after which a server is given up. */
  timeoutMs?: number;
}

const PARTS = {
  whole: { source: { start: 0, maxLength: LARGEST_MAIL }, internalDate: true },
  head: { headers: true, internalDate: true },
} as const;

function unreadMail(client: ImapFlow, uid: number, uidValidity: bigint): UnreadMail {
  const byUid = { uid: true } as const;
  return {
    key: `${uidValidity}:${uid}`,
    async read(part) {
      const mail = await client.fetchOne(String(uid), PARTS[part], byUid);
      const raw = mail === false ? undefined : (mail.source ?? mail.headers);
      if (mail === false || raw === undefined) throw new Error('The mailbox does not give it out');
      const { internalDate } = mail;
      return { raw, receivedAt: internalDate instanceof Date ? internalDate : new Date(String(internalDate)) };
    },
    async markRead() {
      const isNoted = await client.messageFlagsAdd(String(uid), [String.raw`\Seen`], byUid);
      if (!isNoted) throw new Error('The mailbox does not let it be marked as read');
    },
  };
}

type Take = Parameters<Mailbox['readUnread']>[0];

async function readFolder(client: ImapFlow, folder: string, take: Take, signal: AbortSignal): Promise<void> {
  const { uidValidity } = await client.mailboxOpen(folder);
  const found = await client.search({ seen: false }, { uid: true });
  if (!found) throw new Error('The mailbox could not be searched.');
  for (const uid of found.toSorted((one, other) => one - other)) {
    signal.throwIfAborted();
    await take(unreadMail(client, uid, uidValidity));
    if (!client.usable) throw new Error('The mailbox has hung up.');
  }
}

/** A mailbox over IMAP, connected for as long as it is read. */
export function makeMailbox({ url, timeoutMs = 30_000 }: Options): Mailbox {
  const { folder, connection } = imapOptions(url);
  return {
    async readUnread(take, signal) {
      const library = await import('imapflow');
      signal.throwIfAborted();
      const client = new library.ImapFlow({
        ...connection,
        logger: false,
        disableAutoIdle: true,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
      });
      // What breaks the line fails the command that waits; told to nobody it would end the process.
      client.on('error', () => undefined);
      const hangUp = () => client.close();
      signal.addEventListener('abort', hangUp, { once: true });
      try {
        await client.connect();
        await readFolder(client, folder, take, signal);
        await client.logout();
      } finally {
        signal.removeEventListener('abort', hangUp);
        client.close();
      }
    },
  };
}
