import { answerAdmin, faultsOf, type Fault } from '../loopback/faults.ts';
import { serveOnLoopback } from '../loopback/serve.ts';
import type { CaughtText } from '../messaging/caught-texts.ts';
import { caughtMails } from './caught-mails.ts';
import { MAIL_FAULTS, startSmtpSink, type MailFault } from './smtp-sink.ts';
import { mailboxWeb } from './web.ts';

interface MailboxOptions {
  httpPort?: number;
  smtpPort?: number;
  /** Messages of the second tab, newest first. */
  texts?: (to?: string) => readonly CaughtText[];
}

/** An SMTP server that catches every mail, and a page that shows them. `only` of a fault names a recipient's address. */
export async function startMailbox({ httpPort = 0, smtpPort = 0, texts = () => [] }: MailboxOptions = {}) {
  const mails = caughtMails();
  const line = faultsOf(MAIL_FAULTS);
  const sink = await startSmtpSink(mails, line, smtpPort);
  const faults = {
    ...line,
    next(fault: Fault<MailFault>): void {
      line.next(fault);
      if (fault.kind === 'refuse') sink.cutAll();
    },
  };
  const show = mailboxWeb({ mails, texts });
  const state = () => ({ messages: mails.list().length });
  const web = await serveOnLoopback(async (request, response) => {
    const { url = '/', method = 'GET' } = request;
    if (!(await answerAdmin({ url, method, request, response }, faults, state))) await show(request, response);
  }, httpPort).catch(async (error: unknown) => {
    await sink.stop();
    throw error;
  });
  return {
    smtpUrl: sink.url,
    url: web.url,
    messages: mails.list,
    faults,
    stop: async () => {
      await Promise.all([sink.stop(), web.stop()]);
    },
  };
}
