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
/** Enhanced codes of RFC 3463 about the mail system, the route, and what is allowed or secure. */
const NOT_OF_THE_RECIPIENT = /^\d{3}[ -]5\.[347]\.\d/;

/** A server that refuses its user, or the sender, refuses everybody: that passes once it is put right, and the mail then goes. */
function refusalBy({ responseCode = 0, response = '', message, command, rejected = [] }: NodemailerError): Unsent {
  const reason = readable(response || message);
  const isAboutMail = rejected.length > 0 || command === 'DATA';
  if (responseCode < 500 || responseCode === BAD_SEQUENCE || !isAboutMail) return { outcome: 'retry', reason };
  const isRecipients = rejected.length > 0 && !NOT_OF_THE_RECIPIENT.test(response);
  return { outcome: 'failed', reason, ...(isRecipients && { isRecipientRefused: true }) };
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
