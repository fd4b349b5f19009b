import { createTransport } from 'nodemailer';
import { problemOf, type Unsent } from './problem.ts';
import { smtpOptions } from './smtp-options.ts';

export interface Attachment {
  /** Of ASCII letters, digits, `-`, `_` and `.`. */
  readonly name: string;
  readonly type: 'application/pdf';
  readonly bytes: Buffer;
}

export interface Mail {
  /** Exactly one address, bare: `asha@acme.example`. */
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The `Reply-To`; one bare address too. */
  replyTo?: string;
  /** Where one asks for no more of them: a `mailto:` of our own making. */
  unsubscribe?: string;
  /** `<outbox-id@host>`: the same at every try, so that a mail that arrives twice is seen as one. */
  messageId: string;
  attachments?: readonly Attachment[];
}

type MailResult = { outcome: 'sent'; response: string } | Unsent;

export interface Mailer {
  /** Never throws; after a `retry` the mail may have arrived all the same where the result says so (the line was cut before the answer). */
  send(mail: Mail): Promise<MailResult>;
  /** @returns the mail server's error, or undefined when it takes mail. */
  verify(): Promise<string | undefined>;
  close(): void;
}

const ADDRESS = /^[!#-'*+\-./-9=?A-Z^-~]{1,64}@[a-z0-9.-]{1,190}$/i;
const MESSAGE_ID = /^<[!-;=?A-~]+@[!-;=?A-~]+>$/;
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

function refusalOf({ to, messageId }: Mail): Unsent | undefined {
  if (!ADDRESS.test(to))
    return { outcome: 'failed', reason: `Not one e-mail address: ${to.replace(BREAKS, ' ').slice(0, 100)}` };
  if (!MESSAGE_ID.test(messageId)) return { outcome: 'failed', reason: 'The mail has no valid message id' };
  return undefined;
}

/**
 * A mailer over the SMTP server at `url` (`smtp://` or `smtps://`, user and password inside; see `smtpOptions`).
 * @param timeoutMs milliseconds of silence after which a server is given up; a mail gets four times that in all.
 */
export function makeMailer({
  url,
  from,
  timeoutMs = 15_000,
}: {
  url: string;
  from: string;
  timeoutMs?: number;
}): Mailer {
  const transport = createTransport({
    ...smtpOptions(url),
    pool: true,
    // One for each worker that may send: a code must not wait here behind others.
    maxConnections: 6,
    maxMessages: 100,
    // The outbox repeats, not the pool: a line that is cut after the mail was taken must not send it again at once.
    maxRequeues: 0,
    // Before the line itself is given up: then it is known that nothing was sent.
    connectionTimeout: 0.9 * timeoutMs,
    greetingTimeout: 0.9 * timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    async send(mail) {
      const refusal = refusalOf(mail);
      if (refusal) return refusal;
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: mail.to },
          subject: mail.subject.replace(BREAKS, ' '),
          text: mail.text,
          ...(mail.html === undefined ? {} : { html: mail.html }),
          // An address that is none must not hold up the mail: answers go to the sender then.
          ...(mail.replyTo !== undefined && ADDRESS.test(mail.replyTo) && { replyTo: mail.replyTo }),
          messageId: mail.messageId,
          attachments: (mail.attachments ?? []).map(({ name, type, bytes }) => ({
            ...{ filename: name, contentType: type, content: bytes },
          })),
          headers: {
            'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribe !== undefined && { 'List-Unsubscribe': `<${mail.unsubscribe}>` }),
          },
          signal: AbortSignal.timeout(4 * timeoutMs),
        });
        return { outcome: 'sent', response };
      } catch (error) {
        return problemOf(error);
      }
    },
    async verify() {
      try {
        await transport.verify();
        return undefined;
      } catch (error) {
        return problemOf(error).reason;
      }
    },
    close: () => transport.close(),
  };
}
