import type { NodemailerError } from 'nodemailer';

/** `retry`: it may work later. `failed`: it never will. The reason is a short sentence for staff. */
export interface Unsent {
  outcome: 'retry' | 'failed';
  reason: string;
  /** Of a `retry`: the line was lost, and nobody knows at what point. Without it the message surely reached nobody. */
  mayHaveArrived?: true;
  /** Of a `failed`: this recipient takes no mail. Without it what goes to others may fail in the same way. */
  isRecipientRefused?: true;
}

/** Problems of the line: the same mail may go through on another one. */
const LINE: Record<string, string> = {
  ECONNECTION: 'The mail server closed the connection',
  ESOCKET: 'The mail server could not be reached',
  ETIMEDOUT: 'The mail server did not answer in time',
  EABORT: 'The mail server did not answer in time',
  EDNS: 'The name of the mail server could not be found',
  ETLS: 'The mail server could not be reached securely',
  EPROTOCOL: 'The mail server gave an answer that is no SMTP',
};

/** "550 5.1.1 <a@b.example> No such user" as one short line: "550 <a@b.example> No such user". */
const readable = (reply: string) =>
  reply
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/^(\d{3})[ -]\d\.\d{1,3}\.\d{1,3} /, '$1 ')
    .slice(0, 200)
    .trim();

/** Nothing of a mail had been sent: there was no connection yet, or it was not ready. */
const isBeforeMail = ({ code, syscall, timeoutType = 'SOCKET_TIMEOUT' }: NodemailerError): boolean =>
  syscall === 'connect' || code === 'EDNS' || code === 'ETLS' || timeoutType !== 'SOCKET_TIMEOUT';

const BAD_SEQUENCE = 503;
/** The enhanced code of RFC 3463. */
const ENHANCED = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})\b/;
/** Of a mailbox, and of a domain that has none; 5.4.1 is what Exchange says of nobody it knows. */
const OF_RECIPIENT = /^5\.(?:1\.(?![78]$)\d+|2\.\d+|4\.[14])$/;
/** The sender's address, or a conversation that the server did not follow. */
const OF_SENDER = /^5\.(?:1\.[78]|5\.\d+)$/;
/** What is not allowed (5.7) is so to its sender where the words say that. */
const SAYS_SENDER = /\b(?:sender|relay\w*|authenticat\w*|login|not owned|spf|dkim|dmarc)\b/i;

/** A server that refuses its user, or the sender, refuses everybody: that passes once it is put right, and the mail then goes. */
function isOfSender(code: string | undefined, { response = '', command, rejected = [] }: NodemailerError): boolean {
  if (rejected.length === 0 && command !== 'DATA') return true;
  if (code === undefined) return false;
  return OF_SENDER.test(code) || (code.startsWith('5.7.') && SAYS_SENDER.test(response));
}

const isOfRecipient = (code: string | undefined, { rejected = [] }: NodemailerError): boolean =>
  code === undefined ? rejected.length > 0 : OF_RECIPIENT.test(code);

function refusalBy(error: NodemailerError): Unsent {
  const { responseCode = 0, response = '', message } = error;
  const reason = readable(response || message);
  const code = ENHANCED.exec(response)?.[1];
  if (responseCode < 500 || responseCode === BAD_SEQUENCE || isOfSender(code, error))
    return { outcome: 'retry', reason };
  return { outcome: 'failed', reason, ...(isOfRecipient(code, error) && { isRecipientRefused: true }) };
}

/** Whether a mail that nodemailer could not send is retried, and why it failed. */
export function problemOf(error: unknown): Unsent {
  const { code = '', originalCode, responseCode, message } = error as NodemailerError;
  if (responseCode !== undefined && responseCode >= 400) return refusalBy(error as NodemailerError);
  const line = LINE[code];
  if (line === undefined) return { outcome: 'failed', reason: readable(message) };
  const reason = originalCode === undefined ? line : `${line} (${originalCode})`;
  return { outcome: 'retry', reason, ...(!isBeforeMail(error as NodemailerError) && { mayHaveArrived: true }) };
}
