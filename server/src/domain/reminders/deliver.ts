import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { outboxTable } from '../../platform/db/tables/outbox.ts';
import { reminderStepsTable as t } from '../../platform/db/tables/reminders.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { dayIn, minutesIn } from '../../platform/time/days.ts';
import { readWhySilenced } from '../contacts/read-reachable-contacts.ts';
import { calendarOf } from '../calendar/calendar.ts';
import { minutesOfQuiet } from './days.ts';
import { toPayOf } from './digest.ts';
import { isReminder } from './once-a-day.ts';
import { haveInvoicesChanged } from './read-owed.ts';
import { readReachableContactsBy } from './reachable-by-channel.ts';
import { readStopFacts } from './read-stops.ts';
import { isWaiting, whyNotToday, type Stop } from './stops.ts';

type Message = Pick<typeof outboxTable.$inferSelect, 'id' | 'recipient' | 'attempts' | 'createdAt'>;

const stepsOf = (db: Db, { id }: Message) =>
  db
    .select({
      ...{ id: t.id, renewalId: t.renewalId, purpose: t.purpose, channel: t.channel, customerId: r.customerId },
      ...{ state: t.state, reason: t.reason },
    })
    .from(t)
    .innerJoin(r, eq(r.id, t.renewalId))
    .where(eq(t.messageId, id))
    .orderBy(asc(t.id));
type Step = Awaited<ReturnType<typeof stepsOf>>[number];

/** What a message of reminders has come to by the time it is to leave. */
export interface Late {
  readonly steps: readonly Step[];
  /** By renewal: why it must not leave any more. */
  readonly stops: ReadonlyMap<number, Stop>;
  /** Whether its recipient is still among those whom each of its customers' renewals reach. */
  readonly isReached: boolean;
  /** Customers are not written to at this hour: so long it waits. 0: it may leave. */
  readonly waitMinutes: number;
}

const CHANGED: Stop = { cause: 'nothing_owed', reason: 'The invoices have changed meanwhile.' };

/** What a message tells of invoices holds no longer once they have changed: it is written anew. */
async function changedOf(
  db: Db,
  steps: readonly Step[],
  { createdAt }: Message,
): Promise<readonly (readonly [number, Stop])[]> {
  const ids = toPayOf(steps);
  if (ids.length === 0) return [];
  return (await haveInvoicesChanged(db, ids, createdAt)) ? ids.map((id) => [id, CHANGED]) : [];
}

/** Between the claim and this a customer may have gone to another reseller, or a person have left. */
async function isStillReached(db: Db, steps: readonly Step[], { recipient }: Message): Promise<boolean> {
  const [{ channel } = { channel: 'Email' as const }] = steps;
  const reachable = await readReachableContactsBy(db, [channel], steps.map(({ customerId }) => customerId)); // prettier-ignore
  const isOf = (customerId: number) =>
    (reachable.get(channel)?.get(customerId) ?? []).some(({ address }) => address === recipient.toLowerCase());
  return steps.every(({ customerId }) => isOf(customerId));
}

/** Asks once more of a message that may have waited for days; undefined: it is no reminder. */
export async function lookAgain(message: Message, { db, config, now }: Services): Promise<Late | undefined> {
  const steps = await stepsOf(db, message);
  if (steps.length === 0) return undefined;
  const timeZone = config.BUSINESS_TIME_ZONE;
  const today = dayIn(timeZone, now());
  const { holidays } = await calendarOf(db, config);
  const facts = await readStopFacts(db, steps.map(({ renewalId }) => renewalId), { today, timeZone }, toPayOf(steps)); // prettier-ignore
  const silenced = await readWhySilenced(db, message.recipient);
  const stopped = steps.flatMap(({ renewalId, purpose }) => {
    const known = facts.get(renewalId);
    const stop = known && whyNotToday({ ...known, silenced }, purpose, today);
    return stop === undefined ? [] : [[renewalId, stop] as const];
  });
  const stops = new Map([...(await changedOf(db, steps, message)), ...stopped]);
  const isReached = await isStillReached(db, steps, message);
  return { steps, stops, isReached, waitMinutes: minutesOfQuiet(today, minutesIn(timeZone, now()), holidays) };
}

/** Why the whole message stays, as it is told of it; undefined: no rule stops it. */
export function whyStopped({ steps, stops, isReached }: Late): string | undefined {
  const [stop] = stops.values();
  if (stop) return `Not sent: ${stop.reason}`;
  const ended = steps.find(({ state }) => state === 'stopped');
  if (ended) return `Not sent: ${ended.reason ?? ''}`;
  return isReached ? undefined : 'Not sent: its recipient is not asked about this customer any more.';
}

const TOO_LATE = 'Its message did not leave in time';
const MAY_HAVE_ARRIVED = 'An earlier try of its message may have arrived';

type Tried = Message & Pick<typeof outboxTable.$inferSelect, 'surelyUnsent' | 'expiresAt'> & { readonly takenAt: Date };

/** Why what a message says is not said in another one; undefined: it is. This try of it, the last, was none. */
function whyNotAgain({ attempts, surelyUnsent, expiresAt, takenAt }: Tried): string | undefined {
  const tries = attempts - 1;
  if (tries > surelyUnsent) return MAY_HAVE_ARRIVED;
  return tries > 0 && expiresAt !== null && expiresAt <= takenAt ? TOO_LATE : undefined;
}

/**
 * Takes back what a message claimed that does not leave: what a rule stops for good is stopped, and all else is planned again, but where an
 * earlier try may have arrived: nobody is asked twice.
 */
export async function takeBack(tx: Db, message: Tried, { steps, stops }: Late): Promise<void> {
  const sent = steps.filter(({ state }) => state === 'sent');
  const lasting = ({ renewalId, purpose }: Step): Stop | undefined => {
    const stop = stops.get(renewalId);
    return stop && !isWaiting(stop, purpose) ? stop : undefined;
  };
  for (const step of sent) {
    const stop = lasting(step);
    if (stop)
      await tx
        .update(t)
        .set({ state: 'stopped', stoppedBy: stop.cause, reason: stop.reason, changedAt: NOW })
        .where(eq(t.id, step.id));
  }
  const others = and(
    inArray(t.id, sent.flatMap((step) => (lasting(step) ? [] : [step.id]))), // prettier-ignore
    eq(t.state, 'sent'),
  );
  const reason = whyNotAgain(message);
  const again = { state: 'planned', messageId: null, offerId: null } as const;
  const over = { state: 'skipped', reason } as const;
  await tx
    .update(t)
    .set({ ...(reason === undefined ? again : over), changedAt: NOW })
    .where(others);
}

/** Whether a message of reminders did not leave and what it said is planned again, or in another message by now. */
export async function isTakenBack(tx: Db, messageId: number): Promise<boolean> {
  const [message] = await tx
    .select({ dedupeKey: outboxTable.dedupeKey })
    .from(outboxTable)
    .where(eq(outboxTable.id, messageId));
  return message !== undefined && isReminder(message) && (await tx.$count(t, eq(t.messageId, messageId))) === 0;
}

/** Says of steps whose message did not leave, though no rule stops them, why they were not sent. */
export const skipSteps = (tx: Db, messageIds: readonly number[], reason: string) =>
  tx
    .update(t)
    .set({ state: 'skipped', reason, changedAt: NOW })
    .where(and(inArray(t.messageId, [...messageIds]), eq(t.state, 'sent')));

/** What was skipped with its message is sent after all: somebody had it tried once more. */
export const sendSkipped = (tx: Db, { id }: Message) =>
  tx
    .update(t)
    .set({ state: 'sent', reason: null, changedAt: NOW })
    .where(and(eq(t.messageId, id), eq(t.state, 'skipped')));

/** Puts a message back until customers may be written to again: it was not tried. */
export const waitUntilOpen = (tx: Db, { id, attempts }: Message, minutes: number) =>
  tx
    .update(outboxTable)
    .set({
      leasedUntil: null,
      attempts: sql`${outboxTable.attempts} - 1`,
      nextTryAt: sql`${NOW} + make_interval(mins => ${minutes}::int)`,
    })
    .where(and(eq(outboxTable.id, id), eq(outboxTable.attempts, attempts), eq(outboxTable.state, 'queued')));
