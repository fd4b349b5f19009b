import { RETENTION, Retention } from '@desk/contract/jobs';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';

/** How many days things are kept: as somebody has set it, else as it comes. */
export async function retentionOf(db: Db): Promise<Retention> {
  const { rows } = await db.execute<{ set: object }>(
    sql`select value::json as set from installation where name = 'retention'`,
  );
  return Retention.parse({ ...RETENTION, ...rows[0]?.set });
}

/** @returns what it was before. */
export async function setRetention(tx: Db, retention: Retention): Promise<Retention> {
  // The row first, so that of two who set it one waits for the other.
  await tx.execute(
    sql`insert into installation (name, value) values ('retention', '{}') on conflict (name) do update set value = installation.value`,
  );
  const before = await retentionOf(tx);
  await tx.execute(sql`update installation set value = ${JSON.stringify(retention)} where name = 'retention'`);
  return before;
}
