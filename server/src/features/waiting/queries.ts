import type { ReplyOf } from '@desk/contract/call';
import type { waiting, WaitingScreen } from '@desk/contract/waiting';
import { sql, type SQL } from 'drizzle-orm';
import type { ActorContext } from '../../platform/context.ts';
import { NOW } from '../../platform/db/now.ts';
import { MAIL_IS_HELD } from '../../platform/outbox/mail-hold.ts';
import { IS_GIVEN_UP } from '../../platform/queue/given-up.ts';
import { countedFor } from './rules.ts';

/** Whoever asked this long ago has waited too long. */
const LATE = sql`${NOW} - interval '2 days'`;

/** What waits on a screen: how much, and whether it is late. Each is read from an index of what waits alone, but for the queue, which is short. */
const COUNTS: Readonly<Record<WaitingScreen, SQL>> = {
  approve_users: sql`select count(*)::int, coalesce(min(created_at) < ${LATE}, false)
    from accounts where kind = 'customer' and status = 'PENDING'`,
  approve_domain: sql`select count(*)::int, coalesce(min(coalesce(asked_at, created_at)) < ${LATE}, false)
    from domains where (status = 'PENDING' or claimed_by_id is not null)
      and case when status = 'PENDING' then owner_id else claimed_by_id end is not null`,
  mail_log: sql`select count(*)::int, false from outbox where ${MAIL_IS_HELD} and state = 'queued' and purpose <> 'otp'`,
  jobs: sql`select count(*)::int, count(*) > 0 from graphile_worker.jobs where ${IS_GIVEN_UP}`,
};

export async function waitingCounts(
  _body: unknown,
  { db, actor }: ActorContext,
): Promise<ReplyOf<typeof waiting.counts>> {
  const screens = countedFor(actor);
  if (screens.length === 0) return { waiting: [] };
  const parts = screens.map(
    (screen) =>
      sql`select ${screen}::text as screen, w.* from (${COUNTS[screen]}) w (count, is_late) where w.count > 0`,
  );
  const { rows } = await db.execute<ReplyOf<typeof waiting.counts>['waiting'][number]>(
    sql.join(parts, sql` union all `),
  );
  return { waiting: rows };
}
