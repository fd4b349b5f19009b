import { audit, changesBetween, type Entry } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { outboxTable as o } from '../../platform/db/tables/outbox.ts';
import { updateNotificationState, type lockRenewalsOf } from '../../platform/outbox/outbox.ts';

type Held = Awaited<ReturnType<typeof lockRenewalsOf>>;

interface Ended {
  readonly channel: (typeof o.$inferSelect)['channel'];
  readonly recipient: string;
  /** Undefined: it has not ended, or another has said how. */
  readonly ended: { readonly state: 'queued' | 'sent' | 'failed'; readonly reason: string | null } | undefined;
}

/** Writes what the end of a message means for its renewals. */
export async function noteEnd(tx: Db, renewals: Held, { channel, recipient, ended }: Ended): Promise<void> {
  if (renewals.length === 0) return;
  const words = await updateNotificationState(
    tx,
    renewals.map(({ id }) => id),
  );
  if (!ended) return;
  const facts = { notification_type: channel, recipients: recipient, reason: ended.reason };
  const entries = renewals.map(({ id, notification: was }): Entry => {
    const changes = changesBetween({ notification: was }, { notification: words.get(id) ?? was, ...facts });
    return { action: `notification_${ended.state}`, subject: 'renewal', subjectId: id, changes };
  });
  await audit(tx, {}, ...entries);
}

export function announceEnd({ announce }: Pick<Services, 'announce'>, renewals: Held): void {
  for (const month of new Set(renewals.map(({ termEnd }) => termEnd.slice(0, 7)))) announce({ kind: 'month', month });
  for (const { id } of renewals) announce({ kind: 'notification', renewal_id: id });
  announce({ kind: 'mail' });
}
