import { sql } from 'drizzle-orm';
import { receiveMail, receiveWhatsapp, type Receiving } from '../../server/src/domain/inbound/receive.ts';
import type { Db } from '../../server/src/platform/db/db.ts';
import { undecidedSql } from '../../server/src/platform/db/tables/standing.ts';
import { messageIdOf } from '../../server/src/platform/outbox/message-id.ts';

const DESK = 'Reseller Desk <desk@reseller.example>';
const MINUTE = 60_000;
/** Minutes in which nobody answers yet. */
const AFTER = 25;
/** Minutes since when a mail lies there that nobody has seen to. */
const AGO = { reply: 47, other: 190, absent: 205, unknown: 95, whatsapp: 20 } as const;

interface Sent extends Record<string, unknown> {
  readonly id: number;
  readonly at: string;
  readonly recipient: string;
  readonly subject: string | null;
  /** Of one of the customer's people alone, as WhatsApp shows it. */
  readonly phone: string | null;
}

/** Mails about renewals that somebody has and nobody has decided, the newest of each customer, the newest first. */
async function askedAbout(tx: Db): Promise<readonly Sent[]> {
  const { rows } = await tx.execute<Sent>(sql`select * from (
    select distinct on (r.customer_id) o.id, o.created_at as at, o.recipient, o.subject,
      (select p.phone from contacts p where p.customer_id = r.customer_id and p.phone like '+%'
        and not exists (select from contacts other where other.phone = p.phone and other.id <> p.id) order by p.id limit 1) as phone
    from outbox o join outbox_renewals l on l.message_id = o.id join renewals r on r.id = l.renewal_id
    join customers c on c.id = r.customer_id
    where o.state = 'sent' and o.channel = 'Email' and r.state = 'open' and r.product = 'licence'
      and r.assigned_to_id is not null and c.reseller_id is null and ${sql.raw(undecidedSql('r.'))}
    order by r.customer_id, o.id desc) newest order by id desc`);
  return rows;
}

interface Letter {
  readonly name: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly answers?: Sent;
  readonly headers?: readonly string[];
}

/** A mail as it comes over the line. */
function rawOf({ name, from, subject, text, answers, headers = [] }: Letter): Buffer {
  const about = answers ? messageIdOf({ id: answers.id, createdAt: new Date(answers.at) }, DESK) : undefined;
  const lines = [
    `From: ${from}`,
    `To: ${DESK}`,
    `Subject: ${subject}`,
    `Message-ID: <${name}@answers.example>`,
    ...(about === undefined ? [] : [`In-Reply-To: ${about}`, `References: ${about}`]),
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ];
  return Buffer.from(lines.join('\r\n'));
}

const again = ({ subject }: Sent): string => `Re: ${subject ?? ''}`;

/** What customers have answered and nobody has seen to yet, taken in as the desk takes it in. */
export async function answerDemo(tx: Db, now: Date): Promise<void> {
  const services: Receiving = { db: tx, config: { MAIL_FROM: DESK }, announce: () => undefined };
  const at = (minutes: number): Date => new Date(now.getTime() - minutes * MINUTE);
  const [first, second, third, ...others] = await askedAbout(tx);
  // Nobody answers before they are asked.
  const soonest = (answers?: Sent): number => (answers ? Date.parse(answers.at) + AFTER * MINUTE : 0);
  const take = (ago: number, letter: Letter) =>
    receiveMail(services, rawOf(letter), new Date(Math.max(at(ago).getTime(), soonest(letter.answers))));
  if (third)
    await take(AGO.absent, {
      ...{ name: 'absent', from: third.recipient, answers: third, headers: ['Auto-Submitted: auto-replied'] },
      subject: `Out of office: ${again(third)}`,
      text: 'I am away until Monday. For anything urgent please call the office.',
    });
  if (second)
    await take(AGO.other, {
      ...{ name: 'quote', from: second.recipient, answers: second, subject: again(second) },
      text: 'Thank you. Please send us a quote with ten more seats for the next year; our purchase department wants it as a PDF.',
    });
  await take(AGO.unknown, {
    ...{ name: 'unknown', from: 'Kavya Pillai <kavya.pillai@tidewater-exports.example>' },
    subject: 'Our Google licences',
    text: 'Hello, we have taken over the company whose licences you look after. Whom do we talk to about the renewal in the spring?',
  });
  if (first)
    await take(AGO.reply, {
      ...{ name: 'call', from: first.recipient, answers: first, subject: again(first) },
      text: 'Please call me before you renew this. We are thinking of fewer seats.',
    });
  const phone = others.find((one) => one.phone !== null)?.phone;
  if (phone) {
    const came = at(AGO.whatsapp);
    const words = 'Can we pay by the year this time?';
    const answer = {
      id: 'wamid.demo',
      from: phone,
      to: '',
      text: words,
      attachments: 0,
      answers: null,
      at: came,
    };
    await receiveWhatsapp(services, answer, came);
  }
}
