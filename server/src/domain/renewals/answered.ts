import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../platform/db/db.ts';
import { NOW } from '../../platform/db/now.ts';
import { topOf } from '../../platform/mail/reply-top.ts';
import { ANSWERS, ASKS, ASKS_SINCE, OF_A_MAIL } from '../../platform/db/tables/open-mail.ts';

/** Of a mail of the alias `m`: it answers one about these renewals of a customer, or nothing that we sent about any. */
const isAbout = (ids: readonly number[], customerId: number): SQL => sql`(
      m.outbox_id in (select l.message_id from outbox_renewals l where l.renewal_id = any(${sql.param([...ids])}::int[]))
      or m.customer_id = ${customerId} and not exists (select from outbox_renewals l where l.message_id = m.outbox_id))`;

const TALK = 'Talk to us before the renewal';

export interface Waiting {
  readonly from: string;
  /** What they wrote, without what they answer. */
  readonly text: string;
  readonly receivedAt: Date;
}

/** Who wrote about these renewals of a customer, or decided to talk first, and has no answer; the first first. */
export async function waitingForAnswer(
  db: Db,
  customerId: number,
  ids: readonly number[],
): Promise<readonly Waiting[]> {
  const { rows } = await db.execute<{ from: string; text: string; at: string }>(sql`
    select m.from_address as "from", m.text, m.received_at as at from inbound_messages m
    where m.settled_at is null and m.kind = 'reply' and ${isAbout(ids, customerId)}
    union all
    select coalesce(k.name, a.email, ''), coalesce(nullif(k.comment, ''), ${TALK}::text), k.created_at
    from renewal_decisions k left join accounts a on a.id = k.account_id
    where k.renewal_id = any(${sql.param([...ids])}::int[]) and k.decision = 'talk'
      and not exists (select from renewal_decisions newer where newer.renewal_id = k.renewal_id and newer.id > k.id)
      and not exists (select from renewal_comments c where c.renewal_id = k.renewal_id and c.updated_on > k.created_at and ${ANSWERS('c')})
    order by at limit 20`);
  return rows.map(({ from, text, at }) => ({ from, text: topOf(text), receivedAt: new Date(at) }));
}

/**
 * The open mails about a renewal that is held are seen to by what is said on it, where something was said since on each open renewal that
 * they are about: of a mail about several, whoever has another one still has to read it.
 * What is no answer, an offer that goes out, sees to bounces alone.
 */
export async function settleAnswered(
  tx: Db,
  { id, customerId }: { id: number; customerId: number },
  { accountId, isAnswer }: { accountId: number; isAnswer: boolean },
): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select m.id from inbound_messages m
    where ${ASKS} and (${isAnswer} or m.kind = 'bounce') and ${isAbout([id], customerId)}
    and not exists (
      select from outbox_renewals l join renewals r on r.id = l.renewal_id and r.state = 'open' and r.id <> ${id}
      where l.message_id = m.outbox_id and not exists (
        select from renewal_comments c where c.renewal_id = r.id and c.updated_on >= ${ASKS_SINCE}
          and (${ANSWERS('c')} or m.kind = 'bounce' and not ${OF_A_MAIL('c')})))`);
  if (rows.length === 0) return;
  const ids = sql`${sql.param(rows.map((row) => row.id))}::int[]`;
  await tx.execute(sql`
    update inbound_messages set settled_at = ${NOW}, settled_by_id = ${accountId} where id = any(${ids}) and settled_at is null`);
}
