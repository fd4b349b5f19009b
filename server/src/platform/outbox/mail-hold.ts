import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { NOW } from '../db/now.ts';

/** Whether all outgoing messages but one-time codes are held; asked where a message is taken, so that all nodes obey at once. */
export const MAIL_IS_HELD = sql`exists (select from installation where name = 'mail_hold')`;

/** @returns false where they are held already: since when and by whom stays. */
export async function holdMail(tx: Db, by: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    insert into installation (name, value) values ('mail_hold', json_build_object('by', ${by}::text,
      'since', to_char(${NOW} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))::text)
    on conflict do nothing`);
  return (rowCount ?? 0) > 0;
}

/** @returns false where none are held. */
export async function releaseMail(tx: Db): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from installation where name = 'mail_hold'`);
  return (rowCount ?? 0) > 0;
}

/** Since when and by whom messages are held, and how many wait. */
export async function mailHold(db: Db): Promise<{ since: string; by: string; waiting: number } | undefined> {
  const { rows } = await db.execute<{ since: string; by: string; waiting: number }>(sql`
    select value::json ->> 'since' as since, value::json ->> 'by' as by,
      (select count(*) from outbox where state = 'queued' and purpose <> 'otp')::int as waiting
    from installation where name = 'mail_hold'`);
  return rows[0];
}
