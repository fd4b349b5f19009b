import { createHash } from 'node:crypto';
import type { InboundKind } from '@desk/contract/words/reach';
import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { bouncedIn, returnedIn, type Bounced } from './delivery-report.ts';
import { kindOf } from './inbound-kind.ts';
import { headersOf, messageIdsIn, type MailHeaders } from './mail-headers.ts';
import { textOfHtml } from './text-of-html.ts';

/** A mail of more bytes is read up to them: its text comes first. */
export const LARGEST_MAIL = 10 * 1024 * 1024;
export const LONGEST_TEXT = 50_000;
const LONGEST_SUBJECT = 500;
const LONGEST_ID = 500;
const MOST_REFERENCES = 50;
const LARGEST_HEAD = 256 * 1024;
const DEEPEST = 20;

/** A mail that came in. */
export interface InboundMail {
  /** Its `Message-ID`; of a mail without one a hash of it. */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  /** The mails that it says it follows, those of In-Reply-To and of what came back among them. */
  readonly references: readonly string[];
  /** The sender's address; empty: it has none. */
  readonly from: string;
  /** Whom it was for, by all headers that tell. */
  readonly to: readonly string[];
  /** Of a report: where the mail that came back was to be answered to. */
  readonly returnedTo: readonly string[];
  readonly subject: string;
  /** As written, with what it quotes; `LONGEST_TEXT` characters of it. */
  readonly text: string;
  readonly kind: InboundKind;
  /** Of a bounce, where it says so in a way that a program understands. */
  readonly bounced?: Bounced;
  /** How many files came with it; they are not opened. */
  readonly attachments: number;
  /** When it says that it was written; null: it does not. */
  readonly date: Date | null;
}

/** Neither NUL nor half a character, which the database cannot hold, and no other sign that only steers a terminal. */
const clean = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]/gu, '').replace(/\p{Cs}/gu, '\ufffd');
const cut = (text: string, most: number): string => clean(text.slice(0, most)).trim();

const hashOf = (raw: Uint8Array): string => `sha256:${createHash('sha256').update(raw).digest('hex')}`;

/** A mail that no reader of mails can read: a person looks at it. */
const unreadable = (raw: Uint8Array): InboundMail => ({
  ...{ messageId: hashOf(raw), inReplyTo: null, references: [], from: '', to: [], returnedTo: [] },
  ...{ subject: '', kind: 'reply', attachments: 0, date: null },
  text: cut(new TextDecoder().decode(raw.subarray(0, 4 * LONGEST_TEXT)), LONGEST_TEXT),
});

const textOf = ({ text, html }: Email): string => {
  const written = text ?? '';
  return written.trim() === '' && html !== undefined ? textOfHtml(html.slice(0, LARGEST_HEAD * 4)) : written;
};

const dateOf = (text: string): Date | null => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : new Date(time);
};

/** A report that a mail is late, or has come, asks for nobody. */
const kindWith = (kind: InboundKind, bounced: Bounced | undefined, isReport: boolean): InboundKind =>
  kind === 'bounce' && bounced === undefined && isReport ? 'auto-reply' : kind;

/** What it is called, and what it follows. */
function threadOf(headers: MailHeaders, raw: Uint8Array, returned: readonly string[]) {
  const [own] = messageIdsIn(headers.first('message-id'));
  const [inReplyTo = null] = messageIdsIn(headers.first('in-reply-to')).map(clean);
  const follows = [inReplyTo ?? [], messageIdsIn(headers.first('references')).map(clean).toReversed(), returned].flat();
  return {
    messageId: own !== undefined && own.length <= LONGEST_ID ? clean(own) : hashOf(raw),
    inReplyTo,
    references: [...new Set(follows)].slice(0, MOST_REFERENCES),
  };
}

/** What it is, and of a bounce who could not be reached. */
function whatIs(mail: Email, headers: MailHeaders, to: readonly string[], isReport: boolean) {
  const bounced = bouncedIn(mail, headers);
  const kind = kindWith(kindOf(headers, to), bounced, isReport);
  if (kind !== 'bounce' || bounced === undefined) return { kind };
  return { kind, bounced: { ...bounced, address: clean(bounced.address), reason: clean(bounced.reason) } };
}

async function read(raw: Uint8Array): Promise<InboundMail> {
  const mail = await PostalMime.parse(raw, {
    ...{ maxHeadersSize: LARGEST_HEAD, maxNestingDepth: DEEPEST, rfc822Attachments: true },
  });
  const headers = headersOf(mail.headers);
  const to = headers.addresses('to', 'cc', 'delivered-to', 'x-original-to').map(clean);
  const isReport = /^\s*multipart\/report/i.test(headers.first('content-type'));
  const returned = isReport ? await returnedIn(mail) : { ids: [], answeredTo: [] };
  return {
    ...threadOf(headers, raw, returned.ids),
    from: clean(headers.addresses('from', 'sender')[0] ?? ''),
    to,
    returnedTo: returned.answeredTo,
    subject: cut(decodeWords(headers.first('subject')).replace(/\s+/g, ' '), LONGEST_SUBJECT),
    text: cut(textOf(mail).replaceAll('\r\n', '\n'), LONGEST_TEXT),
    ...whatIs(mail, headers, to, isReport),
    attachments: isReport ? 0 : mail.attachments.length,
    date: dateOf(headers.first('date')),
  };
}

/**
 * Reads a raw mail (RFC 5322) of whatever bytes; never throws. What it is, is said by its headers alone: whoever answers can write what
 * they like.
 */
export async function readInbound(raw: Uint8Array): Promise<InboundMail> {
  const bytes = raw.subarray(0, LARGEST_MAIL);
  try {
    return await read(bytes);
  } catch {
    return unreadable(bytes);
  }
}
