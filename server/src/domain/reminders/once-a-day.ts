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

/** Whether one of the staff wrote to somebody today about any renewal: their message is the day's. */
export const wasWrittenToByHand = async (tx: Db, person: Addressee, { today, timeZone }: Today): Promise<boolean> =>
  (await tx.$count(
    o,
    and(
      ...[eq(o.recipient, person.recipient), eq(o.channel, person.channel), ne(o.state, 'failed')],
      ...[eq(o.purpose, 'renewal'), ne(o.createdBy, 'system')],
      gte(o.createdAt, sql`${today}::date::timestamp at time zone ${timeZone}::text`),
    ),
  )) > 0;
