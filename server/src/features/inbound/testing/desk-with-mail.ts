import { myDay } from '@desk/contract/renewal-work/my-day';
import { asc, eq } from 'drizzle-orm';
import { inboundMessagesTable } from '../../../platform/db/tables/inbound.ts';
import { outboxTable } from '../../../platform/db/tables/outbox.ts';
import { renewalCommentsTable } from '../../../platform/db/tables/renewals.ts';
import { messageIdOf } from '../../../platform/outbox/message-id.ts';
import { answerAddress } from '../../../platform/outbox/reply-token.ts';
import { queueRenewalMessages } from '../../../platform/outbox/outbox.ts';
import { receiveMail } from '../../../domain/inbound/receive.ts';
import { makeContact, makeRenewal, type RenewalOptions } from '../../../testing/fixtures.ts';
import { testServer, type TestServerOptions } from '../../../testing/server.ts';

export const RAVI = 'ravi@acme.example';
const REPLY_ADDRESS = 'renew@reseller.example';
/** A Monday. */
export const MONDAY = new Date('2026-11-23T04:00:00Z');

interface Written {
  from?: string;
  to?: string;
  subject?: string;
  text?: string;
  id?: string;
  /** More lines of the head. */
  head?: readonly string[];
}

let count = 0;
/** A raw mail. */
export function rawMail({
  from = RAVI,
  to = REPLY_ADDRESS,
  subject = 'Re: Your renewal',
  text = 'Call me',
  ...more
}: Written = {}) {
  count += 1;
  const { id = `<answer-${count}@acme.example>`, head = [] } = more;
  const lines = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: ${id}`, ...head, '', text, ''];
  return Buffer.from(lines.join('\r\n'));
}

/** A report that a mail could not be delivered. */
export const rawBounce = ({
  to,
  address = RAVI,
  action = 'failed',
  diagnostic = '550 5.1.1 User unknown',
  id = `<ndr-${(count += 1)}@mx.example>`,
}: {
  to: string;
  address?: string;
  action?: string;
  diagnostic?: string;
  id?: string;
}) =>
  rawMail({
    ...{ from: 'mailer-daemon@mx.example', to, id, subject: 'Undelivered Mail Returned to Sender' },
    head: ['Return-Path: <>', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
    text: [
      ...[
        '--b',
        'Content-Type: text/plain',
        '',
        'It could not be delivered.',
        '--b',
        'Content-Type: message/delivery-status',
        '',
      ],
      ...['Reporting-MTA: dns; mx.example', '', `Final-Recipient: rfc822; ${address}`, `Action: ${action}`],
      ...[`Diagnostic-Code: smtp; ${diagnostic}`, '--b--'],
    ].join('\r\n'),
  });

/** Tarun has the renewal of Acme, of whom Ravi was written to and Meera was not. It is Monday. */
export async function deskWithMail(options: TestServerOptions = {}) {
  let now = MONDAY;
  const desk = await testServer({ now: () => now, ...options, env: { REPLY_ADDRESS, ...options.env } });
  const tarun = await desk.as({
    email: 'tarun@desk.example',
    name: 'Tarun',
    role: 'RMEMBER',
    menus: ['get_monthly_renewal'],
  });
  const renewalOf = async (request: RenewalOptions = {}) => {
    const options = { renewsOn: '2026-12-10', ...request };
    return makeRenewal(desk.db, {
      ...options,
      renewal: { assignedToId: tarun.id, price: '1000.00', ...request.renewal },
    });
  };
  const { id, customerId } = await renewalOf();
  await makeContact(desk.db, customerId, { email: RAVI, roles: ['buyer'] });
  await makeContact(desk.db, customerId, { name: 'Meera Shah', email: 'meera@acme.example', roles: ['payer'] });
  /** A message about renewals that was sent, with the address to which it is answered. */
  const sent = async (renewalIds: readonly number[] = [id], recipient = RAVI) => {
    const message = {
      channel: 'Email',
      purpose: 'renewal',
      recipient,
      subject: 'Your renewal',
      body: 'Renew',
      createdBy: 'tarun@desk.example',
    } as const;
    const [outboxId = 0] = await desk.db.transaction((tx) => queueRenewalMessages(tx, renewalIds, message));
    const [row] = await desk.db.select().from(outboxTable).where(eq(outboxTable.id, outboxId));
    if (!row) throw new Error('Nothing was written.');
    return {
      id: outboxId,
      messageId: messageIdOf(row, desk.services.config.MAIL_FROM),
      address: answerAddress(REPLY_ADDRESS, row.replyToken ?? ''),
    };
  };
  const receive = (raw: Buffer) => receiveMail(desk.services, raw, now);
  const kept = () => desk.db.select().from(inboundMessagesTable).orderBy(asc(inboundMessagesTable.id));
  const comments = () => desk.db.select().from(renewalCommentsTable).orderBy(asc(renewalCommentsTable.id));
  const items = async (who: typeof tarun = tarun) =>
    (await who.calls(myDay.list, {})).reply.groups.flatMap((group) => group.items);
  const later = (minutes: number) => {
    now = new Date(now.getTime() + minutes * 60_000);
  };
  return { desk, tarun, id, customerId, renewalOf, sent, receive, kept, comments, items, later };
}
