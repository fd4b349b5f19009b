import PostalMime, { type Email } from 'postal-mime';
import { headersOf, messageIdsIn, type MailHeaders } from './mail-headers.ts';

/** A mail that could not be delivered, as a mail server told it. */
export interface Bounced {
  /** The address that was written to, in lower case. */
  readonly address: string;
  /** What the server said, in one line. */
  readonly reason: string;
  /** Given up; else somebody should look at it. */
  readonly isPermanent: boolean;
}

const LONGEST_REASON = 300;
const MOST_BYTES = 100_000;

const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REASON);

/** The text of an attached part, of its beginning. */
function textOf({ content }: Email['attachments'][number]): string {
  if (typeof content === 'string') return content.slice(0, MOST_BYTES);
  const bytes = content instanceof ArrayBuffer ? new Uint8Array(content) : content;
  return new TextDecoder().decode(bytes.subarray(0, MOST_BYTES));
}

const partOf = ({ attachments }: Email, ...types: string[]) =>
  attachments.find(({ mimeType }) => types.includes(mimeType));

type Fields = ReadonlyMap<string, string>;

/** Groups of fields with empty lines between: the first is about the message, each other about a recipient (RFC 3464). */
const groupsIn = (text: string): Fields[] =>
  text
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\n+/)
    .map((group) => {
      const fields = group.split('\n').flatMap((line) => {
        const at = line.indexOf(':');
        return at > 0 ? [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()] as const] : [];
      });
      return new Map(fields);
    });

/** `rfc822; ravi@acme.example` without its type. */
const valueOf = (text = ''): string => text.slice(text.indexOf(';') + 1).trim();
const addressOf = (group: Fields): string =>
  valueOf(group.get('original-recipient') ?? group.get('final-recipient'))
    .replace(/^<|>$/g, '')
    .toLowerCase()
    .slice(0, 320);

/** Who could not be reached by a report; undefined: it tells of nobody for whom it was given up. */
function failedIn(text: string): Bounced | undefined {
  const failed = groupsIn(text).find((group) => group.get('action')?.toLowerCase().startsWith('failed') === true);
  if (!failed) return undefined;
  const status = failed.get('status') ?? '';
  return {
    address: addressOf(failed),
    reason: oneLine(valueOf(failed.get('diagnostic-code')) || `The mail server answered ${status || 'no more'}`),
    isPermanent: true,
  };
}

/** What a server reports of a mail in one of its reports; undefined: that it is late, or has come after all. */
export function bouncedIn(mail: Email, headers: MailHeaders): Bounced | undefined {
  const report = partOf(mail, 'message/delivery-status', 'message/global-delivery-status');
  if (report) return failedIn(textOf(report));
  const [address] = headers.addresses('x-failed-recipients');
  return address === undefined
    ? undefined
    : { address, reason: oneLine(headers.first('subject')) || 'The mail could not be delivered', isPermanent: true };
}

/** What is known of the mail that came back: its Message-ID, and where it was to be answered to. */
export async function returnedIn(mail: Email): Promise<{ ids: string[]; answeredTo: string[] }> {
  const part = partOf(mail, 'message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers');
  if (!part) return { ids: [], answeredTo: [] };
  const [head = ''] = textOf(part).split(/\r?\n\r?\n/, 1);
  const returned = headersOf((await PostalMime.parse(`${head}\r\n\r\n`)).headers);
  return { ids: messageIdsIn(returned.first('message-id')), answeredTo: returned.addresses('reply-to') };
}
