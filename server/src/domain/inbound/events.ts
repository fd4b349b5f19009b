import type { ReminderChannel } from '@desk/contract/words/reach';
import type { InboundMail } from '../../integrations/mail/inbound.ts';
import type { Db } from '../../platform/db/db.ts';
import { addRenewalComment, lockRenewal, type Renewal } from '../renewals/comments.ts';
import { readReachableContacts } from '../contacts/read-reachable-contacts.ts';
import { bounceReason } from './bounce-words.ts';
import { silence } from './silence.ts';
import type { Answered } from './match.ts';
import { topOf } from '../../platform/mail/reply-top.ts';

const LONGEST_COMMENT = 500;
const SYSTEM = 'system';

/** Who could not be reached, in the history of a renewal and in the day of who has it: whom a reminder asks next, or whom somebody is to write to. */
function bouncedWords(address: string, reply: string, next: Place | undefined, { askedBy }: Answered): string {
  const what = `The mail to ${address} bounced: ${bounceReason(reply)}.`;
  if (next === undefined) return `${what} Nobody is left to be asked.`;
  const whom = `${next.name}, ${next.address}`;
  if (askedBy === null) return what;
  return askedBy === 'staff' ? `${what} Send it to ${whom}.` : `${what} Next is ${whom}.`;
}

interface Place {
  readonly name: string;
  readonly address: string;
}

type AnswerText = Pick<InboundMail, 'text' | 'attachments'> & { readonly channel: ReminderChannel };

/** The answer, as the history of a renewal has it. */
export function answerWords({ channel, text, attachments }: AnswerText): string {
  const answered = `Answered by ${channel === 'Email' ? 'mail' : channel}`;
  const top = topOf(text)
    .slice(0, LONGEST_COMMENT)
    .replace(/\p{Cs}$/u, '')
    .trim();
  if (top !== '') return `${answered}: ${top}`;
  return `${answered}${attachments === 0 ? ',' : ' with files, and'} without a word`;
}

/** A line in the history of a renewal that a mail has written. */
interface Line {
  readonly action: 'customer_replied' | 'mail_bounced' | 'customer_unsubscribed';
  readonly comment: string;
}

/** Writes that into the history of the renewals, which are held by their ids. @returns them */
export async function writeLines(
  tx: Db,
  { inboundId, from }: { inboundId: number; from: string },
  renewalIds: readonly number[],
  lineOf: (renewal: Renewal) => Line,
): Promise<readonly Renewal[]> {
  const held: Renewal[] = [];
  for (const id of renewalIds.toSorted((one, other) => one - other)) {
    const renewal = await lockRenewal(tx, id);
    if (renewal) held.push(renewal);
  }
  // What was said last stays so where a mail only came back.
  const isFollowUp = from !== SYSTEM;
  for (const renewal of held)
    await addRenewalComment(tx, { name: from }, renewal, {
      ...lineOf(renewal),
      isFollowUp,
      form: { inbound: inboundId },
      now: {},
    });
  return held;
}

/** Whether it was that message which could not be delivered: what anybody says of another address is believed of nobody. */
const isOf = ({ recipient }: Answered, address: string): boolean => recipient.toLowerCase() === address.toLowerCase();

/** A mail could not be delivered for good: its address is written to no more, and the next one is told. */
export async function noteBounce(
  tx: Db,
  inboundId: number,
  answered: Answered,
  { address, reason }: NonNullable<InboundMail['bounced']>,
): Promise<readonly Renewal[]> {
  if (!isOf(answered, address)) return [];
  const [customerId = null] = answered.customerIds;
  await silence(tx, {}, { address, cause: 'bounced', reason, customerId });
  const reachable = await readReachableContacts(tx, answered.customerIds);
  return writeLines(tx, { inboundId, from: SYSTEM }, answered.renewalIds, (renewal) => ({
    action: 'mail_bounced',
    comment: bouncedWords(address, reason, reachable.get(renewal.customerId)?.[0], answered),
  }));
}

const BY: Readonly<Record<ReminderChannel, string>> = { Email: 'a mail', WhatsApp: 'a WhatsApp message' };

/** They want no more of them: the address that we wrote to, whoever of them says so. */
export async function noteUnsubscribed(
  tx: Db,
  inboundId: number,
  { address, from, channel }: { address: string; from: string; channel: ReminderChannel },
  { customerIds, renewalIds }: Pick<Answered, 'customerIds' | 'renewalIds'>,
): Promise<readonly Renewal[]> {
  const [customerId = null] = customerIds;
  await silence(
    tx,
    {},
    { address, cause: 'unsubscribed', reason: `Asked for by ${BY[channel]} from ${from}`, customerId },
  );
  return writeLines(tx, { inboundId, from }, renewalIds, () => ({
    action: 'customer_unsubscribed',
    comment: `${address} asked for no more ${channel === 'Email' ? 'mails' : 'messages'}.`,
  }));
}
