import { eq, notInArray, sql } from 'drizzle-orm';
import { keepUntaken, receiveMail } from '../../domain/inbound/receive.ts';
import type { Mailbox, UnreadMail } from '../../integrations/mail/imap-mailbox.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { withSessionLock } from '../../platform/db/session-lock.ts';
import { unreadMailsTable as u } from '../../platform/db/tables/inbound.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import { firstLine } from '../../platform/log/first-line.ts';
import type { Task } from '../../platform/queue/timetable.ts';
import { pauseAfter, wantedOf } from './rules.ts';

/** Each minute; one that failed stands among what was given up until the next one begins. */
export const MAILBOX_CRONTAB = '* * * * * read-mailbox ?jobKey=read-mailbox&max=1';

/** In one look; what is left has its turn in the next, in which what has failed rests. */
const MOST_AT_ONCE = 200;
const MOST_FAILURES = 20;

/** A mail that has failed before, and whether it is not its turn yet. */
type Failed = Pick<typeof u.$inferSelect, 'failures' | 'reason'> & { readonly rests: boolean };

async function failedMails(db: Db): Promise<ReadonlyMap<string, Failed>> {
  const { key, failures, reason, nextTryAt } = u;
  const rows = await db.select({ key, failures, reason, rests: sql<boolean>`${nextTryAt} > ${NOW}` }).from(u);
  return new Map(rows.map(({ key: of, ...failed }) => [of, failed]));
}

const LONGEST_REASON = 200;

/** Stands until it is taken in, or something else is known of it. */
const ENDED = 'It was begun, and the server or its database went away';

/** @throws where it is not this mail but the database that fails: then no other is tried */
async function noteFailure(db: Db, key: string, failures: number, reason: string): Promise<void> {
  const noted = { failures, reason, nextTryAt: sql`${NOW} + make_interval(mins => ${pauseAfter(failures)}::int)` };
  await db.insert(u).values({ key, ...noted }).onConflictDoUpdate({ target: u.key, set: noted }); // prettier-ignore
}

const reasonOf = (error: unknown): string => firstLine(errorForLog(error).reason).slice(0, LONGEST_REASON);

/** What stood of it before. */
async function noteNothing(db: Db, key: string, before: Failed | undefined): Promise<void> {
  if (before) await noteFailure(db, key, before.failures, before.reason);
  else await db.delete(u).where(eq(u.key, key));
}

/** Takes a mail in; of one that has failed too often it keeps what can be read, for a person. */
async function takeIn(services: Services, mail: UnreadMail, failed: Failed | undefined): Promise<void> {
  const wanted = wantedOf(failed?.failures ?? 0);
  if (wanted === 'whole') {
    const { raw, receivedAt } = await mail.read('whole');
    await receiveMail(services, raw, receivedAt);
  } else {
    const head = wanted === 'head' ? await mail.read('head') : undefined;
    const receivedAt = head?.receivedAt ?? services.now();
    await keepUntaken(services, { key: mail.key, reason: failed?.reason ?? '', head: head?.raw, receivedAt });
    services.log.error({ event: 'mail_given_up', mail: mail.key });
  }
  await mail.markRead();
}

/** One look through the mailbox. A mail that fails is passed over; what stays unread for that is told of at the end of each look. */
async function lookThrough(mailbox: Mailbox, services: Services, signal: AbortSignal): Promise<void> {
  const { db, log } = services;
  const failed = await failedMails(db);
  const left: string[] = [];
  const did = { read: 0, failed: 0 };
  const take = async (mail: UnreadMail) => {
    const { key } = mail;
    const before = failed.get(key);
    if (before?.rests === true || did.read >= MOST_AT_ONCE || did.failed >= MOST_FAILURES) {
      left.push(key);
      return;
    }
    const failures = (before?.failures ?? 0) + 1;
    // Before it is read: one that ends the process would else be read first by the next one as well.
    await noteFailure(db, key, failures, ENDED);
    try {
      await takeIn(services, mail, before);
      did.read += 1;
    } catch (error) {
      // Who stops hangs up: that is not the mail's fault.
      if (signal.aborted) {
        await noteNothing(db, key, before);
        throw error;
      }
      log.error({ event: 'mail_not_taken', mail: key, ...errorForLog(error) });
      await noteFailure(db, key, failures, reasonOf(error));
      left.push(key);
      did.failed += 1;
    }
  };
  await mailbox.readUnread(take, signal).finally(() => {
    if (did.read > 0) log.info({ event: 'mail_read', count: did.read });
  });
  await db.delete(u).where(notInArray(u.key, left));
  const untaken = await db.$count(u);
  if (untaken > 0) throw new Error(`Mails that could not be taken in yet, and are tried again: ${untaken}.`);
}

/** Reads what is unread in the mailbox of the answers. What was taken in and not marked as read yet is known when it comes again. */
export const readMailbox: Task = async (_payload, services, signal) => {
  const { mailbox } = services.clients;
  if (!mailbox || signal.aborted) return;
  await withSessionLock(services.pool, ['inbound mail', 0], () =>
    lookThrough(mailbox, services, signal).catch((error: unknown) => {
      // What was not read is read by the next one.
      if (!signal.aborted) throw error;
    }),
  );
};
