import type { AddressInfo, Socket } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Faults } from '../loopback/faults.ts';
import type { CaughtMails } from './caught-mails.ts';

/**
 * 421, 450, 550, 553 and 554 answer RCPT, 535 answers the login; `tarpit` never answers RCPT; `drop-after-data` takes the mail and
 * cuts the line before saying so; `refuse` cuts new connections before the greeting.
 */
export const MAIL_FAULTS = ['421', '450', '535', '550', '553', '554', 'tarpit', 'drop-after-data', 'refuse'] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

const AT_RECIPIENT = ['421', '450', '550', '553', '554', 'tarpit'] as const;
const LARGEST_MAIL = 10_000_000;

const REPLIES = {
  '421': 'Service not available, try again later',
  '450': 'Mailbox busy, try again later',
  '535': 'Authentication failed',
  '550': 'No such user',
  '553': '5.7.1 Sender address rejected: not owned by user',
  '554': '5.7.1 Message refused by policy',
} as const;

const refusal = (code: keyof typeof REPLIES) => Object.assign(new Error(REPLIES[code]), { responseCode: Number(code) });

async function bytesOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** A real SMTP server that delivers nothing: every mail is caught. */
export async function startSmtpSink(caught: CaughtMails, faults: Faults<MailFault>, port: number) {
  const sockets = new Set<Socket>();
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const atRecipient: SMTPServerOptions['onRcptTo'] = ({ address }, _session, answer) => {
    const fault = faults.take(AT_RECIPIENT, address) as (typeof AT_RECIPIENT)[number] | undefined;
    if (fault === undefined) answer();
    else if (fault !== 'tarpit') answer(refusal(fault));
  };

  const atData: SMTPServerOptions['onData'] = (stream, { envelope, remotePort }, answer) => {
    const to = envelope.rcptTo.map(({ address }) => address);
    const from = envelope.mailFrom ? envelope.mailFrom.address : '';
    bytesOf(stream)
      .then((bytes) => PostalMime.parse(bytes))
      .then((email) => {
        caught.add({ from, to }, email);
        const drops = faults.take(['drop-after-data'], ...to);
        if (drops) for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
        answer();
      }, answer);
  };

  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: LARGEST_MAIL,
    onAuth: ({ username }, _session, answer) =>
      faults.take(['535']) ? answer(refusal('535')) : answer(null, { user: username }),
    onRcptTo: atRecipient,
    onData: atData,
  });
  server.server.prependListener('connection', (socket) => {
    if (faults.take(['refuse'])) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  await new Promise<void>((ready, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', ready);
  });
  // From here on an error is one connection's: a client that hung up must not end the sink.
  server.on('error', () => undefined);

  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    /** Hang up on everybody, so that clients with an open connection meet the next fault too. */
    cutAll,
    stop: () =>
      new Promise<void>((stopped) => {
        server.close(stopped);
        cutAll();
      }),
  };
}
