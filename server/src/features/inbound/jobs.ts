import { receiveMail } from '../../domain/inbound/receive.ts';
import { withSessionLock } from '../../platform/db/session-lock.ts';
import { errorForLog } from '../../platform/log/error-for-log.ts';
import type { Task } from '../../platform/queue/timetable.ts';

/** Each minute; one that failed stands among what was given up until the next one begins. */
export const MAILBOX_CRONTAB = '* * * * * read-mailbox ?jobKey=read-mailbox&max=1';

/** Reads what is unread in the mailbox of the answers. What was taken in and not marked as read yet is known when it comes again. */
export const readMailbox: Task = async (_payload, services, signal) => {
  const { mailbox } = services.clients;
  if (!mailbox || signal.aborted) return;
  await withSessionLock(services.pool, ['inbound mail', 0], async () => {
    const { read, failures } = await mailbox
      .readUnread((raw, receivedAt) => receiveMail(services, raw, receivedAt), signal)
      .catch((error: unknown) => {
        // Who stops hangs up; what was not read is read by the next one.
        if (signal.aborted) return { read: 0, failures: [] };
        throw error;
      });
    if (read > 0) services.log.info({ event: 'mail_read', count: read });
    for (const failure of failures) services.log.error({ event: 'mail_not_taken', ...errorForLog(failure) });
    if (failures.length > 0) throw new Error(`${failures.length} mails could not be taken in, and stay unread.`);
  });
};
