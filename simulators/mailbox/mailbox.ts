import { answerAdmin, faultsOf, type Fault } from '../loopback/faults.ts';
import { serveOnLoopback } from '../loopback/serve.ts';
import type { CaughtText } from '../messaging/caught-texts.ts';
import { makeAnswers } from './answers.ts';
import { caughtMails } from './caught-mails.ts';
import { startImap } from './imap.ts';
import { makeInbox } from './inbox.ts';
import { MAIL_FAULTS, startSmtpSink, type MailFault } from './smtp-sink.ts';
import { mailboxWeb } from './web.ts';

interface MailboxOptions {
  httpPort?: number;
  smtpPort?: number;
  imapPort?: number;
  /** Messages of the second tab, newest first. */
  texts?: (to?: string) => readonly CaughtText[];
  /** Milliseconds, of the clock by which answers are dated. */
  now?: () => number;
  /** So many mails are kept, the newest. */
  keeps?: number;
}

interface Of {
  id: string;
}

/**
 * An SMTP server that catches every mail, a page that shows them, and a mailbox over IMAP in which answers to them arrive. `only` of a
 * fault names a recipient's address.
 */
export async function startMailbox({
  httpPort = 0,
  smtpPort = 0,
  imapPort = 0,
  texts = () => [],
  now = Date.now,
  keeps,
}: MailboxOptions = {}) {
  const mails = caughtMails(keeps);
  const inbox = makeInbox(now);
  const answers = makeAnswers({ mails, inbox, now });
  const line = faultsOf(MAIL_FAULTS);
  const sink = await startSmtpSink(mails, line, smtpPort);
  const faults = {
    ...line,
    next(fault: Fault<MailFault>): void {
      line.next(fault);
      if (fault.kind === 'refuse') sink.cutAll();
    },
  };
  const show = mailboxWeb({ mails, texts, answers });
  const state = () => ({ messages: mails.list().length });
  const imap = await startImap(inbox, imapPort).catch(async (error: unknown) => {
    await sink.stop();
    throw error;
  });
  const web = await serveOnLoopback(async (request, response) => {
    const { url = '/', method = 'GET' } = request;
    if (!(await answerAdmin({ url, method, request, response }, faults, state))) await show(request, response);
  }, httpPort).catch(async (error: unknown) => {
    await Promise.all([sink.stop(), imap.stop()]);
    throw error;
  });
  return {
    smtpUrl: sink.url,
    imapUrl: imap.url,
    url: web.url,
    messages: mails.list,
    /** What a recipient writes back. Each tells whether it was sent. */
    answer: ({ id, text }: Of & { text: string }) => answers.send('reply', { id, text }),
    outOfOffice: ({ id }: Of) => answers.send('automatic-reply', { id }),
    bounce: ({ id }: Of) => answers.send('bounce', { id }),
    unsubscribe: ({ id }: Of) => answers.send('unsubscribe', { id }),
    faults,
    stop: async () => {
      await Promise.all([sink.stop(), web.stop(), imap.stop()]);
    },
  };
}
