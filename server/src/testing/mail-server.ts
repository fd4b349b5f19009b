import { afterAll, afterEach } from 'vitest';
import { startMailbox } from '../../../simulators/mailbox/mailbox.ts';
import { makeMailer, type Mailer } from '../integrations/mail/mailer.ts';

/** What sends to a mail server. */
export const mailerTo = (url: string, timeoutMs = 5_000): Mailer =>
  makeMailer({ url, from: 'Desk <desk@reseller.example>', timeoutMs });

/** A mail server for the tests of a file, emptied after each of them, and what sends to it. */
export async function mailServer() {
  const mailbox = await startMailbox();
  const mailer = mailerTo(mailbox.smtpUrl);
  afterEach(async () => {
    mailbox.faults.clear();
    await fetch(`${mailbox.url}/api/messages`, { method: 'DELETE' });
  });
  afterAll(async () => {
    mailer.close();
    await mailbox.stop();
  });
  return { mailbox, mailer };
}
export type MailServer = Awaited<ReturnType<typeof mailServer>>;
