import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { PgInsertValue } from 'drizzle-orm/pg-core';
import type { Db } from '../db/db.ts';
import type { Entry } from '../audit/audit.ts';
import { enqueueRow, type JobOptions } from '../queue/enqueue.ts';
import { outboxRenewalsTable, outboxTable } from '../db/tables/outbox.ts';
import { renewalsTable as r } from '../db/tables/renewals.ts';
import { termStateSql } from '../db/tables/standing.ts';
import { NOW } from '../db/now.ts';
import { withReplyToken } from './reply-token.ts';

export type OutgoingMessage = typeof outboxTable.$inferInsert;

/** The job that sends a message. What a person waits for has workers of its own, so that no bulk delays it. */
const jobOf = (purpose: OutgoingMessage['purpose']) => (purpose === 'renewal' ? 'deliver' : 'deliver-at-once');
/** Without a code nobody logs in: it overtakes whatever else waits. */
const FIRST = -10;

/** Wakes the job that sends a message. */
export const enqueueDelivery = (
  tx: Db,
  { id, purpose }: { id: number; purpose: OutgoingMessage['purpose'] },
  options: JobOptions = {},
) => enqueueRow(tx, jobOf(purpose), [outboxTable, id], { ...options, ...(purpose === 'otp' && { priority: FIRST }) });

/** Wakes the jobs of all messages that waited while messages were held, but those whose next try is not due yet. */
export const enqueueHeldDeliveries = (tx: Db) =>
  tx.execute(sql`
    select count(*) from graphile_worker.add_jobs((
      select coalesce(array_agg((case purpose when 'renewal' then ${jobOf('renewal')} else ${jobOf('notice')} end,
        json_build_object('id', id), null, null, 3, 'outbox:' || id, null, null
      )::graphile_worker.job_spec order by id), '{}')
      from outbox
      where state = 'queued' and purpose <> 'otp' and (next_try_at is null or next_try_at <= ${NOW}) and (leased_until is null or leased_until < ${NOW})))`);

/**
 * Messages that have ended give their key to one that says the same anew; each still says which it had. So of all that
 * ever had a key one at a time is on its way.
 */
export const releaseDedupeKeys = (tx: Db, keys: string[], ended: ('failed' | 'sent')[]) =>
  tx
    .update(outboxTable)
    .set({ dedupeKey: sql`${outboxTable.dedupeKey} || '~' || ${outboxTable.id}` })
    .where(and(inArray(outboxTable.dedupeKey, keys), inArray(outboxTable.state, ended)));

/** The key under which a message was written, though it may have given it away. */
const firstKeyOf = ({ id, dedupeKey }: Pick<typeof outboxTable.$inferSelect, 'id' | 'dedupeKey'>) =>
  dedupeKey?.endsWith(`~${id}`) === true ? dedupeKey.slice(0, dedupeKey.lastIndexOf('~')) : dedupeKey;

/** For how long a message of a decision waits, so that one that is taken back at once is not mailed. */
const UNDO_SECONDS = 60;

async function write(tx: Db, messages: PgInsertValue<typeof outboxTable>[]): Promise<number[]> {
  if (messages.length === 0) return [];
  const written = await tx
    .insert(outboxTable)
    .values(messages)
    .onConflictDoNothing({ target: outboxTable.dedupeKey })
    .returning({ id: outboxTable.id, purpose: outboxTable.purpose, nextTryAt: outboxTable.nextTryAt });
  for (const message of written) if (message.nextTryAt === null) await enqueueDelivery(tx, message);
  return written.map(({ id }) => id);
}

/**
 * Writes messages into the outbox, in the transaction that decided them, and wakes the job that sends them. A message
 * whose `dedupeKey` is there already is left out, unless that one has failed.
 * @returns the ids of the messages that were written.
 */
export async function queueMessages(tx: Db, ...messages: OutgoingMessage[]): Promise<number[]> {
  const keys = messages.flatMap(({ dedupeKey }) => dedupeKey ?? []);
  if (messages.length > 0) await releaseDedupeKeys(tx, keys, ['failed']);
  return write(tx, messages);
}

/** Writes messages of a decision: they leave a minute later, and not at all where `cancelQueued` comes before. */
export const queueMessagesDelayed = (tx: Db, ...messages: Omit<OutgoingMessage, 'dedupeKey' | 'nextTryAt'>[]) => {
  const nextTryAt = sql`${NOW} + make_interval(secs => ${UNDO_SECONDS})`;
  return write(
    tx,
    messages.map((message) => ({ ...message, nextTryAt })),
  );
};

/**
 * Ends messages that have not left and that nobody is sending.
 * @returns those of them that never reached anybody.
 */
export async function cancelQueued(tx: Db, ids: readonly number[], reason: string): Promise<ReadonlySet<number>> {
  const named = inArray(outboxTable.id, [...ids]);
  const isFree = or(isNull(outboxTable.leasedUntil), lt(outboxTable.leasedUntil, NOW));
  await tx
    .update(outboxTable)
    .set({ state: 'failed', reason, leasedUntil: null, nextTryAt: null, finishedAt: NOW })
    .where(and(named, eq(outboxTable.state, 'queued'), isFree));
  const silent = await tx
    .select({ id: outboxTable.id })
    .from(outboxTable)
    .where(and(named, eq(outboxTable.state, 'failed')));
  return new Set(silent.map(({ id }) => id));
}

/**
 * Writes messages about renewals as `queueMessages` does; these say that something is queued. Their version stays: what becomes of
 * a message is no edit that a colleague's open form could overwrite. Each mail gets an address of its own to be answered to.
 */
export async function queueRenewalMessages(tx: Db, renewalIds: readonly number[], ...messages: OutgoingMessage[]) {
  const which = inArray(r.id, [...renewalIds]);
  // The renewals before the message, by id, as the job does: two who take them in one order never wait for each other.
  await tx.select({ id: r.id }).from(r).where(which).orderBy(asc(r.id)).for('no key update');
  const written = await queueMessages(tx, ...messages.map(withReplyToken));
  if (written.length === 0) return written;
  const batch = Math.min(...written);
  const links = written.flatMap((messageId) => renewalIds.map((renewalId) => ({ messageId, renewalId, batch })));
  await tx.insert(outboxRenewalsTable).values(links);
  await tx.update(r).set({ notification: 'queued' }).where(which);
  return written;
}

/** Before all that are numbered: what becomes of such a message is not what a list says of the last notification. */
const NO_NOTIFICATION = 0;

/**
 * Writes messages that are about renewals and are no notification of them: a confirmation, an offer that was passed on. Their answers and
 * bounces are the renewals' all the same. The caller holds the renewals, or their customer's offer.
 */
export async function queueMessagesAbout(tx: Db, renewalIds: readonly number[], ...messages: OutgoingMessage[]) {
  const written = await queueMessages(tx, ...messages.map(withReplyToken));
  const links = written.flatMap((messageId) =>
    renewalIds.map((renewalId) => ({ messageId, renewalId, batch: NO_NOTIFICATION })),
  );
  if (links.length > 0) await tx.insert(outboxRenewalsTable).values(links);
  return written;
}

const TERM_STATE = sql<'open' | 'closed'>`${sql.raw(termStateSql('renewals.'))}`;

/** The renewals that messages are about, held, by id: before the messages, as the job that sends one holds them. */
export const lockRenewalsOf = (tx: Db, ...messageIds: number[]) =>
  tx
    .select({
      messageId: outboxRenewalsTable.messageId,
      id: r.id,
      termEnd: r.termEnd,
      state: TERM_STATE,
      confirmation_status: r.confirmationStatus,
      instruction: r.instructionState,
      wanted: r.wantedOutcome,
      notification: r.notification,
    })
    .from(outboxRenewalsTable)
    .innerJoin(r, eq(r.id, outboxRenewalsTable.renewalId))
    .where(inArray(outboxRenewalsTable.messageId, messageIds))
    .orderBy(asc(r.id))
    .for('no key update', { of: r });

/** Messages under these keys that have not left yet are too late: they end as such, and are not sent. */
export const expireQueued = (tx: Db, ...keys: string[]) =>
  tx
    .update(outboxTable)
    .set({ expiresAt: NOW })
    .where(and(inArray(outboxTable.dedupeKey, keys), eq(outboxTable.state, 'queued')));

const UNIQUE_VIOLATION = '23505';
const isTaken = (error: unknown): boolean =>
  error instanceof Error && ((error as { code?: string }).code === UNIQUE_VIOLATION || isTaken(error.cause));

/**
 * Puts a failed message into the queue again, as if it had never been tried.
 * @param renewalIds what it is about; the caller holds them.
 * @returns the message; undefined where it has not failed, or was sent anew: another has its key.
 */
export async function retryFailed(tx: Db, messageId: number, renewalIds: readonly number[]) {
  const hasFailed = and(eq(outboxTable.id, messageId), eq(outboxTable.state, 'failed'));
  const [was] = await tx.select().from(outboxTable).where(hasFailed).for('update');
  if (!was) return undefined;
  const dedupeKey = firstKeyOf(was);
  if (dedupeKey !== null && dedupeKey !== was.dedupeKey) await releaseDedupeKeys(tx, [dedupeKey], ['failed']);
  const anew = {
    state: 'queued',
    attempts: 0,
    surelyUnsent: 0,
    isRecipientRefused: false,
    reason: null,
    nextTryAt: null,
    leasedUntil: null,
  } as const;
  const [again] = await tx
    .transaction((step) =>
      step
        .update(outboxTable)
        .set({ ...anew, finishedAt: null, dedupeKey })
        .where(hasFailed)
        .returning(),
    )
    .catch((error: unknown) => {
      if (isTaken(error)) return [];
      throw error;
    });
  if (!again) return undefined;
  await enqueueDelivery(tx, again);
  await tx
    .update(r)
    .set({ notification: 'queued' })
    .where(inArray(r.id, [...renewalIds]));
  return again;
}

/**
 * State of the last notification of renewals, in one word; its messages were written together. The caller has locked the
 * renewals, so that the last of many to finish sees all the others.
 * @returns the word of each renewal where it is another one now.
 */
export async function updateNotificationState(tx: Db, renewalIds: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await tx.execute<{ id: number; notification: string }>(sql`
    update renewals set notification = word.notification
    from (
      select m.renewal_id, case when bool_or(o.state = 'failed') then 'failed' when bool_or(o.state = 'queued') then 'queued'
        else 'sent' end as notification
      from outbox_renewals m join outbox o on o.id = m.message_id
      where m.renewal_id = any(${sql.param([...renewalIds])}::int[]) and coalesce(m.batch, m.message_id) = (
        select max(coalesce(y.batch, y.message_id)) from outbox_renewals y where y.renewal_id = m.renewal_id)
      group by m.renewal_id
    ) as word
    where id = word.renewal_id and renewals.notification is distinct from word.notification
    returning id, renewals.notification`);
  return new Map(rows.map(({ id, notification }) => [id, notification]));
}

/** Audit entries of a message, one for each renewal that it is about. */
export const auditEntriesAbout = (
  action: string,
  renewals: readonly { id: number }[],
  { channel, recipient }: Pick<OutgoingMessage, 'channel' | 'recipient'>,
): Entry[] => {
  const changes = [
    { field: 'notification_type', old: null, new: channel },
    { field: 'recipients', old: null, new: recipient },
  ];
  return renewals.map(({ id }) => ({ action, subject: 'renewal', subjectId: id, changes }));
};
