import { randomUUID } from 'node:crypto';
import MimeNode from 'nodemailer/lib/mime-node';
import { decodeWords } from 'postal-mime';
import type { CaughtMail, CaughtMails } from './caught-mails.ts';
import type { Inbox } from './inbox.ts';

export const ANSWER_KINDS = ['reply', 'automatic-reply', 'bounce', 'unsubscribe'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];

interface Asked {
  id: string;
  /** Of a reply. */
  text?: string;
}

const headerOf = ({ headers }: CaughtMail, name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value;

/** To whom it is answered (RFC 5322, 3.6.3). */
const answeredTo = (mail: CaughtMail): string => headerOf(mail, 'reply-to') ?? headerOf(mail, 'from') ?? mail.from;

/** The address and the subject of a `mailto:` in `List-Unsubscribe` (RFC 2369); undefined: it names none. */
export function unsubscribeOf(mail: CaughtMail): { to: string; subject: string } | undefined {
  const [, address] = /<(mailto:[^<>\s]+)>/i.exec(headerOf(mail, 'list-unsubscribe') ?? '') ?? [];
  if (address === undefined) return undefined;
  const { pathname, searchParams } = new URL(address);
  return { to: decodeURIComponent(pathname), subject: searchParams.get('subject') ?? 'unsubscribe' };
}

const again = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);
const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

const dateWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** What was answered stands below the answer, as mail programs quote it. */
function quoted(mail: CaughtMail, at: Date): string {
  const lines = mail.text.trimEnd().split(/\r?\n/);
  const head = `On ${dateWords.format(at)}, ${decodeWords(headerOf(mail, 'from') ?? mail.from)} wrote:`;
  return [head, '', ...lines.map((line) => (line === '' ? '>' : `> ${line}`)), ''].join('\r\n');
}

interface Envelope {
  from: string;
  /** Of the envelope; empty: nobody is to be answered. */
  returnPath: string;
  to: string;
  subject: string;
  at: Date;
}

/** Its first lines are those of the mail server that took it in. */
function newMail(type: string, { from, returnPath, to, subject, at }: Envelope): MimeNode {
  const message = new MimeNode(type, { newline: 'win' });
  message.addHeader('Return-Path', { prepared: true, value: `<${returnPath}>` });
  message.setHeader({ from, to, subject, date: at });
  message.setHeader('message-id', `<${randomUUID()}@${domainOf(returnPath || from).replace('>', '')}>`);
  return message;
}

/** After which of ours it comes. */
function follow(message: MimeNode, mail: CaughtMail): void {
  if (mail.messageId === '') return;
  message.setHeader('in-reply-to', mail.messageId);
  message.setHeader('references', [headerOf(mail, 'references'), mail.messageId].filter(Boolean).join(' '));
}

const recipientOf = ({ to: [first = ''] }: CaughtMail): string => first;

function reply(mail: CaughtMail, text: string, at: Date): MimeNode {
  const from = recipientOf(mail);
  const envelope = { from, returnPath: from, to: answeredTo(mail), subject: again(mail.subject), at };
  const message = newMail('text/plain; charset=utf-8', envelope);
  follow(message, mail);
  message.setContent(`${text.trimEnd().replace(/\r?\n/g, '\r\n')}\r\n\r\n${quoted(mail, new Date(mail.receivedAt))}`);
  return message;
}

/** As Gmail and RFC 3834 write it. */
function automaticReply(mail: CaughtMail, at: Date): MimeNode {
  const from = recipientOf(mail);
  const subject = `Out of office: ${again(mail.subject)}`;
  const message = newMail('text/plain; charset=utf-8', { from, returnPath: '', to: answeredTo(mail), subject, at });
  follow(message, mail);
  message.setHeader({ 'auto-submitted': 'auto-replied', precedence: 'bulk', 'x-autoreply': 'yes' });
  message.setContent('I am out of the office and read my mail when I am back.\r\n');
  return message;
}

/** What a program sends that was asked to stop a list. */
function unsubscription(mail: CaughtMail, at: Date): MimeNode | undefined {
  const wanted = unsubscribeOf(mail);
  if (!wanted) return undefined;
  const from = recipientOf(mail);
  const message = newMail('text/plain; charset=utf-8', { from, returnPath: from, ...wanted, at });
  message.setContent('This message was written by a mail program, whose user unsubscribes.\r\n');
  return message;
}

/** A delivery status notification (RFC 3464) of the recipient's mail server, which knows nobody of that name. */
function bounce(mail: CaughtMail, head: string, at: Date): MimeNode {
  const recipient = recipientOf(mail);
  const host = `mx.${domainOf(recipient)}`;
  const from = `Mail Delivery System <MAILER-DAEMON@${host}>`;
  const subject = 'Undelivered Mail Returned to Sender';
  const message = newMail('multipart/report; report-type=delivery-status', {
    ...{ from, returnPath: '', to: mail.from, subject, at },
  });
  message.setHeader('auto-submitted', 'auto-replied');
  message
    .createChild('text/plain; charset=us-ascii')
    .setContent(
      `This is the mail system at host ${host}.\r\n\r\n<${recipient}>: 550 5.1.1 The email account does not exist.\r\n`,
    );
  message
    .createChild('message/delivery-status')
    .setContent(
      [
        `Reporting-MTA: dns; ${host}`,
        `Arrival-Date: ${at.toUTCString().replace('GMT', '+0000')}`,
        '',
        `Final-Recipient: rfc822; ${recipient}`,
        'Action: failed',
        'Status: 5.1.1',
        `Diagnostic-Code: smtp; 550 5.1.1 <${recipient}>: Recipient address rejected: User unknown`,
        '',
      ].join('\r\n'),
    );
  message.createChild('text/rfc822-headers').setContent(`${head}\r\n`);
  return message;
}

interface Dependencies {
  mails: CaughtMails;
  inbox: Inbox;
  /** Milliseconds, of the clock by which mails are dated. */
  now: () => number;
}

export type Answers = ReturnType<typeof makeAnswers>;

/** What a recipient, or their mail server, sends back of a mail that was caught. It arrives in the desk's own mailbox. */
export function makeAnswers({ mails, inbox, now }: Dependencies) {
  function written(kind: AnswerKind, mail: CaughtMail, text: string): MimeNode | undefined {
    const at = new Date(now());
    switch (kind) {
      case 'reply':
        return reply(mail, text, at);
      case 'automatic-reply':
        return automaticReply(mail, at);
      case 'bounce':
        return bounce(mail, mails.headOf(mail), at);
      case 'unsubscribe':
        return unsubscription(mail, at);
    }
  }
  return {
    /** @returns whether it was sent: it is not of a mail that is not there, or that names no way to unsubscribe. */
    async send(kind: AnswerKind, { id, text = '' }: Asked): Promise<boolean> {
      const mail = mails.find(id);
      const message = mail && written(kind, mail, text);
      if (!message) return false;
      inbox.add(await message.build());
      return true;
    },
  };
}
