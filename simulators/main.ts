import { startDns } from './dns/start.ts';
import { startGoogle } from './google/start.ts';
import { startJumpCloud } from './jumpcloud/start.ts';
import { startMailbox } from './mailbox/mailbox.ts';
import { startMessaging } from './messaging/messaging.ts';
import { makeWorld } from './world/world.ts';
import { startZoho } from './zoho/start.ts';

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** A taken port is no reason to stop: the page of the mailbox moves to any free one. */
const startMailboxNear = (httpPort: number, texts: NonNullable<Parameters<typeof startMailbox>[0]>['texts']) =>
  startMailbox({ httpPort, texts }).catch((error: unknown) => {
    if (isTaken(error)) return startMailbox({ texts });
    throw error;
  });

interface Options {
  /** `YYYY-MM-DD`, the day from which the world is seen. */
  today: string;
  /** How large the world is. */
  customers?: number;
  mailboxPort?: number;
  /** Google's clock runs with it; without it, it stands still. */
  realTime?: () => number;
}

/** All external services of the product on the loopback address, over one invented world. */
export async function startSimulators({ today, customers = 500, mailboxPort = 0, realTime }: Options) {
  const world = makeWorld({ today, customers });
  const [google, zoho, jumpcloud, dns, messaging] = await Promise.all([
    startGoogle({ world, today, realTime }),
    startZoho({ world }),
    startJumpCloud({ world }),
    startDns({ world }),
    startMessaging(),
  ]);
  const mailbox = await startMailboxNear(mailboxPort, messaging.messages);
  return {
    world,
    /** State, for tests in the same process. */
    google,
    zoho,
    jumpcloud,
    dns,
    mailbox,
    mailboxUrl: mailbox.url,
    /** Environment of a server that uses them. */
    env: {
      ...google.env,
      ...zoho.env,
      ...jumpcloud.env,
      ...dns.env,
      ...messaging.env,
      SMTP_URL: mailbox.smtpUrl,
      MAIL_FROM: 'Reseller Desk <desk@reseller.example>',
      REPLY_ADDRESS: 'renew@reseller.example',
      IMAP_URL: mailbox.imapUrl,
    },
    services: [
      { name: 'Mailbox', url: mailbox.url },
      { name: 'Mail server', url: mailbox.smtpUrl },
      { name: 'Google Reseller API', url: google.url },
      { name: 'Zoho', url: zoho.url },
      { name: 'JumpCloud', url: jumpcloud.url },
      { name: 'Name servers', url: dns.url },
      { name: 'WhatsApp and SMS', url: messaging.url },
    ],
    stop: async () => {
      await Promise.all([google.stop(), zoho.stop(), jumpcloud.stop(), dns.stop(), messaging.stop(), mailbox.stop()]);
    },
  };
}
