import { randomInt } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db, Wiring } from '../../context.ts';
import { audit, changesBetween } from '../../db/audit.ts';
import { takeTime } from '../../db/connect.ts';
import { makeCourier, nextTryIn, type Taken } from '../../db/courier.ts';
import { wake } from '../../db/outbox.ts';
import { outboxTable as o } from '../../db/tables/outbox.ts';
import { renewalsTable as r } from '../../db/tables/renewals.ts';
import { unseal } from '../../security/secret.ts';
import { messageIdOf, PAUSES } from './rules.ts';

type Message = Taken<typeof o>;
type Result = { outcome: 'sent'; providerId: string } | { outcome: 'retry' | 'failed'; reason: string };

const TEMPLATE = { template: 'renewal_reminder_v1', language: 'en' };

const courier = makeCourier({
  table: o,
  open: ['queued'],
  wake: async (db, id, options) => {
    const [message] = await db.select({ id: o.id, purpose: o.purpose }).from(o).where(eq(o.id, id));
    if (message) await wake(db, message, options);
  },
});

async function sendMail(message: Message, text: string, { outside, config }: Wiring): Promise<Result> {
  if (!outside.mailer) return { outcome: 'failed', reason: 'E-mail is not configured' };
  const mail = {
    to: message.recipient,
    subject: message.subject ?? '',
    text,
    messageId: messageIdOf(message, config.MAIL_FROM),
  };
  const sent = await outside.mailer.send(mail);
  return sent.outcome === 'sent' ? { outcome: 'sent', providerId: sent.response } : sent;
}

async function dispatch(message: Message, wiring: Wiring): Promise<Result> {
  const { channel, recipient: to, sealed, body, parameters } = message;
  const text = sealed ? unseal(wiring.secret, sealed) : (body ?? '');
  const { messenger } = wiring.outside;
  if (channel === 'Email') return sendMail(message, text, wiring);
  if (channel === 'SMS') return messenger.send({ channel: 'sms', to, text });
  return messenger.send({ channel: 'whatsapp', to, ...TEMPLATE, parameters: parameters ?? [] });
}

/** @returns how the message ended; undefined while it may go out yet, or where another try has decided. */
async function settle(tx: Db, message: Message, result: Result) {
  if (result.outcome === 'retry') {
    const delay = nextTryIn(PAUSES, message.attempts, randomInt(1_000) / 1_000);
    if (delay !== undefined) {
      await courier.tryLater(tx, message, result.reason, delay);
      return undefined;
    }
  }
  const outcome =
    result.outcome === 'sent'
      ? { state: 'sent' as const, providerId: result.providerId, reason: null }
      : { state: 'failed' as const, reason: result.reason };
  const [ended] = await tx
    .update(o)
    .set({ ...outcome, leasedUntil: null, nextTryAt: null, finishedAt: sql`now()` })
    .where(courier.thisTry(message))
    .returning({ state: o.state, reason: o.reason });
  return ended;
}

/**
 * What became of the renewal's last notification, in one word; its messages were written by one transaction and so at
 * one instant. The renewal is held by the caller, so that the last of many to finish sees all the others. Returns the
 * word where it is another one now.
 */
async function noteOutcome(tx: Db, renewalId: number): Promise<string | undefined> {
  const { rows } = await tx.execute<{ notification: string }>(sql`
    update renewals set notification = word.notification
    from (
      select case when bool_or(state = 'failed') then 'failed' when bool_or(state = 'queued') then 'queued' else 'sent' end
        as notification
      from outbox
      where renewal_id = ${renewalId} and created_at = (select max(created_at) from outbox where renewal_id = ${renewalId})
    ) as word
    where id = ${renewalId} and renewals.notification is distinct from word.notification
    returning renewals.notification`);
  return rows[0]?.notification;
}

/** Writes the outcome of a try, and what it means for the renewal. */
async function finish(message: Message, result: Result, { db, announce }: Wiring): Promise<void> {
  const { renewalId } = message;
  if (renewalId === null) {
    await db.transaction((tx) => settle(tx, message, result));
    return;
  }
  const month = await db.transaction(async (tx) => {
    // An outcome that is not written sends the message again: better to wait.
    await takeTime(tx);
    const row = { termEnd: r.termEnd, notification: r.notification };
    const [held] = await tx.select(row).from(r).where(eq(r.id, renewalId)).for('no key update');
    const ended = await settle(tx, message, result);
    const notification = (await noteOutcome(tx, renewalId)) ?? held?.notification;
    if (ended) {
      const now = { notification, notification_type: message.channel, recipients: message.recipient };
      const changes = changesBetween({ notification: held?.notification }, { ...now, reason: ended.reason });
      await audit(tx, {}, { action: `notification_${ended.state}`, subject: 'renewal', subjectId: renewalId, changes });
    }
    return held?.termEnd.slice(0, 7) ?? '';
  });
  announce({ kind: 'month', month });
  announce({ kind: 'notification', renewal_id: renewalId });
}

/** Too late to be sent, by the database's clock. */
const isExpired = ({ expiresAt, takenAt }: Message) => expiresAt !== null && expiresAt <= takenAt;

/** Sends one message of the outbox, if it is due and nobody else has it. */
export async function deliver(payload: Record<string, unknown>, wiring: Wiring): Promise<void> {
  const message = await courier.take(wiring.db, Number(payload['id']));
  if (!message) return;
  const result: Result = isExpired(message)
    ? { outcome: 'failed', reason: 'expired' }
    : await courier.underLease(message, wiring, () => dispatch(message, wiring));
  await finish(message, result, wiring);
}

export const sweepOutbox = courier.sweep;
