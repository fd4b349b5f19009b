import { ImapFlow } from 'imapflow';
import { LARGEST_MAIL } from './inbound.ts';

/** A mailbox whose unread mails are read. */
export interface Mailbox {
  /**
   * Hands over unread mails, oldest first and some hundred at most, and marks each as read when `take` has ended well. One that fails
   * stays unread, and keeps no other from its turn.
   * @throws where the mailbox cannot be reached or read
   */
  readUnread(take: (raw: Uint8Array, receivedAt: Date) => Promise<unknown>, signal: AbortSignal): Promise<Read>;
}

interface Read {
  readonly read: number;
  /** Why mails stay unread. */
  readonly failures: readonly unknown[];
}

const MOST_AT_ONCE = 200;
/** What speaks against the database speaks against the next mail too. */
const MOST_FAILURES = 5;

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

async function take(client: ImapFlow, uid: number, hand: Parameters<Mailbox['readUnread']>[0]): Promise<void> {
  const asked = { source: { start: 0, maxLength: LARGEST_MAIL }, internalDate: true };
  const mail = await client.fetchOne(String(uid), asked, { uid: true });
  // Somebody has deleted it meanwhile.
  if (mail === false || mail.source === undefined) return;
  const came = mail.internalDate instanceof Date ? mail.internalDate : new Date(String(mail.internalDate));
  await hand(mail.source, came);
  await client.messageFlagsAdd(String(uid), [String.raw`\Seen`], { uid: true });
}

async function readFolder(
  client: ImapFlow,
  hand: Parameters<Mailbox['readUnread']>[0],
  signal: AbortSignal,
): Promise<Read> {
  const found = await client.search({ seen: false }, { uid: true });
  if (!found) throw new Error('The mailbox could not be searched.');
  const failures: unknown[] = [];
  let read = 0;
  for (const uid of found.toSorted((one, other) => one - other).slice(0, MOST_AT_ONCE)) {
    if (signal.aborted || failures.length >= MOST_FAILURES) break;
    try {
      await take(client, uid, hand);
      read += 1;
    } catch (error) {
      if (!client.usable) throw error;
      failures.push(error);
    }
  }
  return { read, failures };
}

/** A mailbox over IMAP, connected for as long as it is read. */
export function makeMailbox({ url, timeoutMs = 30_000 }: Options): Mailbox {
  const { folder, connection } = imapOptions(url);
  return {
    async readUnread(hand, signal) {
      const client = new ImapFlow({
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
        await client.mailboxOpen(folder);
        const read = await readFolder(client, hand, signal);
        await client.logout();
        return read;
      } finally {
        signal.removeEventListener('abort', hangUp);
        client.close();
      }
    },
  };
}
