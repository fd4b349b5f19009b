import { and, eq, gt, gte, inArray, ne, or, sql } from 'drizzle-orm';
import type { ReminderChannel } from '@desk/contract/words/reach';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { addDays } from '../../platform/time/days.ts';

interface Addressee {
  readonly recipient: string;
  readonly channel: ReminderChannel;
}

interface Today {
  readonly today: string;
  readonly timeZone: string;
}

/** Two messages of a person and a day are the same message. */
export const keyOf = ({ recipient, channel }: Addressee, today: string): string =>
  `reminders:${channel}:${recipient}:${today}`;

/** Whether a message, by its key, is one of reminders. */
export const isReminder = ({ dedupeKey }: { readonly dedupeKey: string | null }): boolean =>
  dedupeKey?.startsWith('reminders:') ?? false;

/** A message leaves within the days of grace, with what holidays lie between. */
const LONGEST_WAY = 14;

/** Whether somebody had their reminder of today: that which was written today, or one of before that left today, or has not left yet. */
export async function hadToday(tx: Db, person: Addressee, { today, timeZone }: Today): Promise<boolean> {
  const before = Array.from({ length: LONGEST_WAY }, (_, n) => keyOf(person, addDays(today, -1 - n)));
  const left = sql`(${o.finishedAt} at time zone ${timeZone}::text)::date = ${today}::date`;
  const isWritten = and(eq(o.dedupeKey, keyOf(person, today)), ne(o.state, 'failed'));
  const isOnItsWay = and(
    inArray(o.dedupeKey, before),
    or(and(eq(o.state, 'queued'), gt(o.expiresAt, NOW)), and(eq(o.state, 'sent'), left)),
  );
  return (await tx.$count(o, or(isWritten, isOnItsWay))) > 0;
}

/** A message of the staff that has not left after so many days will not. */
const BY_HAND_DAYS = 14;

/** Whether what one of the staff wrote to somebody, about any renewal, is today's message: it was written today, left today, or has not left yet. */
export async function wasWrittenToByHand(tx: Db, person: Addressee, { today, timeZone }: Today): Promise<boolean> {
  const dayOf = (column: typeof o.createdAt | typeof o.finishedAt) =>
    sql`(${column} at time zone ${timeZone}::text)::date`;
  const byHand = and(
    // In the words of its index, so that PostgreSQL sees that it holds for a plan that is made for any values, too.
    sql`${o.purpose} = 'renewal' and ${o.createdBy} <> 'system'`,
    ...[eq(o.recipient, person.recipient), eq(o.channel, person.channel), ne(o.state, 'failed')],
    gte(o.createdAt, sql`(${today}::date - ${BY_HAND_DAYS}::int)::timestamp at time zone ${timeZone}::text`),
  );
  const isOfToday = or(
    sql`${dayOf(o.createdAt)} = ${today}::date`,
    eq(o.state, 'queued'),
    sql`${dayOf(o.finishedAt)} = ${today}::date`,
  );
  return (await tx.$count(o, and(byHand, isOfToday))) > 0;
}
