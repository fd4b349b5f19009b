import type { Arrived, Inbox, MailFault } from './inbox.ts';

/** A line of a client in words: atoms, texts in quotes, and lists as they stand. */
export function wordsOf(line: string): string[] {
  const found = line.match(/"(?:[^"\\]|\\.)*"|\([^()]*\)|\S*\[[^\]]*\]\S*|\S+/g) ?? [];
  return found.map((word) => (word.startsWith('"') ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word));
}

/** Whether a set such as `1:3,7,9:*` names a number. */
function isIn(set: string, uid: number, largest: number): boolean {
  const bound = (text = '') => (text === '*' ? largest : Number(text));
  return set.split(',').some((range) => {
    const [from, to = from] = range.split(':');
    const [one, other] = [bound(from), bound(to)];
    return uid >= Math.min(one, other) && uid <= Math.max(one, other);
  });
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number: number) => String(number).padStart(2, '0');

/** `12-Nov-2026 09:30:00 +0000`. */
const internalDate = (at: Date): string =>
  `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()] ?? ''}-${at.getUTCFullYear()} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())} +0000`;

const SEEN = String.raw`\Seen`;
const flagsOf = ({ flags }: Arrived): string => `(${[...flags].join(' ')})`;

const BODY = /BODY(\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/i;
const HEAD = /BODY\.PEEK\[HEADER\]/i;

const literal = (name: string, bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(` ${name} {${bytes.length}}\r\n`), bytes]);

/** The bytes of the body that are asked for. */
function bodyPart({ raw }: Arrived, [, , from, length]: RegExpExecArray): Buffer {
  const start = Number(from ?? 0);
  const bytes = raw.subarray(start, length === undefined ? undefined : start + Number(length));
  return literal(from === undefined ? 'BODY[]' : `BODY[]<${start}>`, bytes);
}

/** The lines above the first empty one, and that one. */
function headPart({ raw }: Arrived): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return literal('BODY[HEADER]', end === -1 ? raw : raw.subarray(0, end + 4));
}

/** What a FETCH answers of a mail. */
function fetched(mail: Arrived, place: number, items: string): Buffer {
  const parts: Buffer[] = [Buffer.from(`* ${place} FETCH (UID ${mail.uid}`)];
  const body = BODY.exec(items);
  if (body && body[1] === undefined) mail.flags.add(SEEN);
  if (/\bFLAGS\b/i.test(items)) parts.push(Buffer.from(` FLAGS ${flagsOf(mail)}`));
  if (/\bINTERNALDATE\b/i.test(items)) parts.push(Buffer.from(` INTERNALDATE "${internalDate(mail.receivedAt)}"`));
  if (/\bRFC822\.SIZE\b/i.test(items)) parts.push(Buffer.from(` RFC822.SIZE ${mail.raw.length}`));
  if (body) parts.push(bodyPart(mail, body));
  if (HEAD.test(items)) parts.push(headPart(mail));
  return Buffer.concat([...parts, Buffer.from(')\r\n')]);
}

const search = (mails: readonly Arrived[], keys: readonly string[]): string => {
  const isUnseen = keys.some((key) => key.toUpperCase() === 'UNSEEN');
  return mails
    .filter(({ flags }) => !isUnseen || !flags.has(SEEN))
    .map(({ uid }) => ` ${uid}`)
    .join('');
};

function store({ flags }: Arrived, how: string, list: string): void {
  for (const flag of list.replace(/[()]/g, '').split(' ')) {
    if (how.startsWith('-')) flags.delete(flag);
    else if (flag !== '') flags.add(flag);
  }
}

/** The mails of a set, each with its place in the mailbox. */
function namedBy(inbox: Inbox, set: string) {
  const mails = inbox.list();
  return mails
    .map((mail, at) => ({ mail, place: at + 1 }))
    .filter(({ mail }) => isIn(set, mail.uid, mails.at(-1)?.uid ?? 0));
}

/** What stands in the way of a command about mails by their UIDs; undefined: nothing does. */
export function faultOf(inbox: Inbox, [what = '', set = '', ...items]: readonly string[]): MailFault | undefined {
  if (what.toUpperCase() !== 'FETCH') return undefined;
  const isWhole = BODY.test(items.join(' '));
  return namedBy(inbox, set)
    .map(({ mail }) => mail.fault)
    .find((fault) => fault === 'hangs up' || (fault === 'no body' && isWhole));
}

/** The answer to a command about mails by their UIDs, without its last line; undefined: it is none of these. */
export function answerUid(inbox: Inbox, [what = '', ...given]: readonly string[]): Buffer | undefined {
  const [set = '', ...rest] = given;
  const named = namedBy(inbox, set);
  switch (what.toUpperCase()) {
    case 'SEARCH':
      return Buffer.from(`* SEARCH${search(inbox.list(), given)}\r\n`);
    case 'FETCH':
      return Buffer.concat(named.map(({ mail, place }) => fetched(mail, place, rest.join(' '))));
    case 'STORE': {
      for (const { mail } of named) store(mail, rest[0] ?? '', rest[1] ?? '');
      const lines = named.map(({ mail, place }) => `* ${place} FETCH (UID ${mail.uid} FLAGS ${flagsOf(mail)})\r\n`);
      return Buffer.from(lines.join(''));
    }
    default:
      return undefined;
  }
}
